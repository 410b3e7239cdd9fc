use plyglot_search::shape::{Content, Ground, Shape};
use plyglot_search::{Describe, ParseError, Piece};

/// Where the places are, in squares.
const PLACES: [(&str, i32, i32); 11] = [
    ("0", 0, 1),
    ("1", 1, 0),
    ("2", 1, 1),
    ("3", 1, 2),
    ("4", 2, 0),
    ("5", 2, 1),
    ("6", 2, 2),
    ("7", 3, 0),
    ("8", 3, 1),
    ("9", 3, 2),
    ("10", 4, 1),
];

/// The lines of the board: rows, columns, and those across.
const LINES: [&[usize]; 8] = [
    &[1, 4, 7],
    &[0, 2, 5, 8, 10],
    &[3, 6, 9],
    &[1, 2, 3],
    &[4, 5, 6],
    &[7, 8, 9],
    &[0, 1, 5, 9, 10],
    &[0, 3, 5, 7, 10],
];

impl Describe for Hounds {
    const SIDES: [&'static str; 2] = ["Hounds", "Hare"];
    const PIECES: &'static [Piece] = &[Piece::first('h', '●'), Piece::second('o', '○')];
    const NOTATION: &'static str = "position: the places of the hounds and of the hare, the delay, then hounds or \
                                    hare: 0,1,3 10 0 hounds; move: from and to, 1-4";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let wrong = |what: &str| ParseError::new(format!("{text:?}: {what}"));
        let [hounds, hare, delay, side] = text.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(wrong("a position has four parts, such as 0,1,3 10 0 hounds"));
        };
        let place = |text: &str| match text.parse() {
            Ok(place) if place <= 10 => Ok(place),
            _ => Err(wrong("a place is a number from 0 to 10")),
        };
        let places: Vec<u32> = hounds.split(',').map(place).collect::<Result<_, _>>()?;
        let (hounds, hare) = (places.iter().fold(0_u32, |set, place| set | 1 << place), place(hare)?);
        if places.len() != 3 || (hounds | 1 << hare).count_ones() != 4 {
            return Err(wrong("three hounds and a hare are on four places"));
        }
        let delay = delay.parse().map_err(|_| wrong("the delay is a number"))?;
        if delay > self.patience.unwrap_or(u32::from(u16::MAX)) {
            return Err(wrong("the delay is more than the hare's patience"));
        }
        let side = match side {
            "hounds" => Side::First,
            "hare" => Side::Second,
            _ => return Err(wrong("hounds or hare are to move")),
        };
        Ok(Hounds { hounds, hare, side, delay, ..*self })
    }

    fn text(&self) -> String {
        let hounds: Vec<_> = places(self.hounds).map(|place| place.to_string()).collect();
        let side = if self.side == Side::First { "hounds" } else { "hare" };
        format!("{} {} {} {side}", hounds.join(","), self.hare, self.delay)
    }

    fn notation(&self, Step { from, to }: Step) -> String {
        format!("{from}-{to}")
    }

    fn board(&self) -> String {
        let letter = |place: u32| match self.hounds >> place & 1 {
            1 => 'h',
            _ if place == self.hare => 'o',
            _ => '.',
        };
        let row = |places: &[u32]| places.iter().map(|&place| letter(place)).collect::<String>();
        format!(" {} \n{}\n {} ", row(&[1, 4, 7]), row(&[0, 2, 5, 8, 10]), row(&[3, 6, 9]))
    }

    /// Points that lines join: a piece stands on a point, and moves along a line.
    fn shape(&self) -> Option<Shape> {
        Some(Shape::points(PLACES, &LINES).on(Ground::Wood))
    }

    fn contents(&self) -> Vec<Content> {
        let content = |place: u32| match self.hounds >> place & 1 {
            1 => Content::Piece('h'),
            _ if place == self.hare => Content::Piece('o'),
            _ => Content::Empty,
        };
        (0..11).map(content).collect()
    }

    fn touches(&self, Step { from, to }: Step) -> Vec<u16> {
        vec![from as u16, to as u16]
    }
}

//! The rules (`Game`), the notation (`Describe`) and what a player knows (`Knowledge`).

use plyglot::search::shape::{Content, FirstRow, Shape};
use plyglot::search::{Describe, Game, Knowledge, MoveList, NodeKey, Outcome, ParseError, Side};

/// The most rows and columns, so that a row fits four bits and the board 32.
const MOST: usize = 8;

/// A bar of chocolate. A move takes a square and all that is neither below nor left of it. The
/// square in the corner is poisoned: a player who has nothing else left has lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Chomp {
    /// How many squares are left in each row, from below; never more than in the row before.
    rows: [u8; MOST],
    side: Side,
}

/// A square, by row and column from the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8, u8);

impl Chomp {
    /// A whole bar of at most eight rows and columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        assert!(
            (1..=MOST).contains(&rows) && (1..=MOST).contains(&columns),
            "a bar has 1 to 8 rows and columns"
        );
        let mut bar = Chomp { rows: [0; MOST], side: Side::First };
        bar.rows[..rows].fill(columns as u8);
        bar
    }

    /// The squares that are left, four bits a row.
    fn code(&self) -> u64 {
        self.rows.iter().fold(0, |code, &left| code << 4 | u64::from(left))
    }

    fn has(&self, Square(row, column): Square) -> bool {
        let left = self.rows.get(usize::from(row));
        (row, column) != (0, 0) && left.is_some_and(|&left| column < left)
    }
}

/// Spreads a code over all bits, so that different codes stay different.
fn mixed(code: u64) -> u64 {
    let code = (code ^ code >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (code ^ code >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Game for Chomp {
    type Move = Square;
    type Undo = [u8; MOST];

    fn to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        mixed(self.code() | u64::from(self.side == Side::Second) << 32)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.rows[0] == 1 && self.rows[1] == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, out: &mut MoveList<Square>) {
        for (row, &left) in (0..).zip(&self.rows) {
            let squares = (0..left).map(|column| Square(row, column));
            squares.filter(|&square| self.has(square)).for_each(|square| out.push(square));
        }
    }

    fn play(&mut self, Square(row, column): Square) -> [u8; MOST] {
        let before = self.rows;
        self.rows[usize::from(row)..].iter_mut().for_each(|left| *left = column.min(*left));
        self.side = self.side.other();
        before
    }

    fn undo(&mut self, _square: Square, before: [u8; MOST]) {
        self.rows = before;
        self.side = self.side.other();
    }

    fn pack(Square(row, column): Square) -> u32 {
        u32::from(row) << 4 | u32::from(column)
    }

    fn unpack(&self, bits: u32) -> Option<Square> {
        let square = Square(u8::try_from(bits >> 4).ok()?, (bits & 15) as u8);
        self.has(square).then_some(square)
    }
}

impl Describe for Chomp {
    const NOTATION: &'static str = "position: the squares left in each row from below, then the \
                                    side to move (1 or 2), like 5,5,2,2 1; move: a column and a \
                                    row, like c3";

    const RULES: &'static str = "Bite off a square with all that is above it and to its right.\n\
         The player who has to take the last square, the poisoned one in the corner, has lost.";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            ParseError::new(format!("{text:?} is not a bar: write rows and side, like 5,5,2,2 1"))
        };
        let (bar, side) = text.split_once(' ').unwrap_or((text, "1"));
        let left: Vec<u8> = bar
            .split(',')
            .map(|row| row.trim().parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        let fits = left.len() <= MOST && left.is_sorted_by(|a, b| a >= b);
        if !fits || left.iter().any(|&row| usize::from(row) > MOST) || left.first() == Some(&0) {
            return Err(wrong());
        }
        let mut rows = [0; MOST];
        rows[..left.len()].copy_from_slice(&left);
        match side.trim() {
            "1" => Ok(Chomp { rows, side: Side::First }),
            "2" => Ok(Chomp { rows, side: Side::Second }),
            _ => Err(wrong()),
        }
    }

    fn text(&self) -> String {
        let left = self.rows.iter().filter(|&&left| left > 0).map(u8::to_string);
        let side = if self.side == Side::First { 1 } else { 2 };
        format!("{} {side}", left.collect::<Vec<_>>().join(","))
    }

    fn notation(&self, Square(row, column): Square) -> String {
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// For `board`, the page in the browser: squares, what is left of them, and which one a move takes.
    fn shape(&self) -> Option<Shape> {
        // Without letters and numbers, which would stand beside squares that a smaller bar never had.
        Some(Shape { marks: Vec::new(), ..Shape::grid(MOST, MOST, FirstRow::Bottom) })
    }

    fn contents(&self) -> Vec<Content> {
        let row = |&left: &u8| (0..MOST).map(move |column| column < usize::from(left));
        let content = |left| if left { Content::Taken(None) } else { Content::Gone };
        self.rows.iter().flat_map(row).map(content).collect()
    }

    fn touches(&self, Square(row, column): Square) -> Vec<u16> {
        vec![u16::from(row) * MOST as u16 + u16::from(column)]
    }

    fn board(&self) -> String {
        let rows = self.rows.iter().rev().filter(|&&left| left > 0);
        rows.map(|&left| "# ".repeat(left.into())).collect::<Vec<_>>().join("\n")
    }
}

/// Knows that the side to move does not matter: both may take the same squares.
#[derive(Clone)]
pub struct Eater;

impl Knowledge<Chomp> for Eater {
    fn evaluate(&mut self, _game: &Chomp) -> i32 {
        0
    }

    fn key(&self, game: &Chomp) -> NodeKey {
        NodeKey { hash: mixed(game.code()), symmetry: 0 }
    }

    /// A move takes at least one square, and leaves the poisoned one.
    fn plies_left(&self, game: &Chomp) -> Option<i32> {
        Some(game.rows.iter().map(|&left| i32::from(left)).sum::<i32>() - 1)
    }
}

//! What people see (`Describe`): points by letter and number, `d7`; a move with the man that it takes, `d6-d7xa1`.

use std::sync::Arc;

use plyglot::search::endings::Endings;
use plyglot::search::shape::{Colour, Content, Count, Ground, Mark, Shape, count_pieces};
use plyglot::search::{Describe, Example, Inputs, ParseError, Piece, Side};

use crate::endings::FewMen;
use crate::rules::{BOARD, MEN, Morris, Move, NONE, beside, closes, in_mills, points};
use crate::symmetry;

/// The place of each point: column and row from the top left, on a grid of seven by seven.
pub fn place(point: u8) -> (i32, i32) {
    let (ring, at) = (i32::from(point / 8), usize::from(point % 8));
    let (column, row) = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)][at];
    (3 + column * (3 - ring), 3 + row * (3 - ring))
}

/// The points in the order in which they are read: row by row from the top.
fn in_rows() -> Vec<u8> {
    let mut all: Vec<u8> = points(BOARD).collect();
    all.sort_by_key(|&point| (place(point).1, place(point).0));
    all
}

/// The points row by row, 3 to a row and 6 in the middle one.
fn rows() -> Vec<Vec<u8>> {
    let all = in_rows();
    all.chunk_by(|&one, &next| place(one).1 == place(next).1).map(<[u8]>::to_vec).collect()
}

fn name(point: u8) -> String {
    let (column, row) = place(point);
    format!("{}{}", char::from(b'a' + column as u8), 7 - row)
}

/// The board as text, in which the points are replaced from the top left.
const DRAWN: &str = "\
7 .--------.--------.
6 |  .-----.-----.  |
5 |  |  .--.--.  |  |
4 .--.--.     .--.--.
3 |  |  .--.--.  |  |
2 |  .-----.-----.  |
1 .--------.--------.
  a  b  c  d  e  f  g
";

const EXAMPLES: &[Example] = &[
    Example {
        name: "three-left",
        position: "x.o/.x./..o/....../.../x.o/... 0,0 x",
        about: "three men each, which go to any point: the side to move wins",
    },
    Example {
        name: "four-to-three",
        position: "x.o/.x./..o/.x..../.../x.o/... 0,0 x",
        about: "four men, which move along the lines, against three that do not",
    },
];

impl Morris {
    fn piece(&self, point: u8) -> Option<char> {
        let [x, o] = self.men.map(|men| men >> point & 1 == 1);
        if x { Some('x') } else { o.then_some('o') }
    }
}

impl Describe for Morris {
    const UNIT: &'static str = "";
    const POINTS: i32 = 100;
    const RESULT_SCALE: i32 = 150;
    const SIDES: [&'static str; 2] = ["x", "o"];
    const NOTATION: &'static str = "position: the points row by row from a7, 3/3/3/6/3/3/3 (x, o, . empty), the men in hand, \
                                    the side, like ..o/.x./.../....../.../.../... 8,8 x; move: a point, like d6, two, like \
                                    d6-d7, and xa1 behind it for a man that is taken";
    const RULES: &'static str = "Put your nine men on points, then move them along the lines; with three men you go anywhere.\n\
         Three in a row take a man of the other side, one outside of a mill if there is one.\n\
         Who has two men left, or cannot move, has lost; a position that comes back is drawn.";
    const PIECES: &'static [Piece] = &[Piece::first('x', '●'), Piece::second('o', '○')];

    fn examples(&self) -> &'static [Example] {
        EXAMPLES
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[board, hands, side] = parts.as_slice() else {
            let right =
                "write rows, men in hand and side, like ..o/.x./.../....../.../.../... 8,8 x";
            return Err(ParseError::new(format!("{text:?} is not a position: {right}")));
        };
        let (given, needed): (Vec<&str>, _) = (board.split('/').collect(), rows());
        if given.len() != needed.len() {
            let message =
                format!("the number of rows is {} instead of {}", given.len(), needed.len());
            return Err(ParseError::new(message));
        }
        let mut men = [0_u32; 2];
        for ((row, text), needed) in (1..).zip(given).zip(&needed) {
            let letters: Vec<char> = text.chars().collect();
            if letters.len() != needed.len() {
                let (found, right) = (letters.len(), needed.len());
                return Err(ParseError::new(format!(
                    "row {row} ({text:?}) has {found} points instead of {right}"
                )));
            }
            for (letter, &point) in letters.into_iter().zip(needed) {
                match letter {
                    'x' | 'X' => men[0] |= 1 << point,
                    'o' | 'O' => men[1] |= 1 << point,
                    '.' | '-' => {}
                    _ => {
                        let at = name(point);
                        return Err(ParseError::new(format!(
                            "{letter:?} on {at} is not a point: write x, o or . (empty)"
                        )));
                    }
                }
            }
        }
        let hand = |text: &str| text.parse::<u8>().ok().filter(|&hand| hand <= MEN);
        let hands = hands.split_once(',').and_then(|(x, o)| Some([hand(x)?, hand(o)?]));
        let hands = hands.ok_or_else(|| {
            ParseError::new(format!("men in hand: write two numbers from 0 to {MEN}, such as 9,9"))
        })?;
        for (side, (men, hand)) in Self::SIDES.into_iter().zip(men.into_iter().zip(hands)) {
            let all = men.count_ones() + u32::from(hand);
            if all > u32::from(MEN) {
                return Err(ParseError::new(format!("{side} has {all} men: at most {MEN}")));
            }
        }
        let side = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => {
                return Err(ParseError::new(format!(
                    "{side:?} is not a side to move: write x or o"
                )));
            }
        };
        Ok(Morris { men, hands, side, calm: 0 })
    }

    fn text(&self) -> String {
        let letter = |&point: &u8| self.piece(point).unwrap_or('.');
        let rows: Vec<String> = rows().iter().map(|row| row.iter().map(letter).collect()).collect();
        let ([x, o], side) = (self.hands, Self::SIDES[self.side as usize]);
        format!("{} {x},{o} {side}", rows.join("/"))
    }

    fn notation(&self, mv: Move) -> String {
        let from = if mv.from == NONE { String::new() } else { name(mv.from) + "-" };
        let taken = if mv.taken == NONE { String::new() } else { format!("x{}", name(mv.taken)) };
        from + &name(mv.to) + &taken
    }

    fn board(&self) -> String {
        let mut points = in_rows().into_iter();
        let point = |letter: char| match letter {
            '.' => points.next().and_then(|point| self.piece(point)).unwrap_or('.'),
            line => line,
        };
        DRAWN.trim_end().chars().map(point).collect()
    }

    fn shape(&self) -> Option<Shape> {
        let rows =
            crate::rules::MILLS.map(|mill| points(mill).map(usize::from).collect::<Vec<_>>());
        let lines: Vec<&[usize]> = rows.iter().map(Vec::as_slice).collect();
        let named = points(BOARD).map(|point| (name(point), place(point).0, place(point).1));
        let mut shape =
            Shape::points(named, &lines).on(Ground::Wood).coloured(Colour::White, Colour::Black);
        let label = |text: String, x, y| Mark::Label { x, y, text };
        shape.marks.extend(
            (0..7).map(|column| {
                label(char::from(b'a' + column as u8).to_string(), 100 * column, 675)
            }),
        );
        shape.marks.extend((0..7).map(|row| label((7 - row).to_string(), -75, 100 * row)));
        Some(shape)
    }

    fn contents(&self) -> Vec<Content> {
        points(BOARD)
            .map(|point| self.piece(point).map_or(Content::Empty, Content::Piece))
            .collect()
    }

    fn endings(&self) -> Option<Arc<dyn Endings<Self>>> {
        Some(Arc::new(FewMen::new()))
    }

    fn counts(&self) -> Vec<Count> {
        let sides = [Side::First, Side::Second].into_iter();
        let hands = sides.zip(self.hands).map(|(side, hand)| Count::of(side, "in hand", hand));
        count_pieces(&self.contents(), Self::PIECES, "men").into_iter().chain(hands).collect()
    }

    fn touches(&self, mv: Move) -> Vec<u16> {
        let all = [mv.from, mv.to, mv.taken].into_iter();
        all.filter(|&point| point != NONE).map(u16::from).collect()
    }

    /// For a net: the men of either side on the 24 points, then a bit for each man in hand; which of them are in mills,
    /// and where a side closes a mill or may go. The sides see the same, and all sixteen symmetries lead to what is worth
    /// the same.
    fn inputs(&self) -> Inputs {
        let planes = [
            ["x", "o"],
            ["x in mills", "o in mills"],
            ["x closes", "o closes"],
            ["x goes", "o goes"],
        ];
        let pieces = Inputs::new(24 + usize::from(MEN), &planes).exchanged(|bit| bit);
        symmetry::all().skip(1).fold(pieces, |inputs, symmetry| {
            inputs.alike(
                move |bit| if bit < 24 { usize::from(symmetry.of_point(bit as u8)) } else { bit },
            )
        })
    }

    fn see(&self, planes: &mut [u64]) {
        for side in 0..2 {
            let (men, hand) = (self.men[side], self.hands[side]);
            let closing = points(self.empty()).filter(|&point| closes(men, point));
            planes[side] = u64::from(men) | ((1 << hand) - 1) << 24;
            planes[2 + side] = u64::from(in_mills(men));
            planes[4 + side] = closing.fold(0, |all, point| all | 1 << point);
            planes[6 + side] = u64::from(beside(men) & self.empty());
        }
    }
}

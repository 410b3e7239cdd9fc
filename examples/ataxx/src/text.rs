//! The notation (`Describe`): positions as Ataxx programs write them, moves by their squares.

use plyglot::search::shape::{Content, FirstRow, Shape};
use plyglot::search::{Describe, Inputs, ParseError, Piece, Side};

use crate::knowledge::POINTS;
use crate::rules::{Ataxx, Move, SIZE};

/// The rows of the board from the top, each from the left.
fn rows() -> impl Iterator<Item = impl Iterator<Item = u8>> {
    (0..SIZE).rev().map(|row| (0..SIZE).map(move |column| 8 * row + column))
}

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Ataxx {
    /// The pieces of x and of o.
    fn sides(&self) -> [u64; 2] {
        if self.side == Side::First { [self.own, self.other] } else { [self.other, self.own] }
    }

    /// The letter on a square, if there is a piece.
    fn piece(&self, square: u8) -> Option<char> {
        let [x, o] = self.sides();
        match 1u64 << square {
            bit if x & bit != 0 => Some('x'),
            bit if o & bit != 0 => Some('o'),
            _ => None,
        }
    }
}

/// The squares of x and of o in a row, from the left; `None` if they are not seven.
fn read_row(row: &str) -> Option<[u64; 2]> {
    let (mut sets, mut column) = ([0; 2], 0);
    for c in row.chars() {
        match c {
            'x' | 'o' if column < SIZE => {
                sets[usize::from(c == 'o')] |= 1 << column;
                column += 1;
            }
            '1'..='7' if column < SIZE => column += c as u8 - b'0',
            _ => return None,
        }
    }
    (column == SIZE).then_some(sets)
}

impl Describe for Ataxx {
    const UNIT: &'static str = "pieces";
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 8 * POINTS;
    const SIDES: [&'static str; 2] = ["x", "o"];
    const NOTATION: &'static str = "position: rows from the top with x and o for pieces and numbers \
                                    for empty squares, then the side to move, like \
                                    x5o/7/7/7/7/7/o5x x; move: a square for a copy, like b6, both \
                                    for a jump, like a7c5, or pass";

    const RULES: &'static str = "Copy one of your pieces to a square beside it, diagonally too, or let it jump two steps.\n\
         All pieces of the other side beside the place where it lands become yours.\n\
         Where neither side can move the game ends, and more pieces win.";

    const PIECES: &'static [Piece] = &[Piece::first('x', '●'), Piece::second('o', '○')];

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let wrong = |what: String| {
            ParseError::new(format!("{what}: write rows and side, like x5o/7/7/7/7/7/o5x x"))
        };
        let mut parts = text.split_whitespace();
        let board = parts.next().unwrap_or_default();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(SIZE) {
            return Err(wrong(format!("{board:?} has {} rows, not {SIZE}", rows.len())));
        }
        let mut sets = [0; 2];
        for (row, text) in (0..SIZE).rev().zip(rows) {
            let read = read_row(text);
            let read = read.ok_or_else(|| wrong(format!("{text:?} is not a row of {SIZE}")))?;
            for (set, read) in sets.iter_mut().zip(read) {
                *set |= read << (8 * row);
            }
        }
        let [x, o] = sets;
        let rest: Vec<&str> = parts.collect();
        // Other programs write two counters behind the side, of which only the side counts here.
        let counted = rest.iter().skip(1).all(|count| count.parse::<u32>().is_ok());
        match rest.first() {
            _ if rest.len() > 3 || !counted => Err(wrong(format!("{text:?} is too long"))),
            None | Some(&"x") => Ok(Ataxx { own: x, other: o, side: Side::First, calm: 0 }),
            Some(&"o") => Ok(Ataxx { own: o, other: x, side: Side::Second, calm: 0 }),
            Some(side) => Err(wrong(format!("{side:?} is not a side to move"))),
        }
    }

    fn text(&self) -> String {
        let row = |row: &mut dyn Iterator<Item = u8>| {
            let (mut text, mut empty) = (String::new(), 0);
            for square in row {
                match self.piece(square) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &std::mem::take(&mut empty).to_string();
                        }
                        text.push(piece);
                    }
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let rows: Vec<String> = rows().map(|mut squares| row(&mut squares)).collect();
        format!("{} {}", rows.join("/"), if self.side == Side::First { "x" } else { "o" })
    }

    fn notation(&self, mv: Move) -> String {
        match mv {
            Move::Copy(to) => name(to),
            Move::Jump(from, to) => name(from) + &name(to),
            Move::Pass => "pass".into(),
        }
    }

    fn board(&self) -> String {
        let mut board = String::new();
        for (number, row) in (1..=SIZE).rev().zip(rows()) {
            board += &number.to_string();
            for square in row {
                board.extend([' ', self.piece(square).unwrap_or('-')]);
            }
            board.push('\n');
        }
        let [x, o] = self.sides().map(u64::count_ones);
        board + "  a b c d e f g\n" + &format!("x {x}, o {o}, {} empty", self.empty().count_ones())
    }

    /// For `board`, the page in the browser: the squares from the top, what is on them, and where a move is clicked.
    fn shape(&self) -> Option<Shape> {
        Some(Shape::grid(SIZE.into(), SIZE.into(), FirstRow::Top))
    }

    fn contents(&self) -> Vec<Content> {
        let content = |square| self.piece(square).map_or(Content::Empty, Content::Piece);
        rows().flatten().map(content).collect()
    }

    /// For a net: the pieces of either side as the bits that they are, 8 squares to a row. The sides see the same, and
    /// all eight symmetries lead to what is worth the same.
    fn inputs(&self) -> Inputs {
        let pieces = Inputs::new(64, &[["x", "o"]]).exchanged(|square| square);
        let last = usize::from(SIZE) - 1;
        (1..8).fold(pieces, |inputs, symmetry| {
            inputs.alike(|square| {
                let (column, row) = (square % 8, square / 8);
                if column.max(row) > last {
                    return square;
                }
                let (column, row) = if symmetry & 4 != 0 { (row, column) } else { (column, row) };
                let column = if symmetry & 1 != 0 { last - column } else { column };
                8 * (if symmetry & 2 != 0 { last - row } else { row }) + column
            })
        })
    }

    fn see(&self, planes: &mut [u64]) {
        planes.copy_from_slice(&self.sides());
    }

    /// Made by the command in its header (`head -c 400 data/net.weights`).
    fn net(&self) -> &'static [u8] {
        include_bytes!("../data/net.weights")
    }

    fn touches(&self, mv: Move) -> Vec<u16> {
        let cell =
            |square: u8| u16::from(SIZE - 1 - square / 8) * u16::from(SIZE) + u16::from(square % 8);
        match mv {
            // Which piece is copied makes no difference.
            Move::Copy(to) => vec![cell(to)],
            Move::Jump(from, to) => vec![cell(from), cell(to)],
            Move::Pass => Vec::new(),
        }
    }
}

//! Positions, moves and records as text.
//!
//! A position is its squares row by row from a1, then the side to move: `X`, `x`, `*` or `B` is
//! black, which moves first, `O`, `o` or `W` is white, `-`, `.` or `_` is empty. Moves are squares,
//! `f5`, or `pass` (also `--`, `ps`, `pa`). A line of a file in OBF has the position, then what is
//! known of its moves: `A2:+38; C7:+36;`. Boards as people paste them are read, too ([`diagram`]).

use std::fmt::Write;

use plyglot_search::shape::{Colour, Content, FirstRow, Ground, Shape};
use plyglot_search::{
    Beside, Describe, Example, Game, Inputs, KnownAnswer, ParseError, Piece, ReadGame, Side, Turn,
    recorded,
};

use super::position::{Othello, OthelloMove};
use super::{diagram, evaluation, ggf, signed, wthor};

/// What a character of a position stands for.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Disc(Side),
    Empty,
}

fn mark(character: char) -> Option<Mark> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Mark::Disc(Side::First)),
        'O' | 'o' | 'W' | 'w' | '0' => Some(Mark::Disc(Side::Second)),
        '-' | '.' | '_' => Some(Mark::Empty),
        _ => None,
    }
}

fn letter(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

/// The bit of a square counted row by row from a1 on a board of `N` x `N`.
const fn bit_of(n: usize, index: usize) -> u32 {
    let margin = (8 - n) / 2;
    ((index / n + margin) * 8 + index % n + margin) as u32
}

/// The inverse of [`bit_of`]: column and row from 0.
const fn column_and_row(n: usize, bit: u32) -> (usize, usize) {
    let margin = (8 - n) / 2;
    (bit as usize % 8 - margin, bit as usize / 8 - margin)
}

fn square_name(n: usize, bit: u32) -> String {
    let (column, row) = column_and_row(n, bit);
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn is_pass(text: &str) -> bool {
    ["--", "ps", "pa", "pass"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

impl<const N: usize> Othello<N> {
    /// The discs of black and of white.
    fn colours(&self) -> (u64, u64) {
        if self.side == Side::First { (self.own, self.opp) } else { (self.opp, self.own) }
    }

    /// Black and white discs from the squares of a text, and how many characters were used.
    fn read_squares(marks: &[(usize, char)]) -> Result<(u64, u64), ParseError> {
        let (mut black, mut white) = (0, 0);
        for (index, &(at, character)) in marks.iter().take(N * N).enumerate() {
            let bit = bit_of(N, index);
            match mark(character) {
                Some(Mark::Disc(Side::First)) => black |= 1 << bit,
                Some(Mark::Disc(Side::Second)) => white |= 1 << bit,
                Some(Mark::Empty) => {}
                None => {
                    return Err(ParseError::new(format!(
                        "{character:?} (character {}, {}) is not a square: write X (black), \
                         O (white) or - (empty)",
                        at + 1,
                        square_name(N, bit)
                    )));
                }
            }
        }
        if marks.len() < N * N {
            let (found, squares) = (marks.len(), N * N);
            let message = format!("the number of squares is {found} instead of {squares}");
            return Err(ParseError::new(message));
        }
        Ok((black, white))
    }

    /// The moves and values behind a position in OBF.
    fn read_answers(
        &self,
        items: std::str::Split<'_, char>,
    ) -> Result<Option<KnownAnswer<OthelloMove>>, ParseError> {
        let mut answer: Option<KnownAnswer<OthelloMove>> = None;
        for item in items.map(str::trim).filter(|item| !item.is_empty()) {
            let (name, value) = item.split_once(':').ok_or_else(|| {
                ParseError::new(format!("{item:?} is not a move and its value: write d3:+2"))
            })?;
            let mv = self.parse_move(name.trim())?;
            let value: i32 = value
                .trim()
                .parse()
                .ok()
                .filter(|value| (-Self::SQUARES..=Self::SQUARES).contains(value))
                .ok_or_else(|| {
                    let most = Self::SQUARES;
                    let message =
                        format!("the value in {item:?} is not a number from -{most} to {most}");
                    ParseError::new(message)
                })?;
            let known = answer.get_or_insert(KnownAnswer::of_value(value));
            if Some(value) > known.value {
                *known = KnownAnswer::of_value(value);
            }
            if Some(value) == known.value {
                known.best.push(mv);
            }
        }
        Ok(answer)
    }
}

/// The positions by which Othello programs are compared, from the FFO endgame test.
const EXAMPLES: &[Example] = &[
    Example {
        name: "ffo40",
        position: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        about: "FFO endgame test #40, 20 empty squares: a2 wins by 38",
    },
    Example {
        name: "ffo42",
        position: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
        about: "FFO endgame test #42, 22 empty squares: g2 wins by 6",
    },
    Example {
        name: "ffo44",
        position: "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
        about: "FFO endgame test #44, 23 empty squares: d2 and b8 lose by 14",
    },
];

impl<const N: usize> Describe for Othello<N> {
    const SIDES: [&'static str; 2] = ["X (black)", "O (white)"];
    const UNIT: &'static str = "discs";
    const POINTS: i32 = evaluation::POINTS;
    /// By `cargo bench -p plyglot-bench --bench result_scale -- othello`, with the trained evaluation: 72.9.
    const RESULT_SCALE: i32 = 73;
    const NOTATION: &'static str = "position: squares row by row from a1 (X black, O white, - \
                                    empty), then the side to move (X if left out); move: a \
                                    square, like f5, or pass (a line: f5d6c3, passes may be left \
                                    out)";

    const RULES: &'static str = "Place a disc so that it encloses a straight row of the other side's discs with one of \
         yours: they turn over.\n\
         A side that can enclose nothing passes; where neither can, the game ends.\n\
         More discs win.";

    const PIECES: &'static [Piece] = &[Piece::first('X', '●'), Piece::second('O', '○')];

    fn examples(&self) -> &'static [Example] {
        if N == 8 { EXAMPLES } else { &[] }
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        if diagram::is_diagram(N, text) {
            return self.parse(&diagram::plain(N, text)?);
        }
        let marks: Vec<_> = text
            .chars()
            .enumerate()
            .filter(|(_, character)| !character.is_whitespace() && *character != '/')
            .collect();
        let (black, white) = Self::read_squares(&marks)?;
        let side = match marks.get(N * N) {
            None => Side::First,
            Some(&(at, character)) => match mark(character) {
                Some(Mark::Disc(side)) => side,
                _ => {
                    return Err(ParseError::new(format!(
                        "{character:?} (character {}) is not a side to move: write X or O",
                        at + 1
                    )));
                }
            },
        };
        if let Some(&(at, character)) = marks.get(N * N + 1) {
            return Err(ParseError::new(format!(
                "{character:?} (character {}) follows the {} squares and the side to move",
                at + 1,
                N * N
            )));
        }
        let (own, opp) = if side == Side::First { (black, white) } else { (white, black) };
        Ok(Othello { own, opp, side })
    }

    fn text(&self) -> String {
        let (black, white) = self.colours();
        let mut text = String::with_capacity(N * N + 2);
        for index in 0..N * N {
            let bit = 1u64 << bit_of(N, index);
            text.push(if black & bit != 0 {
                'X'
            } else if white & bit != 0 {
                'O'
            } else {
                '-'
            });
        }
        text.push(' ');
        text.push(letter(self.side));
        text
    }

    fn parse_move(&self, text: &str) -> Result<OthelloMove, ParseError> {
        if is_pass(text) {
            return self.unpack(64).ok_or_else(|| {
                let (mover, why) = (letter(self.side), "can place a disc");
                ParseError::new(format!("{text:?} is not a legal move: {mover} {why}"))
            });
        }
        let square = match text.as_bytes() {
            [column, row] => {
                let column = usize::from(column.to_ascii_lowercase().wrapping_sub(b'a'));
                let row = usize::from(row.wrapping_sub(b'1'));
                (column < N && row < N).then(|| bit_of(N, row * N + column))
            }
            _ => None,
        };
        let bit = square.ok_or_else(|| {
            let last = square_name(N, bit_of(N, N * N - 1));
            ParseError::new(format!(
                "{text:?} is not a legal move: write a square from a1 to {last}, or pass"
            ))
        })?;
        self.unpack(bit).ok_or_else(|| {
            let why = if self.empty() & 1 << bit == 0 {
                "the square is taken".to_string()
            } else {
                format!("{} turns no disc there", letter(self.side))
            };
            ParseError::new(format!("{text:?} is not a legal move: {why}"))
        })
    }

    fn notation(&self, mv: OthelloMove) -> String {
        if mv == OthelloMove::PASS { "pass".into() } else { square_name(N, u32::from(mv.0)) }
    }

    fn board(&self) -> String {
        let (black, white) = self.colours();
        let legal = self.placements();
        let mut out = String::from("  ");
        for column in 0..N {
            let _ = write!(out, " {}", (b'a' + column as u8) as char);
        }
        for index in 0..N * N {
            if index % N == 0 {
                let _ = write!(out, "\n {}", index / N + 1);
            }
            let bit = 1u64 << bit_of(N, index);
            let character = match () {
                () if black & bit != 0 => 'X',
                () if white & bit != 0 => 'O',
                () if legal & bit != 0 => '+',
                () => '-',
            };
            let _ = write!(out, " {character}");
        }
        let name = |side| if side == Side::First { "X (black)" } else { "O (white)" };
        let state = match self.outcome() {
            Some(_) => "the game is over".to_string(),
            None if legal == 0 => format!("{} to move, and must pass", name(self.side)),
            None => format!("{} to move", name(self.side)),
        };
        let _ = write!(out, "\n{state}");
        out
    }

    fn shape(&self) -> Option<Shape> {
        let grid = Shape::grid(N, N, FirstRow::Top).on(Ground::Felt);
        Some(grid.coloured(Colour::Black, Colour::White))
    }

    fn inputs(&self) -> Inputs {
        Inputs::shown(self).exchanged_by(Turn::Same).alike_by(&Turn::ALL)
    }

    fn contents(&self) -> Vec<Content> {
        let (black, white) = self.colours();
        let content = |index| match 1u64 << bit_of(N, index) {
            bit if black & bit != 0 => Content::Piece('X'),
            bit if white & bit != 0 => Content::Piece('O'),
            _ => Content::Empty,
        };
        (0..N * N).map(content).collect()
    }

    fn touches(&self, mv: OthelloMove) -> Vec<u16> {
        if mv == OthelloMove::PASS {
            return Vec::new();
        }
        let (column, row) = column_and_row(N, u32::from(mv.0));
        vec![(row * N + column) as u16]
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        let (mut moves, mut part) = (Vec::new(), text);
        while !part.is_empty() {
            let long = part.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
            let length = if long { 4 } else { 2 };
            if part.chars().take(length).count() < length {
                let number = moves.len() + 1;
                let wrong =
                    format!("{part:?} is not a legal move: write a square like f5, or pass");
                return Err(ParseError::of_move(number, wrong));
            }
            let end = part.char_indices().nth(length).map_or(part.len(), |(end, _)| end);
            let (mv, rest) = part.split_at(end);
            moves.push(mv);
            part = rest;
        }
        Ok(moves)
    }

    fn formats(&self) -> &'static [&'static str] {
        const ALL: &[&str] = &[ggf::NAME, wthor::NAME, signed::NAME, recorded::NUMBERED];
        if N == ggf::SIZE { ALL } else { &ALL[2..] }
    }

    fn read_game(&self, text: &str) -> ReadGame<Self, OthelloMove> {
        if N == ggf::SIZE && ggf::is_ggf(text) {
            return Some(ggf::read(text));
        }
        if signed::is_signed(text) {
            return Some(signed::read(self, text));
        }
        recorded::game(self, recorded::NUMBERED, text)
    }

    fn unpack_file(
        &self,
        bytes: &[u8],
        beside: Beside<'_>,
    ) -> Option<Result<Vec<String>, ParseError>> {
        if N == ggf::SIZE { wthor::unpacked(bytes, beside) } else { None }
    }

    fn continues(&self, before: &str, line: &str) -> bool {
        if diagram::is_diagram(N, before) {
            return diagram::continues(N, before, line);
        }
        recorded::begins_with_tag(before) && recorded::continues(before, line)
    }

    fn implied(&self, next: &str) -> Option<OthelloMove> {
        (!is_pass(next) && self.placements() == 0).then_some(OthelloMove::PASS)
    }

    fn parse_record(
        &self,
        line: &str,
    ) -> Result<(Self, Option<KnownAnswer<OthelloMove>>), ParseError> {
        if diagram::is_diagram(N, line) {
            return Ok((self.parse(line)?, None));
        }
        let line = line.split(['%', '#']).next().unwrap_or_default();
        let mut items = line.split(';');
        let position = self.parse(items.next().unwrap_or_default())?;
        let answer = position.read_answers(items)?;
        Ok((position, answer))
    }
}

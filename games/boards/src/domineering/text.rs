//! Positions and moves as text.

use plyglot_games_common::grid;
use plyglot_search::shape::{Colour, Content, Count, FirstRow, Shape};
use plyglot_search::{Describe, Example, Inputs, ParseError, Side};

use super::knowledge::POINTS;
use super::position::{Domineering, Domino};
use super::symmetry;

/// The start position of a size as text: `6x6`.
pub(super) fn start(size: &str) -> Result<Domineering, ParseError> {
    let wrong =
        || ParseError::new(format!("{size:?} is not a size: write columns x rows, such as 6x6"));
    let (columns, rows) = size.split_once(['x', ',']).ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    Domineering::new(number(columns)?, number(rows)?)
}

/// Positions on the usual board.
const EXAMPLES: [Example; 2] = [
    Example {
        name: "middle",
        position: "......../......../......../...###../...#..../......../......../........ v",
        about: "both sides have begun in the middle of the board",
    },
    Example {
        name: "reserves",
        position: ".#....../.#..####/.#....../.#....../.#.####./.#....../.#....../.#...... v",
        about: "Vertical has a column to itself, Horizontal the end of a row: whose room lasts?",
    },
];

impl Describe for Domineering {
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 48;
    const SIDES: [&'static str; 2] = ["Vertical", "Horizontal"];
    const NOTATION: &'static str = "position: rows from the top with . for free and # for taken \
                                    squares, then the side to move (v or h), like \
                                    .#../.#../..../.... h; move: both squares, the lower or left \
                                    one first, like b3b4 or c1d1";

    const RULES: &'static str = "Lay a domino on two empty squares: Vertical lays them upright, Horizontal flat.\n\
         A side that finds no room for a domino has lost.";

    fn examples(&self) -> &'static [Example] {
        if (self.columns, self.rows) == (8, 8) { &EXAMPLES } else { &[] }
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split_whitespace();
        let (Some(board), Some(side), None) = (parts.next(), parts.next(), parts.next()) else {
            let message = format!("{text:?} is not a position: write all rows and v or h to move");
            return Err(ParseError::new(message));
        };
        let side = match side.to_ascii_lowercase().as_str() {
            "v" | "vertical" => Side::First,
            "h" | "horizontal" => Side::Second,
            _ => {
                return Err(ParseError::new(format!(
                    "{side:?} is not a side to move: write v or h"
                )));
            }
        };
        let free = self.free_squares(board)?;
        let game = Domineering { free, side, ..*self };
        game.check_possible()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let row = |row| (0..self.columns()).map(move |column| self.letter(column, row));
        let rows: Vec<String> =
            (0..self.rows()).rev().map(|number| row(number).collect()).collect();
        format!("{} {}", rows.join("/"), if self.side == Side::First { 'v' } else { 'h' })
    }

    fn notation(&self, domino: Domino) -> String {
        let first = u32::from(domino.0);
        let name = |square: u32| grid::name(square as usize % 8, square as usize / 8);
        name(first) + &name(first + Self::stride(self.side))
    }

    fn shape(&self) -> Option<Shape> {
        let grid = Shape::grid(self.columns(), self.rows(), FirstRow::Bottom);
        Some(grid.coloured(Colour::Blue, Colour::Red))
    }

    /// Where dominoes of either side fit, and where the other side cannot prevent them: places by their first squares,
    /// upright ones and then flat ones. On a board that is as wide as it is high the sides have equal rights.
    fn inputs(&self) -> Inputs {
        let mut inputs = Inputs::new(2 * 64, &[]).and("fits").and("is safe");
        for symmetry in 1..symmetry::MIRRORS {
            inputs = inputs.alike(|place| symmetry::mirrored_place(self, place, symmetry));
        }
        let square = self.columns == self.rows;
        if square { inputs.exchanged(symmetry::transposed_place) } else { inputs }
    }

    fn see(&self, planes: &mut [u64]) {
        let sides = [Side::First, Side::Second];
        let fits = sides.map(|side| Self::places(self.free, side));
        let safe = sides.map(|side| Self::places(self.free & !self.useful(side.other()), side));
        planes.copy_from_slice([fits, safe].as_flattened());
    }

    fn contents(&self) -> Vec<Content> {
        let squares =
            (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |column| (column, row)));
        let content = |(column, row)| match self.letter(column, row) {
            '.' => Content::Empty,
            _ => Content::Taken(None),
        };
        squares.map(content).collect()
    }

    fn counts(&self) -> Vec<Count> {
        vec![Count::rest("empty", self.free.count_ones())]
    }

    fn touches(&self, domino: Domino) -> Vec<u16> {
        let first = u32::from(domino.0);
        let cell = |square: u32| (square / 8 * self.columns() as u32 + square % 8) as u16;
        vec![cell(first), cell(first + Self::stride(self.side))]
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(grid::split_moves(text, 2))
    }

    fn board(&self) -> String {
        grid::board(self.columns(), self.rows(), |column, row| self.letter(column, row))
    }
}

impl Domineering {
    fn letter(&self, column: usize, row: usize) -> char {
        if self.free >> (8 * row + column) & 1 == 1 { '.' } else { '#' }
    }

    fn free_squares(&self, board: &str) -> Result<u64, ParseError> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.rows() {
            let (found, rows) = (rows.len(), self.rows());
            let message = format!("the number of rows is {found} instead of {rows}");
            return Err(ParseError::new(message));
        }
        let mut free = 0;
        for (number, &text) in (0..self.rows()).rev().zip(&rows) {
            if text.chars().count() != self.columns() {
                let (row, found, columns) = (number + 1, text.chars().count(), self.columns());
                let message =
                    format!("the length of row {row} ({text:?}) is {found} instead of {columns}");
                return Err(ParseError::new(message));
            }
            for (column, letter) in text.chars().enumerate() {
                match letter {
                    '.' | '-' => free |= 1 << (8 * number + column),
                    '#' | 'x' | 'X' => {}
                    _ => {
                        let at = grid::name(column, number);
                        let message = format!(
                            "{letter:?} on {at} is not a square: write . (free) or # (taken)"
                        );
                        return Err(ParseError::new(message));
                    }
                }
            }
        }
        Ok(free)
    }

    /// Refuses positions that no game leads to: Vertical has laid as many dominoes as Horizontal, or one
    /// more if Horizontal is to move, and together they cover what is taken.
    fn check_possible(&self) -> Result<(), ParseError> {
        let all = Domineering::new(self.columns(), self.rows())?.free;
        let taken = (all & !self.free).count_ones();
        let (dominoes, flat) = (taken / 2, taken / 4);
        let message = if !taken.is_multiple_of(2) {
            format!("the number of taken squares is {taken}, but dominoes take an even number")
        } else if dominoes.is_multiple_of(2) != (self.side == Side::First) {
            let mover = Self::SIDES[dominoes as usize % 2];
            format!("{taken} squares are taken, so {mover} is to move")
        } else if self.coverings(all & !self.free) >> (dominoes - flat) & 1 == 0 {
            let upright = dominoes - flat;
            format!("the taken squares are not those of {upright} upright and {flat} flat dominoes")
        } else {
            return Ok(());
        };
        Err(ParseError::new(message))
    }

    /// By how many upright dominoes `taken` can be covered, as a set of numbers. Goes from square to
    /// square and remembers, for each column, whether the next square is covered already.
    fn coverings(&self, taken: u64) -> u64 {
        let mut reached = [0u64; 256];
        reached[0] = 1;
        for square in (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |c| 8 * row + c))
        {
            let is_taken = |square: usize| square < 64 && taken >> square & 1 == 1;
            let (bit, right) = (1 << (square % 8), 2 << (square % 8));
            let mut next = [0; 256];
            for (covered, &counts) in reached.iter().enumerate().filter(|&(_, &counts)| counts != 0)
            {
                if !is_taken(square) {
                    next[covered] |= counts;
                } else if covered & bit != 0 {
                    next[covered & !bit] |= counts;
                } else {
                    if is_taken(square + 8) {
                        next[covered | bit] |= counts << 1;
                    }
                    if right < 256 && is_taken(square + 1) && covered & right == 0 {
                        next[covered | right] |= counts;
                    }
                }
            }
            reached = next;
        }
        reached[0]
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Game, Outcome};

    use super::*;

    fn game(text: &str) -> Domineering {
        start("4x3").unwrap().parse(text).unwrap()
    }

    #[test]
    fn dominoes_are_upright_and_flat_in_turn() {
        let game = start("4x3").unwrap().play_line("b1b2 c3d3 A2A3").unwrap();
        assert_eq!(game.text(), "#.##/##../.#.. h");
        assert_eq!(game.board(), "3 # . # #\n2 # # . .\n1 . # . .\n  a b c d");
        let end = game.play_line("c2d2").unwrap();
        assert_eq!(end.outcome(), Some(Outcome::Loss));
        assert!(end.parse_move("c1d1").is_err());
    }

    #[test]
    fn texts_that_are_not_legal_moves_are_refused() {
        for text in ["", "b1", "b2b1", "b1c1", "b3b4", "e1e2", "b1b2b3", "ä1ä2"] {
            assert!(start("4x3").unwrap().parse_move(text).is_err(), "{text}");
        }
        assert!(game(".#../.#../.... h").parse_move("a1b1").is_ok());
        assert!(game(".#../.#../.... h").parse_move("b2c2").is_err());
    }

    #[test]
    fn a_board_without_room_is_lost_at_once() {
        for size in ["1x1", "8x1", "1x8"] {
            let over = start(size).unwrap().outcome();
            assert_eq!(over.is_some(), size != "1x8", "{size}");
        }
        assert!(start("1x1").unwrap().parse_move("a1a2").is_err());
    }

    #[test]
    fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
        for (text, why) in [
            ("", "write all rows and v or h to move"),
            ("..../..../....", "write all rows and v or h to move"),
            ("..../..../.... x", "\"x\" is not a side to move: write v or h"),
            ("..../.... v", "number of rows is 2 instead of 3"),
            ("..../.../.... v", "length of row 2 (\"...\") is 3 instead of 4"),
            ("..../..?./.... v", "'?' on c2 is not a square"),
            ("...#/..../.... h", "number of taken squares is 1"),
            ("...#/...#/.... v", "Horizontal is to move"),
            ("..../..##/.... h", "1 upright and 0 flat"),
            ("#..#/#..#/.... v", "1 upright and 1 flat"),
            (".#.#/#.#./.... v", "taken squares are not those of"),
        ] {
            let error = start("4x3").unwrap().parse(text).unwrap_err();
            assert!(error.message.contains(why), "{text}: {error}");
        }
        for size in ["", "6", "0x6", "6x0", "9x8", "8x9", "6x6x6", "axb", "-6x6"] {
            assert!(start(size).is_err(), "{size}");
        }
    }
}

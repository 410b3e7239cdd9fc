//! Positions and moves as text.

use std::fmt::Write;

use plyglot_games_common::grid;
use plyglot_search::{Describe, Game, ParseError, Side};

use super::position::TicTacToe;

impl Describe for TicTacToe {
    const SIDES: [&'static str; 2] = ["X", "O"];
    const NOTATION: &'static str = "position: rows from the top, like xo./.x./..o (X moves where \
                                    stones are equal); move: column letter and row number from \
                                    the bottom left, like b2";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let shape = &self.shape;
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != shape.rows {
            let message = format!("{} rows instead of {}", rows.len(), shape.rows);
            return Err(ParseError::new(message));
        }
        let mut stones = [0u64; 2];
        for (index, row) in rows.iter().enumerate() {
            if row.chars().count() != shape.columns {
                let message = format!("row {row:?} does not have {} squares", shape.columns);
                return Err(ParseError::new(message));
            }
            for (column, letter) in row.chars().enumerate() {
                let bit = 1 << ((shape.rows - 1 - index) * shape.columns + column);
                match letter {
                    'x' | 'X' => stones[0] |= bit,
                    'o' | 'O' => stones[1] |= bit,
                    '.' | '-' => {}
                    _ => return Err(ParseError::new(format!("{letter:?} is none of x, o and ."))),
                }
            }
        }
        let side = match (stones[0].count_ones(), stones[1].count_ones()) {
            (x, o) if x == o => Side::First,
            (x, o) if x == o + 1 => Side::Second,
            (x, o) => return Err(ParseError::new(format!("{x} stones against {o}"))),
        };
        let mut game = TicTacToe { shape: shape.clone(), stones, side, made: false };
        if game.has_row(side) {
            return Err(ParseError::new("the side to move has made a row already"));
        }
        game.made = game.has_row(side.other());
        Ok(game)
    }

    fn text(&self) -> String {
        let row = |row| (0..self.shape.columns).map(move |column| self.letter(column, row));
        let rows = (0..self.shape.rows).rev().map(|number| row(number).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let wrong = || ParseError::new(format!("{text:?} is not a square like b2"));
        let mut letters = text.trim().chars();
        let letter = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
        let row: usize = letters.as_str().parse().map_err(|_| wrong())?;
        let column = (letter as usize).wrapping_sub('a' as usize);
        if column >= self.shape.columns || row == 0 || row > self.shape.rows {
            return Err(ParseError::new(format!("{text} is not on the board")));
        }
        let square = (row - 1) * self.shape.columns + column;
        if self.outcome().is_some() {
            return Err(ParseError::new(format!("{text} comes after the end of the game")));
        }
        let taken = || ParseError::new(format!("{text} is taken"));
        self.unpack(square as u32).ok_or_else(taken)
    }

    fn notation(&self, square: u8) -> String {
        let (column, row) =
            (square as usize % self.shape.columns, square as usize / self.shape.columns);
        grid::name(column, row)
    }

    fn board(&self) -> String {
        let mut board = String::new();
        for row in (0..self.shape.rows).rev() {
            write!(board, "{:>2}", row + 1).expect("writing to a string");
            for column in 0..self.shape.columns {
                board.push(' ');
                board.push(self.letter(column, row));
            }
            board.push('\n');
        }
        board.push_str("  ");
        for column in 0..self.shape.columns {
            board.push(' ');
            board.push(grid::column_letter(column));
        }
        board
    }
}

impl TicTacToe {
    fn letter(&self, column: usize, row: usize) -> char {
        let square = row * self.shape.columns + column;
        match self.stones.map(|stones| stones >> square & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tictactoe::Shape;
    use plyglot_search::Outcome;

    fn start() -> TicTacToe {
        TicTacToe::new(Shape::new(3, 3, 3).unwrap())
    }

    #[test]
    fn the_board_is_drawn_with_its_letters_and_numbers() {
        let game = start().play_line("b2 a3 c1").unwrap();
        assert_eq!(game.board(), " 3 o . .\n 2 . x .\n 1 . . x\n   a b c");
        assert_eq!(game.text(), "o../.x./..x");
    }

    #[test]
    fn a_row_ends_the_game() {
        let game = start().play_line("a1 b1 a2 b2 a3").unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Loss));
        assert_eq!(start().parse(&game.text()).unwrap(), game);
        assert!(game.play_line("c3").is_err());
        assert!(game.parse_move("c3").is_err());
    }

    #[test]
    fn texts_that_are_no_position_are_refused() {
        let texts =
            ["", "xxx", "x../.../..z", "xx./.../...", "xo/.../...", "xxx/oo./...x", "ooo/xxx/..."];
        for text in texts {
            assert!(start().parse(text).is_err(), "{text}");
        }
        for text in ["", "b", "2", "d1", "a0", "a4", "ä1", "b99999999999999999999"] {
            assert!(start().parse_move(text).is_err(), "{text}");
        }
        assert!(start().play_line("b2 b2").is_err());
    }
}

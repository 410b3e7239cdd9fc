//! Positions and moves as text.

use std::fmt::Write;

use plyglot_games_common::grid;
use plyglot_search::shape::{self, Colour, Content, FirstRow};
use plyglot_search::{Describe, Game, Inputs, ParseError, Piece, Side, Turn};

use super::position::TicTacToe;

impl Describe for TicTacToe {
    const SIDES: [&'static str; 2] = ["X", "O"];
    const NOTATION: &'static str = "position: rows from the top, like xo./.x./..o (X moves if both \
                                    have equally many stones); move: column letter and row number \
                                    from the bottom left, like b2";

    const RULES: &'static str = "Put a stone on an empty square.\n\
         The number in a row that the game's name gives last, straight or diagonal, wins.\n\
         A full board is a draw.";

    const PIECES: &'static [Piece] = &[Piece::first('x', '×'), Piece::second('o', '○')];

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let shape = &self.shape;
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != shape.rows {
            let (found, rows) = (rows.len(), shape.rows);
            let message = format!("the number of rows is {found} instead of {rows}");
            return Err(ParseError::new(message));
        }
        let mut stones = [0u64; 2];
        for (index, row) in rows.iter().enumerate() {
            if row.chars().count() != shape.columns {
                let (number, found) = (shape.rows - index, row.chars().count());
                let columns = shape.columns;
                let message =
                    format!("the length of row {number} ({row:?}) is {found} instead of {columns}");
                return Err(ParseError::new(message));
            }
            for (column, letter) in row.chars().enumerate() {
                let bit = 1 << ((shape.rows - 1 - index) * shape.columns + column);
                match letter {
                    'x' | 'X' => stones[0] |= bit,
                    'o' | 'O' => stones[1] |= bit,
                    '.' | '-' => {}
                    _ => {
                        let at = grid::name(column, shape.rows - 1 - index);
                        let message =
                            format!("{letter:?} on {at} is not a square: write x, o or . (empty)");
                        return Err(ParseError::new(message));
                    }
                }
            }
        }
        let side = match (stones[0].count_ones(), stones[1].count_ones()) {
            (x, o) if x == o => Side::First,
            (x, o) if x == o + 1 => Side::Second,
            (x, o) => {
                let message = format!("stones: X {x}, O {o}; X begins and they take turns");
                return Err(ParseError::new(message));
            }
        };
        let mut game = TicTacToe { shape: shape.clone(), stones, side, made: false };
        if game.has_row(side) {
            let mover = Self::SIDES[usize::from(side == Side::Second)];
            let message = format!("{mover} is to move, but has {} in a row already", shape.length);
            return Err(ParseError::new(message));
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
        let illegal = |why: &str| ParseError::new(format!("{text:?} is not a legal move: {why}"));
        let wrong = || {
            let last = grid::name(self.shape.columns - 1, self.shape.rows - 1);
            illegal(&format!("write a square from a1 to {last}"))
        };
        let mut letters = text.trim().chars();
        let letter = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
        let row: usize = letters.as_str().parse().map_err(|_| wrong())?;
        let column = (letter as usize).wrapping_sub('a' as usize);
        if column >= self.shape.columns || row == 0 || row > self.shape.rows {
            return Err(wrong());
        }
        let square = (row - 1) * self.shape.columns + column;
        if self.outcome().is_some() {
            return Err(illegal("the game is over"));
        }
        self.unpack(square as u32).ok_or_else(|| illegal("the square is taken"))
    }

    fn notation(&self, square: u8) -> String {
        let (column, row) =
            (square as usize % self.shape.columns, square as usize / self.shape.columns);
        grid::name(column, row)
    }

    fn shape(&self) -> Option<shape::Shape> {
        let grid = shape::Shape::grid(self.shape.columns, self.shape.rows, FirstRow::Bottom);
        Some(grid.coloured(Colour::Blue, Colour::Red))
    }

    fn inputs(&self) -> Inputs {
        let square = self.shape.columns == self.shape.rows;
        let turns = if square { &Turn::ALL[..] } else { &Turn::RECTANGLE };
        Inputs::shown(self).exchanged_by(Turn::Same).alike_by(turns)
    }

    fn contents(&self) -> Vec<Content> {
        let squares = (0..self.shape.rows)
            .flat_map(|row| (0..self.shape.columns).map(move |column| (column, row)));
        let content = |(column, row)| match self.letter(column, row) {
            '.' => Content::Empty,
            letter => Content::Piece(letter),
        };
        squares.map(content).collect()
    }

    fn touches(&self, square: u8) -> Vec<u16> {
        vec![square.into()]
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(grid::split_moves(text, 1))
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
    fn texts_that_are_not_positions_are_refused() {
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

//! Positions, moves and records as text.
//!
//! A move is its column, `1` at the left (`a`, `b`, `c` follow `9` on wide boards). A position is
//! the moves that led there (`4455`), or its board from the top row down, `X` for the first player,
//! `O` for the second, rows separated by `/`; the side to move follows from the number of stones.

use std::cmp::Ordering;

use plyglot_search::shape::{self, Colour, Content, FirstRow, Ground, Mark, SQUARE, Shape};
use plyglot_search::{Describe, Example, Game, Inputs, KnownAnswer, ParseError, Piece, Turn};

use super::board::{Geometry, column_symbol};
use super::lines;
use super::position::{Cell, ConnectFour};

/// Columns and rows of a size as text: `7x6`.
pub(super) fn size(text: &str) -> Result<(u32, u32), ParseError> {
    let number = |part: &str| part.trim().parse::<u32>().ok();
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some((number(width)?, number(height)?)))
        .ok_or_else(|| {
            ParseError::new(format!("{text:?} is not a size: write columns x rows, such as 7x6"))
        })
}

impl<S: Geometry> ConnectFour<S> {
    fn last_symbol(&self) -> char {
        column_symbol(self.geometry.width() - 1)
    }

    /// The stones of the first and of the second player.
    fn stones(&self) -> (u64, u64) {
        if self.plies & 1 == 0 { (self.mine, self.theirs()) } else { (self.theirs(), self.mine) }
    }

    fn cell(&self, column: u32, row: u32) -> u64 {
        1 << (column * self.geometry.stride() + row)
    }

    /// The rows from the top down, each cell as `empty`, `X` or `O`.
    fn rows(&self) -> impl Iterator<Item = Vec<char>> + '_ {
        let (first, second) = self.stones();
        (0..self.geometry.height()).rev().map(move |row| {
            (0..self.geometry.width())
                .map(|column| match self.cell(column, row) {
                    cell if first & cell != 0 => 'X',
                    cell if second & cell != 0 => 'O',
                    _ => '.',
                })
                .collect()
        })
    }

    fn parse_board(&self, text: &str) -> Result<Self, ParseError> {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let (mut first, mut second, mut count) = (0_u64, 0_u64, 0);
        for (index, symbol) in text.chars().enumerate() {
            if symbol == '/' || symbol.is_whitespace() {
                continue;
            }
            if count == width * height {
                let message = format!("the board has more than {width}x{height} cells");
                return Err(ParseError::new(message));
            }
            let cell = self.cell(count % width, height - 1 - count / width);
            count += 1;
            match symbol {
                'X' | 'x' => first |= cell,
                'O' | 'o' => second |= cell,
                '.' | '-' | '_' => {}
                _ => {
                    let message = format!(
                        "{symbol:?} (character {}) is not a cell: write X, O or . (empty)",
                        index + 1
                    );
                    return Err(ParseError::new(message));
                }
            }
        }
        if count != width * height {
            let message = format!(
                "the number of cells is {count} instead of {} ({width}x{height})",
                width * height
            );
            return Err(ParseError::new(message));
        }
        self.with_stones(first, second)
    }

    fn parse_cells(&self, line: &str) -> Result<(Self, Option<KnownAnswer<Cell>>), ParseError> {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let cells = (width * height) as usize;
        let parts: Vec<&str> = line.split(',').map(str::trim).collect();
        let (marks, result) = match parts.len() - cells.min(parts.len()) {
            0 if parts.len() == cells => (&parts[..], None),
            1 => (&parts[..cells], Some(parts[cells])),
            _ => {
                let message = format!(
                    "the number of cells is {} instead of {cells} ({width}x{height}), and win, draw or loss behind them",
                    parts.len()
                );
                return Err(ParseError::new(message));
            }
        };
        let (mut first, mut second) = (0, 0);
        for (at, mark) in (0..).zip(marks) {
            let cell = self.cell(at / height, at % height);
            match *mark {
                "x" | "X" => first |= cell,
                "o" | "O" => second |= cell,
                "b" | "B" => {}
                _ => {
                    let (column, row) = (column_symbol(at / height), at % height + 1);
                    let message = format!(
                        "{mark:?} (column {column}, row {row}) is not a cell: write x, o or b (empty)"
                    );
                    return Err(ParseError::new(message));
                }
            }
        }
        let position = self.with_stones(first, second)?;
        let Some(word) = result else { return Ok((position, None)) };
        let of_first = match word {
            "win" => Ordering::Greater,
            "draw" => Ordering::Equal,
            "loss" => Ordering::Less,
            _ => {
                let message = format!("{word:?} is not a result: write win, draw or loss");
                return Err(ParseError::new(message));
            }
        };
        let result = if position.plies & 1 == 0 { of_first } else { of_first.reverse() };
        Ok((position, Some(KnownAnswer { result: Some(result), ..KnownAnswer::nothing() })))
    }

    fn with_stones(&self, first: u64, second: u64) -> Result<Self, ParseError> {
        let (of_first, of_second) = (first.count_ones(), second.count_ones());
        if of_first != of_second && of_first != of_second + 1 {
            return Err(ParseError::new(format!(
                "stones: X {of_first}, O {of_second}; X begins and they take turns"
            )));
        }
        let all = first | second;
        let floating = all & !(all << 1 | self.geometry.floor());
        if floating != 0 {
            let (column, stride) = (self.geometry.column_of(floating), self.geometry.stride());
            let row = floating.trailing_zeros() % stride + 1;
            return Err(ParseError::new(format!(
                "the stone in column {}, row {row} has an empty cell below it",
                column_symbol(column)
            )));
        }
        let plies = of_first + of_second;
        let mine = if plies & 1 == 0 { first } else { second };
        if lines::has_four(mine, self.geometry.stride()) {
            let mover = Self::SIDES[plies as usize & 1];
            let message = format!("{mover} is to move, but has four in a row already");
            return Err(ParseError::new(message));
        }
        Ok(ConnectFour { mine, all, plies, geometry: self.geometry })
    }
}

/// Positions from P. Pons' benchmark sets, and one of J. Tromp's.
const EXAMPLES: &[Example] = &[
    Example {
        name: "pons-middle",
        position: "5455174361263362",
        about: "from Test_L2_R2, 26 squares left: the second player wins with its last stone",
    },
    Example {
        name: "pons-begin",
        position: "7477544411743",
        about: "from Test_L1_R2, 29 squares left: the second player wins by 6",
    },
    Example {
        name: "fhourstones",
        position: "45461667",
        about: "first input of the Fhourstones benchmark, 34 squares left: a win for the side to move",
    },
];

impl<S: Geometry> Describe for ConnectFour<S> {
    const UNIT: &'static str = "stones";

    const POINTS: i32 = 16;
    const RESULT_SCALE: i32 = 13;

    const SIDES: [&'static str; 2] = ["X", "O"];

    const NOTATION: &'static str = "position: the columns played so far, 1 at the left, like 4455, or \
                                    all rows from the top, cells X, O and ., separated by /; move: \
                                    a column, like 4";

    const RULES: &'static str = "Drop a stone into a column: it falls onto the stones below.\n\
         Four in a row, straight or diagonal, win; a full board is a draw.\n\
         The value counts how early the win comes.";

    const PIECES: &'static [Piece] = &[Piece::first('X', '●'), Piece::second('O', '○')];

    fn examples(&self) -> &'static [Example] {
        if (self.geometry.width(), self.geometry.height()) == (7, 6) { EXAMPLES } else { &[] }
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let is_board = |symbol| matches!(symbol, '.' | '-' | '_' | '/' | 'X' | 'O' | 'x' | 'o');
        if text.contains(is_board) {
            self.parse_board(text)
        } else {
            ConnectFour::new(self.geometry).play_line(text)
        }
    }

    fn text(&self) -> String {
        self.rows().map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseError> {
        let last = self.last_symbol();
        let mut symbols = text.chars();
        let column = match (symbols.next(), symbols.next()) {
            (Some(symbol), None) => {
                let symbol = symbol.to_ascii_lowercase();
                (0..self.geometry.width()).find(|column| column_symbol(*column) == symbol)
            }
            _ => None,
        };
        let Some(column) = column else {
            return Err(ParseError::new(format!(
                "{text:?} is not a legal move: columns are 1 to {last}"
            )));
        };
        if self.outcome().is_some() {
            return Err(ParseError::new(format!("{text:?} is not a legal move: the game is over")));
        }
        match self.playable() & self.geometry.column(column) {
            0 => Err(ParseError::new(format!("{text:?} is not a legal move: the column is full"))),
            cell => Ok(self.move_onto(cell)),
        }
    }

    fn notation(&self, mv: Cell) -> String {
        column_symbol(mv.column()).to_string()
    }

    fn board(&self) -> String {
        let mut text = String::new();
        for row in self.rows() {
            row.iter().for_each(|cell| text.extend([*cell, ' ']));
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        let symbols: Vec<_> =
            (0..self.geometry.width()).map(|column| column_symbol(column).to_string()).collect();
        text.push_str(&symbols.join(" "));
        text
    }

    /// Every cell belongs to the lane of its column: a stone falls wherever in it one clicks.
    fn shape(&self) -> Option<Shape> {
        let (columns, rows) = (self.geometry.width(), self.geometry.height());
        let grid = Shape::grid(columns as usize, rows as usize, FirstRow::Bottom);
        let named = |(index, cell): (usize, shape::Cell)| {
            let (column, row) = (index as u32 % columns, index as u32 / columns);
            let name = format!("column {}, row {}", column_symbol(column), row + 1);
            shape::Cell { name, lane: Some(column as u16), ..cell }
        };
        let label = |column: u32| {
            let x = SQUARE * column as i32 + SQUARE / 2;
            let (y, text) = (SQUARE * rows as i32 + 30, column_symbol(column).to_string());
            Mark::Label { x, y, text }
        };
        let shape = Shape {
            cells: grid.cells.into_iter().enumerate().map(named).collect(),
            marks: (0..columns).map(label).collect(),
            ..Shape::default()
        };
        Some(shape.on(Ground::Rack).coloured(Colour::Red, Colour::Yellow))
    }

    fn inputs(&self) -> Inputs {
        Inputs::shown(self).exchanged_by(Turn::Same).alike_by(&[Turn::LeftRight])
    }

    fn contents(&self) -> Vec<Content> {
        let rows: Vec<Vec<char>> = self.rows().collect();
        let content = |&letter: &char| match letter {
            '.' => Content::Empty,
            letter => Content::Piece(letter),
        };
        rows.iter().rev().flatten().map(content).collect()
    }

    fn touches(&self, mv: Cell) -> Vec<u16> {
        let row = mv.place() - mv.column() * self.geometry.stride();
        vec![(row * self.geometry.width() + mv.column()) as u16]
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(text.char_indices().map(|(at, symbol)| &text[at..at + symbol.len_utf8()]).collect())
    }

    /// A line of P. Pons' sets: the moves, then the exact score. The score may be missing. Or one of J. Tromp's data set in
    /// the UCI repository (`connect-4.data`, 1995): `x`, `o` or `b` for each cell, column by column from the left and
    /// each from below, then what the first player achieves.
    fn parse_record(&self, line: &str) -> Result<(Self, Option<KnownAnswer<Cell>>), ParseError> {
        let line = line.trim();
        if line.contains(',') {
            return self.parse_cells(line);
        }
        let Some((position, score)) = line.rsplit_once(char::is_whitespace) else {
            return Ok((self.parse(line)?, None));
        };
        let value = score.parse::<i32>().map_err(|_| {
            ParseError::new(format!("{score:?} is not a score: write a whole number"))
        })?;
        let largest = self.margin_of_win(6);
        if !(-largest..=largest).contains(&value) {
            let message = format!("a score of {value} is out of range: -{largest} to {largest}");
            return Err(ParseError::new(message));
        }
        Ok((self.parse(position)?, Some(KnownAnswer::of_value(value))))
    }
}

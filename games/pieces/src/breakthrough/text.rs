//! Positions and moves as text.

use std::fmt::Write;

use plyglot_games_common::grid;
use plyglot_search::shape::{Colour, Content, Count, FirstRow, Ground, Shape, count_pieces};
use plyglot_search::{Describe, Example, Game, Inputs, ParseError, Piece, Side};

use super::evaluation::POINTS;
use super::position::{Breakthrough, Step};

/// The start position of a size as text: `6x6`.
pub(super) fn start(size: &str) -> Result<Breakthrough, ParseError> {
    let wrong =
        || ParseError::new(format!("{size:?} is not a size: write columns x rows, such as 6x6"));
    let (columns, rows) = size.split_once(['x', ',']).ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    Breakthrough::new(number(columns)?, number(rows)?)
}

/// Positions on the usual board.
const EXAMPLES: [Example; 3] = [
    Example {
        name: "race",
        position: "bb4bb/b6b/8/2w5/5b2/8/w6w/ww4ww w",
        about: "both sides have an advanced pawn; which is faster?",
    },
    Example {
        name: "wall",
        position: "1bbbbbb1/bb4bb/2bbbb2/8/8/2wwww2/ww4ww/1wwwwww1 w",
        about: "two closed fronts; which side has to advance first?",
    },
    Example {
        name: "exchanges",
        position: "bb2b1bb/3b4/2w1w3/1b4b1/8/2b2w2/1w4w1/ww1w1w1w w",
        about: "both sides have captures; in which order?",
    },
];

impl Describe for Breakthrough {
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 270;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const NOTATION: &'static str = "position: rows from the top with b and w for pawns and numbers \
                                    for empty squares, then the side to move (w or b), like \
                                    bbbb/bbbb/4/wwww/wwww w; move: both squares, x for a capture, \
                                    like a2a3 or a2xb3 (also a2b3)";

    const RULES: &'static str = "Move a pawn one step forward, straight or diagonally; it captures diagonally only.\n\
         The first pawn on the far row wins, and so does a side that has captured everything.";

    const PIECES: &'static [Piece] = &[Piece::first('w', '○'), Piece::second('b', '●')];

    fn examples(&self) -> &'static [Example] {
        if (self.columns(), self.rows()) == (8, 8) { &EXAMPLES } else { &[] }
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split_whitespace();
        let (Some(board), Some(side), None) = (parts.next(), parts.next(), parts.next()) else {
            let message = format!("{text:?} is not a position: write all rows and w or b to move");
            return Err(ParseError::new(message));
        };
        let side = match side.to_ascii_lowercase().as_str() {
            "w" | "white" => Side::First,
            "b" | "black" => Side::Second,
            _ => {
                return Err(ParseError::new(format!(
                    "{side:?} is not a side to move: write w or b"
                )));
            }
        };
        let [white, black] = self.pawns(board)?;
        let [own, other] = match side {
            Side::First => [white, black],
            Side::Second => [self.turned(black), self.turned(white)],
        };
        let game = Breakthrough { own, other, side, ..*self };
        game.check_possible()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let row = |row| {
            let mut text = String::new();
            let mut empty = 0;
            let letters = (0..self.columns()).map(|column| self.letter(column, row));
            for letter in letters.chain(['/']) {
                if letter == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(text, "{empty}").expect("writing to a string");
                }
                empty = 0;
                text.push(letter);
            }
            text.pop();
            text
        };
        let rows: Vec<String> = (0..self.rows()).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.side == Side::First { 'w' } else { 'b' })
    }

    /// Captures are read with and without their `x`, steps with and without a `-`.
    fn parse_move(&self, text: &str) -> Result<Step, ParseError> {
        let illegal = |why: &str| ParseError::new(format!("{text:?} is not a legal move: {why}"));
        let wrong = || {
            let last = grid::name(self.columns() - 1, self.rows() - 1);
            illegal(&format!("write two squares from a1 to {last}, like a2a3 or a2xb3"))
        };
        let letters: Vec<char> = text.trim().to_ascii_lowercase().chars().collect();
        let squares = match letters[..] {
            [a, b, c, d] => [a, b, c, d],
            [a, b, 'x' | '-', c, d] => [a, b, c, d],
            _ => return Err(wrong()),
        };
        let square = |column: char, row: char| {
            let column = (column as usize).wrapping_sub('a' as usize);
            let row = (row as usize).wrapping_sub('1' as usize);
            let on_board = column < self.columns() && row < self.rows();
            on_board.then(|| self.seen(8 * row + column)).ok_or_else(wrong)
        };
        let [from, to] = [square(squares[0], squares[1])?, square(squares[2], squares[3])?];
        if self.outcome().is_some() {
            return Err(illegal("the game is over"));
        }
        self.unpack((from << 6 | to) as u32).ok_or_else(|| illegal(&self.why_not(from, to)))
    }

    fn notation(&self, step: Step) -> String {
        let cross = if self.other >> step.to & 1 == 1 { "x" } else { "" };
        let [from, to] = [step.from, step.to].map(|square| {
            let square = self.seen(usize::from(square));
            grid::name(square % 8, square / 8)
        });
        format!("{from}{cross}{to}")
    }

    fn shape(&self) -> Option<Shape> {
        let grid = Shape::grid(self.columns(), self.rows(), FirstRow::Bottom).on(Ground::Wood);
        Some(grid.coloured(Colour::White, Colour::Black))
    }

    /// The pawns of either side, 8 squares to a row.
    fn inputs(&self) -> Inputs {
        let (columns, rows) = (self.columns(), self.rows());
        let turned = |square: usize| {
            if square < 8 * rows { 8 * (rows - 1) + square % 8 - square / 8 * 8 } else { square }
        };
        let mirrored = |square: usize| {
            if square % 8 < columns { square / 8 * 8 + columns - 1 - square % 8 } else { square }
        };
        Inputs::new(64, &[["white pawn", "black pawn"]]).exchanged(turned).alike(mirrored)
    }

    fn see(&self, planes: &mut [u64]) {
        let seen = match self.side {
            Side::First => [self.own, self.other],
            Side::Second => [self.turned(self.other), self.turned(self.own)],
        };
        planes.copy_from_slice(&seen);
    }

    /// For the usual board. Made by the command in its header; see `data/README.md`.
    fn net(&self) -> &'static [u8] {
        match (self.columns(), self.rows()) {
            (8, 8) => include_bytes!("../../data/breakthrough-net.weights"),
            _ => &[],
        }
    }

    fn contents(&self) -> Vec<Content> {
        let squares =
            (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |column| (column, row)));
        let content = |(column, row)| match self.letter(column, row) {
            '.' => Content::Empty,
            letter => Content::Piece(letter),
        };
        squares.map(content).collect()
    }

    /// What is empty tells nothing where pieces move.
    fn counts(&self) -> Vec<Count> {
        let mut counts = count_pieces(&self.contents(), Self::PIECES, "pieces");
        counts.retain(|count| count.side.is_some());
        counts
    }

    fn touches(&self, step: Step) -> Vec<u16> {
        let cell = |square: u8| {
            let square = self.seen(usize::from(square));
            (square / 8 * self.columns() + square % 8) as u16
        };
        vec![cell(step.from), cell(step.to)]
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(grid::split_moves(text, 2))
    }

    fn board(&self) -> String {
        grid::board(self.columns(), self.rows(), |column, row| self.letter(column, row))
    }
}

impl Breakthrough {
    /// Why the step between two squares is not legal.
    fn why_not(&self, from: usize, to: usize) -> String {
        let name = |square| {
            let square = self.seen(square);
            grid::name(square % 8, square / 8)
        };
        if self.own >> from & 1 == 0 {
            let mover = Self::SIDES[usize::from(self.side == Side::Second)];
            return format!("{mover} has no pawn on {}", name(from));
        }
        let reach = self.reach(1 << from).into_iter().fold(0, |all, to| all | to);
        let legal: Vec<_> = grid::squares(reach).map(|to| name(usize::from(to))).collect();
        match legal[..] {
            [] => format!("the pawn on {} cannot move", name(from)),
            _ => format!(
                "from {} a pawn can go to {}, not {}",
                name(from),
                legal.join(", "),
                name(to)
            ),
        }
    }

    /// A square of White's view as the side to move sees it, and back.
    fn seen(&self, square: usize) -> usize {
        match self.side {
            Side::First => square,
            Side::Second => 8 * (self.rows() - 1 - square / 8) + square % 8,
        }
    }

    fn letter(&self, column: usize, row: usize) -> char {
        let square = self.seen(8 * row + column);
        let [own, other] = if self.side == Side::First { ['w', 'b'] } else { ['b', 'w'] };
        match (self.own >> square & 1, self.other >> square & 1) {
            (1, _) => own,
            (_, 1) => other,
            _ => '.',
        }
    }

    /// White's and Black's pawns of a board, as White sees them.
    fn pawns(&self, board: &str) -> Result<[u64; 2], ParseError> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.rows() {
            let (found, rows) = (rows.len(), self.rows());
            let message = format!("the number of rows is {found} instead of {rows}");
            return Err(ParseError::new(message));
        }
        let mut pawns = [0; 2];
        for (number, &text) in (0..self.rows()).rev().zip(&rows) {
            let mut column = 0;
            for letter in text.chars() {
                let bit = 1u64.unbounded_shl((8 * number + column.min(8)) as u32);
                match letter {
                    'w' | 'W' => pawns[0] |= bit,
                    'b' | 'B' => pawns[1] |= bit,
                    '.' => {}
                    '1'..='8' => column += letter as usize - '1' as usize,
                    _ => {
                        let row = number + 1;
                        let message = format!(
                            "{letter:?} in row {row} ({text:?}) is not a square: write b, w or 1 to 8"
                        );
                        return Err(ParseError::new(message));
                    }
                }
                column += 1;
            }
            if column != self.columns() {
                let (row, columns) = (number + 1, self.columns());
                let message =
                    format!("the length of row {row} ({text:?}) is {column} instead of {columns}");
                return Err(ParseError::new(message));
            }
        }
        Ok(pawns)
    }

    /// Refuses positions that no game leads to: the side that moved last has a pawn, and the game was not
    /// over before that move.
    fn check_possible(&self) -> Result<(), ParseError> {
        let [mover, waiting] = match self.side {
            Side::First => Self::SIDES,
            Side::Second => [Self::SIDES[1], Self::SIDES[0]],
        };
        let most = 2 * self.columns() as u32;
        for (pawns, name) in [(self.own, mover), (self.other, waiting)] {
            if pawns.count_ones() > most {
                let message = format!("{name} has {} pawns, more than {most}", pawns.count_ones());
                return Err(ParseError::new(message));
            }
        }
        let message = if self.own >> (8 * (self.rows() - 1)) != 0 {
            format!("{mover} is to move, but has broken through already")
        } else if self.other == 0 {
            format!("{mover} is to move, but {waiting} has no pawn that could have moved last")
        } else if (self.other & 0xff).count_ones() > 1 {
            format!("{waiting} has broken through twice")
        } else {
            return Ok(());
        };
        Err(ParseError::new(message))
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::Outcome;

    use super::*;

    fn game(text: &str) -> Breakthrough {
        start("4x5").unwrap().parse(text).unwrap()
    }

    #[test]
    fn the_board_is_drawn_with_white_at_the_bottom_for_either_side() {
        let game = start("4x5").unwrap().play_line("b2c3 a4b3 c2xb3").unwrap();
        assert_eq!(
            game.board(),
            "5 b b b b\n4 . b b b\n3 . w w .\n2 w . . w\n1 w w w w\n  a b c d"
        );
        assert_eq!(game.text(), "bbbb/1bbb/1ww1/w2w/wwww b");
    }

    #[test]
    fn moves_are_read_in_all_usual_ways() {
        let game = game("bbbb/1bbb/1ww1/w2w/wwww b");
        for text in ["c4xb3", "c4b3", "c4-b3", " C4XB3 "] {
            let mv = game.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.notation(mv), "c4xb3");
        }
        for text in ["", "c4", "c4b", "c4xxb3", "c4b3q", "e4d3", "c4c3", "a2a3", "c6c5", "ä4a3"] {
            assert!(game.parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_far_row_and_the_last_pawn_end_the_game() {
        let end = game("4/w3/4/1b2/4 w").play_line("a4b5").unwrap();
        assert_eq!(end.outcome(), Some(Outcome::Loss));
        assert_eq!(end.text(), "1w2/4/4/1b2/4 b");
        assert!(end.parse_move("b2b1").is_err());
        let end = game("4/4/1b2/w3/4 w").play_line("a2xb3").unwrap();
        assert_eq!(end.outcome(), Some(Outcome::Loss));
        assert_eq!(start("4x5").unwrap().parse(&end.text()), Ok(end));
    }

    #[test]
    fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
        for (text, why) in [
            ("", "write all rows and w or b to move"),
            ("bbbb/bbbb/4/wwww/wwww", "write all rows and w or b to move"),
            ("bbbb/bbbb/4/wwww/wwww x", "\"x\" is not a side to move: write w or b"),
            ("bbbb/bbbb/wwww/wwww w", "number of rows is 4 instead of 5"),
            ("bbbb/bbbb/3/wwww/wwww w", "length of row 3 (\"3\") is 3 instead of 4"),
            ("bbbb/bbbbb/4/wwww/wwww w", "length of row 4 (\"bbbbb\") is 5 instead of 4"),
            ("bbbb/bbbb/88888888888/wwww/wwww w", "is 88 instead of 4"),
            ("bbbb/bbbb/4/wwwq/wwww w", "'q' in row 2 (\"wwwq\") is not a square"),
            ("bbbb/bbbb/b3/wwww/wwww w", "Black has 9 pawns, more than 8"),
            ("w3/bbbb/4/1www/wwww w", "White is to move, but has broken through"),
            ("4/4/4/wwww/wwww w", "Black has no pawn"),
            ("wwbb/bbbb/4/4/wwww b", "White has broken through twice"),
        ] {
            let error = start("4x5").unwrap().parse(text).unwrap_err();
            assert!(error.message.contains(why), "{text}: {error}");
        }
        for size in ["", "6", "1x6", "6x3", "9x8", "8x9", "6x6x6", "axb", "-6x6"] {
            assert!(start(size).is_err(), "{size}");
        }
    }

    #[test]
    fn an_illegal_move_is_refused_with_the_reason() {
        let why = |position: &str, text: &str| game(position).parse_move(text).unwrap_err().message;
        let position = "bbbb/1bbb/1ww1/w2w/wwww b";
        assert_eq!(why(position, "a3b2"), "\"a3b2\" is not a legal move: Black has no pawn on a3");
        assert_eq!(
            why(position, "c4c3"),
            "\"c4c3\" is not a legal move: from c4 a pawn can go to b3, d3, not c3"
        );
        assert_eq!(
            why(position, "c9"),
            "\"c9\" is not a legal move: write two squares from a1 to d5, like a2a3 or a2xb3"
        );
    }

    #[test]
    fn examples_belong_to_the_usual_board() {
        assert_eq!(start("8x8").unwrap().examples().len(), 3);
        assert!(start("6x6").unwrap().examples().is_empty());
    }
}

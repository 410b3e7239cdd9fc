//! Positions and moves as text.

use std::fmt::Write;

use plyglot_games_common::grid;
use plyglot_search::shape::{Cell, Colour, Content, Count, Form, Mark, Shape, count_pieces};
use plyglot_search::{
    Describe, Example, Game, Inputs, ParseError, Piece, ReadGame, Side, recorded,
};

use super::bits::Cells;
use super::files;
use super::knowledge::POINTS;
use super::position::{Hex, HexOf, SWAP, WideHex};

const EXAMPLES_4: [Example; 2] = [
    Example {
        name: "short-diagonal",
        position: "..../..r./..../....",
        about: "Red opened on the short diagonal and wins",
    },
    Example {
        name: "beside-it",
        position: "..../.r../..../....",
        about: "Red opened elsewhere, and Blue wins",
    },
];

/// The start position of a size.
pub(super) enum Start {
    /// Up to 11 by 11 cells.
    Usual(Hex),
    /// Up to 14 by 14.
    Wide(WideHex),
}

/// The start position of a size as text: `4`, `4x4` or `4,swap`.
pub(super) fn start(size: &str) -> Result<Start, ParseError> {
    let wrong = || {
        ParseError::new(format!(
            "{size:?} is not a size: write cells a side, such as 5, 5x5, or 5,swap for the swap rule"
        ))
    };
    let (cells, swaps) = match size.rsplit_once(',') {
        Some((cells, word)) if word.trim().eq_ignore_ascii_case("swap") => (cells, true),
        _ => (size, false),
    };
    let numbers: Option<Vec<usize>> =
        cells.split(['x', ',']).map(|part| part.trim().parse().ok()).collect();
    let cells = match numbers.ok_or_else(wrong)?[..] {
        [cells] => cells,
        [columns, rows] if columns == rows => rows,
        [columns, rows] => {
            return Err(ParseError::new(format!(
                "{columns}x{rows} is not a size: both sides have the same length, such as {rows}x{rows}"
            )));
        }
        _ => return Err(wrong()),
    };
    match Hex::new(cells) {
        Ok(game) => Ok(Start::Usual(game.swapping(swaps))),
        // Of a size that no board has, the wider one says which there are.
        Err(_) => Ok(Start::Wide(WideHex::new(cells)?.swapping(swaps))),
    }
}

/// What is said of the notation where the second player may swap.
const NOTATION_WITH_SWAP: &str = "position: rows from the top, like r../.b./..r (Red joins top and bottom), then swapped \
                                  if the second player took the first stone over; move: column letter and row number \
                                  from the top left, like b2, or swap";

/// The word for the move, and for a position after it.
const RULES_WITH_SWAP: &str = "Put a stone on any empty cell.\n\
     Red wins by joining the top and the bottom edge, Blue by joining the left and the right one.\n\
     Instead of its first stone Blue may take over Red's (swap): it becomes a blue one, mirrored along the long diagonal.";

const SWAP_WORD: &str = "swap";
const SWAPPED: &str = "swapped";

/// From side to side of a cell, and from corner to corner.
const WIDE: i32 = 100;
const HIGH: i32 = 116;

/// The middle of a cell.
fn middle(column: i32, row: i32) -> (i32, i32) {
    (WIDE * column + WIDE / 2 * row, HIGH * 3 / 4 * row)
}

/// The point between two corners of a cell, in quarters of its size from its middle.
fn half((x, y): (i32, i32), a: (i32, i32), b: (i32, i32)) -> (i32, i32) {
    (x + (a.0 + b.0) * WIDE / 8, y + (a.1 + b.1) * HIGH / 8)
}

impl<C: Cells> Describe for HexOf<C> {
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 25;
    const SIDES: [&'static str; 2] = ["Red", "Blue"];
    const NOTATION: &'static str = "position: rows from the top, like r../.b./..r (Red joins top \
                                    and bottom and moves where stones are equal); move: column \
                                    letter and row number from the top left, like b2";

    const RULES: &'static str = "Put a stone on any empty cell.\n\
         Red wins by joining the top and the bottom edge, Blue by joining the left and the \
         right one.\n\
         One side always does.";

    const PIECES: &'static [Piece] = &[Piece::first('r', '●'), Piece::second('b', '○')];

    fn about_notation(&self) -> &str {
        if self.swaps { NOTATION_WITH_SWAP } else { Self::NOTATION }
    }

    fn about_rules(&self) -> &str {
        if self.swaps { RULES_WITH_SWAP } else { Self::RULES }
    }

    fn examples(&self) -> &'static [Example] {
        if self.size() == 4 && !self.swaps { &EXAMPLES_4 } else { &[] }
    }

    fn formats(&self) -> &'static [&'static str] {
        &files::NAMES
    }

    fn read_game(&self, text: &str) -> ReadGame<Self, u8> {
        files::read(self, text).or_else(|| recorded::game(self, recorded::NUMBERED, text))
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let size = self.size();
        let text = text.trim();
        let (rows, swapped) = match text.rsplit_once(char::is_whitespace) {
            Some((rows, word)) if self.swaps && word.eq_ignore_ascii_case(SWAPPED) => {
                (rows.trim_end(), true)
            }
            _ => (text, false),
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != size {
            let message = format!("the number of rows is {} instead of {size}", rows.len());
            return Err(ParseError::new(message));
        }
        let mut stones = [C::EMPTY; 2];
        for (number, row) in rows.iter().enumerate() {
            if row.chars().count() != size {
                let (number, found) = (number + 1, row.chars().count());
                let message =
                    format!("the length of row {number} ({row:?}) is {found} instead of {size}");
                return Err(ParseError::new(message));
            }
            for (column, letter) in row.chars().enumerate() {
                let cell = C::one(number * size + column);
                match letter {
                    'r' | 'R' => stones[0] |= cell,
                    'b' | 'B' => stones[1] |= cell,
                    '.' | '-' => {}
                    _ => {
                        let at = grid::name(column, number);
                        let message =
                            format!("{letter:?} on {at} is not a cell: write r, b or . (empty)");
                        return Err(ParseError::new(message));
                    }
                }
            }
        }
        // A swap takes a stone from Red and gives one to Blue, and the turn goes on.
        let side = match stones.map(C::count) {
            [red, blue] if swapped && blue == red + 1 => Side::First,
            [red, blue] if swapped && red == blue && red > 0 => Side::Second,
            [red, blue] if swapped => {
                let message = format!(
                    "stones: Red {red}, Blue {blue}; after a swap Red moves with a stone less, or Blue with as many"
                );
                return Err(ParseError::new(message));
            }
            [red, blue] if red == blue => Side::First,
            [red, blue] if red == blue + 1 => Side::Second,
            [red, blue] => {
                let message =
                    format!("stones: Red {red}, Blue {blue}; Red begins and they take turns");
                return Err(ParseError::new(message));
            }
        };
        let mut game = HexOf { stones, side, joined: false, ..*self };
        let last = 1 - game.index();
        let joins = |side: usize| game.joins(side, game.shape.edges[side][0] & stones[side]);
        if joins(1 - last) {
            let name = Self::SIDES[1 - last];
            return Err(ParseError::new(format!(
                "{name} is to move, but has joined its edges already"
            )));
        }
        game.joined = joins(last);
        Ok(game)
    }

    fn text(&self) -> String {
        let size = self.size();
        let row = |row| (0..size).map(move |column| self.letter(row * size + column));
        let rows: Vec<String> = (0..size).map(|number| row(number).collect()).collect();
        let swapped = if self.has_swapped() { format!(" {SWAPPED}") } else { String::new() };
        rows.join("/") + &swapped
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let illegal = |why: &str| ParseError::new(format!("{text:?} is not a legal move: {why}"));
        if text.trim().eq_ignore_ascii_case(SWAP_WORD) {
            let why = if self.swaps {
                "only the second player's first move can be a swap"
            } else {
                "there is no swap rule; a size such as hex:11,swap has it"
            };
            return self.unpack(SWAP.into()).ok_or_else(|| illegal(why));
        }
        let wrong = || {
            let last = grid::name(self.size() - 1, self.size() - 1);
            illegal(&format!("write a cell from a1 to {last}"))
        };
        let mut letters = text.trim().chars();
        let letter = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
        let row: usize = letters.as_str().parse().map_err(|_| wrong())?;
        let column = (letter as usize).wrapping_sub('a' as usize);
        if column >= self.size() || !(1..=self.size()).contains(&row) {
            return Err(wrong());
        }
        if self.joined {
            return Err(illegal("the game is over"));
        }
        let cell = (row - 1) * self.size() + column;
        self.unpack(cell as u32).ok_or_else(|| illegal("the cell is taken"))
    }

    fn notation(&self, cell: u8) -> String {
        if cell == SWAP {
            return SWAP_WORD.into();
        }
        let (row, column) = (usize::from(cell) / self.size(), usize::from(cell) % self.size());
        grid::name(column, row)
    }

    /// Hexagons that stand on a corner, each row half a cell further to the right than the one above.
    fn shape(&self) -> Option<Shape> {
        let size = self.size();
        let cell = |cell: usize| {
            let (column, row) = (cell % size, cell / size);
            let (x, y) = middle(column as i32, row as i32);
            let (form, name) = (Form::Hexagon, grid::name(column, row));
            Cell { form, width: WIDE, height: HIGH, ..Cell::square(name, x, y) }
        };
        let last = size as i32 - 1;
        let letters = (0..size).map(|column| {
            let (x, y) = middle(column as i32, 0);
            let text = grid::column_letter(column).to_string();
            Mark::Label { x: x - WIDE / 4, y: y - HIGH * 4 / 5, text }
        });
        let numbers = (0..size).map(|row| {
            let (x, y) = middle(0, row as i32);
            Mark::Label { x: x - WIDE * 4 / 5, y, text: (row + 1).to_string() }
        });
        let border = |side, points| Mark::Border { side, points };
        // Along the corners of the outer cells: those of Red above and below, those of Blue at the sides.
        let along = |columns: bool, (x, y): (i32, i32), corners: [(i32, i32); 2]| {
            let step = |at: i32| if columns { (at, 0) } else { (0, at) };
            let points = (0..=last).flat_map(move |at| {
                let (right, down) = step(at);
                let (x, y) = middle(x + right, y + down);
                corners.map(|(dx, dy)| (x + dx * WIDE / 4, y + dy * HIGH / 4))
            });
            points.collect::<Vec<_>>()
        };
        let mut top = along(true, (0, 0), [(-2, -1), (0, -2)]);
        let mut bottom = along(true, (0, last), [(0, 2), (2, 1)]);
        let mut left = along(false, (0, 0), [(-2, -1), (-2, 1)]);
        let mut right = along(false, (last, 0), [(2, -1), (2, 1)]);
        // Each ends in a corner of the board, two of which are shared by an edge of a cell.
        top.push(half(middle(last, 0), (2, -1), (0, -2)));
        bottom.insert(0, half(middle(0, last), (-2, 1), (0, 2)));
        left.push(half(middle(0, last), (-2, 1), (0, 2)));
        right.insert(0, half(middle(last, 0), (2, -1), (0, -2)));
        let borders = [border(0, top), border(0, bottom), border(1, left), border(1, right)];
        let shape = Shape {
            cells: (0..size * size).map(cell).collect(),
            marks: letters.chain(numbers).chain(borders).collect(),
            ..Shape::default()
        };
        Some(shape.coloured(Colour::Red, Colour::Blue))
    }

    /// The stones of either side, and the cells on its shortest connections and on those that lack one stone more. Blue
    /// sees the board mirrored, so that its edges are where those of Red are.
    fn inputs(&self) -> Inputs {
        let (size, last) = (self.size(), self.size() * self.size() - 1);
        let mirrored = |cell: usize| cell % size * size + cell / size;
        let pairs = [
            ["red stone", "blue stone"],
            ["red connection", "blue connection"],
            ["red detour", "blue detour"],
        ];
        let inputs = Inputs::new(last + 1, &pairs);
        inputs.exchanged(mirrored).alike(|cell| last - cell)
    }

    fn see(&self, planes: &mut [u64]) {
        self.fill(planes, &self.both_paths());
    }

    /// For the boards of 7x7 and 11x11. Made by the commands in their headers; see `data/README.md`.
    fn net(&self) -> &'static [u8] {
        match (self.size(), self.swaps) {
            (7, false) => include_bytes!("../../data/hex-7.weights"),
            // A page that has the engine within it is to load fast.
            #[cfg(not(target_family = "wasm"))]
            (11, false) => include_bytes!("../../data/hex-11.weights"),
            _ => &[],
        }
    }

    fn contents(&self) -> Vec<Content> {
        let content = |cell| match self.letter(cell) {
            '.' => Content::Empty,
            letter => Content::Piece(letter),
        };
        (0..self.size() * self.size()).map(content).collect()
    }

    fn counts(&self) -> Vec<Count> {
        count_pieces(&self.contents(), Self::PIECES, "stones")
    }

    fn touches(&self, cell: u8) -> Vec<u16> {
        if cell == SWAP { Vec::new() } else { vec![cell.into()] }
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        // In a row, a swap stands behind the cell that was taken over.
        let apart = |part: &'a str| {
            let at = part.len().saturating_sub(SWAP_WORD.len());
            match part.split_at_checked(at) {
                Some((cell, word)) if !cell.is_empty() && word.eq_ignore_ascii_case(SWAP_WORD) => {
                    [Some(cell), Some(word)]
                }
                _ => [Some(part), None],
            }
        };
        Ok(grid::split_moves(text, 1).into_iter().flat_map(apart).flatten().collect())
    }

    fn board(&self) -> String {
        let size = self.size();
        let letters: Vec<String> =
            (0..size).map(|column| grid::column_letter(column).to_string()).collect();
        let mut board = format!("   {}\n", letters.join(" "));
        for row in 0..size {
            write!(board, "{:row$}{:>2}", "", row + 1).expect("writing to a string");
            for column in 0..size {
                board.push(' ');
                board.push(self.letter(row * size + column).to_ascii_uppercase());
            }
            board.push('\n');
        }
        write!(board, "{:size$}   {}", "", letters.join(" ")).expect("writing to a string");
        board
    }
}

impl<C: Cells> HexOf<C> {
    fn letter(&self, cell: usize) -> char {
        match self.stones.map(|set| set.has(cell as u8)) {
            [true, _] => 'r',
            [_, true] => 'b',
            _ => '.',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::Outcome;

    fn start(size: &str) -> Result<Hex, ParseError> {
        super::start(size).map(|start| match start {
            Start::Usual(game) => game,
            Start::Wide(game) => panic!("{game:?} is wide"),
        })
    }

    #[test]
    fn the_board_is_slanted() {
        let game = start("3").unwrap().play_line("c1 b2 a2").unwrap();
        let board = "   a b c\n 1 . . R\n  2 R B .\n   3 . . .\n      a b c";
        assert_eq!(game.board(), board);
        assert_eq!(game.text(), "..r/rb./...");
    }

    #[test]
    fn red_joins_top_and_bottom_and_blue_left_and_right() {
        let red = start("2x2").unwrap().play_line("b1 b2 a2").unwrap();
        assert_eq!(red.outcome(), Some(Outcome::Loss));
        assert_eq!(red.parse(&red.text()).unwrap(), red);
        assert!(red.play_line("a1").is_err(), "the game is over");
        assert!(red.parse_move("a1").is_err(), "the game is over");
        // The other diagonal does not connect.
        assert_eq!(start("2").unwrap().play_line("a1 b1 b2").unwrap().outcome(), None);
        let blue = start("2").unwrap().play_line("a1 b1 b2 a2").unwrap();
        assert_eq!((blue.outcome(), blue.to_move()), (Some(Outcome::Loss), Side::First));
    }

    #[test]
    fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
        for (text, message) in [
            ("", "number of rows is 1 instead of 3"),
            ("r../...", "number of rows is 2 instead of 3"),
            (".../..../...", "length of row 2 (\"....\") is 4 instead of 3"),
            (".../.x./...", "'x' on b2 is not a cell: write r, b or ."),
            ("rr./.../...", "stones: Red 2, Blue 0"),
            ("b../.../...", "stones: Red 0, Blue 1"),
            ("r.b/r.b/rb.", "Red is to move, but has joined its edges"),
            ("rr./bbb/rr.", "Blue is to move, but has joined its edges"),
        ] {
            let error = start("3").unwrap().parse(text).unwrap_err();
            assert!(error.message.contains(message), "{text}: {error}");
        }
        for text in ["", "b", "2", "d1", "a0", "a4", "ä1", "b99999999999999999999"] {
            assert!(start("3").unwrap().parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_without_a_board_are_refused_with_what_is_wrong() {
        for (size, message) in [
            ("0", "0 is out of range: 1 to 14 cells"),
            ("15", "15 is out of range: 1 to 14 cells"),
            ("15,swap", "15 is out of range: 1 to 14 cells"),
            ("5,swop", "is not a size: write cells a side, such as 5, 5x5, or 5,swap"),
            ("4x5", "both sides have the same length"),
            ("", "is not a size: write cells a side"),
            ("4x4x4", "is not a size: write cells a side"),
            ("-3", "is not a size: write cells a side"),
        ] {
            let error = start(size).unwrap_err();
            assert!(error.message.contains(message), "{size}: {error}");
        }
    }

    #[test]
    fn the_second_player_takes_the_first_stone_over_and_only_that() {
        let game = start("3,swap").unwrap();
        let swapped = game.play_line("c1 swap").unwrap();
        assert_eq!(swapped.text(), ".../.../b.. swapped");
        assert_eq!((swapped.to_move(), swapped.outcome()), (Side::First, None));
        assert_eq!(game.play_line("c1swapb2").unwrap().text(), ".../.r./b.. swapped");
        for line in ["c1 swap", "c1 swap b2", "c1 swap b2 a1"] {
            let at = game.play_line(line).unwrap();
            assert_eq!(game.parse(&at.text()), Ok(at), "{line}");
        }
        for line in ["swap", "c1 b2 swap", "c1 swap swap", "c1 swap b2 swap"] {
            let error = game.play_line(line).unwrap_err();
            assert!(
                error.message.contains("only the second player's first move"),
                "{line}: {error}"
            );
        }
        let error = start("3").unwrap().play_line("c1 swap").unwrap_err();
        assert!(error.message.contains("there is no swap rule"), "{error}");
        let error = start("3").unwrap().parse(".../.../b.. swapped").unwrap_err();
        assert!(error.message.contains("length of row 3"), "{error}");
        let error = game.parse("r../.../... swapped").unwrap_err();
        assert!(error.message.contains("after a swap"), "{error}");
    }
}

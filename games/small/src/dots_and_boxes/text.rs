//! Positions and moves as text.

use plyglot_games_common::grid;
use plyglot_search::shape::{Cell, Colour, Content, Count, Form, Mark, SQUARE, Shape};
use plyglot_search::{Describe, Example, Inputs, ParseError, Side};

use super::knowledge::{Boxes, Chained, POINTS, both};
use super::position::{DotsAndBoxes, Edge, Edges};
use super::symmetry;

/// The start position of a size as text: `3x3`.
pub(super) fn start(size: &str) -> Result<DotsAndBoxes, ParseError> {
    let wrong =
        || ParseError::new(format!("{size:?} is not a size: write columns x rows, such as 3x3"));
    let (columns, rows) = size.split_once(['x', ',']).ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    DotsAndBoxes::new(number(columns)?, number(rows)?)
}

/// Positions on the default board.
const EXAMPLES: [Example; 2] = [
    Example {
        name: "middle",
        position: "----/...../-..-/.|.../----/..|../.-.-/...../.--. 0:0 red",
        about: "few edges are left that give no box away; which side has to open the first chain?",
    },
    Example {
        name: "double-deal",
        position: "----/...../----/...../----/...../----/|..../---- 0:0 blue",
        about: "a chain is open: take all of it, or give its last two boxes away to keep the turn?",
    },
];

impl Describe for DotsAndBoxes {
    const UNIT: &'static str = "boxes";
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 195;
    const SIDES: [&'static str; 2] = ["Red", "Blue"];
    const NOTATION: &'static str = "position: lines from the top with - and | for edges and . for \
                                    gaps, then Red's and Blue's boxes and the side to move, like \
                                    -./|.|/../.../-- 0:0 blue; move: both dots, the lower or left \
                                    one first, like a1b1 or c2c3";

    const RULES: &'static str = "Draw an edge between two neighbouring dots.\n\
         The player who draws the fourth edge of a box takes it and has to move again.\n\
         More boxes win.";

    fn examples(&self) -> &'static [Example] {
        if (self.columns, self.rows) == (4, 4) { &EXAMPLES } else { &[] }
    }

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[lines, boxes, side] = parts.as_slice() else {
            let right = "write all lines, the boxes like 0:0, and red or blue to move";
            return Err(ParseError::new(format!("{text:?} is not a position: {right}")));
        };
        let side = match side.to_ascii_lowercase().as_str() {
            "red" | "r" => Side::First,
            "blue" | "b" => Side::Second,
            _ => {
                return Err(ParseError::new(format!(
                    "{side:?} is not a side to move: write red or blue"
                )));
            }
        };
        let wrong = || {
            ParseError::new(format!(
                "{boxes:?} is not a count of boxes: write Red:Blue, such as 2:1"
            ))
        };
        let (red, blue) = boxes.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
        let boxes = [number(red)?, number(blue)?];
        let game = DotsAndBoxes { drawn: self.edges(lines)?, boxes, side, ..*self };
        game.check_possible()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let lines: Vec<String> = (0..=2 * self.rows()).rev().map(|line| self.line(line)).collect();
        let ([red, blue], side) =
            (self.boxes, if self.side == Side::First { "red" } else { "blue" });
        format!("{} {red}:{blue} {side}", lines.join("/"))
    }

    fn notation(&self, edge: Edge) -> String {
        let (column, row) = (edge.0 & 7, edge.0 >> 3 & 7);
        let (right, up) = if edge.0 < 64 { (1, 0) } else { (0, 1) };
        let dot = |column: u8, row: u8| format!("{}{}", char::from(b'a' + column), row + 1);
        dot(column, row) + &dot(column + right, row + up)
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        Ok(grid::split_moves(text, 2))
    }

    /// The edges row by row from below, flat ones, then upright ones, and then the boxes.
    fn shape(&self) -> Option<Shape> {
        let (columns, rows) = (self.columns() as i32, self.rows() as i32);
        let (thick, long) = (SQUARE / 6, SQUARE);
        let (x, y) = (|column: i32| SQUARE * column, |row: i32| SQUARE * (rows - row));
        let mut cells = Vec::new();
        for edge in Edges::all(self.columns, self.rows).each() {
            let (column, row) = (i32::from(edge.0 & 7), i32::from(edge.0 >> 3 & 7));
            let name = self.notation(edge);
            let edge = if edge.0 < 64 {
                Cell { height: thick, ..Cell::square(name, x(column) + long / 2, y(row)) }
            } else {
                Cell { width: thick, ..Cell::square(name, x(column), y(row) - long / 2) }
            };
            cells.push(Cell { form: Form::Edge, ..edge });
        }
        for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)))
        {
            let name = format!("box above {}", grid::name(column as usize, row as usize));
            let (x, y) = (x(column) + SQUARE / 2, y(row) - SQUARE / 2);
            let size = SQUARE - thick;
            cells.push(Cell { width: size, height: size, ..Cell::square(name, x, y) });
        }
        let dots = (0..=rows).flat_map(|row| (0..=columns).map(move |column| (column, row)));
        let dots = dots.map(|(column, row)| Mark::Dot { x: x(column), y: y(row) });
        let letters = (0..=columns).map(|column| {
            let text = grid::column_letter(column as usize).to_string();
            Mark::Label { x: x(column), y: y(0) + SQUARE * 2 / 5, text }
        });
        let numbers = (0..=rows).map(|row| Mark::Label {
            x: -SQUARE * 2 / 5,
            y: y(row),
            text: (row + 1).to_string(),
        });
        let marks = dots.chain(letters).chain(numbers).collect();
        let shape = Shape { cells, marks, ..Shape::default() };
        Some(shape.coloured(Colour::Red, Colour::Blue))
    }

    /// Flat edges, upright edges and boxes, 64 numbers for each: edges that are drawn, that give a box away, that close
    /// one and that join boxes of a chain, with the boxes that have one, two and three edges, and those of long chains.
    /// Behind the boxes stands what decides which side will have to open a long chain: moves that give nothing away,
    /// short chains and long ones, by their number and whether it is odd. Who drew an edge or closed a box follows from
    /// the game, not from the position.
    fn inputs(&self) -> Inputs {
        let inputs = Inputs::new(3 * 64, &[]);
        let mut inputs = inputs.and("drawn").and("gives").and("closes").and("joins");
        for symmetry in symmetry::all(self.columns, self.rows).filter(|&symmetry| symmetry != 0) {
            inputs = inputs.alike(|cell| symmetry::image(cell, self.columns, self.rows, symmetry));
        }
        inputs.exchanged(|cell| cell)
    }

    fn see(&self, planes: &mut [u64]) {
        let (open, Boxes { one, two, three }) = (self.open(), Boxes::of(self));
        let (gives, closes) = (both(open, Boxes::edges(two)), both(open, Boxes::edges(three)));
        let quiet = open.without(Boxes::edges(two | three)).count();
        let chains = Chained::of(open, two);
        let (long, short) = (chains.long_chains(), chains.short_chains());
        let odd = [quiet, quiet + short, long, short].into_iter().zip([0, 2, 4, 6]);
        let odd = odd.fold(0, |all, (number, row)| all | symmetry::behind(row + number % 2));
        let seen = [
            [self.drawn.flat, self.drawn.upright, one | odd],
            [gives.flat, gives.upright, two | symmetry::behind(quiet)],
            [closes.flat, closes.upright, three | symmetry::behind(three.count_ones())],
            [chains.joins.flat, chains.joins.upright, chains.long | symmetry::behind(long)],
        ];
        planes.copy_from_slice(seen.as_flattened());
    }

    /// For the usual boards. Made by the commands in their headers; see `data/README.md`.
    fn net(&self) -> &'static [u8] {
        match (self.columns, self.rows) {
            (4, 4) => include_bytes!("../../data/dots-and-boxes-4x4.weights"),
            (5, 5) => include_bytes!("../../data/dots-and-boxes-5x5.weights"),
            _ => &[],
        }
    }

    fn contents(&self) -> Vec<Content> {
        let taken = |is: bool| if is { Content::Taken(None) } else { Content::Empty };
        let open = self.open();
        let is_drawn = |edge: Edge| {
            let set = if edge.0 < 64 { open.flat } else { open.upright };
            set >> (edge.0 & 63) & 1 == 0
        };
        let edges = Edges::all(self.columns, self.rows).each().map(|edge| taken(is_drawn(edge)));
        let closed = self.drawn.closed();
        let boxes = (0..self.rows())
            .flat_map(|row| (0..self.columns()).map(move |column| 8 * row + column))
            .map(|place| taken(closed >> place & 1 == 1));
        edges.chain(boxes).collect()
    }

    fn counts(&self) -> Vec<Count> {
        let ([red, blue], Edges { flat, upright }) = (self.boxes, self.open());
        vec![
            Count::of(Side::First, Self::UNIT, red),
            Count::of(Side::Second, Self::UNIT, blue),
            Count::rest("edges left", flat.count_ones() + upright.count_ones()),
        ]
    }

    fn touches(&self, edge: Edge) -> Vec<u16> {
        let all = Edges::all(self.columns, self.rows);
        let place = all.each().position(|other| other == edge);
        place.map(|place| vec![place as u16]).unwrap_or_default()
    }

    fn board(&self) -> String {
        let closed = self.drawn.closed();
        let mut lines = Vec::new();
        for row in (0..=self.rows()).rev() {
            let dots = self.line(2 * row).replace('-', "+---").replace('.', "+   ");
            lines.push(format!("{} {dots}+", row + 1));
            if row > 0 {
                let mut line = String::from("  ");
                for (column, letter) in self.line(2 * row - 1).chars().enumerate() {
                    let is_closed = closed >> (8 * (row - 1) + column) & 1 == 1;
                    line.push(if letter == '|' { '|' } else { ' ' });
                    line.push_str(if is_closed { " # " } else { "   " });
                }
                lines.push(line.trim_end().into());
            }
        }
        let letters =
            (b'a'..).take(self.columns() + 1).map(|letter| format!("{:4}", char::from(letter)));
        lines.push(format!("  {}", letters.collect::<String>().trim_end()));
        lines.join("\n")
    }
}

impl DotsAndBoxes {
    /// A line of edges, numbered from the bottom: flat ones in even lines, upright ones in odd ones.
    fn line(&self, number: usize) -> String {
        let Edges { flat, upright } = self.drawn;
        let (set, mark, count) = match number % 2 {
            0 => (flat, '-', self.columns()),
            _ => (upright, '|', self.columns() + 1),
        };
        let at = |column| set >> (8 * (number / 2) + column) & 1 == 1;
        (0..count).map(|column| if at(column) { mark } else { '.' }).collect()
    }

    fn edges(&self, text: &str) -> Result<Edges, ParseError> {
        let lines: Vec<&str> = text.split('/').collect();
        let count = 2 * self.rows() + 1;
        if lines.len() != count {
            let message = format!("the number of lines is {} instead of {count}", lines.len());
            return Err(ParseError::new(message));
        }
        let mut edges = Edges { flat: 0, upright: 0 };
        for (number, &line) in (0..count).rev().zip(&lines) {
            let (set, mark, width) = match number % 2 {
                0 => (&mut edges.flat, '-', self.columns()),
                _ => (&mut edges.upright, '|', self.columns() + 1),
            };
            if line.chars().count() != width {
                let (number, found) = (count - number, line.chars().count());
                let message =
                    format!("the length of line {number} ({line:?}) is {found} instead of {width}");
                return Err(ParseError::new(message));
            }
            for (column, letter) in line.chars().enumerate() {
                if letter == mark {
                    *set |= 1 << (8 * (number / 2) + column);
                } else if letter != '.' {
                    let number = count - number;
                    let message = format!(
                        "{letter:?} in line {number} ({line:?}) is not an edge: write {mark} or . (gap)"
                    );
                    return Err(ParseError::new(message));
                }
            }
        }
        Ok(edges)
    }

    /// Refuses positions that no game leads to: boxes that do not add up, and the wrong side to move where it
    /// follows from the number of edges. It does unless two boxes may have been closed by one edge.
    fn check_possible(&self) -> Result<(), ParseError> {
        let closed = self.drawn.closed();
        let [red, blue] = self.boxes.map(u32::from);
        if red + blue != closed.count_ones() {
            let message = format!("boxes: Red {red}, Blue {blue}; closed {}", closed.count_ones());
            return Err(ParseError::new(message));
        }
        let beside = closed & (closed >> 1 | closed >> 8) != 0;
        let turns = self.drawn.count() - closed.count_ones();
        let mover = if turns.is_multiple_of(2) { Side::First } else { Side::Second };
        if !beside && mover != self.side {
            let name = Self::SIDES[usize::from(mover == Side::Second)];
            let message = format!(
                "the number of drawn edges is {}, so {name} is to move",
                self.drawn.count()
            );
            return Err(ParseError::new(message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Game, Outcome};

    use super::*;

    fn after(size: &str, line: &str) -> DotsAndBoxes {
        start(size).unwrap().play_line(line).unwrap()
    }

    #[test]
    fn a_side_that_closes_a_box_takes_it_and_moves_again() {
        let game = after("2x1", "a1b1 a2b2 a1a2 B1B2");
        assert_eq!(game.text(), "-./||./-. 0:1 blue");
        assert_eq!(game.board(), "2 +---+   +\n  | # |\n1 +---+   +\n  a   b   c");
        assert_eq!(start("1x1").unwrap().board(), "2 +   +\n\n1 +   +\n  a   b");
        let end = game.play_line("b1c1 b2c2 c1c2").unwrap();
        assert_eq!(end.text(), "--/|||/-- 0:2 blue");
        assert_eq!(end.outcome(), Some(Outcome::Margin(2)));
    }

    #[test]
    fn one_edge_may_close_two_boxes() {
        let end = after("2x1", "a1b1 b1c1 a2b2 b2c2 a1a2 c1c2 b1b2");
        assert_eq!(end.text(), "--/|||/-- 2:0 red");
    }

    #[test]
    fn texts_that_are_not_legal_moves_are_refused() {
        let game = after("2x1", "a1b1");
        for text in ["", "a1", "b1a1", "a1b1", "a1c1", "a2a3", "c1d1", "a1b2", "ä1ä2"] {
            assert!(game.parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn texts_that_are_not_positions_are_refused_with_what_is_wrong() {
        for (text, why) in [
            ("", "write all lines"),
            ("../.../..", "red or blue to move"),
            ("../.../.. 0:0 green", "\"green\" is not a side to move: write red or blue"),
            ("../.../.. 0 red", "is not a count of boxes"),
            ("../.../.. 0:-1 red", "is not a count of boxes"),
            ("../.../../... 0:0 red", "number of lines is 4 instead of 3"),
            ("../../.. 0:0 red", "length of line 2 (\"..\") is 2 instead of 3"),
            ("../.-./.. 0:0 red", "'-' in line 2 (\".-.\") is not an edge: write | or ."),
            ("-./||./-. 0:0 red", "boxes: Red 0, Blue 0; closed 1"),
            ("../.../.. 1:0 red", "boxes: Red 1, Blue 0; closed 0"),
            ("-./.../.. 0:0 red", "so Blue is to move"),
            ("-./||./-. 0:1 red", "so Blue is to move"),
        ] {
            let error = start("2x1").unwrap().parse(text).unwrap_err();
            assert!(error.message.contains(why), "{text}: {error}");
        }
        for size in ["", "3", "0x3", "3x0", "8x1", "1x8", "3x3x3", "axb", "-3x3"] {
            assert!(start(size).is_err(), "{size}");
        }
    }
}

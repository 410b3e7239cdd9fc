//! Positions and moves as text.

use std::fmt::Write;

use plyglot_search::shape::{Cell, Colour, Content, Count, Form, Ground, Mark, SQUARE, Shape};
use plyglot_search::{Describe, Game, Inputs, ParseError, ReadGame, Side, recorded};

use super::openspiel;
use super::position::{Capture, Half, Kalah, POINTS, index};

/// The start position of a size as text: `4,3` or `4,3,empty`.
pub(super) fn start(size: &str) -> Result<Kalah, ParseError> {
    let parts: Vec<&str> = size.split([',', 'x']).map(str::trim).collect();
    let wrong = || {
        ParseError::new(format!(
            "{size:?} is not a size: write holes,seeds, such as 6,4 or 6,4,empty"
        ))
    };
    let (holes, seeds, capture) = match parts[..] {
        [holes, seeds] | [holes, seeds, "full"] => (holes, seeds, Capture::Full),
        [holes, seeds, "empty"] => (holes, seeds, Capture::EmptyToo),
        _ => return Err(wrong()),
    };
    let number = |text: &str| text.parse().map_err(|_| wrong());
    Kalah::new(number(holes)?, number(seeds)?, capture)
}

/// The size of a start position as text.
pub(super) fn size(start: &Kalah) -> String {
    let rule = if start.capture == Capture::EmptyToo { ",empty" } else { "" };
    format!("{},{}{rule}", start.count, start.halves[0].holes()[0])
}

impl Describe for Kalah {
    const UNIT: &'static str = "seeds";
    const POINTS: i32 = POINTS;
    const RESULT_SCALE: i32 = 28;
    const SIDES: [&'static str; 2] = ["South", "North"];
    const NOTATION: &'static str = "position: each side's holes in the order of sowing and its \
                                    store, then the side to move, like 4,4,4:0 4,4,4:0 south; move: \
                                    the number of a hole, from 1; the highest is next to the own \
                                    store";

    const RULES: &'static str = "Take all seeds of one of your holes and sow them one by one around the board, your \
         store included.\n\
         A last seed in your store gives another move; in an empty hole of yours it captures \
         what lies opposite.\n\
         Where a side has no seeds left the other takes the rest; more seeds in the store win.";

    fn parse(&self, text: &str) -> Result<Self, ParseError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let &[first, second, side] = parts.as_slice() else {
            let right = "write South's and North's holes and stores, and south or north to move";
            return Err(ParseError::new(format!("{text:?} is not a position: {right}")));
        };
        let side = match side.to_ascii_lowercase().as_str() {
            "south" | "s" => Side::First,
            "north" | "n" => Side::Second,
            _ => {
                return Err(ParseError::new(format!(
                    "{side:?} is not a side to move: write south or north"
                )));
            }
        };
        let halves = [half(first, self.holes())?, half(second, self.holes())?];
        let seeds: i32 = halves.iter().map(|half| half.in_holes() + i32::from(half.store())).sum();
        if seeds > 255 {
            return Err(ParseError::new(format!("{seeds} seeds are too many: at most 255 in all")));
        }
        Ok(Kalah { halves, side, ..*self })
    }

    fn text(&self) -> String {
        let [first, second] = self.halves.each_ref().map(|half| {
            let holes = half.holes()[..self.holes()].iter().map(u8::to_string);
            format!("{}:{}", holes.collect::<Vec<_>>().join(","), half.store())
        });
        format!("{first} {second} {}", Self::SIDES[index(self.side)].to_ascii_lowercase())
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let illegal = |why: &str| ParseError::new(format!("{text:?} is not a legal move: {why}"));
        let number = text.trim().parse().ok().filter(|hole| (1..=self.count).contains(hole));
        let Some(hole) = number else {
            // Who has these numbers is told what to write.
            let behind_store = self.count + 2..=2 * self.count + 1;
            let of_openspiel =
                text.trim().parse().is_ok_and(|hole: u8| behind_store.contains(&hole));
            let hint =
                if of_openspiel { ", or openspiel: before numbers of OpenSpiel" } else { "" };
            return Err(illegal(&format!("write a hole from 1 to {}{hint}", self.count)));
        };
        if self.outcome().is_some() {
            return Err(illegal("the game is over"));
        }
        self.unpack(u32::from(hole) - 1).ok_or_else(|| illegal("the hole is empty"))
    }

    fn formats(&self) -> &'static [&'static str] {
        &[openspiel::NAME, recorded::NUMBERED]
    }

    fn read_game(&self, text: &str) -> ReadGame<Self, u8> {
        openspiel::read(self, text).or_else(|| recorded::game(self, recorded::NUMBERED, text))
    }

    fn notation(&self, hole: u8) -> String {
        (hole + 1).to_string()
    }

    fn split_moves<'a>(&self, text: &'a str) -> Result<Vec<&'a str>, ParseError> {
        // Up to nine holes have one digit each.
        let in_a_row = self.count <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
        let length = if in_a_row { 1 } else { text.len().max(1) };
        Ok((0..text.len()).step_by(length).map(|at| &text[at..at + length]).collect())
    }

    /// South's holes from left to right below, its store at the right; North's the other way round above.
    fn shape(&self) -> Option<Shape> {
        let holes = i32::from(self.count);
        let mut cells = Vec::new();
        let mut marks = Vec::new();
        for (side, name) in Self::SIDES.iter().enumerate() {
            let south = side == 0;
            let row = if south { SQUARE * 5 / 4 } else { 0 };
            for hole in 1..=holes {
                let x = SQUARE * if south { hole } else { holes + 1 - hole };
                let label = format!("{name}'s hole {hole}");
                let (form, size) = (Form::Hole, SQUARE * 9 / 10);
                cells.push(Cell { form, width: size, height: size, ..Cell::square(label, x, row) });
                let y = if south { row + SQUARE * 2 / 3 } else { row - SQUARE * 2 / 3 };
                marks.push(Mark::Label { x, y, text: hole.to_string() });
            }
            let x = if south { SQUARE * (holes + 1) } else { 0 };
            let store = Cell::square(format!("{name}'s store"), x, SQUARE * 5 / 8);
            let (width, height) = (SQUARE * 9 / 10, SQUARE * 2);
            cells.push(Cell { form: Form::Hole, width, height, ..store });
            // The names stand below and above the stores.
            let y = if south { SQUARE * 23 / 12 } else { -SQUARE * 2 / 3 };
            marks.push(Mark::Label { x, y, text: (*name).into() });
        }
        let shape = Shape { cells, marks, ..Shape::default() };
        Some(shape.on(Ground::Wood).coloured(Colour::White, Colour::Black))
    }

    fn inputs(&self) -> Inputs {
        let half = self.holes() + 1;
        Inputs::shown(self).exchanged(|cell| (cell + half) % (2 * half))
    }

    fn contents(&self) -> Vec<Content> {
        let half = |half: &Half| {
            let holes = half.holes()[..self.holes()].iter().copied().chain([half.store()]);
            holes.map(|seeds| Content::Count(seeds.into())).collect::<Vec<_>>()
        };
        self.halves.iter().flat_map(half).collect()
    }

    fn counts(&self) -> Vec<Count> {
        let [south, north] = &self.halves;
        let in_holes = south.in_holes() + north.in_holes();
        vec![
            Count::of(Side::First, Self::UNIT, south.store()),
            Count::of(Side::Second, Self::UNIT, north.store()),
            Count::rest("in the holes", in_holes.unsigned_abs()),
        ]
    }

    fn touches(&self, hole: u8) -> Vec<u16> {
        vec![index(self.side) as u16 * u16::from(self.count + 1) + u16::from(hole)]
    }

    fn board(&self) -> String {
        let [south, north] = &self.halves;
        let holes = self.holes();
        let mut board = String::from("  ");
        let mut put = |text: String| board.push_str(&text);
        // A hole has the number by which its owner plays it.
        (1..=holes).rev().for_each(|hole| put(format!(" {:>3}", format!("({hole})"))));
        put("\n   ".into());
        north.holes()[..holes].iter().rev().for_each(|seeds| put(format!("{seeds:>4}")));
        put(format!("   {}\n", if self.side == Side::Second { "North to move" } else { "North" }));
        put(format!(
            "{:>3}{:width$}{:>4}\n   ",
            north.store(),
            "",
            south.store(),
            width = 4 * holes
        ));
        south.holes()[..holes].iter().for_each(|seeds| put(format!("{seeds:>4}")));
        put(format!("   {}\n  ", if self.side == Side::First { "South to move" } else { "South" }));
        for hole in 1..=holes {
            write!(board, " {:>3}", format!("({hole})")).expect("writing to a string");
        }
        board
    }
}

/// A half from its text: `4,4,4:0`.
fn half(text: &str, count: usize) -> Result<Half, ParseError> {
    let wrong = || {
        ParseError::new(format!(
            "{text:?} is not a side: write {count} holes and a store, like 4,4,4:0"
        ))
    };
    let number = |text: &str| text.parse::<u8>().map_err(|_| wrong());
    let (inside, store) = text.split_once(':').ok_or_else(wrong)?;
    let seeds = inside.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if seeds.len() != count {
        return Err(wrong());
    }
    Ok(Half::new(&seeds, number(store)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_search::Outcome;

    fn game(text: &str) -> Kalah {
        start("4,3").unwrap().parse(text).unwrap()
    }

    fn after(text: &str, line: &str) -> String {
        game(text).play_line(line).unwrap().text()
    }

    #[test]
    fn a_last_seed_in_the_own_store_moves_again() {
        assert_eq!(after("3,3,3,3:0 3,3,3,3:0 south", "2"), "3,0,4,4:1 3,3,3,3:0 south");
        assert_eq!(after("3,3,3,3:0 3,3,3,3:0 north", "3"), "4,3,3,3:0 3,3,0,4:1 south");
    }

    #[test]
    fn sowing_skips_the_opponents_store_and_laps() {
        // The last of nine falls into the hole they came from, which is empty by then.
        assert_eq!(after("0,0,0,9:0 1,1,1,1:0 south", "4"), "1,1,1,0:4 0,2,2,2:0 north");
        assert_eq!(after("1,0,0,6:0 1,1,1,1:0 south", "4"), "2,0,0,0:1 2,2,2,2:0 north");
    }

    #[test]
    fn a_last_seed_in_an_own_empty_hole_captures() {
        assert_eq!(after("1,0,0,1:0 0,0,5,0:0 south", "1"), "0,0,0,1:6 0,0,0,0:0 north");
        assert_eq!(after("1,0,0,1:0 5,0,0,0:0 south", "1"), "0,1,0,1:0 5,0,0,0:0 north");
        let too = start("4,3,empty").unwrap().parse("1,0,0,1:0 5,0,0,0:0 south").unwrap();
        assert_eq!(too.play_line("1").unwrap().text(), "0,0,0,1:1 5,0,0,0:0 north");
    }

    #[test]
    fn an_empty_side_ends_the_game_and_the_other_takes_the_rest() {
        let end = game("0,0,0,1:5 1,2,0,0:4 south").play_line("4").unwrap();
        assert_eq!(end.outcome(), Some(Outcome::Margin(6 - 7)));
        assert_eq!(game("0,0,0,0:5 1,2,0,0:4 north").outcome(), Some(Outcome::Margin(7 - 5)));
    }

    #[test]
    fn the_board_is_drawn_as_the_players_sit() {
        let board = "   (4) (3) (2) (1)\n      0   0   2   1   North\n  4                   5\n      0   0   0   1   \
                     South to move\n   (1) (2) (3) (4)";
        assert_eq!(game("0,0,0,1:5 1,2,0,0:4 south").board(), board);
    }

    #[test]
    fn texts_that_are_not_positions_are_refused() {
        for text in [
            "",
            "1,1,1,1:0 1,1,1,1:0",
            "1,1,1,1:0 1,1,1,1:0 east",
            "1,1,1:0 1,1,1,1:0 north",
            "1,1,1,1 1,1,1,1:0 north",
            "1,1,1,1:-1 1,1,1,1:0 north",
            "99,99,99,99:0 1,1,1,1:0 north",
            "999,1,1,1:0 1,1,1,1:0 north",
        ] {
            assert!(start("4,3").unwrap().parse(text).is_err(), "{text}");
        }
        for text in ["", "0", "5", "-1", "a", "4294967296", "11"] {
            assert!(game("3,3,3,3:0 3,3,3,3:0 south").parse_move(text).is_err(), "{text}");
        }
        for size in ["", "4", "0,3", "4,0", "11,1", "6,22", "4,3,maybe", "4,3,empty,1"] {
            assert!(start(size).is_err(), "{size}");
        }
    }
}

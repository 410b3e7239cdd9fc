//! The built-in sets of positions: what studies of speed search unless they are given others.
//!
//! Each set has one goal for all its positions, so that their node counts and times can be set
//! against each other, and each position takes long enough (a million nodes and more at one thread)
//! that threads have something to share. Where they come from and how they were made is described in
//! `bench/scaling/data/README.md`; `bench/benches/positions.rs` makes them.

use plyglot_open::Position;
use plyglot_wire::read::{FileError, Lines, Record, record};

use crate::scaling::Goal;

/// The depth to which the midgame positions are searched, in plies.
pub const MIDGAME_DEPTH: u32 = 12;
/// The table with which the positions were chosen, in bytes: that of an engine by default.
pub const TABLE_BYTES: usize = 64 << 20;

/// A set of positions that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// The game, as the catalogue names it.
    pub game: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What a search of one of its positions is to reach. No depth comes near the end of the game.
    pub goal: Goal,
    /// One position a line, below a comment that begins with its name and a colon.
    pub text: &'static str,
}

impl BuiltIn {
    /// The positions and what they are called; `start` is the start of the set's game.
    ///
    /// # Errors
    /// If it is another game or size.
    pub fn positions(&self, start: &Position) -> Result<Vec<(String, Record)>, FileError> {
        let (mut named, mut before) = (Vec::new(), None);
        for line in Lines::new(self.name, self.text.as_bytes()).with_comments() {
            let line = line?;
            let number = line.source.line;
            match line.read.as_deref().map(|text| text.strip_prefix('#')) {
                Ok(Some(comment)) => {
                    let name = comment.split(':').next().unwrap_or_default().trim();
                    before = Some((number + 1, name.to_string()));
                }
                _ => {
                    let name = before.take().filter(|(of, _)| *of == number).map(|(_, name)| name);
                    let name = name.unwrap_or_else(|| format!("line {number}"));
                    let record = line.then(|text| record(start, text)).good(self.name)?;
                    named.push((name, record));
                }
            }
        }
        Ok(named)
    }
}

const OTHELLO: [BuiltIn; 2] = [
    BuiltIn {
        name: "othello-midgame",
        game: "othello",
        about: "40 positions 10 to 24 plies from the start, to depth 12",
        goal: Goal::Depth(MIDGAME_DEPTH),
        text: include_str!("data/othello-midgame.txt"),
    },
    BuiltIn {
        name: "othello-endgame",
        game: "othello",
        about: "40 endgames, most with 20 or 21 empties, solved",
        goal: Goal::Solve,
        text: include_str!("data/othello-endgame.txt"),
    },
];

const CONNECT4: [BuiltIn; 1] = [BuiltIn {
    name: "connect4",
    game: "connect4",
    about: "40 positions of P. Pons' hardest set, 3 to 9 stones on the board, solved",
    goal: Goal::Solve,
    text: include_str!("data/connect4.txt"),
}];

/// The set of that name, of whatever game.
pub fn named(set: &str) -> Option<&'static BuiltIn> {
    OTHELLO.iter().chain(&CONNECT4).find(|built_in| built_in.name == set)
}

/// The sets of a game, which is named as [`plyglot_open::Facts::name`] does; empty if
/// there are none for that game in that size.
pub fn built_in(game: &str) -> &'static [BuiltIn] {
    match game {
        "othello" => &OTHELLO,
        "connect4" | "connect4:7x6" => &CONNECT4,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plyglot_games::catalogue::builtin;
    use plyglot_open::Ask;
    use plyglot_search::Config;

    use super::*;

    /// A text that is the same for all positions that differ only by symmetry and colours.
    fn class(text: &str) -> String {
        let (cells, side) = text.split_once(' ').unwrap_or((text, "X"));
        let relative = |cell| match cell {
            '/' | '-' | '.' => cell,
            cell if side.starts_with(cell) => 'm',
            _ => 't',
        };
        let cells: String = cells.chars().map(relative).collect();
        let images: Vec<String> = if cells.contains('/') {
            let mirrored = cells.split('/').map(|row| row.chars().rev().collect::<String>());
            vec![cells.clone(), mirrored.collect::<Vec<_>>().join("/")]
        } else {
            let image = |symmetry: usize| {
                let cell = |at: usize| {
                    let (mut x, mut y) = (at % 8, at / 8);
                    if symmetry & 1 != 0 {
                        x = 7 - x
                    }
                    if symmetry & 2 != 0 {
                        y = 7 - y
                    }
                    if symmetry & 4 != 0 {
                        (x, y) = (y, x)
                    }
                    cells.as_bytes()[y * 8 + x] as char
                };
                (0..64).map(cell).collect()
            };
            (0..8).map(image).collect()
        };
        images.into_iter().min().unwrap_or_default()
    }

    fn check(set: BuiltIn, game: &dyn plyglot_open::Open) {
        assert!(built_in(&game.facts().name).contains(&set));
        let start = game.start().expect("a start");
        let named = set.positions(&start).expect("a built-in set can be read");
        assert_eq!(named.len(), 40, "{}", set.name);
        let names: HashSet<_> = named.iter().map(|(name, _)| name.clone()).collect();
        assert!(names.len() == 40 && names.iter().all(|name| !name.starts_with("line")));
        let records: Vec<_> = named.into_iter().map(|(_, record)| record).collect();
        let text = |record: &Record| record.at.text().expect("it has a text");
        let classes: HashSet<_> = records.iter().map(|record| class(&text(record))).collect();
        assert_eq!(classes.len(), 40, "{} has positions that are alike", set.name);
        for record in &records {
            let text = text(record);
            assert_eq!(record.at.outcome(), None, "{text}");
            assert_eq!(record.known.is_some(), set.goal == Goal::Solve, "{text}");
            if let Goal::Depth(plies) = set.goal {
                let empty = text.matches('-').count();
                assert!(empty > 2 * plies as usize, "{text} is near the end");
            }
        }
        if set.goal == Goal::Solve {
            let Record { at: position, known, .. } = &records[3];
            let mut engine = game.engine(&Config::single(TABLE_BYTES), None).expect("an engine");
            let limits = set.goal.limits();
            let report = engine.run(&Ask::new(position, &limits)).expect("a search");
            assert!(report.verdict.proven && report.nodes > 100_000);
            let found = position.value(report.verdict.score).expect("a value");
            let known = known.as_ref().and_then(|known| known.value);
            assert_eq!(found, known, "{}", text(&records[3]));
        }
    }

    #[test]
    fn the_built_in_sets_are_what_they_say() {
        let games = ["othello", "connect4"];
        let sets: Vec<_> = games.into_iter().flat_map(built_in).collect();
        assert_eq!(sets.len(), 3);
        for set in sets {
            check(*set, &*builtin().open(set.game).expect("the game of a built-in set"));
        }
        assert!(built_in("connect4:6x5").is_empty() && built_in("kalah").is_empty());
    }

    #[test]
    fn a_set_cannot_be_read_as_another_game() {
        for (name, readable) in [("othello", true), ("othello:6", false), ("kalah", false)] {
            let start =
                builtin().open(name).and_then(|game| game.start()).expect("a built-in game");
            assert_eq!(OTHELLO[0].positions(&start).is_ok(), readable, "{name}");
        }
    }

    #[test]
    fn the_classes_of_the_tests_join_what_is_alike() {
        let start = "---------------------------OX------XO--------------------------- X";
        let turned = "---------------------------XO------OX--------------------------- X";
        let exchanged = "---------------------------XO------OX--------------------------- O";
        assert_eq!(class(start), class(turned));
        assert_eq!(class(start), class(exchanged));
        assert_ne!(class(start), class(&start.replace("OX--", "XX--")));
        assert_eq!(class("...X../......"), class("..X.../......"));
        assert_ne!(class("...X../......"), class("......./.X..."));
    }
}

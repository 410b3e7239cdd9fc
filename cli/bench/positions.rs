//! Positions with names, from the sets that come with the program or from a file.

use std::path::Path;

use plyglot_bench::family::openings;
use plyglot_bench::positions::{BuiltIn, named};
use plyglot_search::Describe;

use crate::batch::records;
use crate::errors::Failure;
use crate::input;

/// Built-in positions go by the comment before them, without what it counts.
pub(super) fn from_set<G: Describe>(start: &G, set: &BuiltIn) -> Result<Vec<(String, G)>, Failure> {
    let lines: Vec<&str> = set.text.lines().collect();
    let name = |number: usize| {
        let before = number.checked_sub(2).and_then(|place| lines.get(place)?.strip_prefix('#'));
        let name = before.and_then(|comment| comment.split(':').next()).map(str::trim);
        name.map_or_else(|| format!("line {number}"), String::from)
    };
    read(start, set.name, set.text.as_bytes(), name)
}

/// How many random moves lie before a position of a game that brings none.
const OPENING: usize = 8;

/// Up to `most` openings of random moves for a game that brings no positions, a stranger's too.
/// Equal seeds give equal positions. A game that is over too soon gets shorter ones.
pub(super) fn drawn<G: Describe>(
    start: &G,
    most: usize,
    seed: u64,
) -> Result<Vec<(String, G)>, Failure> {
    let drawn = (1..=OPENING).rev().map(|plies| openings(start, most, plies, seed));
    let found = drawn.into_iter().find(|found| !found.is_empty());
    let name = |(place, game)| (format!("opening {}", place + 1), game);
    let positions = found.map(|found| found.into_iter().enumerate().map(name).collect());
    let message = "the game is over after any move: name a file with --positions";
    positions.ok_or_else(|| Failure::Usage(message.into()))
}

/// The positions of a file go by their lines. None of them is over, and there is one at least. The
/// name of a set of another game is no file.
pub(super) fn from_file<G: Describe>(
    start: &G,
    path: &str,
    game: &str,
) -> Result<Vec<(String, G)>, Failure> {
    if let Some(set) = named(path).filter(|_| !Path::new(path).exists()) {
        let message = format!("--positions {path}: positions of {}, not of {game}", set.game);
        return Err(Failure::Usage(message));
    }
    let positions = read(start, path, &input::read(path)?, |number| format!("line {number}"))?;
    if positions.is_empty() {
        return Err(Failure::File { path: path.into(), message: "no positions in it".into() });
    }
    Ok(positions)
}

fn read<G: Describe>(
    start: &G,
    path: &str,
    bytes: &[u8],
    name: impl Fn(usize) -> String,
) -> Result<Vec<(String, G)>, Failure> {
    let position = |record: records::Record<G>| {
        let number = record.number;
        let failed = |message| Failure::File { path: format!("{path}:{number}"), message };
        let (game, _) = record.game.map_err(failed)?;
        if game.outcome().is_some() {
            return Err(failed("the game is over: there is nothing to search".into()));
        }
        Ok((name(number), game))
    };
    records::parse(start, bytes).into_iter().map(position).collect()
}

//! Positions with names, from the sets that come with the program or from a file.

use std::path::Path;

use plyglot_bench::family::openings;
use plyglot_bench::scaling::positions::{BuiltIn, built_in, named};
use plyglot_open::Position;

use crate::errors::{Failure, did_you_mean};
use crate::input;
use crate::input::records;

/// Name of the positions that come with the program.
pub(super) const BUILT_IN: &str = "built-in";

/// Positions and what they are called.
pub(super) type Named = Vec<(String, Position)>;

/// Built-in positions are named by the comment before them, up to its colon.
pub(super) fn from_set(start: &Position, set: &BuiltIn) -> Result<Named, Failure> {
    let lines: Vec<&str> = set.text.lines().collect();
    let name = |number: usize| {
        let before = number.checked_sub(2).and_then(|place| lines.get(place)?.strip_prefix('#'));
        let name = before.and_then(|comment| comment.split(':').next()).map(str::trim);
        name.map_or_else(|| format!("line {number}"), String::from)
    };
    read(start, set.name, set.text.as_bytes(), name)
}

/// How many random moves lead to a position of a game that has no built-in positions.
const OPENING: usize = 8;

/// Up to `most` openings of random moves for a game without built-in positions. Equal seeds give equal
/// positions. Openings are shorter where the game would be over.
pub(super) fn drawn(start: &Position, most: usize, seed: u64) -> Result<Named, Failure> {
    let name = |(place, at)| (format!("opening {}", place + 1), at);
    for plies in (1..=OPENING).rev() {
        let found = openings(start, most, plies, seed)?;
        if !found.is_empty() {
            return Ok(found.into_iter().enumerate().map(name).collect());
        }
    }
    let message = "--positions: random openings are not possible, since the game is over after any move: name a file";
    Err(Failure::Usage(message.into()))
}

/// The positions of a file, named by their lines. There is at least one, and none is a finished game. What is
/// neither a file nor a set of the game's positions is refused.
pub(super) fn from_file(start: &Position, path: &str, game: &str) -> Result<Named, Failure> {
    if path != "-" && !Path::new(path).exists() {
        return Err(Failure::Usage(no_file(path, game)));
    }
    let positions = read(start, path, &input::read(path)?, |number| format!("line {number}"))?;
    if positions.is_empty() {
        return Err(Failure::File { path: path.into(), message: "no positions in it".into() });
    }
    Ok(positions)
}

/// Why a text that names no file names no set of positions either.
fn no_file(path: &str, game: &str) -> String {
    if let Some(set) = named(path) {
        return format!("--positions {path}: these are positions of {}, not of {game}", set.game);
    }
    let sets: Vec<_> = built_in(game).iter().map(|set| set.name).collect();
    let names: String = sets.iter().map(|name| format!(", {name}")).collect();
    let meant = did_you_mean(path, sets.iter().copied().chain([BUILT_IN]));
    format!(
        "--positions: {path:?} is neither a file nor a set of positions of {game}; expected a file or one of \
         {BUILT_IN}{names}{meant}"
    )
}

fn read(
    start: &Position,
    path: &str,
    bytes: &[u8],
    name: impl Fn(usize) -> String,
) -> Result<Named, Failure> {
    let position = |record: records::Record| {
        let number = record.number;
        let failed = |message| Failure::File { path: format!("{path}:{number}"), message };
        let (at, _) = record.game.map_err(failed)?;
        if at.outcome().is_some() {
            return Err(failed(
                "the game is over in this position: there is no move to search".into(),
            ));
        }
        Ok((name(number), at))
    };
    records::parse(start, bytes).into_iter().map(position).collect()
}

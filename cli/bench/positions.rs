//! Positions with names, from the sets that come with the program or from a file.

use std::path::Path;

use plyglot_bench::family::openings;
use plyglot_bench::scaling::positions::{BuiltIn, built_in, named};
use plyglot_open::{DoorError, ParseError, Position};
use plyglot_wire::read::{FileError, Line, Lines, did_you_mean, record};

use crate::errors::Failure;

/// Name of the positions that come with the program.
pub(super) const BUILT_IN: &str = "built-in";

/// Positions and what they are called.
pub(super) type Named = Vec<(String, Position)>;

/// Built-in positions.
pub(super) fn from_set(start: &Position, set: &BuiltIn) -> Result<Named, Failure> {
    Ok(set.positions(start)?.into_iter().map(|(name, record)| (name, record.at)).collect())
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
    let position = |line: Result<Line<String>, FileError>| {
        let line = line?;
        let name = format!("line {}", line.source);
        let at = line.then(|text| {
            let at = record(start, text)?.at;
            let over = "the game is over in this position: there is no move to search";
            match at.outcome() {
                Some(_) => Err(DoorError::from(ParseError::new(over)).into()),
                None => Ok(at),
            }
        });
        Ok((name, at.good(path)?))
    };
    let positions: Named =
        Lines::open(path)?.of_games(start).map(position).collect::<Result<_, FileError>>()?;
    if positions.is_empty() {
        return Err(FileError::Empty { path: path.into(), what: "positions" }.into());
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

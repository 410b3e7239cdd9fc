//! Openings from a file.

use plyglot_open::Position;
use plyglot_play::matches::Opening;
use plyglot_wire::read::{FileError, Line, Lines};

use crate::errors::Failure;

/// Reads the openings of a file; the first bad line is an error, since a match without it would be another one.
pub(super) fn read(path: &str, start: &Position) -> Result<Vec<Opening>, Failure> {
    let opening = |line: Result<Line<String>, FileError>| {
        line?.then(|line| Opening::parse(start, line)).good(path)
    };
    let openings: Vec<_> =
        Lines::open(path)?.of_games(start).map(opening).collect::<Result<_, _>>()?;
    if openings.is_empty() {
        return Err(FileError::Empty { path: path.into(), what: "openings" }.into());
    }
    Ok(openings)
}

//! Openings from a file.

use plyglot_open::Position;
use plyglot_play::matches::Opening;

use crate::errors::Failure;
use crate::input;
use crate::input::records;

/// Reads the openings of a file; the first bad line is an error, since a match without it would be another one.
pub(super) fn read(path: &str, start: &Position) -> Result<Vec<Opening>, Failure> {
    let bytes = input::read(path)?;
    let failed = |message: String| Failure::File { path: path.into(), message };
    let mut openings = Vec::new();
    for (number, line) in records::lines(&bytes) {
        let opening =
            line.and_then(|line| Opening::parse(start, line).map_err(|error| error.to_string()));
        openings.push(opening.map_err(|error| failed(format!("line {number}: {error}")))?);
    }
    if openings.is_empty() {
        return Err(failed("no openings in it".into()));
    }
    Ok(openings)
}

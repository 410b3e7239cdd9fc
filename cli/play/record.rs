//! A game as a file: the moves on one line, as `review --file` reads them too, below comments that say which
//! game it is and where it began.

use std::io::Write;
use std::path::Path;

use plyglot_open::Position;
use plyglot_wire::beside::Beside;

use crate::errors::Failure;
use crate::input;
use crate::input::records;

const GAME: &str = "# game: ";
const START: &str = "# start: ";

/// Writes the game that led to `at`.
pub(super) fn save(path: &str, at: &Position, start: &Position) -> Result<(), Failure> {
    let (first, name) = (at.after_plies(0), &at.facts().name);
    let mut text = format!("{GAME}{name}\n");
    if first.key() != start.key() {
        text += &format!("{START}{}\n", first.text()?);
    }
    text += &first.notation(&at.played())?.join(" ");
    text.push('\n');
    let written = || -> std::io::Result<()> {
        let mut out = Beside::new(Path::new(path))?;
        out.write_all(text.as_bytes())?;
        out.finish()
    };
    written().map_err(|error| Failure::NotWritten { path: path.into(), error })
}

/// Reads a game; `start` is the start position of the game that is played.
pub(super) fn load(path: &str, start: &Position) -> Result<Position, Failure> {
    let bytes = input::read(path)?;
    let failed = |message: String| Failure::File { path: path.into(), message };
    let text = String::from_utf8_lossy(&bytes);
    let said = |what: &str| text.lines().find_map(|line| line.trim().strip_prefix(what));
    let name = &start.facts().name;
    if let Some(other) = said(GAME).filter(|other| other != name) {
        return Err(failed(format!("a game of {other}, not of {name}")));
    }
    let first = said(START).map_or_else(|| Ok(start.clone()), |text| start.parse(text));
    let first = first.map_err(|error| failed(error.to_string()))?;
    let mut lines = records::lines(&bytes);
    // A game in which no move was made yet has an empty line.
    let Some((number, line)) = lines.next() else { return Ok(first) };
    let played = line.and_then(|line| records::game(&first, line).1);
    played.map_err(|error| failed(format!("line {number}: {error}")))
}

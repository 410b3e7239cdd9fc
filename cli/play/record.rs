//! A game as a file: the moves on one line, as `review --file` reads them too, below comments that say which
//! game it is and where it began.

use std::io::Write;
use std::path::Path;

use plyglot_open::Position;
use plyglot_wire::beside::Beside;
use plyglot_wire::read::{self, Lines};

use crate::errors::Failure;

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
    let (mut first, name) = (start.clone(), &start.facts().name);
    for line in Lines::open(path)?.with_comments().of_games(start) {
        let line = line?;
        let text = line.read.as_deref().unwrap_or_default();
        if let Some(other) = text.strip_prefix(GAME).filter(|other| other != name) {
            let message = format!("a game of {other}, not of {name}");
            return Err(Failure::File { path: path.into(), message });
        }
        if text.starts_with(START) {
            let start = line.then(|text| Ok(read::position(start, &text[START.len()..])?));
            first = start.good(path)?;
        } else if !text.starts_with('#') {
            return Ok(line.then(|text| read::game(&first, text)).good(path)?.at);
        }
    }
    // A game in which no move was made yet has an empty line.
    Ok(first)
}

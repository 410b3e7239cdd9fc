//! The lines of a file of positions, as they are read.

use std::collections::BTreeMap;

use plyglot_open::Position;
use plyglot_wire::read::{self, FileError, Kind, Line, Record, Source};

use crate::journal::run::Lines;

/// The wanted lines of a file, by their places, as they are read. There is at least one in the file.
pub(crate) fn records(
    start: &Position,
    lines: &mut read::Lines,
    mut wanted: impl FnMut(Source) -> bool,
) -> Result<Vec<Line<Record>>, FileError> {
    let (mut records, mut any) = (Vec::new(), false);
    for line in lines.by_ref() {
        let line = line?;
        any = true;
        if wanted(line.source) {
            records.push(line.then(|text| read::record(start, text)));
        }
    }
    let (path, what) = (lines.path().into(), "positions");
    if any { Ok(records) } else { Err(FileError::Empty { path, what }) }
}

/// How many of these are games, in brackets for a sentence about their positions; nothing if none is.
pub(super) fn games_in(kinds: &[&Kind]) -> String {
    let mut parts = BTreeMap::new();
    let mut counted = |what: String| *parts.entry(what).or_insert(0) += 1;
    for kind in kinds {
        match kind {
            Kind::Position => {}
            Kind::Moves => counted("at the end of games".into()),
            Kind::File(format) => counted(format!("at the end of games in {format}")),
        }
    }
    let parts: Vec<_> = parts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// What is kept of all lines: of a bad one, its number.
pub(crate) fn lines(records: &[Line<Record>]) -> Lines {
    let key = |line: &Line<Record>| line.read.iter().map(|read| read.at.key()).collect();
    Lines::of(records.iter().map(|line| (line.source, key(line))))
}

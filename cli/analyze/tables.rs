//! The transposition table as a file: read before a search, written after it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use plyglot_open::Open;
use plyglot_search::table::{Table, TableFileError, TableLabel};
use plyglot_wire::beside::{self, Beside};

use crate::errors::{Failure, note};
use crate::format;

/// Says whether [`save`] will be able to write, before anything is searched: a file that is there already
/// has to be a table, or empty.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    if let Ok(mut file) = File::open(path)
        && file.metadata().is_ok_and(|data| data.is_file() && data.len() > 0)
        && !Table::is_table(&mut file).map_err(not_written(path))?
    {
        let message = "not a table of plyglot: it would be lost; name another file".into();
        return Err(Failure::File { path: path.display().to_string(), message });
    }
    beside::check(path).map_err(not_written(path))
}

/// Reads a file into the table.
pub(super) fn load(path: &Path, game: &dyn Open, table: &Table) -> Result<(), Failure> {
    let place = || path.display().to_string();
    let unusable = |error| Failure::Unusable { path: place(), error };
    let file = File::open(path).map_err(unusable)?;
    let mut file = BufReader::new(file);
    let entries = table.load(&label(game), &mut file).map_err(|error| match error {
        TableFileError::Io(error) => unusable(error),
        other => Failure::File { path: place(), message: other.to_string() },
    })?;
    if !file.fill_buf().map_err(unusable)?.is_empty() {
        let message = format!("damaged: it goes on after its {entries} entries");
        return Err(Failure::File { path: place(), message });
    }
    note(&format!("{} entries read from {}", format::grouped(entries), path.display()));
    Ok(())
}

/// Writes the table, beside the file first.
pub(super) fn save(path: &Path, game: &dyn Open, table: &Table) -> Result<(), Failure> {
    let written = || -> io::Result<u64> {
        let mut out = Beside::new(path)?;
        let entries = table.save(&label(game), &mut out)?;
        out.finish()?;
        Ok(entries)
    };
    let entries = written().map_err(not_written(path))?;
    note(&format!("{} entries written to {}", format::grouped(entries), path.display()));
    Ok(())
}

fn label(game: &dyn Open) -> TableLabel<'_> {
    TableLabel { game: &game.facts().name, fingerprint: game.fingerprint() }
}

fn not_written(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::NotWritten { path: path.display().to_string(), error }
}

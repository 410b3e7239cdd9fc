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

/// From this size on pages matter.
const LARGE: usize = 64 << 20;

/// Says if the system gave huge pages for less than half of a large table, which makes looking up slower.
pub(super) fn few_huge_pages(table: &Table) -> Option<String> {
    let bytes = table.bytes();
    if bytes < LARGE {
        return None;
    }
    pages_note(bytes, table.huge_bytes()?)
}

fn pages_note(bytes: usize, huge: usize) -> Option<String> {
    let few = huge < bytes / 2;
    few.then(|| {
        let (bytes, huge) = (format::bytes(bytes), format::bytes(huge));
        format!(
            "the table of {bytes} has huge pages for {huge} only and is slower for it; Linux gives them where \
             /sys/kernel/mm/transparent_hugepage/enabled says always or madvise"
        )
    })
}

fn label(game: &dyn Open) -> TableLabel<'_> {
    TableLabel { game: &game.facts().name, fingerprint: game.fingerprint() }
}

fn not_written(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::NotWritten { path: path.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_there_are_few_huge_pages_is_said_of_large_tables_alone() {
        let few = pages_note(128 << 20, 2 << 20).unwrap_or_default();
        assert!(few.contains("table of 128 MiB has huge pages for 2 MiB only"), "{few}");
        assert_eq!(pages_note(128 << 20, 64 << 20), None);
        assert_eq!(few_huge_pages(&Table::new(1 << 20).expect("memory")), None);
    }
}

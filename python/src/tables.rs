//! The table of an engine as a file.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use plyglot_search::table::{Table, TableFileError, TableLabel};
use plyglot_wire::beside::{self, Beside};
use pyo3::prelude::*;

use crate::exceptions::exception;
use crate::games::Opened;

/// Why a table was neither written nor read.
pub(crate) enum Refused {
    /// The system said so.
    System(std::io::Error),
    /// The file is not one of such a table, or the game can have none.
    File(String),
}

impl From<std::io::Error> for Refused {
    fn from(error: std::io::Error) -> Self {
        Refused::System(error)
    }
}

impl Refused {
    /// As an exception about that file.
    pub(crate) fn raised(self, py: Python<'_>, path: &Path) -> PyErr {
        match self {
            Refused::System(error) => {
                let (code, said) = (error.raw_os_error(), error.to_string());
                let path = path.display().to_string();
                match code {
                    Some(code) => pyo3::exceptions::PyOSError::new_err((code, said, path)),
                    None => pyo3::exceptions::PyOSError::new_err(format!("{path}: {said}")),
                }
            }
            Refused::File(message) => {
                exception(py, "TableFileError", format!("{}: {message}", path.display()))
            }
        }
    }
}

/// Writes a table beside the file first; a file that is there has to be a table. Gives how many entries it has.
pub(crate) fn save(game: &Opened, table: &Table, path: &PathBuf) -> Result<u64, Refused> {
    let label = label(game)?;
    if let Ok(mut file) = File::open(path)
        && file.metadata().is_ok_and(|data| data.is_file() && data.len() > 0)
        && !Table::is_table(&mut file)?
    {
        let message = "not a table of plyglot: it would be lost; name another file".into();
        return Err(Refused::File(message));
    }
    beside::check(path)?;
    let mut out = Beside::new(path)?;
    let entries = table.save(&label, &mut out)?;
    out.finish()?;
    Ok(entries)
}

/// Reads a file into a table, likewise.
pub(crate) fn load(game: &Opened, table: &Table, path: &PathBuf) -> Result<u64, Refused> {
    let label = label(game)?;
    let file = File::open(path)?;
    table.load(&label, &mut BufReader::new(file)).map_err(|error| match error {
        TableFileError::Io(error) => Refused::System(error),
        other => Refused::File(other.to_string()),
    })
}

fn label(game: &Opened) -> Result<TableLabel<'_>, Refused> {
    if game.rules().is_some() {
        // Its moves are numbered in the order in which this process has met them.
        let message =
            "the table of a game written in Python means nothing to another process".into();
        return Err(Refused::File(message));
    }
    Ok(TableLabel { game: &game.open.facts().name, fingerprint: game.open.fingerprint() })
}

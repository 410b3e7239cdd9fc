//! All tables of a game in a folder: [`Tables`].

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::cache::Cache;
use crate::file::{EXTENSION, TableError};
use crate::table::Table;

/// Which file of a folder is refused, and why; or that the folder is.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {error}", path.display())]
pub struct FolderError {
    /// The file or the folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: TableError,
}

/// True of a folder in which there is a table, by the end of its name.
pub fn has_tables(folder: &Path) -> bool {
    let is_table = |entry: std::io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.path().extension().is_some_and(|end| end == EXTENSION))
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.any(is_table))
}

/// Tables of a folder.
#[derive(Debug)]
pub struct Tables {
    /// In the order of their names.
    tables: Vec<Table>,
}

impl Tables {
    /// Opens every table of a folder, which share a cache of at most this many bytes. What is no table by the end of its
    /// name is left alone.
    ///
    /// # Errors
    /// The first that is not a whole table of the `game`; the folder, if it cannot be read or has no tables.
    pub fn open(folder: &Path, game: &str, cache: usize) -> Result<Tables, FolderError> {
        let of_folder = |error| FolderError { path: folder.into(), error };
        let read = |error: std::io::Error| {
            of_folder(TableError::Unreadable(error.to_string().to_ascii_lowercase()))
        };
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(read)? {
            let path = entry.map_err(read)?.path();
            if path.extension().is_some_and(|end| end == EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort();
        if paths.is_empty() {
            return Err(of_folder(TableError::Unreadable("there are no tables here".into())));
        }
        let cache = Arc::new(Cache::new(cache));
        let tables = paths.into_iter().map(|path| opened(path, game, &cache));
        Ok(Tables { tables: tables.collect::<Result<_, _>>()? })
    }

    /// The tables.
    pub fn all(&self) -> &[Table] {
        &self.tables
    }

    /// The tables, each for itself.
    pub fn into_all(self) -> Vec<Table> {
        self.tables
    }
}

/// One table, if it is of the game.
fn opened(path: PathBuf, game: &str, cache: &Arc<Cache>) -> Result<Table, FolderError> {
    let table = Table::open(&path, Arc::clone(cache)).and_then(|table| {
        let found = table.about().game.clone();
        if found == game { Ok(table) } else { Err(TableError::Game { found, wanted: game.into() }) }
    });
    table.map_err(|error| FolderError { path, error })
}

//! Why tables cannot be made or checked.

use std::io;
use std::path::Path;

use plyglot_open::DoorError;
use plyglot_tables::{FolderError, TableError};
use thiserror::Error;

/// Why tables cannot be made or checked.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A position that comes back is worth something else than a draw.
    #[error(
        "{0}: a position that comes back is not drawn in this game, and tables hold for a draw alone"
    )]
    Repetition(String),
    /// The game declares no classes.
    #[error(
        "{0} declares no classes of endings: --from makes a table of all that a position leads to"
    )]
    NoClasses(String),
    /// A win or a loss takes too long.
    #[error("{0}: a win takes more plies than a score can tell")]
    TooFar(String),
    /// More positions than numbers of 39 bits tell apart, or more moves in one than 16.
    #[error("{0} has too many positions or moves to be solved")]
    TooLarge(String),
    /// There is too little memory.
    #[error(
        "{class} takes at least {} of memory, even by passes on disk, and there is {}",
        shown(*.needed),
        shown(*.there)
    )]
    Memory {
        /// The class.
        class: String,
        /// In bytes.
        needed: u64,
        /// In bytes.
        there: u64,
    },
    /// There is too little room on the disk.
    #[error(
        "{class} takes about {} on the disk of {folder} while it is made, and there is {}",
        shown(*.needed),
        shown(*.there)
    )]
    Disk {
        /// The class.
        class: String,
        /// The folder.
        folder: String,
        /// In bytes.
        needed: u64,
        /// In bytes.
        there: u64,
    },
    /// Another process makes the same table.
    #[error("{0}: another process is making this table")]
    InUse(String),
    /// What was kept on disk is not what was written.
    #[error(
        "{0}: what was kept there is damaged and has been removed; the same command begins the class anew"
    )]
    Damaged(String),
    /// A file that is kept on disk while a table is made cannot be read.
    #[error("cannot read {path}: {error}")]
    Scratch {
        /// Where.
        path: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The value of a position is not that of its best move: a mistake of the game's rules, of its classes, or of this
    /// program.
    #[error("{class}: the value of {position} is not that of its best move")]
    Inconsistent {
        /// The class.
        class: String,
        /// The position.
        position: String,
    },
    /// A file of the folder is refused.
    #[error(transparent)]
    File(#[from] FolderError),
    /// A table cannot be written.
    #[error("cannot write {path}: {error}")]
    Output {
        /// Where.
        path: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The game's code failed.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// The progress could not be shown.
    #[error("cannot write the output: {0}")]
    Show(io::Error),
}

/// Bytes in whole megabytes.
fn shown(bytes: u64) -> String {
    format!("{}M", bytes.div_ceil(1 << 20))
}

pub(super) fn of_file(path: &Path, error: TableError) -> MakeError {
    FolderError { path: path.into(), error }.into()
}

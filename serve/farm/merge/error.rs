//! Why results cannot be merged, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use thiserror::Error;

/// Why results cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// A line is not one of a shard's results.
    #[error("{place}: {message}")]
    Line {
        /// Where.
        place: Place,
        /// What is wrong with it.
        message: String,
    },
    /// Two shards are not of the same run.
    #[error("{place}: a shard of another run: its {field} is {there}, in {first} it is {wanted}")]
    Differs {
        /// Where the shard begins.
        place: Place,
        /// What differs.
        field: String,
        /// What it is there.
        there: String,
        /// Where the first shard begins.
        first: Place,
        /// What it is in the first.
        wanted: String,
    },
    /// No file has a shard in it.
    #[error("{}: there is no shard in it: results of --shard I/N --json are needed", path.display())]
    Nothing {
        /// The first file.
        path: PathBuf,
    },
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub(super) path: Rc<Path>,
    pub(super) line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.path.display(), self.line)
    }
}

/// A line that is not what it should be.
pub(super) fn wrong(place: Place, message: impl Into<String>) -> MergeError {
    MergeError::Line { place, message: message.into() }
}

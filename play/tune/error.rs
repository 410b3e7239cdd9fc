//! Why a tuning cannot begin or go on.

use std::io;

use crate::matches::MatchError;
use plyglot_open::DoorError;
use plyglot_wire::journal::JournalError;
use plyglot_wire::spread::ThreadRefused;
use thiserror::Error;

/// Why a tuning cannot begin or go on.
#[derive(Debug, Error)]
pub enum TuneError {
    /// There is no number of that name.
    #[error("unknown number {name:?}; expected one of {}", known.join(", "))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// The range is empty, or goes beyond what the number may be.
    #[error("{name}: {least}..{greatest} is not a range within {}..{}", within.0, within.1)]
    Range {
        /// The number.
        name: String,
        /// The least.
        least: i64,
        /// The greatest.
        greatest: i64,
        /// What the number may be.
        within: (i64, i64),
    },
    /// A number is named twice.
    #[error("the number {0} is given twice")]
    Twice(String),
    /// The game has no numbers that can be tuned.
    #[error("{0} has no numbers to tune")]
    NoNumbers(String),
    /// The player is another program.
    #[error("only an engine of this process can be tuned, not another program")]
    Program,
    /// The game has no position that both depths can search.
    #[error("{0} has no positions from which searches of {1} plies end with estimates")]
    NoPositions(String, u32),
    /// The game's code failed, or an engine could not be made.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A pair could not be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A thread could not be started.
    #[error(transparent)]
    Thread(#[from] ThreadRefused),
    /// The progress could not be shown.
    #[error("cannot write the output: {0}")]
    Show(io::Error),
}

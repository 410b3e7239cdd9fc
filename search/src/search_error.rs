//! Why a search has no result.

use thiserror::Error;

use crate::limits::LimitError;

/// Why a search has no result. The engine can be used again afterwards.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchError {
    /// A limit that makes no sense.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The game's or the knowledge's code panicked.
    #[error("the game panicked on worker {worker}: {message}")]
    GamePanicked {
        /// On which worker, from 0.
        worker: usize,
        /// The panic's message.
        message: String,
    },
    /// The game gave neither an outcome nor a move: a mistake in its rules.
    #[error("the game gave neither an outcome nor a move after the moves [{line}] from the root")]
    NoMoves {
        /// The moves from the root to the position, as their `Debug` prints them; empty at the root.
        line: String,
    },
}

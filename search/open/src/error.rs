//! What can go wrong at the door, and the one place where a game's panic is caught.

use std::panic::{AssertUnwindSafe, catch_unwind};

use plyglot_search::{EngineError, OptionError, ParseError, SearchError, panic_message, quoted};
use thiserror::Error;

/// There is no game of that name or size.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CatalogueError {
    /// No game answers to the name.
    #[error("unknown game {:?}; expected one of {known}", quoted(.name))]
    UnknownGame {
        /// The name that was asked for.
        name: String,
        /// The names that exist, separated by commas.
        known: String,
    },
    /// The game does not come in that size.
    #[error("{game}: {error}")]
    UnknownSize {
        /// The game.
        game: &'static str,
        /// What was wrong with the size.
        error: ParseError,
    },
}

/// What can go wrong at the door.
#[derive(Debug, Error)]
pub enum DoorError {
    /// There is no such game, or not in that size.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// A text is not a position, a move or a record of the game.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A move is not legal in the position.
    #[error("the move {0:#x} is not legal here")]
    Illegal(u32),
    /// A position was given to another game than its own, or to another size of it.
    #[error("the position belongs to another game, or to another size of it")]
    Foreign,
    /// The game's own code panicked.
    #[error("the game panicked: {0}")]
    Panicked(String),
    /// A panic that was not caught where it arose.
    #[error("a panic in the code of the game or of plyglot: {0}")]
    Bug(String),
    /// The engine could not be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The search has no result. The engine can be used again.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The classes of the game's endings break a law ([`plyglot_search::endings`]).
    #[error("the classes of the game's endings are wrong: {0}")]
    Endings(String),
    /// An option could not be set.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Runs a game's code. A panic in it ends here, as an error.
pub(crate) fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, DoorError> {
    // Whatever a panic leaves half done is a position or knowledge that is dropped with the error, or
    // was only read.
    catch_unwind(AssertUnwindSafe(code))
        .map_err(|payload| DoorError::Panicked(panic_message(payload)))
}

//! Why a match cannot go on.

use std::io;

use plyglot_open::DoorError;
use plyglot_wire::journal::JournalError;
use thiserror::Error;

use crate::matches::player::PlayerError;
use crate::matches::record::Seat;

/// Why a match cannot go on. Faults of players are no errors.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The game cannot be played, or its code panicked.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A player cannot be made.
    #[error("player {seat}: {error}")]
    Player {
        /// Which.
        seat: Seat,
        /// Why.
        error: PlayerError,
    },
    /// There is no position to play from.
    #[error(
        "there is no opening: no sequence of {plies} random plies leads to a position that is not over"
    )]
    NoOpening {
        /// How many plies were asked for.
        plies: String,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game could not be shown.
    #[error("a result could not be shown: {0}")]
    Shown(io::Error),
    /// The system refused a thread.
    #[error("the system refused a thread: {0}")]
    Thread(io::Error),
    /// A panic outside of the game's code.
    #[error("a panic in the match: {0}")]
    Panicked(String),
}

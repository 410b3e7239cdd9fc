//! Why a training cannot begin or go on.

use std::io;
use std::path::PathBuf;

use plyglot_open::DoorError;
use plyglot_wire::journal::JournalError;
use plyglot_wire::spread::ThreadRefused;
use thiserror::Error;

use crate::matches::MatchError;

/// Why a training cannot begin or go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The game declares no features.
    #[error("{0} declares no features, so there are no patterns to train: --net trains a net")]
    NoFeatures(String),
    /// The game shows no board.
    #[error("{0} shows no board, so there is nothing that a net could learn from")]
    NoBoard(String),
    /// The game has no option that takes weights.
    #[error("{0} declares features, but has no option \"weights\" that reads what was trained")]
    NoOption(String),
    /// A journal holds no game to learn from.
    #[error("{}: there is no game in it to learn from", .0.display())]
    NoGames(PathBuf),
    /// The game's code failed, or an engine could not be made.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The weights could not be written.
    #[error("{} could not be written: {error}", path.display())]
    Output {
        /// Where.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The match of a round's weights against those of before failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A thread could not be started.
    #[error(transparent)]
    Thread(#[from] ThreadRefused),
    /// The progress could not be shown.
    #[error("cannot write the output: {0}")]
    Show(io::Error),
}

//! From the errors of the libraries to the reasons of a command: what the user, the system or a game did wrong.

use plyglot_bench::ablation::AblationError;
use plyglot_bench::scaling::PlayError;
use plyglot_play::matches::MatchError;
use plyglot_play::tables::MakeError;
use plyglot_play::train::TrainError;
use plyglot_play::tree::TreeError;
use plyglot_play::tune::TuneError;
use plyglot_serve::board::BoardError;
use plyglot_serve::farm::part::PartError;
use plyglot_serve::farm::run::FarmError;
use plyglot_serve::farm::runner::RunnerError;
use plyglot_wire::journal::JournalError;
use plyglot_wire::read::FileError;

use super::{Failure, plain};

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Unusable { path, error } => Failure::Unusable { path, error },
            other => Failure::Read(other),
        }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::File { path, error } => {
                Failure::Unusable { path: path.display().to_string(), error }
            }
            other => Failure::Journal(other),
        }
    }
}

impl From<PartError> for Failure {
    fn from(error: PartError) -> Self {
        match error {
            PartError::File { path, error } => {
                Failure::Unusable { path: path.display().to_string(), error }
            }
            other => Failure::Part(other),
        }
    }
}

impl From<FarmError> for Failure {
    fn from(error: FarmError) -> Self {
        match error {
            FarmError::Part(error) => error.into(),
            FarmError::File { path, error } => {
                Failure::Unusable { path: path.display().to_string(), error }
            }
            FarmError::Merge(error) => error.into(),
            other => Failure::Farm(other),
        }
    }
}

impl From<BoardError> for Failure {
    fn from(error: BoardError) -> Self {
        match error {
            BoardError::Service(error) => error.into(),
            BoardError::Port { port, error } => {
                let error = format!("port {port} of 127.0.0.1: {}", plain(&error));
                Failure::System { what: "the socket", error }
            }
            BoardError::Token(error) => Failure::System { what: "a random number", error },
        }
    }
}

impl From<RunnerError> for Failure {
    fn from(error: RunnerError) -> Self {
        FarmError::from(error).into()
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Door(error) => error.into(),
            MatchError::Journal(error) => error.into(),
            MatchError::Shown(error) => error.into(),
            MatchError::Thread(error) => {
                Failure::System { what: "a thread", error: error.to_string() }
            }
            MatchError::Panicked(message) => Failure::Bug(message),
            other => Failure::Match(other),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Match(error) => error.into(),
            PlayError::Journal(error) => error.into(),
        }
    }
}

impl From<AblationError> for Failure {
    fn from(error: AblationError) -> Self {
        match error {
            AblationError::Door(error) => error.into(),
            AblationError::Match(error) => error.into(),
            AblationError::Journal(error) => error.into(),
            AblationError::Thread(error) => {
                Failure::System { what: "a thread", error: error.to_string() }
            }
            other => Failure::Ablation(other),
        }
    }
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Self {
        match error {
            TuneError::Door(error) => error.into(),
            TuneError::Match(error) => error.into(),
            TuneError::Journal(error) => error.into(),
            TuneError::Show(error) => error.into(),
            other => Failure::Tune(other),
        }
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::Door(error) => error.into(),
            TreeError::Games(error) => error.into(),
            TreeError::Thread(error) => {
                Failure::System { what: "a thread", error: error.to_string() }
            }
            TreeError::Journal(error) => error.into(),
            TreeError::Show(error) => Failure::Output(error),
            TreeError::File { path, error } => {
                Failure::Unusable { path: path.display().to_string(), error }
            }
            other => Failure::Tree(other),
        }
    }
}

impl From<MakeError> for Failure {
    fn from(error: MakeError) -> Self {
        match error {
            MakeError::Door(error) => error.into(),
            MakeError::Show(error) => error.into(),
            MakeError::Output { path, error } => Failure::NotWritten { path, error },
            MakeError::Scratch { path, error } => Failure::Unusable { path, error },
            other => Failure::Tables(other),
        }
    }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Door(error) => error.into(),
            TrainError::Journal(error) => error.into(),
            TrainError::Show(error) => error.into(),
            TrainError::Output { path, error } => {
                Failure::NotWritten { path: path.display().to_string(), error }
            }
            other => Failure::Train(other),
        }
    }
}

//! Errors of the door as exceptions of the package.

use plyglot_open::DoorError;
use plyglot_search::SearchError;
use plyglot_serve::queue::{QueryError, ServiceError, SubmitError};
use pyo3::prelude::*;

use crate::exceptions::exception;
use crate::rules::Shared;

/// What a text was to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// A position.
    Position,
    /// A move, or several.
    Move,
}

/// An error of the door. An exception that a game written in Python has raised is raised again.
pub(crate) fn of_door(
    py: Python<'_>,
    error: DoorError,
    game: Option<&Shared>,
    text: Text,
) -> PyErr {
    let message = error.to_string();
    let class = match error {
        DoorError::Catalogue(_) => "UnknownGameError",
        DoorError::Text(_) => match text {
            Text::Position => "InvalidPositionError",
            Text::Move => "IllegalMoveError",
        },
        DoorError::Illegal(_) => "IllegalMoveError",
        DoorError::Foreign => "ForeignPositionError",
        DoorError::Panicked(said) => return of_game(py, &said, message, game),
        DoorError::Bug(_) | DoorError::Engine(_) => "EngineError",
        DoorError::Endings(_) => "GameError",
        DoorError::Search(SearchError::Limit(_)) => "InvalidLimitError",
        DoorError::Search(SearchError::GamePanicked { message: said, .. }) => {
            return of_game(py, &said, message, game);
        }
        DoorError::Search(SearchError::NoMoves { line }) => {
            return exception(py, "GameError", no_moves(py, &line, game));
        }
        DoorError::Search(SearchError::NoStack { .. } | SearchError::NoMemory { .. }) => {
            "EngineError"
        }
        DoorError::Option(_) => "InvalidOptionError",
    };
    exception(py, class, message)
}

/// What the game's code has raised, or else that it panicked.
pub(crate) fn of_game(py: Python<'_>, said: &str, message: String, game: Option<&Shared>) -> PyErr {
    let raised = game.and_then(|rules| rules.raised(said));
    raised.unwrap_or_else(|| exception(py, "GameError", message))
}

fn no_moves(py: Python<'_>, line: &str, game: Option<&Shared>) -> String {
    let line = match game {
        Some(rules) => {
            line.split(' ').map(|mv| rules.written(py, mv)).collect::<Vec<_>>().join(" ")
        }
        None => line.into(),
    };
    format!("the game gave neither an outcome nor a move after the moves [{line}] from the root")
}

/// Why a search among many has no result.
pub(crate) fn of_query(py: Python<'_>, error: QueryError, game: Option<&Shared>) -> PyErr {
    match error {
        QueryError::Door(error) => of_door(py, error, game, Text::Position),
        other => exception(py, "EngineError", other.to_string()),
    }
}

/// Why there is no service.
pub(crate) fn of_service(py: Python<'_>, error: &ServiceError) -> PyErr {
    exception(py, "EngineError", error.to_string())
}

/// Why a search was not taken.
pub(crate) fn of_submit(py: Python<'_>, error: &SubmitError) -> PyErr {
    let class = match error {
        SubmitError::Limit(_) => "InvalidLimitError",
        SubmitError::Full { .. } | SubmitError::Ended => "EngineError",
    };
    exception(py, class, error.to_string())
}

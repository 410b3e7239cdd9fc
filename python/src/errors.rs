//! Errors of the door as exceptions of the package.
//!
//! The classes are written in Python (`package/plyglot/_errors.py`), where each also is the built-in exception that
//! a reader of Python expects (an illegal move is a `ValueError`).

use plyglot_open::DoorError;
use plyglot_search::SearchError;
use plyglot_serve::{QueryError, ServiceError, SubmitError};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::games::Opened;

/// An exception of the package, by the name of its class.
pub(crate) fn exception(py: Python<'_>, class: &str, message: impl Into<String>) -> PyErr {
    let message = message.into();
    let made = py
        .import("plyglot._errors")
        .and_then(|module| module.getattr(class))
        .and_then(|class| class.call1((message.clone(),)));
    made.map_or_else(|_| PyRuntimeError::new_err(message), PyErr::from_value)
}

/// What a text was to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// A position.
    Position,
    /// A move, or several.
    Move,
}

/// An error of the door. An exception that a game written in Python has raised is raised again.
pub(crate) fn of_door(py: Python<'_>, error: DoorError, game: &Opened, text: Text) -> PyErr {
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
        DoorError::Engine(_) => "EngineError",
        DoorError::Search(SearchError::Limit(_)) => "InvalidLimitError",
        DoorError::Search(SearchError::GamePanicked { message: said, .. }) => {
            return of_game(py, &said, message, game);
        }
        DoorError::Search(SearchError::NoMoves { line }) => {
            return exception(py, "GameError", no_moves(py, &line, game));
        }
        DoorError::Search(SearchError::NoStack { .. }) => "EngineError",
        DoorError::Option(_) => "InvalidOptionError",
    };
    exception(py, class, message)
}

/// What the game's code has raised, or else that it panicked.
pub(crate) fn of_game(py: Python<'_>, said: &str, message: String, game: &Opened) -> PyErr {
    let raised = game.python.as_ref().and_then(|rules| rules.raised(said));
    raised.unwrap_or_else(|| exception(py, "GameError", message))
}

fn no_moves(py: Python<'_>, line: &str, game: &Opened) -> String {
    let line = match &game.python {
        Some(rules) => {
            line.split(' ').map(|mv| rules.written(py, mv)).collect::<Vec<_>>().join(" ")
        }
        None => line.into(),
    };
    format!("the game gave neither an outcome nor a move after the moves [{line}] from the root")
}

/// Why a search among many has no result.
pub(crate) fn of_query(py: Python<'_>, error: QueryError, game: &Opened) -> PyErr {
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

//! What is traced, and why a search cannot be.

use std::fmt;
use std::str::FromStr;

use plyglot_family::{Method, MethodError};
use plyglot_open::{DoorError, Mv, Position};
use plyglot_search::{Stop, Window};
use thiserror::Error;

/// What is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traced {
    /// An algorithm of the family.
    Method(Method),
    /// The engine, on one thread.
    Engine,
}

/// The name of the engine among the algorithms.
pub(super) const ENGINE: &str = "engine";

/// How a search is traced.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What is traced.
    pub traced: Traced,
    /// How many plies deep it searches.
    pub depth: u32,
    /// The window at the root, for algorithms that have one.
    pub window: Window,
    /// The search ends as soon as this is raised, with what was recorded until then.
    pub stop: Option<&'a Stop>,
    /// How many visits are stored.
    pub most: usize,
    /// Visits this number of plies from the root, or more, are only counted.
    pub plies: u32,
}

/// A search that cannot be traced.
#[derive(Debug, Error)]
pub enum TraceError {
    /// Deeper than lines may get, or a window or a number that it cannot have.
    #[error("{0}")]
    Request(String),
    /// The game has a mistake in its rules.
    #[error("the game gives neither an outcome nor a move {0}")]
    NoMoves(String),
    /// The engine could not be made, its search has no result, or the game's code panicked.
    #[error(transparent)]
    Door(#[from] DoorError),
}

impl TraceError {
    /// The mistake is after this line of a position.
    pub(super) fn no_moves(position: &Position, line: &[Mv]) -> Result<Self, DoorError> {
        Ok(TraceError::NoMoves(match position.notation(line)? {
            line if line.is_empty() => "here".into(),
            line => format!("after {}", line.join(" ")),
        }))
    }
}

impl Traced {
    /// Whether it searches within the window that it is given.
    pub fn has_window(self) -> bool {
        match self {
            Traced::Method(method) => method.algorithm.has_window(),
            Traced::Engine => false,
        }
    }
}

impl FromStr for Traced {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        if text == ENGINE { Ok(Traced::Engine) } else { text.parse().map(Traced::Method) }
    }
}

impl fmt::Display for Traced {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Traced::Method(method) => method.fmt(out),
            Traced::Engine => out.write_str(ENGINE),
        }
    }
}

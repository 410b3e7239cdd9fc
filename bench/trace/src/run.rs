//! Runs a search and writes it down.

use std::fmt;
use std::str::FromStr;

use plyglot_family::{FamilyError, Method, MethodError, Question, search_watched};
use plyglot_open::{DoorError, Mv, Open, Position};
use plyglot_search::StopFlag;
use plyglot_search::Window;
use thiserror::Error;

use super::against::ByEngine;
use super::by_engine;
use super::record::Recording;
use super::tally::Plies;
use super::told::{Answered, Subject, Trace};
use super::watching::Watching;

/// What is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traced {
    /// An algorithm of the family.
    Method(Method),
    /// The engine, on one thread.
    Engine,
}

/// The name under which the engine is asked for.
const ENGINE: &str = ByEngine::NAME;

/// How a search is traced.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What is traced.
    pub traced: Traced,
    /// How many plies deep it searches.
    pub depth: u32,
    /// The window at the root, for algorithms that have one.
    pub window: Window,
    /// The search ends as soon as this is raised; what was written down is kept.
    pub stop: Option<&'a StopFlag>,
    /// How many visits are kept.
    pub most: usize,
    /// Visits at so many plies from the root, or more, are only counted.
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
    Stuck(String),
    /// The engine could not be made, its search has no result, or the game's code panicked.
    #[error(transparent)]
    Door(#[from] DoorError),
}

impl TraceError {
    /// The mistake is behind so many moves of a position.
    pub(super) fn stuck(position: &Position, line: &[Mv]) -> Result<Self, DoorError> {
        Ok(TraceError::Stuck(match position.notation(line)? {
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

/// Searches a position of a game, whatever led to it, and gives the search as it ran. A search that
/// was stopped gives what it did until then, without an answer. Takes the time of the search, and some
/// hundred bytes for each visit that is kept.
///
/// # Errors
/// If the search cannot be made as it is asked for, or the game has a mistake.
pub fn trace(
    request: &Request<'_>,
    game: &dyn Open,
    position: &Position,
) -> Result<Trace, TraceError> {
    let has_window = request.traced.has_window();
    if !has_window && request.window != Window::FULL {
        let message = format!("{} finds the value whatever the window: give none", request.traced);
        return Err(TraceError::Request(message));
    }
    let position = position.without_past();
    let mut recording = Recording::new(request.most).within_plies(request.plies);
    let mut plies = Plies::default();
    let watching =
        Watching { recording: &mut recording, plies: Some(&mut plies), stop: request.stop };
    let answer = match request.traced {
        Traced::Method(method) => by_method(&method, request, game, &position, watching)?,
        Traced::Engine => by_engine::search(request, game, &position, watching)?,
    };
    let facts = position.facts();
    let subject = Subject {
        game: facts.name.clone(),
        position: position.text()?,
        board: position.board()?,
        sides: facts.sides.clone(),
        mover: position.to_move(),
        unit: facts.unit.clone(),
        algorithm: request.traced.to_string(),
        depth: request.depth,
        window: has_window.then_some(request.window),
    };
    let knowledge = game.knowledge();
    Ok(Trace::of(subject, &position, knowledge, &recording, plies.tallies(), answer)?)
}

fn by_method(
    method: &Method,
    request: &Request<'_>,
    game: &dyn Open,
    position: &Position,
    mut watching: Watching<'_>,
) -> Result<Option<Answered>, TraceError> {
    let question =
        Question { window: request.window, stop: request.stop, ..Question::depth(request.depth) };
    let knowledge = &mut game.knowledge();
    match search_watched(method, position.game(), knowledge, &question, &mut watching) {
        Ok(answer) => {
            let line = position.notation(&answer.line)?;
            Ok(Some(Answered { value: answer.value, bound: answer.bound, line }))
        }
        Err(FamilyError::Stopped | FamilyError::TooManyVisits(_)) => Ok(None),
        Err(FamilyError::Stuck(line)) => Err(TraceError::stuck(position, &line)?),
        Err(error) => Err(TraceError::Request(error.to_string())),
    }
}

//! What can be compared: algorithms of the family, the engine, and anything else that reports to an observer
//! what it does.

use std::fmt;

use plyglot_family::{FamilyError, Method, Question, search_watched};
use plyglot_open::{Ask, DoorError, DynKnowledge, Mv, Open, Position};
use plyglot_search::{Acceptance, Config, Ended, Limits, Score, Stop, Window};
use thiserror::Error;

use super::super::record::Recording;
use super::super::request::{ENGINE, TraceError};
use super::super::watching::Watching;

/// What a side is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The position.
    pub position: &'a Position,
    /// How many plies deep it is to be searched.
    pub depth: u32,
    /// The window, from the side to move; full for a side that has none.
    pub window: Window,
    /// The most visits that it may make.
    pub visits: u64,
    /// It gives up as soon as this is raised.
    pub stop: Option<&'a Stop>,
}

/// Why a search was not made to its end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SideError {
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// More visits would have been needed than allowed.
    #[error("the search needs more visits than it may make")]
    TooManyVisits,
    /// It could not be made.
    #[error("{0}")]
    Failed(String),
}

impl From<DoorError> for SideError {
    fn from(error: DoorError) -> Self {
        SideError::Failed(error.to_string())
    }
}

/// One of two searches that are compared.
pub trait Side {
    /// What it is called.
    fn name(&self) -> String;

    /// Whether it searches within the window that it is asked for. The others find the value.
    fn has_window(&self) -> bool;

    /// Searches a position, reports every visit to `observer` and gives the answer, which counts
    /// distances from that position.
    ///
    /// # Errors
    /// If the search could not be made to its end.
    fn search(
        &mut self,
        asked: &Asked<'_>,
        observer: &mut Recording<Mv>,
    ) -> Result<Score, SideError>;
}

/// An algorithm of the family.
#[derive(Clone, Debug)]
pub struct ByMethod {
    /// Which.
    pub method: Method,
    /// What estimates positions.
    pub knowledge: DynKnowledge,
}

impl Side for ByMethod {
    fn name(&self) -> String {
        self.method.to_string()
    }

    fn has_window(&self) -> bool {
        self.method.algorithm.has_window()
    }

    fn search(
        &mut self,
        asked: &Asked<'_>,
        observer: &mut Recording<Mv>,
    ) -> Result<Score, SideError> {
        let Asked { position, depth, window, visits, stop } = *asked;
        let question = Question { window, stop, visits, ..Question::depth(depth) };
        let (game, knowledge) = (position.game(), &mut self.knowledge);
        match search_watched(&self.method, game, knowledge, &question, observer) {
            Ok(answer) => Ok(answer.value),
            Err(FamilyError::Stopped) => Err(SideError::Stopped),
            Err(FamilyError::TooManyVisits(_)) => Err(SideError::TooManyVisits),
            Err(FamilyError::Stuck(line)) => {
                Err(SideError::Failed(TraceError::no_moves(position, &line)?.to_string()))
            }
            Err(error) => Err(SideError::Failed(error.to_string())),
        }
    }
}

/// The engine on one thread, with knowledge that looks no further than the horizon, and a table in
/// which only entries of equal depth answer: at a fixed depth its value is that of minimax. It finds
/// its windows at the root itself, and has searched all smaller depths before. Depth 0, which is not a
/// search, is answered by the outcome or the estimate, without a visit.
#[derive(Clone, Copy)]
pub struct ByEngine<'a> {
    /// The game that is searched.
    pub game: &'a dyn Open,
    /// Size of its table, which is empty at the beginning of each search, in bytes.
    pub hash_bytes: usize,
}

impl ByEngine<'_> {
    /// Its name among the algorithms.
    pub const NAME: &'static str = ENGINE;
}

impl<'a> ByEngine<'a> {
    /// The engine with a table that is enough for comparing.
    pub fn new(game: &'a dyn Open) -> Self {
        ByEngine { game, hash_bytes: 1 << 20 }
    }
}

impl fmt::Debug for ByEngine<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "ByEngine({}, {} bytes)", self.game.facts().name, self.hash_bytes)
    }
}

impl Side for ByEngine<'_> {
    fn name(&self) -> String {
        Self::NAME.into()
    }

    fn has_window(&self) -> bool {
        false
    }

    fn search(
        &mut self,
        asked: &Asked<'_>,
        observer: &mut Recording<Mv>,
    ) -> Result<Score, SideError> {
        let Asked { position, depth, visits, stop, .. } = *asked;
        if depth == 0 {
            // Less than a ply is not a search.
            return Ok(match position.outcome() {
                Some(outcome) => outcome.score(),
                None => Score::heuristic(position.estimate()?.unwrap_or(0)),
            });
        }
        let config = Config {
            threads: 1,
            hash_bytes: self.hash_bytes,
            acceptance: Acceptance::Equal,
            ..Config::default()
        };
        let limits = Limits { nodes: Some(visits), ..Limits::depth(depth) };
        let mut watching = Watching { recording: observer, plies: None, stop };
        let report = self.game.watch(&config, &Ask::new(position, &limits), true, &mut watching)?;
        match report.ended {
            Ended::Stopped => Err(SideError::Stopped),
            Ended::Nodes => Err(SideError::TooManyVisits),
            _ => Ok(report.verdict.score),
        }
    }
}

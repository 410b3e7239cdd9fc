//! What a player is asked, what it answers, and what can go wrong with it.

use std::time::Duration;

use plyglot_clock::Clock;
use plyglot_open::{DoorError, Mv, Position, Stop, Verdict};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Whose turn it is and what the clocks say.
pub struct Turn<'a> {
    /// The position, with the game that led to it.
    pub at: &'a Position,
    /// The player's own clock, if it plays by one.
    pub clock: Option<Clock>,
    /// The opponent's.
    pub other_clock: Option<Clock>,
    /// Ends the match early; the player then answers [`Trouble::Stopped`] as soon as it can.
    pub stop: &'a Stop,
}

impl Turn<'_> {
    /// The time that the player has for this move if it also has this `time` for each; zero without either.
    pub(super) fn allowance(&self, time: Option<Duration>) -> Duration {
        let clock = self.clock.map(|clock| clock.left);
        time.into_iter().chain(clock).min().unwrap_or_default()
    }
}

/// A move, and what the player says of the position from its own side.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move, which the referee checks.
    pub mv: Mv,
    /// The player's value of the position.
    pub verdict: Option<Verdict>,
    /// Plies that were searched.
    pub depth: Option<u32>,
    /// Positions that were visited.
    pub nodes: Option<u64>,
}

/// What a player did wrong. It loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It used more time than it had.
    Time,
    /// It ended, or failed.
    Crash,
    /// It gave a move that is not legal.
    Illegal,
    /// It did not answer.
    Hang,
}

impl FaultKind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [FaultKind; 4] =
        [FaultKind::Time, FaultKind::Crash, FaultKind::Illegal, FaultKind::Hang];

    /// The words for it, in the plural.
    pub fn words(self) -> &'static str {
        match self {
            FaultKind::Time => "time losses",
            FaultKind::Crash => "crashes",
            FaultKind::Illegal => "illegal moves",
            FaultKind::Hang => "hangs",
        }
    }
}

/// A fault, and what is to be said of it in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What happened.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into() }
    }
}

/// Why a player gave no move.
#[derive(Debug)]
pub enum Trouble {
    /// A fault of its own.
    Fault(Fault),
    /// It gives the game up, as some protocols allow.
    Resigned,
    /// The match is ended early.
    Stopped,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// A player cannot be made.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// The engine cannot.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// The program cannot be started, or does not answer as its protocol asks.
    #[error("{0}")]
    Program(String),
    /// The program's protocol has no words for what the player may use.
    #[error("{0}")]
    Unsaid(String),
}

/// Something that plays.
pub trait Player: Send {
    /// A new game begins at this position. What was learnt from others is forgotten.
    ///
    /// # Errors
    /// If it cannot; the game is lost.
    fn begin(&mut self, start: &Position, stop: &Stop) -> Result<(), Trouble>;

    /// Chooses a move. The game is not over.
    ///
    /// # Errors
    /// If it has none; the game is lost unless the match was ended.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Trouble>;
}

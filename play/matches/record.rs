//! A game that was played, as journals, JSON and texts hold it.

use std::fmt;

use plyglot_search::Side;
use serde::{Deserialize, Serialize};

use crate::matches::judge::Ended;
use crate::matches::player::FaultKind;

/// One of the two players of a match, whichever side it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Seat {
    /// Whose results are counted.
    A,
    /// The opponent.
    B,
}

impl Seat {
    /// The opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::A => Seat::B,
            Seat::B => Seat::A,
        }
    }

    /// Who plays `side` where `first` plays the first one.
    pub fn of(side: Side, first: Seat) -> Seat {
        match side {
            Side::First => first,
            Side::Second => first.other(),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Seat::A => "A",
            Seat::B => "B",
        })
    }
}

/// A result from A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A has lost.
    Loss,
    /// Neither has.
    Draw,
    /// A has won.
    Win,
}

impl GameResult {
    /// The result of these half points for A.
    pub(crate) fn of(half_points: u8) -> GameResult {
        match half_points {
            0 => GameResult::Loss,
            1 => GameResult::Draw,
            _ => GameResult::Win,
        }
    }

    /// A's half points: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            GameResult::Loss => "loss",
            GameResult::Draw => "draw",
            GameResult::Win => "win",
        }
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Who made it.
    pub by: Seat,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the player said of the position, from its own side; `null` if it said nothing.
    pub score: Option<String>,
    /// Plies that it searched.
    pub depth: Option<u32>,
    /// Positions that it visited.
    pub nodes: Option<u64>,
    /// How long it took, by the referee's clock.
    pub time_ms: f64,
}

/// A fault of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Whose.
    pub by: Seat,
    /// What kind.
    pub kind: FaultKind,
    /// What happened, in one line.
    pub message: String,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which game of the match, from 1. Games 2n - 1 and 2n are pair n.
    pub number: usize,
    /// Which pair, from 1.
    pub pair: usize,
    /// The moves of the opening, or its position as text.
    pub opening: String,
    /// True if the opening is a position without moves.
    pub from_position: bool,
    /// Whether a search found the opening balanced; `null` of one that was given.
    pub balanced: Option<bool>,
    /// Who plays the side that moves first in the start position.
    pub first: Seat,
    /// The result from A's side.
    pub result: GameResult,
    /// Why the game ended.
    pub ended: Ended,
    /// The fault that ended it.
    pub fault: Option<FaultRecord>,
    /// The moves after the opening.
    pub moves: Vec<Played>,
}

impl GameRecord {
    /// The game for a file of games, one on a line, as `review --file` reads it: comments that say who played,
    /// how it ended and what the players thought, then the moves from the start. A game from a position that no moves
    /// lead to is a comment as a whole.
    pub fn text(&self) -> String {
        let moves: Vec<&str> = self.moves.iter().map(|played| &*played.mv).collect();
        let moves = moves.join(" ");
        let scores = self.moves.iter().map(|played| played.score.as_deref().unwrap_or("-"));
        let scores: Vec<&str> = scores.collect();
        let head = format!(
            "# game {}, pair {}: {} moves first, {} for A by {}",
            self.number,
            self.pair,
            self.first,
            self.result.word(),
            self.ended.word(),
        );
        let fault = self.fault.as_ref().map(|fault| {
            let FaultRecord { by, message, .. } = fault;
            format!("\n# fault of {by}: {}", message.replace(['\n', '\r'], " "))
        });
        let scores = format!("# scores, each from its own side: {}", scores.join(", "));
        let line = match self.from_position {
            true => format!("# from {}: {moves}", self.opening),
            false => format!("{} {moves}", self.opening),
        };
        format!("{head}{}\n{scores}\n{}\n", fault.unwrap_or_default(), line.trim())
    }
}

//! One search of a study, and what it gave.

use std::fmt;
use std::str::FromStr;

use plyglot_search::{Scheme, SchemeError};
use serde::{Deserialize, Serialize};

/// A scheme that is stored as its text: `lazy-stagger+settle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SchemeName(pub Scheme);

impl FromStr for SchemeName {
    type Err = SchemeError;

    fn from_str(text: &str) -> Result<Self, SchemeError> {
        text.parse().map(SchemeName)
    }
}

impl TryFrom<String> for SchemeName {
    type Error = SchemeError;

    fn try_from(text: String) -> Result<Self, SchemeError> {
        text.parse()
    }
}

impl From<SchemeName> for String {
    fn from(name: SchemeName) -> String {
        name.to_string()
    }
}

impl fmt::Display for SchemeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Padded, so that it fits into columns.
        out.pad(&self.0.to_string())
    }
}

/// One search of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Case {
    /// Which position, from 0.
    pub position: usize,
    /// How the threads share the search; `None` of one thread, which has nobody to share with and
    /// is the baseline of every scheme.
    pub scheme: Option<SchemeName>,
    /// How many threads.
    pub threads: usize,
    /// Which of the repeats, from 0.
    pub repeat: usize,
}

/// What one search gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Which search.
    pub case: Case,
    /// Time to the goal in seconds, on the study's clock: real, or virtual at a microsecond a node.
    pub seconds: f64,
    /// Real time in seconds. Of virtual threads it says nothing but how long the study takes.
    pub wall_seconds: f64,
    /// Time to the end of the first iteration in seconds, on the study's clock; `None` if none was
    /// finished.
    pub first_result: Option<f64>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Table look-ups.
    pub probes: u64,
    /// Look-ups that found an entry.
    pub hits: u64,
    /// Entries that belonged to another position with the same key.
    pub collisions: u64,
    /// Null-window searches that were repeated with a wider window.
    pub researches: u64,
    /// Moves put off because another thread was searching them.
    pub deferred: u64,
    /// Nodes left because another thread had answered them.
    pub settled: u64,
    /// Nodes handed out to several threads.
    pub splits: u64,
    /// Nodes in subtrees that another thread searched too, to the same depth and window.
    pub repeated: u64,
    /// The depth that was reached, in plies.
    pub depth: u32,
    /// The score as the game writes it, from the point of view of the side to move.
    pub score: String,
    /// True if the score is exact and holds to the end of the game.
    pub proven: bool,
    /// True if the goal was reached. A sample that did not reach it is kept and shown, but no
    /// ratio is made of it.
    pub reached: bool,
    /// What went wrong, if the search failed; all figures are then zero.
    pub error: Option<String>,
}

impl Sample {
    /// A search that failed.
    pub fn failed(case: Case, error: impl Into<String>) -> Self {
        Sample {
            case,
            seconds: 0.0,
            wall_seconds: 0.0,
            first_result: None,
            nodes: 0,
            probes: 0,
            hits: 0,
            collisions: 0,
            researches: 0,
            deferred: 0,
            settled: 0,
            splits: 0,
            repeated: 0,
            depth: 0,
            score: String::new(),
            proven: false,
            reached: false,
            error: Some(error.into()),
        }
    }

    /// Nodes in a second of the study's clock; zero if it took no time.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.nodes as f64 / self.seconds } else { 0.0 }
    }
}

//! One search of a study, and what it gave.

use std::fmt;
use std::str::FromStr;

use super::account::SampleAccount;
use plyglot_search::{Counters, Scheme, SchemeError};
use plyglot_wire::counters;
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
pub struct PlannedSearch {
    /// Which position, from 0.
    pub position: usize,
    /// How the threads share the search; `None` of one thread, which shares with no other thread and
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
    pub case: PlannedSearch,
    /// Time to the goal in seconds, on the study's clock: real, or virtual at a microsecond a node.
    pub seconds: f64,
    /// Real time in seconds. Of virtual threads it shows only how long the study takes.
    pub wall_seconds: f64,
    /// Time to the end of the first iteration in seconds, on the study's clock; `None` if none was
    /// finished.
    pub first_result: Option<f64>,
    /// What all threads did; in files each counter is a field of the sample.
    #[serde(flatten, with = "counters")]
    pub counters: Counters,
    /// The depth that was reached, in plies.
    pub depth: u32,
    /// The score as the game writes it, from the point of view of the side to move.
    pub score: String,
    /// True if the score is exact and holds to the end of the game.
    pub proven: bool,
    /// True if the goal was reached. A sample that did not reach it is stored and shown, but no
    /// ratio is made of it.
    pub reached: bool,
    /// Where the time of the threads went, if that was asked for.
    #[serde(default)]
    pub account: Option<SampleAccount>,
    /// What went wrong, if the search failed; all figures are then zero.
    pub error: Option<String>,
}

impl Sample {
    /// A search that failed.
    pub fn failed(case: PlannedSearch, error: impl Into<String>) -> Self {
        Sample {
            case,
            seconds: 0.0,
            wall_seconds: 0.0,
            first_result: None,
            counters: Counters::default(),
            depth: 0,
            score: String::new(),
            proven: false,
            reached: false,
            account: None,
            error: Some(error.into()),
        }
    }

    /// Nodes in a second of the study's clock; zero if it took no time.
    pub fn rate(&self) -> f64 {
        if self.seconds > 0.0 { self.counters.nodes as f64 / self.seconds } else { 0.0 }
    }
}

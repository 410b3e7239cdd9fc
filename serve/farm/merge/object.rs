//! The objects of a shard's results, as far as merging looks into them; all else passes through unread.

use plyglot_wire::read::Source;
use serde::Deserialize;
use serde_json::Value;

/// One line of the results.
#[derive(Debug, Deserialize)]
pub(super) struct Object {
    /// `shard`, `result`, `move`, `review`, `error`, or what a later version writes.
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) schema: u32,
    #[serde(default)]
    source_line: Option<usize>,
    #[serde(default)]
    source_game: Option<usize>,
    #[serde(flatten)]
    pub(super) says: Says,
    #[serde(default)]
    nodes: u64,
    #[serde(default)]
    time_ms: f64,
    #[serde(default)]
    answer: Option<Known>,
    #[serde(default)]
    complete: Option<bool>,
}

/// What must be the same where a line is answered twice. Nodes, times and lines of moves may differ.
#[derive(Debug, Default, PartialEq, Deserialize)]
pub(super) struct Says {
    #[serde(default)]
    pub(super) position: Option<String>,
    #[serde(default)]
    pub(super) ply: Option<usize>,
    #[serde(default, rename = "move")]
    pub(super) played: Option<String>,
    #[serde(default)]
    pub(super) score: Option<Score>,
    /// Of an error.
    #[serde(default)]
    pub(super) message: Option<String>,
}

/// A score of any kind.
#[derive(Debug, PartialEq, Deserialize)]
pub(super) struct Score {
    pub(super) kind: String,
    pub(super) proven: bool,
    pub(super) value: Value,
    #[serde(default)]
    pub(super) win_in: Option<i64>,
    /// As the game writes it; earlier versions did not say.
    #[serde(default)]
    text: Option<String>,
}

/// The answer that the file gives.
#[derive(Debug, Deserialize)]
struct Known {
    right: Option<bool>,
}

/// How far a line is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// What ends the answer has not come.
    Open,
    /// A bad line, or a search that failed.
    Error,
    /// Whole.
    Whole,
}

/// What is counted of results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Proven and exact values.
    pub exact: usize,
    /// Values that agree with the answer in the file.
    pub right: usize,
    /// Values that do not.
    pub wrong: usize,
    /// Bad lines and searches that failed.
    pub errors: usize,
    /// Positions visited.
    pub nodes: u64,
    /// The searches' time, in milliseconds.
    pub time_ms: f64,
}

impl Object {
    /// What of the file it is about.
    pub(super) fn source(&self) -> Option<Source> {
        Some(Source { line: self.source_line?, game: self.source_game })
    }

    /// What the answer to a line is after this object.
    pub(super) fn state(&self) -> State {
        match (&*self.kind, self.complete) {
            ("result", _) | ("review", Some(true)) => State::Whole,
            ("error", _) => State::Error,
            _ => State::Open,
        }
    }

    pub(super) fn counts(&self) -> Counts {
        let is_result = self.kind == "result";
        let exact = |score: &Score| is_result && score.kind == "exact";
        let right = self.answer.as_ref().and_then(|answer| answer.right);
        Counts {
            exact: usize::from(self.says.score.as_ref().is_some_and(exact)),
            right: usize::from(right == Some(true)),
            wrong: usize::from(right == Some(false)),
            errors: usize::from(self.kind == "error"),
            nodes: self.nodes,
            time_ms: self.time_ms,
        }
    }
}

impl Counts {
    pub(super) fn add(self, other: Counts) -> Counts {
        Counts {
            exact: self.exact + other.exact,
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            errors: self.errors + other.errors,
            nodes: self.nodes.saturating_add(other.nodes),
            time_ms: self.time_ms + other.time_ms,
        }
    }
}

/// The first score in which two answers differ, for people; `None` if they say the same.
pub(super) fn difference(left: &[Says], right: &[Says]) -> Option<(String, String)> {
    if left == right {
        return None;
    }
    let pair = left.iter().zip(right).find(|(left, right)| left != right);
    Some(match pair {
        Some((left, right)) if left.position != right.position => {
            (short(left.position.as_deref()), short(right.position.as_deref()))
        }
        Some((left, right)) => (text(left), text(right)),
        None => (format!("{} objects", left.len()), format!("{} objects", right.len())),
    })
}

fn text(says: &Says) -> String {
    let ply = says.ply.map_or_else(String::new, |ply| format!("move {ply} "));
    match &says.score {
        Some(Score { proven, value, text, .. }) => {
            let proven = if *proven { "proven" } else { "not proven" };
            let text = text.clone().unwrap_or_else(|| value.to_string());
            format!("{ply}{text} ({proven})")
        }
        None => format!("{ply}{}", short(says.message.as_deref())),
    }
}

fn short(text: Option<&str>) -> String {
    text.map_or_else(|| "nothing".into(), |text| text.chars().take(80).collect())
}

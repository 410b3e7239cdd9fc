//! What is said of a search, running or ended.

use std::time::Duration;

use plyglot_open::{DoorError, Mv, Position, Progress, Report};
use plyglot_search::{self as engine, Bounds};
use serde::{Serialize, Serializer};

use crate::object::{Answer, Ended, Score, SourceFields, TabledMove};

/// One of the best lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its rank, from 1.
    #[serde(rename = "line")]
    pub rank: usize,
    /// How deep it was searched, in plies; 0 where the game is over.
    pub depth: u32,
    /// Its score.
    pub score: Score,
    /// The principal variation in the game's notation, best move first.
    pub pv: Vec<String>,
    /// Its first move; `None` where the game is over.
    pub best_move: Option<String>,
}

/// What a search has spent so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Nodes per second; 0 where no time has passed.
    pub nps: u64,
    /// The engine's time for this position; written in milliseconds.
    #[serde(rename = "time_ms", serialize_with = "in_milliseconds")]
    pub time: Duration,
    /// How full the table is with entries of this search, in thousandths.
    pub hash_permill: u32,
    /// The size of the table in bytes; of one that grows, as it is now.
    pub hash_bytes: usize,
    /// How many plies from the root the deepest position lies that was visited; `None` where it is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// How many positions were found in tables of endgames; only where some were.
    #[serde(skip_serializing_if = "is_zero")]
    pub tbhits: u64,
}

/// What is proven of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProvenBetween {
    /// It is at least this, in the game's unit; `None` if nothing is proven.
    pub lower: Option<i32>,
    /// It is at most this, likewise.
    pub upper: Option<i32>,
    /// In words: `-3 to +18`, `>= win in 7`; `None` if nothing is proven.
    pub text: Option<String>,
}

/// The fields of `info` and of `result`: how far a search has come.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The game with its size.
    pub game: String,
    /// The position that is searched.
    pub position: String,
    /// Where in a file the position stands.
    #[serde(flatten)]
    pub source: SourceFields,
    /// The line that was found; of a result the best one.
    #[serde(flatten)]
    pub line: Line,
    /// What it took.
    #[serde(flatten)]
    pub effort: Effort,
    /// How many threads search the position.
    pub threads: usize,
    /// Likewise, only where they are virtual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub virtual_threads: Option<usize>,
    /// Only where the threads are virtual: how many nodes one searches before the next has its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// Only of a result: why the search ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// Only of a result of a search for several lines: all of them, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Line>>,
    /// Only of a result, where tables of endgames hold some of the moves: all legal ones, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tabled: Vec<TabledMove>,
    /// Only of a solve without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven_between: Option<ProvenBetween>,
    /// Only where the file's line carries an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

impl Line {
    /// A line of a search of `at`.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn new(at: &Position, line: &engine::Line<Mv>) -> Result<Line, DoorError> {
        let pv = at.notation(&line.pv)?;
        let score = Score::new(at, line.verdict)?;
        let best_move = pv.first().cloned();
        Ok(Line { rank: line.rank, depth: line.depth, score, pv, best_move })
    }
}

impl Effort {
    /// Of a search that took this time.
    pub fn new(nodes: u64, time: Duration, (hash_permill, hash_bytes): (u32, usize)) -> Effort {
        let nps = rate(nodes, time);
        Effort { nodes, nps, time, hash_permill, hash_bytes, seldepth: None, tbhits: 0 }
    }
}

impl<M> From<&Progress<M>> for Effort {
    fn from(progress: &Progress<M>) -> Effort {
        let table = (progress.hash_permill, progress.hash_bytes);
        let effort = Effort::new(progress.nodes, progress.elapsed, table);
        Effort { seldepth: Some(progress.seldepth), tbhits: progress.tbhits, ..effort }
    }
}

impl<M> From<&Report<M>> for Effort {
    fn from(report: &Report<M>) -> Effort {
        let table = (report.hash_permill, report.hash_bytes);
        let effort = Effort::new(report.nodes, report.elapsed, table);
        Effort { seldepth: Some(report.seldepth), tbhits: report.tbhits, ..effort }
    }
}

impl ProvenBetween {
    /// Of a search of `at`.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn new(at: &Position, proven: Bounds) -> Result<ProvenBetween, DoorError> {
        let end = |is_open, score| if is_open { Ok(None) } else { at.value(score) };
        let [lower_open, upper_open] = open(proven.lower, proven.upper);
        Ok(ProvenBetween {
            lower: end(lower_open, proven.lower)?,
            upper: end(upper_open, proven.upper)?,
            text: between(at, proven.lower, proven.upper, true)?,
        })
    }
}

impl Info {
    /// What a search of `at` on this many threads has found.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn of_progress(
        at: &Position,
        progress: &Progress<Mv>,
        threads: usize,
    ) -> Result<Info, DoorError> {
        Info::new(at, Line::new(at, &progress.line)?, progress.into(), threads)
    }

    /// How a search of `at` ended; `several` if more than one line was asked for.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn of_report(at: &Position, report: &Report<Mv>, several: bool) -> Result<Info, DoorError> {
        let lines = report.lines.iter().map(|line| Line::new(at, line));
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        // The value of the position is that of its best move, or the outcome of a finished game.
        let score = Score::new(at, report.verdict)?;
        let best = match lines.first() {
            Some(first) => Line { score, ..first.clone() },
            None => Line { rank: 1, depth: 0, score, pv: Vec::new(), best_move: None },
        };
        let mut info = Info::new(at, best, report.into(), report.threads)?;
        info.ended = Some(Ended(report.ended));
        info.lines = several.then_some(lines);
        info.tabled = TabledMove::all(at)?;
        Ok(info)
    }

    fn new(at: &Position, line: Line, effort: Effort, threads: usize) -> Result<Info, DoorError> {
        Ok(Info {
            game: at.facts().name.clone(),
            position: at.text()?,
            source: SourceFields::default(),
            line,
            effort,
            threads,
            virtual_threads: None,
            turn: None,
            ended: None,
            lines: None,
            tabled: Vec::new(),
            proven_between: None,
            answer: None,
        })
    }

    /// The same of virtual threads in turns of this many nodes, if there is a turn.
    #[must_use]
    pub fn in_turns(self, turn: Option<u64>) -> Info {
        Info { virtual_threads: turn.map(|_| self.threads), turn, ..self }
    }
}

/// Between which scores a value is, in words: `-3 to +18`, `>= +4`; `None` where both ends are open.
///
/// # Errors
/// If the game's code panics.
pub fn between(
    at: &Position,
    lower: engine::Score,
    upper: engine::Score,
    proven: bool,
) -> Result<Option<String>, DoorError> {
    let text = |score| at.score_text(score, proven);
    Ok(match open(lower, upper) {
        [false, false] => Some(format!("{} to {}", text(lower)?, text(upper)?)),
        [false, true] => Some(format!(">= {}", text(lower)?)),
        [true, false] => Some(format!("<= {}", text(upper)?)),
        [true, true] => None,
    })
}

/// Which of two bounds say nothing.
fn open(lower: engine::Score, upper: engine::Score) -> [bool; 2] {
    [lower <= engine::Score::MINUS_INFINITY, upper >= engine::Score::INFINITY]
}

/// Positions per second, or 0 where no time was measured.
pub fn rate(nodes: u64, time: Duration) -> u64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}

/// A time in milliseconds, to the microsecond: easy positions take only a few of them.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn in_milliseconds<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(milliseconds(*time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_time_the_rate_is_zero() {
        assert_eq!(rate(7, Duration::ZERO), 0);
        assert_eq!(rate(500, Duration::from_millis(500)), 1000);
        assert_eq!(milliseconds(Duration::from_nanos(96_400)), 0.096);
    }
}

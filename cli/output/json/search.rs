//! The objects of `analyze` and `solve`.

use std::time::Duration;

use plyglot_open::{DoorError, Mv, Position, Progress, Report, Verdict};
use plyglot_search::{Bound, Bounds, Line, Meaning, Score};
use serde::Serialize;

use crate::format;

/// The fields of `error`.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorFields<'a> {
    /// The game.
    pub(crate) game: &'a str,
    /// The line of the file that it is about.
    pub(crate) source_line: Option<usize>,
    /// What was wrong.
    pub(crate) message: &'a str,
}

/// The fields of `info` and of `result`: how far a search has come.
#[derive(Debug, Serialize)]
pub(crate) struct SearchFields<'a> {
    game: &'a str,
    position: &'a str,
    source_line: Option<usize>,
    depth: u32,
    line: usize,
    score: JsonScore,
    nodes: u64,
    nps: u64,
    time_ms: f64,
    hash_permill: u32,
    threads: usize,
    /// Only where the threads are virtual.
    #[serde(skip_serializing_if = "Option::is_none")]
    virtual_threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u64>,
    pv: Vec<String>,
    best_move: Option<String>,
    /// Only of a result of several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<JsonLine>>,
    /// Only where the file's line carries an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<JsonAnswer>,
    /// Only of a solve without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven_between: Option<ProvenBetween>,
}

/// What is proven of a value, in the game's unit.
#[derive(Debug, Serialize)]
struct ProvenBetween {
    lower: Option<i32>,
    upper: Option<i32>,
}

/// What is the same for all objects of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a str,
    pub(crate) source_line: Option<usize>,
    /// The length of a turn, if the threads are virtual.
    pub(crate) turn: Option<u64>,
}

/// One of several lines.
#[derive(Debug, Serialize)]
struct JsonLine {
    line: usize,
    depth: u32,
    score: JsonScore,
    pv: Vec<String>,
    best_move: Option<String>,
}

/// The answer that the file gives, and whether the result agrees.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JsonAnswer {
    /// The value in the game's unit; null if the file does not say.
    pub(crate) value: Option<i32>,
    /// The moves that are best; empty if the file does not say.
    pub(crate) best_moves: Vec<String>,
    /// Moves that are mistakes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) avoid_moves: Vec<String>,
    /// In how many plies the side to move wins, or loses where negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ends_in: Option<i64>,
    /// Whether the result agrees; null if nothing proven decides it.
    pub(crate) right: Option<bool>,
}

/// A score as programs read it.
#[derive(Debug, Serialize)]
pub(crate) struct JsonScore {
    kind: &'static str,
    proven: bool,
    value: Number,
    win_in: Option<i64>,
    /// Only of what is not proven, where the game names a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<u8>,
}

/// Exact values are whole numbers of the game's unit, estimates are fractions of it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Number {
    Whole(i32),
    Fraction(f64),
}

impl JsonScore {
    /// From the point of view of the side to move in `position`.
    pub(crate) fn new(position: &Position, verdict: Verdict) -> Result<JsonScore, DoorError> {
        let meaning = verdict.score.meaning();
        let kind = match verdict.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let value = match (meaning, position.value(verdict.score)?) {
            (Meaning::Heuristic(points), _) if !verdict.proven => {
                Number::Fraction(f64::from(points) / f64::from(position.facts().points))
            }
            (_, Some(value)) => Number::Whole(value),
            (_, None) => Number::Whole(verdict.score.raw()),
        };
        let win_in = match meaning {
            Meaning::WinIn(plies) => Some(i64::from(plies)),
            Meaning::LossIn(plies) => Some(-i64::from(plies)),
            _ => None,
        };
        let confidence = position.facts().confidence.filter(|_| !verdict.proven);
        Ok(JsonScore { kind, proven: verdict.proven, value, win_in, confidence })
    }
}

impl JsonLine {
    fn new(position: &Position, line: &Line<Mv>) -> Result<JsonLine, DoorError> {
        let pv = position.notation(&line.pv)?;
        Ok(JsonLine {
            line: line.rank,
            depth: line.depth,
            score: JsonScore::new(position, line.verdict)?,
            best_move: pv.first().cloned(),
            pv,
        })
    }
}

impl<'a> SearchFields<'a> {
    /// The fields of `info`.
    pub(crate) fn of_progress(
        about: About<'a>,
        position: &Position,
        progress: &Progress<Mv>,
        threads: usize,
    ) -> Result<Self, DoorError> {
        let line = JsonLine::new(position, &progress.line)?;
        Ok(SearchFields {
            game: about.game,
            position: about.position,
            source_line: about.source_line,
            depth: line.depth,
            line: line.line,
            score: line.score,
            nodes: progress.nodes,
            nps: format::rate(progress.nodes, progress.elapsed),
            time_ms: milliseconds(progress.elapsed),
            hash_permill: progress.hash_permill,
            threads,
            virtual_threads: about.turn.map(|_| threads),
            turn: about.turn,
            pv: line.pv,
            best_move: line.best_move,
            lines: None,
            answer: None,
            proven_between: None,
        })
    }

    /// The fields of `result`. `several` if more than one line was asked for.
    pub(crate) fn of_report(
        about: About<'a>,
        position: &Position,
        report: &Report<Mv>,
        several: bool,
        answer: Option<JsonAnswer>,
    ) -> Result<Self, DoorError> {
        let first = report.lines.first();
        let pv = first.map_or(Ok(Vec::new()), |line| position.notation(&line.pv))?;
        let lines = || report.lines.iter().map(|line| JsonLine::new(position, line)).collect();
        Ok(SearchFields {
            game: about.game,
            position: about.position,
            source_line: about.source_line,
            depth: first.map_or(0, |line| line.depth),
            line: 1,
            score: JsonScore::new(position, report.verdict)?,
            nodes: report.nodes,
            nps: format::rate(report.nodes, report.elapsed),
            time_ms: milliseconds(report.elapsed),
            hash_permill: report.hash_permill,
            threads: report.threads,
            virtual_threads: about.turn.map(|_| report.threads),
            turn: about.turn,
            best_move: pv.first().cloned(),
            pv,
            lines: several.then(lines).transpose()?,
            answer,
            proven_between: None,
        })
    }

    /// Adds what is proven of the value.
    pub(crate) fn prove(&mut self, position: &Position, proven: Bounds) -> Result<(), DoorError> {
        let end = |score: Score| {
            let is_open = score <= Score::MINUS_INFINITY || score >= Score::INFINITY;
            if is_open { Ok(None) } else { position.value(score) }
        };
        let (lower, upper) = (end(proven.lower)?, end(proven.upper)?);
        self.proven_between = Some(ProvenBetween { lower, upper });
        Ok(())
    }
}

// To the microsecond: easy positions take only a few of them.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

//! The result of a search in a journal, so that a run which is continued shows it as if it had been found now.
//!
//! A score is stored by its meaning (`{"win_in":5}`, `{"margin":-4}`, `{"estimate":120}`), not by the number
//! that the engine uses, and every field is checked when it is read. Moves are stored as the door hands them
//! out; whether they are legal only a position can say, so [`StoredReport::read`] takes one.
//!
//! Cost: some 300 bytes for a result.

use std::time::Duration;

use plyglot_open::{Mv, Position, Report, Verdict};
use plyglot_search::{Bound, Counters, Ended, Line, Meaning, Score};
use serde::{Deserialize, Serialize};

use crate::counters;

/// A search's result as a journal stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredReport {
    verdict: StoredVerdict,
    lines: Vec<StoredLine>,
    ended: StoredEnd,
    seconds: f64,
    first_result: Option<f64>,
    hash_permill: u32,
    threads: usize,
    #[serde(flatten, with = "counters")]
    counters: Counters,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct StoredVerdict {
    score: StoredScore,
    bound: StoredBound,
    proven: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredLine {
    depth: u32,
    #[serde(flatten)]
    verdict: StoredVerdict,
    moves: Vec<Mv>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredScore {
    Estimate(i32),
    Margin(i32),
    WinIn(u32),
    LossIn(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredBound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredEnd {
    Proven,
    Depth,
    Nodes,
    Time,
    Stopped,
    GameOver,
}

impl StoredReport {
    /// To be written down.
    pub fn of(report: &Report<Mv>) -> StoredReport {
        let line = |line: &Line<Mv>| StoredLine {
            depth: line.depth,
            verdict: StoredVerdict::of(line.verdict),
            moves: line.pv.clone(),
        };
        StoredReport {
            verdict: StoredVerdict::of(report.verdict),
            lines: report.lines.iter().map(line).collect(),
            ended: match report.ended {
                Ended::Proven => StoredEnd::Proven,
                Ended::Depth => StoredEnd::Depth,
                Ended::Nodes => StoredEnd::Nodes,
                Ended::Time => StoredEnd::Time,
                Ended::Stopped => StoredEnd::Stopped,
                Ended::GameOver => StoredEnd::GameOver,
            },
            seconds: report.elapsed.as_secs_f64(),
            first_result: report.first_result.map(|time| time.as_secs_f64()),
            hash_permill: report.hash_permill,
            threads: report.threads,
            counters: report.counters,
        }
    }

    /// The result again, as one of a search of `at`.
    ///
    /// # Errors
    /// What is wrong with it: a score out of range, a move that is not legal here, a time that is none.
    pub fn read(&self, at: &Position) -> Result<Report<Mv>, String> {
        let lines = self.lines.iter().enumerate().map(|(index, line)| {
            at.notation(&line.moves).map_err(|error| error.to_string())?;
            let verdict = line.verdict.read()?;
            Ok(Line { rank: index + 1, depth: line.depth, verdict, pv: line.moves.clone() })
        });
        let lines = lines.collect::<Result<Vec<_>, String>>()?;
        if lines.iter().any(|line| line.pv.is_empty()) || lines.is_empty() == at.outcome().is_none()
        {
            return Err("a result without a move".into());
        }
        let time = |seconds: f64| {
            let time = Duration::try_from_secs_f64(seconds);
            time.map_err(|_| format!("a time of {seconds} s"))
        };
        Ok(Report {
            verdict: self.verdict.read()?,
            lines,
            ended: match self.ended {
                StoredEnd::Proven => Ended::Proven,
                StoredEnd::Depth => Ended::Depth,
                StoredEnd::Nodes => Ended::Nodes,
                StoredEnd::Time => Ended::Time,
                StoredEnd::Stopped => Ended::Stopped,
                StoredEnd::GameOver => Ended::GameOver,
            },
            elapsed: time(self.seconds)?,
            first_result: self.first_result.map(time).transpose()?,
            hash_permill: self.hash_permill,
            threads: self.threads,
            counters: self.counters,
            nodes: self.counters.nodes,
        })
    }
}

impl StoredVerdict {
    fn of(verdict: Verdict) -> StoredVerdict {
        let score = match verdict.score.meaning() {
            Meaning::Heuristic(points) => StoredScore::Estimate(points),
            Meaning::Margin(margin) => StoredScore::Margin(margin),
            Meaning::WinIn(plies) => StoredScore::WinIn(plies),
            Meaning::LossIn(plies) => StoredScore::LossIn(plies),
            // A result has no such score; if one had, it would say nothing.
            Meaning::Unbounded => StoredScore::Estimate(0),
        };
        let bound = match verdict.bound {
            Bound::Exact => StoredBound::Exact,
            Bound::Lower => StoredBound::Lower,
            Bound::Upper => StoredBound::Upper,
        };
        StoredVerdict { score, bound, proven: verdict.proven }
    }

    fn read(self) -> Result<Verdict, String> {
        let score = match self.score {
            StoredScore::Estimate(points)
                if points.unsigned_abs() <= Score::MAX_HEURISTIC as u32 =>
            {
                Score::heuristic(points)
            }
            StoredScore::Margin(margin) if margin.unsigned_abs() <= Score::MAX_MARGIN as u32 => {
                Score::margin(margin)
            }
            StoredScore::WinIn(plies) if plies <= Score::MAX_DISTANCE => Score::win_in(plies),
            StoredScore::LossIn(plies) if plies <= Score::MAX_DISTANCE => Score::loss_in(plies),
            score => return Err(format!("a score out of range: {score:?}")),
        };
        let bound = match self.bound {
            StoredBound::Exact => Bound::Exact,
            StoredBound::Lower => Bound::Lower,
            StoredBound::Upper => Bound::Upper,
        };
        Ok(Verdict { score, bound, proven: self.proven })
    }
}

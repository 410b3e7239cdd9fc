//! The result of a search in a journal, so that a run which is continued shows it as if it had been found now.
//!
//! A score is stored by its meaning (`{"win_in":5}`, `{"margin":-4}`, `{"estimate":120}`), not by the number
//! that the engine uses, and every field is checked when it is read. Moves are stored as the door hands them
//! out; whether they are legal only a position can say, so [`StoredReport::read`] takes one.
//!
//! Cost: some 300 bytes for a result.

use std::time::Duration;

use plyglot_open::{Mv, Position, Report, Verdict};
use plyglot_search::{Bound, Counters, Line, Meaning, Score};
use serde::{Deserialize, Serialize};

use crate::counters;
use crate::object::Ended;

/// A search's result as a journal stores it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredReport {
    verdict: StoredVerdict,
    lines: Vec<StoredLine>,
    /// Not in journals of earlier versions, and only of reviews.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<StoredLine>,
    ended: Ended,
    seconds: f64,
    first_result: Option<f64>,
    hash_permill: u32,
    /// Not in journals of earlier versions.
    #[serde(default)]
    hash_bytes: usize,
    /// Not in journals of earlier versions.
    #[serde(default)]
    seldepth: u32,
    /// Not in journals of earlier versions.
    #[serde(default)]
    tbhits: u64,
    threads: usize,
    #[serde(flatten, with = "counters")]
    counters: Counters,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct StoredVerdict {
    #[serde(with = "StoredScore")]
    score: Meaning,
    #[serde(with = "StoredBound")]
    bound: Bound,
    proven: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredLine {
    depth: u32,
    #[serde(flatten)]
    verdict: StoredVerdict,
    moves: Vec<Mv>,
}

/// How a score relates to the value, by the engine's own word; whether that is proven stands beside it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Bound", rename_all = "lowercase")]
enum StoredBound {
    Exact,
    Lower,
    Upper,
}

/// A score by its meaning.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Meaning", rename_all = "snake_case")]
enum StoredScore {
    #[serde(rename = "estimate")]
    Heuristic(i32),
    Margin(i32),
    WinIn(u32),
    LossIn(u32),
    Won(u32),
    Lost(u32),
    // No result has such a score, and none is read.
    Unbounded,
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
            before: report.before.iter().map(line).collect(),
            ended: Ended(report.ended),
            seconds: report.elapsed.as_secs_f64(),
            first_result: report.first_result.map(|time| time.as_secs_f64()),
            hash_permill: report.hash_permill,
            hash_bytes: report.hash_bytes,
            seldepth: report.seldepth,
            tbhits: report.tbhits,
            threads: report.threads,
            counters: report.counters,
        }
    }

    /// The result again, as one of a search of `at`.
    ///
    /// # Errors
    /// What is wrong with it: a score out of range, a move that is not legal here, a time that is none.
    pub fn read(&self, at: &Position) -> Result<Report<Mv>, String> {
        let line = |(index, line): (usize, &StoredLine)| {
            at.notation(&line.moves).map_err(|error| error.to_string())?;
            let verdict = line.verdict.read()?;
            Ok(Line { rank: index + 1, depth: line.depth, verdict, pv: line.moves.clone() })
        };
        let lines = self.lines.iter().enumerate().map(line).collect::<Result<Vec<_>, String>>()?;
        let before = self.before.iter().enumerate().map(line);
        let before = before.collect::<Result<Vec<_>, String>>()?;
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
            before,
            ended: self.ended.0,
            elapsed: time(self.seconds)?,
            first_result: self.first_result.map(time).transpose()?,
            hash_permill: self.hash_permill,
            hash_bytes: self.hash_bytes,
            seldepth: self.seldepth,
            tbhits: self.tbhits,
            threads: self.threads,
            counters: self.counters,
            nodes: self.counters.nodes,
            account: None,
        })
    }
}

impl StoredVerdict {
    fn of(verdict: Verdict) -> StoredVerdict {
        let Verdict { score, bound, proven } = verdict;
        StoredVerdict { score: score.meaning(), bound, proven }
    }

    fn read(self) -> Result<Verdict, String> {
        let within = |number: i32, most: i32| number.unsigned_abs() <= most.unsigned_abs();
        let score = match self.score {
            Meaning::Heuristic(points) if within(points, Score::MAX_HEURISTIC) => {
                Score::heuristic(points)
            }
            Meaning::Margin(margin) if within(margin, Score::MAX_MARGIN) => Score::margin(margin),
            Meaning::WinIn(plies) if plies <= Score::MAX_DISTANCE => Score::win_in(plies),
            Meaning::LossIn(plies) if plies <= Score::MAX_DISTANCE => Score::loss_in(plies),
            Meaning::Won(plies) if plies <= Score::MAX_DISTANCE => Score::won(plies),
            Meaning::Lost(plies) if plies <= Score::MAX_DISTANCE => Score::lost(plies),
            score => return Err(format!("a score out of range: {score:?}")),
        };
        Ok(Verdict { score, bound: self.bound, proven: self.proven })
    }
}

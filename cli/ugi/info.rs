//! The lines about a search: `info depth ... score ... pv ...`.

use std::fmt::Write;
use std::time::Duration;

use plyglot_open::{DoorError, Figures, Mv, Position};
use plyglot_search::{Bound, Line, Meaning, Progress, Report, Verdict};

use crate::format;

/// What a search has spent so far.
struct Spent {
    nodes: u64,
    time: Duration,
    hash_permill: u32,
}

impl Spent {
    fn text(&self) -> String {
        let Spent { nodes, time, hash_permill } = *self;
        let (nps, ms) = (format::rate(nodes, time), time.as_millis());
        format!(" nodes {nodes} nps {nps} hashfull {hash_permill} time {ms}")
    }
}

/// The line of a search that runs.
pub(super) fn of_progress(at: &Position, progress: &Progress<Mv>) -> Result<String, DoorError> {
    let Progress { nodes, elapsed: time, hash_permill, .. } = *progress;
    of_line(at, &progress.line, &Spent { nodes, time, hash_permill })
}

/// What a search is working on, between its lines.
pub(super) fn of_figures(at: &Position, figures: &Figures) -> Result<String, DoorError> {
    let mut text = String::from("info");
    if let Some(current) = figures.current {
        let _ = write!(text, " depth {}", current.depth);
        if let Some(mv) = current.mv {
            let (mv, number) = (at.move_text(mv)?, current.number);
            let _ = write!(text, " currmove {mv} currmovenumber {number}");
        }
    }
    let Figures { nodes, elapsed: time, hash_permill, .. } = *figures;
    Ok(text + &Spent { nodes, time, hash_permill }.text())
}

/// The lines of a search that has ended.
pub(super) fn of_report(at: &Position, report: &Report<Mv>) -> Result<Vec<String>, DoorError> {
    let Report { nodes, elapsed: time, hash_permill, .. } = *report;
    let spent = Spent { nodes, time, hash_permill };
    report.lines.iter().map(|line| of_line(at, line, &spent)).collect()
}

fn of_line(at: &Position, line: &Line<Mv>, spent: &Spent) -> Result<String, DoorError> {
    let mut text = format!("info depth {} multipv {}", line.depth, line.rank);
    if let Some(score) = score(at.facts().points, &line.verdict) {
        let _ = write!(text, " score {score}");
    }
    let _ = write!(text, "{} pv", spent.text());
    for mv in at.notation(&line.pv)? {
        let _ = write!(text, " {mv}");
    }
    Ok(text)
}

/// A score as UCI writes it: hundredths of the game's unit, which is `unit` points, or moves of the winner to
/// the end.
fn score(unit: i32, verdict: &Verdict) -> Option<String> {
    let value = match verdict.score.meaning() {
        Meaning::Heuristic(points) => {
            format!("cp {}", i64::from(points) * 100 / i64::from(unit))
        }
        Meaning::Margin(margin) => format!("cp {}", i64::from(margin) * 100),
        Meaning::WinIn(plies) => format!("mate {}", plies.div_ceil(2)),
        Meaning::LossIn(plies) => format!("mate -{}", plies.div_ceil(2)),
        Meaning::Unbounded => return None,
    };
    let bound = match verdict.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    Some(value + bound)
}

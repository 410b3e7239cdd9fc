//! What is said of a search: `info depth ... score ... pv ...`.

use std::fmt::Write;
use std::time::Duration;

use plyglot_search::{Bound, Describe, Line, Meaning, Progress, Report, Verdict};

use crate::format;
use crate::json::notation;

/// What a search has spent so far.
struct Spent {
    nodes: u64,
    time: Duration,
    hash_permill: u32,
}

/// The line of a search that runs.
pub(super) fn of_progress<G: Describe>(game: &G, progress: &Progress<G::Move>) -> String {
    let Progress { nodes, elapsed: time, hash_permill, .. } = *progress;
    of_line(game, &progress.line, &Spent { nodes, time, hash_permill })
}

/// The lines of a search that has ended.
pub(super) fn of_report<G: Describe>(game: &G, report: &Report<G::Move>) -> Vec<String> {
    let Report { nodes, elapsed: time, hash_permill, .. } = *report;
    let spent = Spent { nodes, time, hash_permill };
    report.lines.iter().map(|line| of_line(game, line, &spent)).collect()
}

fn of_line<G: Describe>(game: &G, line: &Line<G::Move>, spent: &Spent) -> String {
    let mut text = format!("info depth {} multipv {}", line.depth, line.rank);
    if let Some(score) = score::<G>(&line.verdict) {
        let _ = write!(text, " score {score}");
    }
    let Spent { nodes, time, hash_permill } = *spent;
    let nps = format::rate(nodes, time);
    let ms = time.as_millis();
    let _ = write!(text, " nodes {nodes} nps {nps} hashfull {hash_permill} time {ms} pv");
    for mv in notation(game, &line.pv) {
        let _ = write!(text, " {mv}");
    }
    text
}

/// A score as UCI writes it: hundredths of the game's unit, or moves of the winner to the end.
fn score<G: Describe>(verdict: &Verdict) -> Option<String> {
    let value = match verdict.score.meaning() {
        Meaning::Heuristic(points) => {
            format!("cp {}", i64::from(points) * 100 / i64::from(G::POINTS))
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

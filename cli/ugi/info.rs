//! The lines about a search: `info depth ... score ... pv ...`.

use std::fmt::Write;

use plyglot_open::{DoorError, Figures, Mv, Position};
use plyglot_search::{Progress, Report};
use plyglot_wire::{Effort, Kind, Line, Score};

/// What a search has spent so far.
fn spent(effort: &Effort) -> String {
    let Effort { nodes, nps, time, hash_permill, .. } = effort;
    format!(" nodes {nodes} nps {nps} hashfull {hash_permill} time {}", time.as_millis())
}

/// The line of a search that runs.
pub(super) fn of_progress(at: &Position, progress: &Progress<Mv>) -> Result<String, DoorError> {
    Ok(of_line(&Line::new(at, &progress.line)?, &progress.into()))
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
    let Figures { nodes, elapsed, hash_permill, hash_bytes, .. } = *figures;
    Ok(text + &spent(&Effort::new(nodes, elapsed, (hash_permill, hash_bytes))))
}

/// The lines of a search that has ended.
pub(super) fn of_report(at: &Position, report: &Report<Mv>) -> Result<Vec<String>, DoorError> {
    let line = |line| Ok(of_line(&Line::new(at, line)?, &report.into()));
    report.lines.iter().map(line).collect()
}

fn of_line(line: &Line, effort: &Effort) -> String {
    let Line { rank, depth, score, pv, .. } = line;
    let (score, spent) = (self::score(score), spent(effort));
    format!("info depth {depth} multipv {rank} score {score}{spent} pv {}", pv.join(" "))
}

/// A score as UCI writes it: hundredths of the game's unit, or moves of the winner to the end.
fn score(score: &Score) -> String {
    let value = match score.win_in {
        Some(plies) => {
            let sign = if plies < 0 { "-" } else { "" };
            format!("mate {sign}{}", plies.unsigned_abs().div_ceil(2))
        }
        None => format!("cp {}", (score.value.number() * 100.0).round()),
    };
    match score.kind {
        Kind::Exact | Kind::Estimate => value,
        Kind::Lower | Kind::Upper => format!("{value} {}bound", score.kind),
    }
}

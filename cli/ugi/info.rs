//! The lines about a search: `info depth ... score ... pv ...`.

use std::fmt::Write;
use std::time::Duration;

use plyglot_open::{DoorError, Figures, Mv, Position};
use plyglot_search::{self as engine, MAX_PLY, Meaning, Progress, Report, Verdict};
use plyglot_wire::{Effort, Kind, Line, Score};

/// What a search has spent so far.
fn spent(effort: &Effort) -> String {
    let Effort { nodes, nps, time, hash_permill, tbhits, .. } = effort;
    let time = time.as_millis();
    format!(" nodes {nodes} nps {nps} hashfull {hash_permill} tbhits {tbhits} time {time}")
}

/// What is said beside the usual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    /// With what chance the game is won, drawn and lost.
    pub(super) chances: bool,
}

impl Said {
    /// The line of a search that runs.
    pub(super) fn of_progress(
        self,
        at: &Position,
        progress: &Progress<Mv>,
    ) -> Result<String, DoorError> {
        self.of_line(at, &progress.line, &progress.into())
    }

    /// The lines of a search that has ended.
    pub(super) fn of_report(
        self,
        at: &Position,
        report: &Report<Mv>,
    ) -> Result<Vec<String>, DoorError> {
        report.lines.iter().map(|line| self.of_line(at, line, &report.into())).collect()
    }

    fn of_line(
        self,
        at: &Position,
        found: &engine::Line<Mv>,
        effort: &Effort,
    ) -> Result<String, DoorError> {
        let Line { rank, depth, score, .. } = Line::new(at, found)?;
        let (score, spent) = (self::score(&score), spent(effort));
        let seldepth =
            effort.seldepth.map_or_else(String::new, |plies| format!(" seldepth {plies}"));
        let chances = if self.chances {
            let [win, draw, loss] = chances(found.verdict, at.facts().result_scale);
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let pv = match &*found.pv {
            // A bound that was not reached has no line.
            [] => String::new(),
            pv => format!(" pv {}", at.protocol_notation(pv)?.join(" ")),
        };
        let score = format!("{score}{chances}{spent}{pv}");
        Ok(format!("info depth {depth}{seldepth} multipv {rank} score {score}"))
    }
}

/// With what chance the side to move wins, draws and loses, in thousandths. The result scale tells what part of a win is
/// to be expected; it is taken for the chance to win each of two halves that both have to be won.
fn chances(verdict: Verdict, result_scale: i32) -> [u32; 3] {
    let score = verdict.score;
    let expected = match score.meaning() {
        Meaning::Heuristic(0) if verdict.is_exact() => return [0, 1000, 0],
        Meaning::Heuristic(points) => {
            1.0 / (1.0 + (-f64::from(points) / f64::from(result_scale.max(1))).exp())
        }
        _ if score > engine::Score::DRAW => 1.0,
        _ => 0.0,
    };
    let thousandths = |chance: f64| (1000.0 * chance).round() as u32;
    let (win, loss) = (thousandths(expected * expected), thousandths((1.0 - expected).powi(2)));
    [win, 1000 - win - loss, loss]
}

/// From here on a search says which move it is at: before, moves change too fast to be followed.
const LONG: Duration = Duration::from_secs(3);

/// What a search is working on, between its lines.
pub(super) fn of_figures(at: &Position, figures: &Figures) -> Result<String, DoorError> {
    let mut text = String::from("info");
    if let Some(current) = figures.current {
        let _ = write!(text, " depth {}", current.depth);
        if let Some(mv) = current.mv.filter(|_| figures.elapsed >= LONG) {
            let (mv, number) = (at.protocol_notation(&[mv])?.concat(), current.number);
            let _ = write!(text, " currmove {mv} currmovenumber {number}");
        }
    }
    let Figures { nodes, tbhits, elapsed, hash_permill, hash_bytes, .. } = *figures;
    let effort = Effort::new(nodes, elapsed, (hash_permill, hash_bytes));
    Ok(text + &spent(&Effort { tbhits, ..effort }))
}

/// The score of a win of which the distance is not known, in hundredths.
const KNOWN: i64 = 20_000;

/// A score as UCI writes it: hundredths of the game's unit, or moves of the winner to the end.
fn score(score: &Score) -> String {
    if let Some(wins) = score.wins_at_last {
        // Whatever its kind: no reader could make anything of a bound on this number.
        return format!("cp {}", if wins { KNOWN } else { -KNOWN });
    }
    let value = match score.win_in {
        // Further than any line goes: what tables of endgames say, as other engines write it.
        Some(plies) if plies.unsigned_abs() > MAX_PLY as u64 => {
            format!("cp {}", plies.signum() * KNOWN)
        }
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

#[cfg(test)]
mod tests {
    use plyglot_search::Bound;

    use super::*;

    fn of(score: engine::Score, proven: bool) -> [u32; 3] {
        chances(Verdict { score, bound: Bound::Exact, proven }, 160)
    }

    #[test]
    fn chances_add_up_and_follow_the_score() {
        assert_eq!(of(engine::Score::DRAW, false), [250, 500, 250]);
        assert_eq!(of(engine::Score::DRAW, true), [0, 1000, 0]);
        assert_eq!(of(engine::Score::win_in(3), true), [1000, 0, 0]);
        assert_eq!(of(engine::Score::loss_in(4), false), [0, 0, 1000]);
        let [win, draw, loss] = of(engine::Score::heuristic(160), false);
        assert_eq!((win, win + draw + loss), (534, 1000));
        let mirrored = of(engine::Score::heuristic(-160), false);
        assert_eq!(mirrored, [loss, draw, win]);
    }
}

//! What people see: the head, the live lines, the result.

use std::time::Duration;

use plyglot_open::{Config, DoorError, Limits, Mv, Position, Progress, Report, Verdict};
use plyglot_search::{Bound, Ended, Line, Meaning, Schedule, Scheme, Score};

use crate::format;

/// How far a score can be trusted, in a word: `exact` only of a value that is proven.
pub(crate) fn trust(verdict: Verdict) -> &'static str {
    match (verdict.proven, verdict.bound) {
        (true, Bound::Exact) => "exact",
        (true, _) => "proven",
        (false, _) => "estimate",
    }
}

/// How many threads, and in which turns virtual ones run.
pub(crate) fn threads(count: usize, turn: Option<u64>) -> String {
    match turn {
        None => format::count(count, "thread"),
        Some(turn) => format!(
            "{} in turns of {}",
            format::count(count, "virtual thread"),
            format::count(usize::try_from(turn).unwrap_or(usize::MAX), "node"),
        ),
    }
}

/// How the threads share a search, behind a comma; nothing where one would expect it.
pub(crate) fn scheme(config: &Config) -> String {
    if config.threads == 1 || config.scheme == Scheme::default() {
        return String::new();
    }
    format!(", scheme {}", config.scheme)
}

/// What is about to be searched, and how its scores are to be read.
pub(crate) fn head(
    position: &Position,
    config: &Config,
    limits: &Limits<Mv>,
) -> Result<String, DoorError> {
    let (facts, mover) = (position.facts(), position.mover());
    let threads = match config.schedule {
        Schedule::Real => threads(config.threads, None),
        Schedule::Virtual { turn } => threads(config.threads, Some(turn)),
    };
    let table = format::bytes(config.hash_bytes);
    let until = match (limits.solve, limits.depth, limits.nodes, limits.time) {
        (true, None, None, None) => "until solved; Ctrl-C stops",
        (false, None, None, None) => "until Ctrl-C or a proof",
        _ => "until a limit, a proof or Ctrl-C",
    };
    let chosen = match limits.root_moves.as_slice() {
        [] => String::new(),
        moves => {
            let moves = moves.iter().map(|&mv| position.move_text(mv));
            let moves = moves.collect::<Result<Vec<_>, _>>()?;
            format!("\nOnly these moves are looked at: {}.", moves.join(", "))
        }
    };
    Ok(format!(
        "{name}, {mover} to move; {threads}{scheme}, table of {table}, {until}\n\n{board}\n\n\
         Scores are in {unit}, from the point of view of {mover}, the side to move.{chosen}\n",
        name = facts.name,
        scheme = scheme(config),
        board = position.board()?.trim_end(),
        unit = facts.unit_name(),
    ))
}

/// The table of live lines: fixed columns, so that rows can be printed as they come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live {
    several: bool,
    /// The times are those of virtual threads.
    virtually: bool,
    width: Option<usize>,
}

impl Live {
    /// For a terminal of `width` columns, or for no terminal. `several` lines need their ranks.
    pub(crate) fn new(several: bool, virtually: bool, width: Option<usize>) -> Live {
        Live { several, virtually, width }
    }

    /// What the columns are. They leave the line some room on a terminal of 80.
    pub(crate) fn header(self) -> String {
        let rank = if self.several { "rank " } else { "" };
        format!(
            "depth {rank}{:>12} {:8} {:>7} {:>7} {:>8} table  line",
            "score",
            "",
            "nodes",
            "nodes/s",
            if self.virtually { "virtual" } else { "time" }
        )
    }

    /// One row.
    pub(crate) fn row(
        self,
        position: &Position,
        progress: &Progress<Mv>,
    ) -> Result<String, DoorError> {
        let Line { rank, depth, verdict, ref pv } = progress.line;
        let rank = if self.several { format!("{rank:>4} ") } else { String::new() };
        let mut row = format!(
            "{depth:>5} {rank}{:>12} {:8} {:>7} {:>7} {:>8} {:>4.0}%  ",
            position.verdict_text(&verdict)?,
            trust(verdict),
            format::short(progress.nodes),
            format::short(format::rate(progress.nodes, progress.elapsed)),
            format::clock(progress.elapsed),
            f64::from(progress.hash_permill) / 10.0,
        );
        let mut room = self.width.map(|width| width.saturating_sub(row.chars().count()));
        for text in position.notation(pv)? {
            // Room for the move, its gap and the dots of a line that goes on.
            match room.map(|room| room.checked_sub(text.chars().count() + 1)) {
                Some(None | Some(0)) => return Ok(row + "…"),
                Some(left) => room = left,
                None => {}
            }
            row.push_str(&text);
            row.push(' ');
        }
        row.truncate(row.trim_end().len());
        Ok(row)
    }
}

/// The result of a search, in a few lines.
///
/// `turn`, if the threads were virtual, is what [`threads`] wants to know.
pub(crate) fn result(
    position: &Position,
    report: &Report<Mv>,
    solve: bool,
    turn: Option<u64>,
) -> Result<String, DoorError> {
    let mut lines = Vec::new();
    let solved = report.verdict.proven && report.verdict.bound == Bound::Exact;
    if solve && !solved {
        lines.push(format!("not solved: {}; this is what was reached", ended(report.ended)));
    }
    let several = report.lines.len() > 1;
    for line in &report.lines {
        let moves = position.notation(&line.pv)?;
        let value = value(position, line.verdict, line.depth)?;
        if several {
            lines.push(format!("{:>2}. {}  ({value})", line.rank, moves.join(" ")));
        } else {
            lines.push(format!("best move  {}", moves.first().map_or("-", String::as_str)));
            lines.push(format!("value      {value}"));
            lines.push(format!("line       {}", moves.join(" ")));
        }
    }
    if report.lines.is_empty() {
        let value = value(position, report.verdict, 0)?;
        lines.push(format!("value      {value}, the game is over"));
    }
    lines.push(format!(
        "effort     {} nodes in {}{}, {} nodes/s, {}, table {:.1}% full",
        format::grouped(report.nodes),
        if turn.is_some() { "virtual " } else { "" },
        format::time(report.elapsed),
        format::short(format::rate(report.nodes, report.elapsed)),
        threads(report.threads, turn),
        f64::from(report.hash_permill) / 10.0,
    ));
    lines.push(format!("ended      {}", ended(report.ended)));
    Ok(lines.join("\n"))
}

/// A value in words.
pub(crate) fn value(
    position: &Position,
    verdict: Verdict,
    depth: u32,
) -> Result<String, DoorError> {
    let what = match (verdict.score.meaning(), position.value(verdict.score)?) {
        (Meaning::WinIn(plies), value) => distance("wins", position, plies, value),
        (Meaning::LossIn(plies), value) => distance("loses", position, plies, value),
        (Meaning::Heuristic(_), Some(0)) if verdict.proven => "a draw".into(),
        _ => {
            let score = position.score_text(verdict.score, verdict.proven)?;
            format!("{score} {} for {}", position.facts().unit_name(), position.mover())
        }
    };
    let trust = match (verdict.proven, verdict.bound) {
        (true, Bound::Exact) => "exact".into(),
        (true, bound) => format!("{}, proven", or_else(verdict.score, bound)),
        (false, Bound::Exact) if depth == 0 => "estimated without a search".into(),
        (false, Bound::Exact) => format!("estimated at depth {depth}"),
        (false, bound) => format!("{}, estimated at depth {depth}", or_else(verdict.score, bound)),
    };
    Ok(format!("{what}, {trust}"))
}

/// What else the value may be than a score that is a bound: more is a sooner win and a later loss.
fn or_else(score: Score, bound: Bound) -> &'static str {
    match (score.meaning(), bound) {
        (Meaning::WinIn(_), Bound::Lower) | (Meaning::LossIn(_), Bound::Upper) => "or sooner",
        (Meaning::WinIn(_), Bound::Upper) | (Meaning::LossIn(_), Bound::Lower) => "or later",
        (_, Bound::Upper) => "or less",
        (_, Bound::Lower | Bound::Exact) => "or more",
    }
}

fn distance(does: &str, position: &Position, plies: u32, value: Option<i32>) -> String {
    let (mover, unit) = (position.mover(), &position.facts().unit);
    let margin = match value {
        Some(value) if !unit.is_empty() => format!(" ({value:+} {unit})"),
        _ => String::new(),
    };
    match plies {
        0 => format!("{mover} {}{margin}", if does == "wins" { "has won" } else { "has lost" }),
        plies => format!("{mover} {does} in {}{margin}", plural(plies)),
    }
}

fn plural(plies: u32) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

/// Why a search ended, in words.
pub(crate) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::Proven => "value proven",
        Ended::Depth => "depth limit reached",
        Ended::Nodes => "node limit reached",
        Ended::Time => "time limit reached",
        Ended::Stopped => "stopped",
        Ended::GameOver => "the game was over",
    }
}

/// What a terminal shows while nothing new is found.
pub(crate) fn waiting(elapsed: Duration) -> String {
    format!("searching for {} s", elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_a_sooner_win_and_a_later_loss() {
        let (win, loss) = (Score::win_in(9), Score::loss_in(8));
        assert_eq!(or_else(win, Bound::Lower), "or sooner");
        assert_eq!(or_else(win, Bound::Upper), "or later");
        assert_eq!(or_else(loss, Bound::Lower), "or later");
        assert_eq!(or_else(loss, Bound::Upper), "or sooner");
        assert_eq!(or_else(Score::margin(4), Bound::Lower), "or more");
        assert_eq!(or_else(Score::heuristic(-3), Bound::Upper), "or less");
    }
}

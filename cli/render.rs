//! What people see: the head, the live lines, the result.

use std::time::Duration;

use plyglot_search::{
    Bound, Config, Describe, Ended, Limits, Line, Meaning, Progress, Report, Schedule, Side,
    Verdict,
};

use crate::format;
use crate::json::notation;

/// What people call a side of the game.
pub(crate) fn side<G: Describe>(side: Side) -> &'static str {
    match side {
        Side::First => G::SIDES[0],
        Side::Second => G::SIDES[1],
    }
}

/// The unit of the game's scores, for a sentence.
pub(crate) fn unit<G: Describe>() -> &'static str {
    if G::UNIT.is_empty() { "points" } else { G::UNIT }
}

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

/// What is about to be searched, and how its scores are to be read.
pub(crate) fn head<G: Describe>(
    name: &str,
    game: &G,
    config: &Config,
    limits: &Limits<G::Move>,
) -> String {
    let mover = side::<G>(game.to_move());
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
            let moves: Vec<_> = moves.iter().map(|&mv| game.notation(mv)).collect();
            format!("\nOnly these moves are looked at: {}.", moves.join(", "))
        }
    };
    format!(
        "{name}, {mover} to move; {threads}, table of {table}, {until}\n\n{board}\n\n\
         Scores are in {unit}, from the point of view of {mover}, the side to move.{chosen}\n",
        board = game.board().trim_end(),
        unit = unit::<G>(),
    )
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
    pub(crate) fn row<G: Describe>(self, game: &G, progress: &Progress<G::Move>) -> String {
        let Line { rank, depth, verdict, ref pv } = progress.line;
        let rank = if self.several { format!("{rank:>4} ") } else { String::new() };
        let mut row = format!(
            "{depth:>5} {rank}{:>12} {:8} {:>7} {:>7} {:>8} {:>4.0}%  ",
            verdict.text(game),
            trust(verdict),
            format::short(progress.nodes),
            format::short(format::rate(progress.nodes, progress.elapsed)),
            format::clock(progress.elapsed),
            f64::from(progress.hash_permill) / 10.0,
        );
        let mut room = self.width.map(|width| width.saturating_sub(row.chars().count()));
        for text in notation(game, pv) {
            // Room for the move, its gap and the dots of a line that goes on.
            match room.map(|room| room.checked_sub(text.chars().count() + 1)) {
                Some(None | Some(0)) => return row + "…",
                Some(left) => room = left,
                None => {}
            }
            row.push_str(&text);
            row.push(' ');
        }
        row.truncate(row.trim_end().len());
        row
    }
}

/// The result of a search, in a few lines.
///
/// `turn`, if the threads were virtual, is what [`threads`] wants to know.
pub(crate) fn result<G: Describe>(
    game: &G,
    report: &Report<G::Move>,
    solve: bool,
    turn: Option<u64>,
) -> String {
    let mut lines = Vec::new();
    let solved = report.verdict.proven && report.verdict.bound == Bound::Exact;
    if solve && !solved {
        lines.push(format!("not solved: {}; this is what was reached", ended(report.ended)));
    }
    let several = report.lines.len() > 1;
    for line in &report.lines {
        let moves = notation(game, &line.pv);
        let value = value(game, line.verdict, line.depth);
        if several {
            lines.push(format!("{:>2}. {}  ({value})", line.rank, moves.join(" ")));
        } else {
            lines.push(format!("best move  {}", moves.first().map_or("-", String::as_str)));
            lines.push(format!("value      {value}"));
            lines.push(format!("line       {}", moves.join(" ")));
        }
    }
    if report.lines.is_empty() {
        lines.push(format!("value      {}, the game is over", value(game, report.verdict, 0)));
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
    lines.join("\n")
}

/// A value in words.
pub(crate) fn value<G: Describe>(game: &G, verdict: Verdict, depth: u32) -> String {
    let mover = side::<G>(game.to_move());
    let what = match (verdict.score.meaning(), game.value(verdict.score)) {
        (Meaning::WinIn(plies), value) => distance::<G>("wins", mover, plies, value),
        (Meaning::LossIn(plies), value) => distance::<G>("loses", mover, plies, value),
        (Meaning::Heuristic(_), Some(0)) if verdict.proven => "a draw".into(),
        _ => {
            let score = game.score_text(verdict.score, verdict.proven);
            format!("{score} {} for {mover}", unit::<G>())
        }
    };
    let trust = match (verdict.proven, verdict.bound) {
        (true, Bound::Exact) => "exact".into(),
        (true, Bound::Lower) => "or more, proven".into(),
        (true, Bound::Upper) => "or less, proven".into(),
        (false, Bound::Exact) if depth == 0 => "estimated without a search".into(),
        (false, Bound::Exact) => format!("estimated at depth {depth}"),
        (false, Bound::Lower) => format!("or more, estimated at depth {depth}"),
        (false, Bound::Upper) => format!("or less, estimated at depth {depth}"),
    };
    format!("{what}, {trust}")
}

fn distance<G: Describe>(does: &str, mover: &str, plies: u32, value: Option<i32>) -> String {
    let margin = match value {
        Some(value) if !G::UNIT.is_empty() => format!(" ({value:+} {})", G::UNIT),
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

//! One search as people read it: the head, the live rows, the result.

use plyglot_open::{Config, DoorError, Limits, Mv, Position};
use plyglot_search::{MAX_PLY, Schedule};
use plyglot_wire::{Effort, Info, Line, TabledMove};

use crate::format;
use crate::output::board;
use crate::output::paint;
use crate::output::words::{self, scheme, threads, value};

/// What is searched, and how to read its scores.
pub(super) fn head(
    (position, before): (&Position, Option<&Position>),
    config: &Config,
    limits: &Limits<Mv>,
) -> Result<String, DoorError> {
    let (facts, mover) = (position.facts(), position.mover());
    let threads = match config.schedule {
        Schedule::Real => match config.caches() {
            1 => threads(config.threads, None),
            caches => format!("{} on {caches} caches", threads(config.threads, None)),
        },
        Schedule::Virtual { turn } => threads(config.threads, Some(turn)),
    };
    let table = words::table(config);
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
            format!("\nOnly these moves are searched: {}.", moves.join(", "))
        }
    };
    let tables = if facts.tables { ", tables of endgames" } else { "" };
    Ok(format!(
        "{name}, {mover} to move; {threads}{scheme}, {table}{tables}, {until}\n\n{board}\n\n\
         Scores are in {unit}, from the point of view of {mover}, the side to move.{chosen}\n",
        name = facts.name,
        scheme = scheme(config),
        board = board::text(position, before)?,
        unit = facts.unit_name(),
    ))
}

/// From this width on a terminal has room for all columns and a line.
const WIDE: usize = 90;
/// The width of the word on how far a score can be trusted.
const TRUST: usize = 8;

/// The table of live lines: fixed columns, so that rows can be printed as they come.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiveTable {
    several: bool,
    /// The times are those of virtual threads.
    virtual_time: bool,
    width: Option<usize>,
}

impl LiveTable {
    /// For a terminal of `width` columns, or for no terminal. `several` lines need their ranks.
    pub(super) fn new(several: bool, virtual_time: bool, width: Option<usize>) -> LiveTable {
        LiveTable { several, virtual_time, width }
    }

    /// The names of the columns. They leave the line some room on a terminal of 80.
    pub(super) fn header(self) -> String {
        let rank = if self.several { "rank " } else { "" };
        let time = if self.virtual_time { "virtual" } else { "time" };
        if self.is_narrow() {
            let nodes = if self.several { String::new() } else { format!(" {:>7}", "nodes") };
            return format!("depth {rank}{:>12} {:8}{nodes} {time:>8}  line", "score", "");
        }
        format!(
            "depth {rank}{:>12} {:8} {:>7} {:>7} {time:>8} table  line",
            "score", "", "nodes", "nodes/s",
        )
    }

    /// Some columns are left out where the line would have no room; several lines need more.
    fn is_narrow(self) -> bool {
        self.width.is_some_and(|width| width < WIDE)
    }

    /// One row.
    pub(super) fn row(self, line: &Line, effort: &Effort) -> String {
        let Line { rank, depth, score, pv, .. } = line;
        let rank = if self.several { format!("{rank:>4} ") } else { String::new() };
        let nodes = format::short(effort.nodes);
        let time = format::clock(effort.time);
        let spent = if self.is_narrow() {
            let nodes = if self.several { String::new() } else { format!("{nodes:>7} ") };
            format!("{nodes}{time:>8}  ")
        } else {
            let rate = format::short(effort.nps);
            let table = f64::from(effort.hash_permill) / 10.0;
            format!("{nodes:>7} {rate:>7} {time:>8} {table:>4.0}%  ")
        };
        let begin = format!("{depth:>5} {rank}{:>12} ", score.text);
        let columns = begin.chars().count() + TRUST + 1 + spent.chars().count();
        let mut room = self.width.map(|width| width.saturating_sub(columns));
        let trust = paint::output(words::style(score), words::trust(score), TRUST);
        let mut row = format!("{begin}{trust} {spent}");
        for text in pv {
            // Room for the move, its gap and the dots of a line that goes on.
            match room.map(|room| room.checked_sub(text.chars().count() + 1)) {
                Some(None | Some(0)) => return row + "…",
                Some(left) => room = left,
                None => {}
            }
            row.push_str(text);
            row.push(' ');
        }
        row.truncate(row.trim_end().len());
        row
    }
}

/// The result of a search of `at`, in a few lines.
pub(super) fn result(at: &Position, info: &Info) -> String {
    let mut lines = Vec::new();
    let ended = info.ended.map(|ended| ended.to_string()).unwrap_or_default();
    if info.proven_between.is_some() {
        let ended = match info.line.depth as usize >= MAX_PLY {
            true => format!("not solved within {MAX_PLY} plies, the most that a line may have"),
            false => format!("not solved, ended: {ended}"),
        };
        lines.push(format!("{ended}; the best result so far:"));
    }
    let found = info.lines.as_deref().unwrap_or_default();
    for Line { rank, depth, score, pv, best_move } in found {
        let value = value(at, score, *depth);
        if found.len() > 1 {
            lines.push(format!("{rank:>2}.  {}  ({value})", pv.join(" ")));
        } else {
            lines.push(format!("best move  {}", best_move.as_deref().unwrap_or("-")));
            lines.push(format!("value      {value}"));
            lines.push(format!("line       {}", pv.join(" ")));
        }
    }
    if found.is_empty() {
        let value = value(at, &info.line.score, 0);
        lines.push(format!("value      {value}, the game is over"));
    }
    if let Some(proven) = &info.proven_between {
        let what = match &proven.text {
            None => "nothing yet".into(),
            // Wins and draws are words, and have no unit.
            Some(range) if range.contains(char::is_alphabetic) => {
                format!("{range} for {}", at.mover())
            }
            Some(range) => format!("{range} {} for {}", at.facts().unit_name(), at.mover()),
        };
        lines.push(format!("proven     {what}"));
    }
    let Effort { nodes, nps, time, hash_permill, hash_bytes, .. } = info.effort;
    lines.push(format!(
        "effort     {} nodes in {}{}, {} nodes/s, {}, table of {} {:.1}% full",
        format::grouped(nodes),
        if info.turn.is_some() { "virtual " } else { "" },
        format::time(time),
        format::short(nps),
        threads(info.threads, info.turn),
        format::bytes(hash_bytes),
        f64::from(hash_permill) / 10.0,
    ));
    lines.push(format!("ended      {ended}"));
    lines.extend(tabled(&info.tabled));
    lines.join("\n")
}

/// Every move with its value by tables of endgames, below a head; nothing where they hold none.
fn tabled(moves: &[TabledMove]) -> Vec<String> {
    let wide = moves.iter().map(|of| of.mv.chars().count()).max().unwrap_or(0).max("move".len());
    let row = |TabledMove { mv, score, .. }: &TabledMove| {
        let value = score.as_ref().map_or("not in the tables", |score| &score.text);
        format!("{mv:wide$}  {value}")
    };
    let head = format!("\n{:wide$}  by the tables", "move");
    if moves.is_empty() {
        Vec::new()
    } else {
        std::iter::once(head).chain(moves.iter().map(row)).collect()
    }
}

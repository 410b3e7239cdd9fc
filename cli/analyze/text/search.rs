//! One search as people read it: the head, the live rows, the result.

use plyglot_open::{Config, DoorError, Limits, Mv, Position, Progress, Report};
use plyglot_search::{Bounds, Line, Schedule};

use crate::format;
use crate::output::paint;
use crate::output::words::{self, ended, scheme, threads, value};
use crate::output::{between, board};

/// What is searched, and how to read its scores.
pub(super) fn head(
    (position, before): (&Position, Option<&Position>),
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
            format!("\nOnly these moves are searched: {}.", moves.join(", "))
        }
    };
    Ok(format!(
        "{name}, {mover} to move; {threads}{scheme}, table of {table}, {until}\n\n{board}\n\n\
         Scores are in {unit}, from the point of view of {mover}, the side to move.{chosen}\n",
        name = facts.name,
        scheme = scheme(config),
        board = board::text(position, before)?,
        unit = facts.unit_name(),
    ))
}

/// From this width on a terminal has room for all columns and a line.
const WIDE: usize = 76;
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
            return format!("depth {rank}{:>12} {:8} {:>7} {time:>8}  line", "score", "", "nodes");
        }
        format!(
            "depth {rank}{:>12} {:8} {:>7} {:>7} {time:>8} table  line",
            "score", "", "nodes", "nodes/s",
        )
    }

    /// Some columns are left out where the line would have no room.
    fn is_narrow(self) -> bool {
        self.width.is_some_and(|width| width < WIDE)
    }

    /// One row.
    pub(super) fn row(
        self,
        position: &Position,
        progress: &Progress<Mv>,
    ) -> Result<String, DoorError> {
        let Line { rank, depth, verdict, ref pv } = progress.line;
        let rank = if self.several { format!("{rank:>4} ") } else { String::new() };
        let (score, trust) = (position.verdict_text(&verdict)?, words::trust(verdict));
        let nodes = format::short(progress.nodes);
        let time = format::clock(progress.elapsed);
        let effort = if self.is_narrow() {
            format!("{nodes:>7} {time:>8}  ")
        } else {
            let rate = format::short(format::rate(progress.nodes, progress.elapsed));
            let table = f64::from(progress.hash_permill) / 10.0;
            format!("{nodes:>7} {rate:>7} {time:>8} {table:>4.0}%  ")
        };
        let begin = format!("{depth:>5} {rank}{score:>12} ");
        let columns = begin.chars().count() + TRUST + 1 + effort.chars().count();
        let mut room = self.width.map(|width| width.saturating_sub(columns));
        let trust = paint::output(words::style(verdict), trust, TRUST);
        let mut row = format!("{begin}{trust} {effort}");
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
/// `proven` is what a solve has proven; `turn` is the length of a turn, if the threads were virtual.
pub(super) fn result(
    position: &Position,
    report: &Report<Mv>,
    proven: Option<Bounds>,
    turn: Option<u64>,
) -> Result<String, DoorError> {
    let mut lines = Vec::new();
    let unsolved = proven.filter(|_| !report.verdict.is_exact());
    if unsolved.is_some() {
        lines.push(format!("not solved: {}; the best result so far:", ended(report.ended)));
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
    if let Some(proven) = unsolved {
        let unit = position.facts().unit_name();
        let what = match between(position, proven.lower, proven.upper, true)? {
            Some(range) => format!("{range} {unit} for {}", position.mover()),
            None => "nothing yet".into(),
        };
        lines.push(format!("proven     {what}"));
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

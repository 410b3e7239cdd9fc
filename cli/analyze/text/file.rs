//! The positions of a file as people read them: a row each, and a summary.

use std::time::Duration;

use comfy_table::CellAlignment;
use plyglot_open::{DoorError, Facts, KnownAnswer, Mv, Position};
use plyglot_stats::median;
use plyglot_wire::{Agreement, Effort, Info, Line, result_word};

use crate::analyze::tally::Tally;
use crate::analyze::view::FileResult;
use crate::format;
use crate::output::columns;
use crate::output::paint::{self, Style};
use crate::output::words;

/// The line above the columns.
pub(super) fn head(facts: &Facts) -> String {
    let unit = facts.unit_name();
    format!("{}: scores are in {unit}, from the point of view of the side to move\n", facts.name)
}

/// From this width on a terminal has room for all columns.
const WIDE: usize = 78;

/// True of a terminal that has room for the columns that matter most.
pub(super) fn is_narrow(width: Option<usize>) -> bool {
    width.is_some_and(|width| width < WIDE)
}

/// What the columns are. The times may be those of virtual threads.
pub(super) fn columns(virtual_time: bool, narrow: bool) -> String {
    let effort = if narrow { String::new() } else { format!(" {:>5} {:>13}", "depth", "nodes") };
    let time = if virtual_time { "virtual" } else { "time" };
    format!(
        "{:>5} {:>12} {:8} {:6} {:>6} {:5}{effort} {time:>9}",
        "line", "score", "", "move", "known", "",
    )
}

/// A position's result: a row, and one for each further line.
pub(super) fn rows(result: &FileResult<'_>, narrow: bool) -> Result<String, DoorError> {
    let Info { line, effort, lines, .. } = Info::of_report(result.position, result.report, true)?;
    let mut text = first(result, &line, &effort, narrow)?;
    for line in lines.iter().flatten().skip(1) {
        let best = line.best_move.as_deref().unwrap_or("-");
        let depth = if narrow { String::new() } else { format!("{:13} {:>5}", "", line.depth) };
        text += &format!(
            "\n{:>5} {:>12} {} {best:6}{depth}",
            format!("{}.", line.rank),
            line.score.text,
            paint::output(words::style(&line.score), words::trust(&line.score), 8),
        );
    }
    Ok(text)
}

/// Its best line.
fn first(
    result: &FileResult<'_>,
    best: &Line,
    effort: &Effort,
    narrow: bool,
) -> Result<String, DoorError> {
    let &FileResult { source, position, known, agreement, .. } = result;
    let line = match source.game {
        None => source.line.to_string(),
        Some(game) => format!("{}.{game}", source.line),
    };
    let Line { depth, score, best_move, .. } = best;
    let best = best_move.as_deref().unwrap_or("-");
    let known = known_in_short(position, known)?;
    let nodes = format::grouped(effort.nodes);
    let spent = if narrow { format_args!("") } else { format_args!(" {depth:>5} {nodes:>13}") };
    Ok(format!(
        "{line:>5} {:>12} {} {best:6} {known:>6} {}{spent} {:>9}",
        score.text,
        paint::output(words::style(score), words::trust(score), 8),
        paint::output(judged(agreement), agreement.word(), 5),
        format::time(effort.time),
    ))
}

/// The known value, or what else is known in its place.
fn known_in_short(
    position: &Position,
    known: Option<&KnownAnswer<Mv>>,
) -> Result<String, DoorError> {
    let Some(known) = known else { return Ok(String::new()) };
    if let Some(value) = known.value {
        return Ok(format!("{value:+}"));
    }
    if let Some(ends) = known.ends {
        return position.score_text(ends, true);
    }
    if let Some(result) = known.result {
        return Ok(result_word(result).into());
    }
    let (sign, moves) =
        if known.best.is_empty() { ("not ", &known.avoid) } else { ("", &known.best) };
    let Some(&mv) = moves.first() else { return Ok(String::new()) };
    Ok(format!("{sign}{}", position.move_text(mv)?))
}

/// The colour of the word on an answer.
fn judged(agreement: Agreement) -> Style {
    match agreement {
        Agreement::Right => Style::PROVEN,
        Agreement::Wrong => Style::WRONG,
        Agreement::Open | Agreement::OtherMove | Agreement::NoAnswer => Style::PLAIN,
    }
}

/// Totals, means and medians, and the counts. Without a wall time, the times are virtual.
pub(super) fn summary(tally: &Tally, wall: Option<Duration>) -> String {
    let time = if wall.is_some() { "time" } else { "virtual" };
    let mut table = columns::plain(&["", "nodes", time, "nodes/s"]);
    let total_time: Duration = tally.times.iter().sum();
    let total_nodes: u64 = tally.nodes.iter().sum();
    let row = |name: &str, nodes: u64, time: Duration| {
        let rate = format::short(plyglot_wire::rate(nodes, time));
        [name.to_string(), format::grouped(nodes), format::time(time), rate]
    };
    let count = tally.nodes.len().max(1);
    table.add_row(row("total", total_nodes, total_time));
    table.add_row(row("mean", total_nodes / count as u64, total_time / count as u32));
    let nodes: Vec<f64> = tally.nodes.iter().map(|&nodes| nodes as f64).collect();
    let times: Vec<f64> = tally.times.iter().map(Duration::as_secs_f64).collect();
    let middle = |values: &[f64]| median(values).unwrap_or_default();
    let time = Duration::try_from_secs_f64(middle(&times)).unwrap_or_default();
    let [_, nodes, time, _] = row("", middle(&nodes).round() as u64, time);
    table.add_row(["median".into(), nodes, time, String::new()]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut lines: Vec<_> = columns::lines(&table).collect();
    lines.push(tally.counts(wall));
    lines.join("\n")
}

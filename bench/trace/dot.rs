//! A trace as a graph for Graphviz: `plyglot trace tictactoe --depth 2 --format dot | dot -Tsvg`.

use std::io::{self, Write};

use plyglot_search::{Bound, Kind, Why};

use super::text;
use super::visits::{Trace, VisitRecord, kind_text, why_text};

/// Writes the graph: a box for each visit, filled by its result, an edge for each move, drawn
/// by its kind of window.
///
/// # Errors
/// Those of the writer.
pub fn write(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let mut title = text::title(trace);
    if let Some(gap) = trace.gap() {
        title = format!("{title}\n{gap}");
    }
    writeln!(out, "digraph trace {{")?;
    writeln!(out, "  label={}; labelloc=t; rankdir=TB;", quoted(&title))?;
    writeln!(out, "  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=10];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];")?;
    for (place, visit) in trace.visits.iter().enumerate() {
        let label = quoted(&label(trace, visit));
        writeln!(out, "  n{place} [label={label}, {}];", look(visit))?;
        if let Some(parent) = visit.parent {
            let name = quoted(visit.name());
            writeln!(out, "  n{parent} -> n{place} [label={name}, {}];", line(visit.kind))?;
        }
    }
    writeln!(out, "}}")
}

fn label(trace: &Trace, visit: &VisitRecord) -> String {
    let asked = format!("{} {}", kind_text(visit.kind), trace.window(visit.window));
    match &visit.left {
        Some(left) if left.why != Why::GivenUp => {
            let (sign, value) = (left.sign(), trace.score(left.value));
            format!("{asked}\n{sign} {value}\n{}", why_text(left.why))
        }
        _ => format!("{asked}\n{}", why_text(Why::GivenUp)),
    }
}

/// Fail high, fail low, the table and values look different.
fn look(visit: &VisitRecord) -> &'static str {
    match visit.left.as_ref().map(|left| (left.why, left.bound)) {
        None | Some((Why::GivenUp, _)) => "fillcolor=\"#e6e6e6\", style=\"filled,dotted\"",
        Some((Why::Table, _)) => "fillcolor=\"#d9d2f0\", shape=cylinder",
        Some((_, Bound::Lower)) => "fillcolor=\"#f9d0bd\", shape=house",
        Some((_, Bound::Upper)) => "fillcolor=\"#c9def2\", shape=invhouse",
        Some((_, Bound::Exact)) => "fillcolor=\"#ffffff\"",
    }
}

fn line(kind: Kind) -> &'static str {
    match kind {
        Kind::Full => "style=solid",
        Kind::Null => "style=dashed",
        Kind::Research => "style=bold, color=\"#b3007a\", fontcolor=\"#b3007a\"",
        Kind::Quiescence => "style=dotted",
    }
}

/// A string of the dot language, whose lines are centred.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

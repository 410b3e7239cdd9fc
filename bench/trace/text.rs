//! A trace as an indented tree, a visit on each line, with what was done at each ply below it.

use std::io::{self, Write};

use plyglot_search::Why;

use super::record::FirstMoves;
use super::tally::Tally;
use super::visits::{Trace, VisitRecord, kind_text, why_text};

/// The column of moves is no wider than this: what is too long pushes its line to the right.
const WIDEST: usize = 44;

const LEGEND: &str = "\
Each line is a visit: what was asked (a full window, a null window, or a re-search with an open one
of a move that its null window showed to be better), the answer (= the value, >= at least, <= at
most), and why it ended. Windows and answers are from the side to move at each node; win3 and loss3
count plies from the root, a ! marks a final result. `visits` counts those within a visit, `first
best` at how many nodes there the first move was the best.";

/// Writes the whole trace.
///
/// # Errors
/// Those of the writer.
pub fn write(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n\n{}\n", title(trace), trace.subject.board.trim_end())?;
    writeln!(out, "{LEGEND}\n")?;
    tree(trace, out)?;
    if let Some(gap) = trace.gap() {
        writeln!(out, "\n{gap}.")?;
    }
    writeln!(out)?;
    plies(trace, out)?;
    writeln!(out)?;
    answer(trace, out)
}

/// What was searched, in a line.
pub fn title(trace: &Trace) -> String {
    let subject = &trace.subject;
    let window = match subject.window {
        Some(window) if window != plyglot_search::Window::FULL => {
            format!(", window {}", trace.window(window))
        }
        _ => String::new(),
    };
    let unit = if subject.unit.is_empty() { "points" } else { &subject.unit };
    format!(
        "{}, {} to move; {}, depth {}{window}, in {unit}",
        subject.game,
        trace.side(subject.mover),
        subject.algorithm,
        subject.depth
    )
}

/// The result of the search, in two lines.
fn answer(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let Some(answer) = &trace.answer else {
        return writeln!(out, "value   none: the search was stopped");
    };
    let bound = match answer.bound {
        plyglot_search::Bound::Exact => "",
        plyglot_search::Bound::Lower => ">= ",
        plyglot_search::Bound::Upper => "<= ",
    };
    let mover = trace.side(trace.subject.mover);
    writeln!(out, "value   {bound}{} for {mover}", trace.score(answer.value))?;
    writeln!(out, "line    {}", answer.line.join(" "))
}

/// How wide the columns of a tree are.
struct Columns {
    name: usize,
    alpha: usize,
    beta: usize,
    value: usize,
    best: usize,
}

impl Columns {
    fn of(trace: &Trace) -> Columns {
        let mut columns = Columns { name: 5, alpha: 4, beta: 4, value: 4, best: 4 };
        for visit in &trace.visits {
            let wider = |width: &mut usize, text: &str| *width = (*width).max(text.chars().count());
            let name = visit.name().chars().count() + 2 * visit.ply as usize;
            columns.name = columns.name.max(name.min(WIDEST));
            wider(&mut columns.alpha, trace.score(visit.window.alpha));
            wider(&mut columns.beta, trace.score(visit.window.beta));
            if let Some(left) = &visit.left {
                wider(&mut columns.value, trace.score(left.value));
                wider(&mut columns.best, &best(visit));
            }
        }
        columns
    }

    fn head(&self) -> String {
        let &Columns { name, alpha, beta, value, best } = self;
        format!(
            "{:name$} {:>5}  {:9} {:window$}  {:answer$}  {:15}  {:best$} {:>8}  first best",
            "move",
            "depth",
            "asked",
            "window",
            "answer",
            "ended by",
            "best",
            "visits",
            window = alpha + 2 + beta,
            answer = value + 3,
        )
    }

    fn row(&self, trace: &Trace, place: usize, guide: &str) -> String {
        let visit = &trace.visits[place];
        let &Columns { name, alpha, beta, value, best: wide } = self;
        let (sign, answer, why) = match &visit.left {
            Some(left) if left.why != Why::GivenUp => {
                (left.sign(), trace.score(left.value), why_text(left.why))
            }
            _ => ("", "", why_text(Why::GivenUp)),
        };
        let within = if visit.within > 0 { visit.within.to_string() } else { String::new() };
        let row = format!(
            "{:name$} {:>5}  {:9} {:>alpha$}..{:beta$}  {sign:>2} {answer:>value$}  {why:15}  {:wide$} \
             {within:>8}  {}",
            format!("{guide}{}", visit.name()),
            visit.depth.map_or("end".into(), |depth| depth.to_string()),
            kind_text(visit.kind),
            trace.score(visit.window.alpha),
            trace.score(visit.window.beta),
            best(visit),
            share(visit.ordering),
        );
        row.trim_end().into()
    }
}

/// The best move and its place among those that were tried.
fn best(visit: &VisitRecord) -> String {
    match visit.left.as_ref().and_then(|left| left.best.as_ref().map(|best| (best, left.tried))) {
        Some(((mv, place), tried)) => format!("{mv}, {} of {tried}", place + 1),
        None => String::new(),
    }
}

fn share(ordering: FirstMoves) -> String {
    let whole = |share: f64| format!("{:.0}% of {}", share * 100.0, ordering.settled);
    ordering.share().map_or(String::new(), whole)
}

fn tree(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let columns = Columns::of(trace);
    writeln!(out, "{}", columns.head())?;
    // The ends of the subtrees that are open, and how many visits in them were left out below a
    // visit that is stored.
    let mut open: Vec<(usize, u64)> = Vec::new();
    for (place, visit) in trace.visits.iter().enumerate() {
        while let Some((_, missing)) = open.pop_if(|&mut (end, _)| end <= place) {
            more(out, open.len(), missing)?;
        }
        writeln!(out, "{}", columns.row(trace, place, &"\u{2502} ".repeat(open.len())))?;
        if visit.stored_within > 0 {
            open.push((place + 1 + visit.stored_within, missing(trace, place)));
        }
    }
    while let Some((_, missing)) = open.pop() {
        more(out, open.len(), missing)?;
    }
    Ok(())
}

/// How many of the visits within one were left out and are within no other that was stored.
fn missing(trace: &Trace, place: usize) -> u64 {
    let lost = |visit: &VisitRecord| visit.within - visit.stored_within as u64;
    let mut missing = lost(&trace.visits[place]);
    let (mut child, end) = (place + 1, place + 1 + trace.visits[place].stored_within);
    while child < end {
        missing -= lost(&trace.visits[child]);
        child += 1 + trace.visits[child].stored_within;
    }
    missing
}

fn more(out: &mut dyn Write, depth: usize, missing: u64) -> io::Result<()> {
    if missing == 0 {
        return Ok(());
    }
    writeln!(out, "{}\u{2026} {missing} more, left out", "\u{2502} ".repeat(depth + 1))
}

fn plies(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>5} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}  first best",
        "ply", "visits", "full", "null", "re-search", "high", "low", "inside", "leaves", "table"
    )?;
    for (ply, tally) in trace.plies.iter().enumerate() {
        writeln!(out, "{}", counts(&ply.to_string(), tally))?;
    }
    writeln!(out, "{}", counts("all", &Tally::sum(&trace.plies)))
}

fn counts(name: &str, tally: &Tally) -> String {
    let row = format!(
        "{name:>5} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}  {}",
        tally.visits,
        tally.full,
        tally.null,
        tally.researches,
        tally.high,
        tally.low,
        tally.inside,
        tally.leaves,
        tally.table,
        share(tally.ordering)
    );
    row.trim_end().into()
}

//! A trace as an indented tree, a visit on each line, with what was done at each ply below it.

use std::io::{self, Write};

use plyglot_search::Why;

use super::record::FirstMoves;
use super::tally::Tally;
use super::visits::{Trace, VisitRecord, kind_text, why_text};

/// The column of moves is no wider than this: what is too long pushes its line to the right.
const WIDEST: usize = 44;

/// How wide sentences are where there is no other limit.
const USUAL: usize = 100;

const LEGEND: &str = "\
Each line is a visit: the window it was asked with (full, null, or a re-search: a null window has shown the move to be \
better, and it is searched again with a full one), the answer (= the value, >= at least, <= at most), and why it ended. \
Windows and answers are from the side to move at each node; win3 and loss3 count plies from the root, a ! marks a final \
result. `visits` counts those within a visit, `first best` at how many nodes there the first move was the best.";

/// Writes the whole trace; in a terminal of `width` columns without those that it has no room for.
///
/// # Errors
/// Those of the writer.
pub fn write(trace: &Trace, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n\n{}\n", title(trace), trace.subject.board.trim_end())?;
    wrapped(LEGEND, width.unwrap_or(USUAL).min(USUAL), out)?;
    writeln!(out)?;
    tree(trace, width, out)?;
    if let Some(gap) = trace.gap() {
        writeln!(out, "\n{gap}.")?;
    }
    writeln!(out)?;
    plies(trace, width, out)?;
    writeln!(out)?;
    answer(trace, out)
}

/// Writes a text in lines of `width` columns.
fn wrapped(text: &str, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.len() + 1 + word.len() > width {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    writeln!(out, "{line}")
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

/// What a narrow terminal does without, the first of them first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Least {
    FirstBest,
    Visits,
    /// Which of the moves the best one was.
    Place,
    Depth,
    Asked,
    Nothing,
}

impl Least {
    const ORDER: [Least; 6] =
        [Least::FirstBest, Least::Visits, Least::Place, Least::Depth, Least::Asked, Least::Nothing];
}

/// How wide the columns of a tree are.
struct Columns {
    name: usize,
    alpha: usize,
    beta: usize,
    value: usize,
    best: usize,
    /// The first that is shown; what comes before it is left out.
    shown: Least,
}

impl Columns {
    fn of(trace: &Trace, width: Option<usize>) -> Columns {
        let widths = Least::ORDER.map(|shown| Columns::from(trace, shown));
        let share = trace.visits.iter().map(|visit| share(visit.ordering).len()).max().unwrap_or(0);
        let last = format!("{:share$}", "first best");
        let fits = |columns: &Columns| {
            width.is_none_or(|width| columns.head(&last).chars().count() <= width)
        };
        // A tree that is too deep for all of them pushes its rows to the right.
        widths.into_iter().find(fits).unwrap_or_else(|| Columns::from(trace, Least::Nothing))
    }

    /// Without what comes before `shown`.
    fn from(trace: &Trace, shown: Least) -> Columns {
        let mut columns = Columns { name: 5, alpha: 4, beta: 4, value: 4, best: 4, shown };
        for visit in &trace.visits {
            let wider = |width: &mut usize, text: &str| *width = (*width).max(text.chars().count());
            let name = visit.name().chars().count() + 2 * visit.ply as usize;
            columns.name = columns.name.max(name.min(WIDEST));
            wider(&mut columns.alpha, trace.score(visit.window.alpha));
            wider(&mut columns.beta, trace.score(visit.window.beta));
            if let Some(left) = &visit.left {
                wider(&mut columns.value, trace.score(left.value));
                let with_place = columns.shows(Least::Place);
                wider(&mut columns.best, &best(visit, with_place));
            }
        }
        columns
    }

    fn shows(&self, which: Least) -> bool {
        which >= self.shown
    }

    fn head(&self, last: &str) -> String {
        let &Columns { name, alpha, beta, value, best, .. } = self;
        let window = format!("{:1$}", "window", alpha + 2 + beta);
        let answer = format!("{:1$}", "answer", value + 3);
        let head = format!("{:name$}", "move");
        let best = format!("{:best$}", "best");
        self.joined(head, ["depth", "asked", &window, &answer, "ended by", &best, "visits", last])
    }

    /// A row of these fields, as far as they are shown.
    fn joined(&self, name: String, fields: [&str; 8]) -> String {
        let [depth, asked, window, answer, why, best, visits, first_best] = fields;
        let mut row = name;
        if self.shows(Least::Depth) {
            row += &format!(" {depth:>5}");
        }
        if self.shows(Least::Asked) {
            row += &format!("  {asked:9}");
        }
        let gap = if self.shows(Least::Asked) { " " } else { "  " };
        row += &format!("{gap}{window}  {answer}  {why:15}  {best}");
        if self.shows(Least::Visits) {
            row += &format!(" {visits:>8}");
        }
        if self.shows(Least::FirstBest) {
            row += &format!("  {first_best}");
        }
        row
    }

    fn row(&self, trace: &Trace, place: usize, guide: &str) -> String {
        let visit = &trace.visits[place];
        let &Columns { name, alpha, beta, value, best: wide, .. } = self;
        let (sign, answer, why) = match &visit.left {
            Some(left) if left.why != Why::GivenUp => {
                (left.sign(), trace.score(left.value), why_text(left.why))
            }
            _ => ("", "", why_text(Why::GivenUp)),
        };
        let [from, to] = [visit.window.alpha, visit.window.beta].map(|end| trace.score(end));
        self.joined(
            format!("{:name$}", format!("{guide}{}", visit.name())),
            [
                &visit.depth.map_or("end".into(), |depth| depth.to_string()),
                kind_text(visit.kind),
                &format!("{from:>alpha$}..{to:beta$}"),
                &format!("{sign:>2} {answer:>value$}"),
                why,
                &format!("{:wide$}", best(visit, self.shows(Least::Place))),
                &if visit.within > 0 { visit.within.to_string() } else { String::new() },
                &share(visit.ordering),
            ],
        )
    }
}

/// The best move and, if that is wanted, its place among those that were tried.
fn best(visit: &VisitRecord, with_place: bool) -> String {
    match visit.left.as_ref().and_then(|left| left.best.as_ref().map(|best| (best, left.tried))) {
        Some(((mv, place), tried)) if with_place => format!("{mv}, {} of {tried}", place + 1),
        Some(((mv, _), _)) => mv.clone(),
        None => String::new(),
    }
}

fn share(ordering: FirstMoves) -> String {
    let whole = |share: f64| format!("{:.0}% of {}", share * 100.0, ordering.settled);
    ordering.share().map_or(String::new(), whole)
}

fn tree(trace: &Trace, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let columns = Columns::of(trace, width);
    writeln!(out, "{}", columns.head("first best").trim_end())?;
    // The ends of the subtrees that are open, and how many visits in them were left out below a
    // visit that is stored.
    let mut open: Vec<(usize, u64)> = Vec::new();
    for (place, visit) in trace.visits.iter().enumerate() {
        while let Some((_, missing)) = open.pop_if(|&mut (end, _)| end <= place) {
            more(out, open.len(), missing)?;
        }
        let row = columns.row(trace, place, &"\u{2502} ".repeat(open.len()));
        writeln!(out, "{}", row.trim_end())?;
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

/// The columns of the table of plies, and which of them a narrow terminal does without, the first of them first.
const HEAD: [&str; 11] = [
    "ply",
    "visits",
    "full",
    "null",
    "re-search",
    "high",
    "low",
    "inside",
    "leaves",
    "table",
    "first best",
];
const LEAST: [&str; 4] = ["inside", "table", "leaves", "first best"];

fn plies(trace: &Trace, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = vec![HEAD.map(String::from)];
    rows.extend(trace.plies.iter().enumerate().map(|(ply, tally)| counts(ply.to_string(), tally)));
    rows.push(counts("all".into(), &Tally::sum(&trace.plies)));
    let wide = |column: usize| {
        let widest = rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        if column == 0 { widest.max(5) } else { widest }
    };
    let mut shown: Vec<usize> = (0..HEAD.len()).collect();
    let fits = |shown: &[usize]| {
        let needed: usize = shown.iter().map(|&column| wide(column) + 2).sum();
        width.is_none_or(|width| needed <= width + 2)
    };
    for least in LEAST {
        if !fits(&shown) {
            shown.retain(|&column| HEAD[column] != least);
        }
    }
    for row in &rows {
        let fields = shown.iter().map(|&column| format!("{:>1$}", row[column], wide(column)));
        writeln!(out, "{}", fields.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

fn counts(name: String, tally: &Tally) -> [String; HEAD.len()] {
    let &Tally { visits, full, null, researches, high, low, inside, leaves, table, .. } = tally;
    let [visits, full, null, researches, high, low, inside, leaves, table] =
        [visits, full, null, researches, high, low, inside, leaves, table]
            .map(|count| count.to_string());
    let best = share(tally.ordering);
    [name, visits, full, null, researches, high, low, inside, leaves, table, best]
}

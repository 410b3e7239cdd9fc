//! A comparison for people: a table with a group of rows for each cell, a summary with one figure for each
//! cell and method, and what went wrong.

use std::time::Duration;

use plyglot_bench::family::{Analysis, Make, Ratios, Row, Study};
use plyglot_stats::Estimate;

use crate::format;
use crate::output::columns::{self, Sheet};

/// How many disagreements are shown one by one.
const SHOWN: usize = 10;
/// How wide sentences are at most.
const USUAL: usize = 100;

const HEAD: &str = "Medians over trees of one kind. \"times a-b\" is against alpha-beta with the same aids, tree by \
                    tree, with the 95 % interval; \"critical\" is leaves over those of the critical tree. \"first best \
                    60 %\": the first move is the best at 60 % of the nodes.";

/// Which columns a narrow terminal does without, the first of them first; of two of one name, the last.
const LEAST: [&str; 7] =
    ["re-searches", "interior", "passes", "critical", "times a-b", "time", "times a-b"];

/// The parts, from top to bottom.
pub(super) fn of(study: &Study, analysis: &Analysis, width: Option<usize>) -> Vec<String> {
    if analysis.rows.iter().all(|row| row.trees == 0) {
        let mut parts = vec!["No search has finished.\n".to_string()];
        parts.extend(missing(study, analysis));
        return parts;
    }
    let about = format::wrapped(HEAD, width.unwrap_or(USUAL).min(USUAL)).join("\n") + "\n";
    let mut parts = vec![about, details(study, analysis, width)];
    if study.cells.len() > 1 && study.methods.iter().enumerate().any(|(at, _)| compared(study, at))
    {
        parts.push("Leaves, times those of alpha-beta with the same aids:\n".into());
        parts.push(summary(study, analysis, width));
    }
    parts.extend(missing(study, analysis));
    parts.extend(disagreements(study, analysis));
    parts
}

fn compared(study: &Study, method: usize) -> bool {
    study.base(method) != Some(method)
}

/// A row for each cell and method, with a line above each cell's rows.
fn details(study: &Study, analysis: &Analysis, width: Option<usize>) -> String {
    let critical = study.cells.iter().any(|cell| cell.critical.is_some());
    let mut head = vec!["method", "leaves", "times a-b"];
    head.extend(critical.then_some("critical"));
    head.extend(["interior", "re-searches", "passes", "time", "times a-b"]);
    let mut sheet = Sheet::new(head, 2);
    sheet.rows = analysis.rows.iter().map(|row| fields(study, row, critical)).collect();
    let (head, lines, left_out) = sheet.narrowed(width, &LEAST);
    let mut text = head.join("\n") + "\n";
    for (row, line) in analysis.rows.iter().zip(lines) {
        if row.method == 0 {
            let about = about(&study.cells[row.cell], row);
            text += "\n";
            for line in format::wrapped(&about, width.unwrap_or(usize::MAX)) {
                text += &(line + "\n");
            }
        }
        text += &(line + "\n");
    }
    if !left_out.is_empty() {
        text += &format!("\n{}\n", columns::without(&left_out, width).join("\n"));
    }
    text
}

fn about(make: &Make, row: &Row) -> String {
    let trees = format::count(row.trees + row.missing, "tree");
    let critical = make.critical.map_or_else(String::new, |critical| {
        format!(", leaves of the critical tree: {}", format::grouped(critical))
    });
    // A synthetic tree is named in numbers; a game is named as it is.
    let words = make.branching.map_or_else(String::new, |_| format!(" {};", make.words()));
    format!("{}:{words} {trees}{critical}", make.name)
}

fn fields(study: &Study, row: &Row, critical: bool) -> Vec<String> {
    let name = study.methods[row.method];
    let short = if row.missing > 0 { format!(" ({} missing)", row.missing) } else { String::new() };
    let ratio = |of: fn(&Ratios) -> Option<Estimate>| row.ratios.as_ref().and_then(of);
    let mut fields = vec![
        format!("  {name}{short}"),
        number(row.leaves),
        ratio(|ratios| Some(ratios.leaves)).map_or_else(nothing, columns::interval),
    ];
    fields.extend(critical.then(|| times(row.critical)));
    fields.extend([
        number(row.interior),
        number(row.researches),
        row.passes.map_or_else(nothing, |passes| tidy(passes.value)),
        row.seconds.map_or_else(nothing, |seconds| time(seconds.value)),
        times(ratio(|ratios| ratios.seconds)),
    ]);
    fields
}

/// One figure for each cell and method.
fn summary(study: &Study, analysis: &Analysis, width: Option<usize>) -> String {
    let methods = (0..study.methods.len()).filter(|&method| compared(study, method));
    let methods: Vec<usize> = methods.collect();
    let names: Vec<String> = methods.iter().map(|&at| study.methods[at].to_string()).collect();
    let mut sheet = Sheet::new(std::iter::once("cell".to_string()).chain(names), 2);
    for (cell, make) in study.cells.iter().enumerate() {
        let leaves = |&method: &usize| {
            let ratios = analysis.row(cell, method).and_then(|row| row.ratios);
            times(ratios.map(|ratios| ratios.leaves))
        };
        sheet
            .rows
            .push(std::iter::once(make.name.clone()).chain(methods.iter().map(leaves)).collect());
    }
    let parts = sheet.parted(width);
    parts.into_iter().map(|lines| lines.join("\n") + "\n").collect::<Vec<_>>().join("\n")
}

fn missing(study: &Study, analysis: &Analysis) -> Option<String> {
    let missing: usize = analysis.rows.iter().map(|row| row.missing).sum();
    let budget = format::grouped(study.budget);
    (missing > 0).then(|| {
        let missing = format::grouped(missing as u64);
        format!("Searches that failed or needed more than {budget} visits: {missing}.")
    })
}

/// The first of the searches that found another value than most.
fn disagreements(study: &Study, analysis: &Analysis) -> Vec<String> {
    let line = |odd: &plyglot_bench::family::Disagreement| {
        let make = &study.cells[odd.cell];
        let root = &make.roots[odd.tree];
        let wrong = if odd.exact { "" } else { " (wrong on purpose)" };
        format!(
            "{}{wrong}: {:?} where others find {:?}, in {}, {}",
            study.methods[odd.method], odd.found, odd.others, make.name, root.name
        )
    };
    let mut lines: Vec<String> = analysis.disagreements.iter().take(SHOWN).map(line).collect();
    if analysis.disagreements.len() > SHOWN {
        lines.push(format!("and {} more", analysis.disagreements.len() - SHOWN));
    }
    lines
}

fn nothing() -> String {
    "-".into()
}

fn number(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(nothing, |estimate| format::short(estimate.value.round() as u64))
}

/// A number with two decimals at most.
fn tidy(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

fn time(seconds: f64) -> String {
    Duration::try_from_secs_f64(seconds).map_or_else(|_| nothing(), format::time)
}

fn times(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(nothing, |estimate| columns::ratio(estimate.value))
}

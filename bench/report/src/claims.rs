//! The page about claims: what is said, by whom, what was measured, and whether it holds.

use std::path::Path;

use plyglot_family::{Algorithm, Method};

use super::chart::{Axis, Chart, ChartError, Line, Look, Point, Spread};
use super::page::{Entry, Page, Table, Tone};
use super::{ReportError, write_all};
use plyglot_family_study::claims::{Agrees, Checked, Evidence, Quantity, Verdict, write_claims};

/// Writes the page into a folder, which is made where it is missing: `index.html`, with the figures
/// as `claims.json` and `claims.csv`. `about` says how they were measured.
///
/// # Errors
/// If the folder or a file cannot be written; a file that was there before is whole, the old or the new one.
pub fn write(dir: &Path, checked: &[Checked], about: &str) -> Result<(), ReportError> {
    let (json, csv) = ("claims.json", "claims.csv");
    let data = serde_json::to_vec(checked)
        .map_err(|source| ReportError::Json { path: dir.join(json), source })?;
    let mut rows = Vec::new();
    write_claims(checked, &mut rows)
        .map_err(|source| ReportError::Csv { path: dir.join(csv), source })?;
    let page = page(checked, about)?.into_bytes();
    write_all(dir, &[("index.html", page), (json, data), (csv, rows)])
}

fn page(checked: &[Checked], about: &str) -> Result<String, ChartError> {
    let mut page = Page::new("What is said of NegaScout and its relatives, put to the test", about);
    let sentences: Vec<String> =
        checked.iter().map(|one| format!("{}: {}", capital(one.verdict), one.claim.says)).collect();
    let tones = checked.iter().map(|one| tone(one.verdict));
    page.verdicts(tones.zip(sentences.iter().map(String::as_str)));
    page.note(
        "Ratios are medians of the ratios tree by tree, as changes in percent, with 95 % bootstrap \
         intervals. Aided methods search as a real program does: with iterative deepening, a table, \
         and moves ordered by the table, killers and history. The others try moves in the order in \
         which they are generated. What a figure should be if the claim is true stands in the last \
         column; a tick says that it is so, a cross that it is not, a question mark that more trees \
         would tell. Synthetic trees are named by their moves at a node, plies, and model: best=60 \
         has the first move best at 60 nodes in a hundred.",
    );
    for one in checked {
        page.section(one.claim.says);
        page.note(&format!("Source: {}. {}.", one.claim.source, capital(one.verdict)));
        for (heading, chart, caption) in charts(one) {
            page.figure(&heading, &chart.art()?, caption);
        }
        page.table(&table(&one.evidence));
        if let Some(example) = &one.example {
            page.folded("Where it goes wrong", |page| {
                page.code(example);
                Ok::<_, ChartError>(())
            })?;
        }
    }
    Ok(page.render("Figures: ", &["claims.json", "claims.csv"]))
}

fn capital(verdict: Verdict) -> String {
    let text = verdict.text();
    text[..1].to_uppercase() + &text[1..]
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::Fails => Tone::Bad,
        Verdict::InPart | Verdict::Unknown => Tone::Open,
    }
}

fn table(evidence: &[Evidence]) -> Table {
    let head = ["", "trees", "n", "what", "found", "if it is true"].map(String::from).to_vec();
    let row = |part: &Evidence| {
        let aided = if part.aided() { ", aided" } else { "" };
        let toned = |text: String| match part.agrees {
            Some(Agrees::Yes) => Entry::Toned(Tone::Good, text),
            Some(Agrees::Open) => Entry::Toned(Tone::Open, text),
            Some(Agrees::No) => Entry::Toned(Tone::Bad, text),
            None => Entry::Words(text),
        };
        vec![
            toned(part.agrees.map_or("", Agrees::sign).into()),
            Entry::words(&part.on),
            Entry::figure(part.trees.to_string()),
            Entry::words(part.what() + aided),
            Entry::figure(part.figure()),
            toned(part.expectation().unwrap_or_default()),
        ]
    };
    Table { caption: String::new(), head, rows: evidence.iter().map(row).collect() }
}

/// Curves, where a claim's figures lie along one.
fn charts(one: &Checked) -> Vec<(String, Chart, &'static str)> {
    let by_order = one.evidence.iter().filter_map(|part| Some((part.first_best?, part)));
    let by_order: Vec<_> = by_order.filter(|(_, part)| part.quantity == Quantity::Leaves).collect();
    let mut all = Vec::new();
    if one.claim.name == "ordering" && by_order.len() > 2 {
        let line = line("NegaScout", 0, by_order.into_iter());
        let x = Axis {
            write: |value| format!("{value:.0} %"),
            ..Axis::linear("nodes whose first move is best")
        };
        let heading = "Leaves of NegaScout against alpha-beta, by the quality of move ordering";
        let caption = "20 moves a node, 5 plies. 1 is alpha-beta; the lower, the more is saved.";
        all.push((heading.into(), chart(heading, x, vec![line]), caption));
    }
    let games = games(&one.evidence);
    if !games.is_empty() {
        let lines = games.iter().enumerate().map(|(index, &game)| {
            line(game, index, widths(&one.evidence).filter(|(_, part)| part.on == game))
        });
        let x = Axis::doubling("half the width of the window, in points of the evaluation");
        let heading = "Leaves of aspiration NegaScout against an open window, by its width";
        let caption = "Iterative deepening, a window around the last score, open on the side where \
                       it fails.";
        all.push((heading.into(), chart(heading, x, lines.collect()), caption));
    }
    all
}

/// Figures of aspiration windows that open at once, by half their width.
fn widths(evidence: &[Evidence]) -> impl Iterator<Item = (f64, &Evidence)> {
    evidence.iter().filter(|part| part.quantity == Quantity::Leaves).filter_map(|part| {
        match part.method.parse::<Method>().ok()?.algorithm {
            Algorithm::Aspiration(width) => Some((f64::from(width), part)),
            _ => None,
        }
    })
}

/// The games on which at least three widths were tried.
fn games(evidence: &[Evidence]) -> Vec<&str> {
    let mut games: Vec<&str> = widths(evidence).map(|(_, part)| part.on.as_str()).collect();
    games.dedup();
    games.retain(|game| widths(evidence).filter(|(_, part)| part.on == *game).count() > 2);
    games
}

fn line<'a>(name: &str, index: usize, parts: impl Iterator<Item = (f64, &'a Evidence)>) -> Line {
    let point = |(x, part): (f64, &Evidence)| {
        let found = part.found?;
        Some(Point { x, y: found.value, interval: Some((found.low, found.high)) })
    };
    let points = parts.filter_map(point).collect();
    Line { name: name.into(), look: Look::Series(index), points, spread: Spread::Bars }
}

fn chart(name: &str, x: Axis, lines: Vec<Line>) -> Chart {
    let y = Axis { reach: vec![1.0], ..Axis::linear("leaves, as a ratio") };
    Chart { name: name.into(), heading: None, x, y, lines }
}

//! The page about claims: what is said, by whom, what was measured, and whether it holds.

use std::borrow::Cow;
use std::path::Path;

use plyglot_family::{Algorithm, Method};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::chart::{Axis, Chart, ChartError, DotRow, Dots, Line, Look, Point, Spread};
use super::page::{Headline, Page, Table, TableCell, Tone};
use super::{ReportError, write_all};
use plyglot_bench::family::claims::{
    Agrees, Checked, ClaimResult, Evidence, Quantity, write_claims,
};

/// What is on the page, as `claims.json` holds it.
#[derive(Serialize, Deserialize)]
struct Data<'a> {
    about: Cow<'a, str>,
    claims: Cow<'a, [Checked]>,
}

/// Writes the page into a folder, which is made where it is missing: `index.html`, with the figures
/// as `claims.json` and `claims.csv`. `about` says how they were measured.
///
/// # Errors
/// If the folder or a file cannot be written; a file that was there before is whole, the old or the new one.
pub fn write(dir: &Path, checked: &[Checked], about: &str) -> Result<(), ReportError> {
    let (json, csv) = ("claims.json", "claims.csv");
    let data = Data { about: about.into(), claims: checked.into() };
    let data = serde_json::to_vec(&data)
        .map_err(|source| ReportError::Json { path: dir.join(json), source })?;
    let mut rows = Vec::new();
    write_claims(checked, &mut rows)
        .map_err(|source| ReportError::Csv { path: dir.join(csv), source })?;
    let page = page(checked, about)?.into_bytes();
    write_all(dir, &[("index.html", page), (json, data), (csv, rows)])
}

/// The page of `claims.json`.
pub(super) fn again(data: Value) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let Data { about, claims } = serde_json::from_value(data).map_err(|error| error.to_string())?;
    let page = page(&claims, &about).map_err(|error| error.to_string())?;
    Ok(vec![("index.html", page.into_bytes())])
}

fn page(checked: &[Checked], about: &str) -> Result<String, ChartError> {
    let mut page = Page::new("Claims about NegaScout and its relatives, tested", about);
    page.headlines(&headlines(checked));
    if let Some(dots) = shares(checked) {
        let caption = "Of the figures of each claim: the share that is as it states. A figure for which more \
                       trees are needed counts as not so.";
        page.figure("Figures that are as the claim states", &dots.art()?, caption);
    }
    let sentences: Vec<String> =
        checked.iter().map(|one| format!("{}: {}", capital(one.verdict), one.claim.says)).collect();
    let linked = checked.iter().zip(&sentences);
    page.linked(linked.map(|(one, text)| (tone(one.verdict), text.as_str(), Some(one.claim.name))));
    page.note(
        "Ratios are medians of the ratios tree by tree, as changes in percent, with 95 % bootstrap \
         intervals. Aided methods search as a real program does: with iterative deepening, a table, \
         and moves ordered by the table, killers and history. The others try moves in the order in \
         which they are generated. The last column has what a figure should be if the claim is true; a tick \
         means that it is so, a cross that it is not, a question mark that more trees are needed to \
         decide. Synthetic trees are named by their moves at a node, plies, and model: best=60 \
         has the first move best at 60 nodes in a hundred.",
    );
    for one in checked {
        page.section_at(one.claim.name, one.claim.says, one.claim.name);
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

/// How many claims hold, hold in part and fail.
fn headlines(checked: &[Checked]) -> Vec<Headline> {
    let kinds = [
        (ClaimResult::Holds, "of {} claims hold"),
        (ClaimResult::InPart, "hold in part"),
        (ClaimResult::Fails, "fail"),
        (ClaimResult::Unknown, "undecided: more trees are needed"),
    ];
    let one = |(kind, words): (ClaimResult, &str)| {
        let count = checked.iter().filter(|one| one.verdict == kind).count();
        let words = words.replace("{}", &checked.len().to_string());
        let shown = count > 0 || kind == ClaimResult::Holds;
        shown.then(|| Headline { tone: tone(kind), figure: count.to_string(), words })
    };
    kinds.into_iter().filter_map(one).collect()
}

/// Of the figures that each claim states, how many are as it states.
fn shares(checked: &[Checked]) -> Option<Dots> {
    let row = |(index, one): (usize, &Checked)| {
        let stated = one.evidence.iter().filter_map(|part| part.agrees);
        let (right, all) = stated.fold((0, 0), |(right, all), agrees| {
            (right + usize::from(agrees == Agrees::Yes), all + 1)
        });
        DotRow {
            label: format!("{} ({right} of {all})", one.claim.name),
            value: (all > 0).then(|| 100.0 * right as f64 / all as f64),
            interval: None,
            look: Look::Series(index),
            best: false,
        }
    };
    let rows: Vec<DotRow> = checked.iter().enumerate().map(row).collect();
    let x = Axis {
        reach: vec![0.0, 100.0],
        write: |value| format!("{value:.0} %"),
        ..Axis::linear("figures as the claim states")
    };
    let name = "share of the figures that are as each claim states".into();
    let write = x.write;
    (rows.len() > 1).then_some(Dots { name, x, rows, guide: None, write })
}

fn capital(verdict: ClaimResult) -> String {
    let text = verdict.text();
    text[..1].to_uppercase() + &text[1..]
}

fn tone(verdict: ClaimResult) -> Tone {
    match verdict {
        ClaimResult::Holds => Tone::Good,
        ClaimResult::Fails => Tone::Bad,
        ClaimResult::InPart | ClaimResult::Unknown => Tone::Open,
    }
}

fn table(evidence: &[Evidence]) -> Table {
    let head = ["", "trees", "n", "what", "found", "if it is true"].map(String::from).to_vec();
    let row = |part: &Evidence| {
        let aided = if part.aided() { ", aided" } else { "" };
        let toned = |text: String| match part.agrees {
            Some(Agrees::Yes) => TableCell::Toned(Tone::Good, text),
            Some(Agrees::Open) => TableCell::Toned(Tone::Open, text),
            Some(Agrees::No) => TableCell::Toned(Tone::Bad, text),
            None => TableCell::Words(text),
        };
        vec![
            toned(part.agrees.map_or("", Agrees::sign).into()),
            TableCell::words(&part.on),
            TableCell::figure(part.trees.to_string()),
            TableCell::words(part.what() + aided),
            TableCell::figure(part.figure()),
            toned(match (part.expectation(), part.too_few()) {
                (Some(expected), Some(why)) => format!("{expected} ({why})"),
                (expected, _) => expected.unwrap_or_default(),
            }),
        ]
    };
    Table { cards: true, head, rows: evidence.iter().map(row).collect(), ..Table::default() }
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
        let x = Axis::doubling("half the window's width, in points");
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

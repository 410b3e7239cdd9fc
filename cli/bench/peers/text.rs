//! A comparison for people: a group of rows for each game, depth and number of threads, then which engines
//! found another value than the reference, and why.

use std::time::Duration;

use comfy_table::Cell as Field;
use plyglot_peers::{Analysis, Arbiter, Difference, Row, Study};

use super::json::why;
use crate::format;
use crate::output::columns;

/// The parts, from top to bottom.
pub(super) fn of(study: &Study, analysis: &Analysis, width: Option<usize>) -> Vec<String> {
    if analysis.rows.iter().all(|row| row.searches == 0 && row.missing == 0) {
        return vec!["No search has finished.".into()];
    }
    let head = format::wrapped(HEAD, width.unwrap_or(USUAL).min(USUAL)).join("\n") + "\n";
    let mut parts = vec![head, details(study, analysis)];
    parts.extend(failures(study));
    parts.extend(differences(study, analysis));
    parts
}

/// How wide sentences are at most.
const USUAL: usize = 100;

const HEAD: &str = "Median times of searches to the same depth from an empty table. \"times minimax\": how many times as \
                    fast as minimax, pair by pair, with the 95 % interval; \"tuned\": minimax with its history of \
                    cut-offs as well.";

fn details(study: &Study, analysis: &Analysis) -> String {
    let mut table = columns::plain(&[
        "engine",
        "value",
        "nodes",
        "nodes/s",
        "time",
        "times minimax",
        "times tuned",
        "fewer nodes",
    ]);
    for row in &analysis.rows {
        table.add_row(fields(row).into_iter().map(Field::new));
    }
    columns::align(&mut table, 2);
    let mut lines = columns::lines(&table);
    let mut text = lines.next().unwrap_or_default() + "\n";
    let mut group = None;
    for (row, line) in analysis.rows.iter().zip(lines) {
        if group != Some((row.place, row.threads)) {
            text += &format!("\n{}\n", about(study, row));
            group = Some((row.place, row.threads));
        }
        text += &(line + "\n");
    }
    text
}

/// `connect4, depth 12, 1 thread; -7 by plain alpha-beta`
fn about(study: &Study, row: &Row) -> String {
    let place = &study.places[row.place];
    let threads = format::count(row.threads, "thread");
    let reference = study.references[row.place].map_or_else(String::new, |reference| {
        format!("; {} by {}", reference.value, arbiter(reference.by))
    });
    format!("{}, depth {}, {threads}{reference}", place.game, place.depth)
}

fn arbiter(by: Arbiter) -> &'static str {
    match by {
        Arbiter::Negamax => "the plain alpha-beta of minimax",
        Arbiter::EqualDepths => "a table for equal depths only",
    }
}

fn fields(row: &Row) -> Vec<String> {
    let values: Vec<String> = row.values.iter().map(ToString::to_string).collect();
    let seconds = row.seconds.map(|seconds| seconds.value);
    let rate = row.nodes.zip(seconds).map(|(nodes, seconds)| nodes / seconds);
    let number = |value: Option<f64>| value.map(|value| format::short(value.round() as u64));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let name = format!("  {}", row.who.name());
    [
        Some(name),
        Some(values.join(" or ")).filter(|text| !text.is_empty()),
        number(row.nodes),
        number(rate),
        time.map(format::time),
        row.times.map(columns::interval),
        row.times_tuned.map(columns::interval),
        row.fewer.map(columns::ratio),
    ]
    .map(|field| field.unwrap_or_else(|| "-".into()))
    .into()
}

/// Why searches failed, each reason once.
fn failures(study: &Study) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for sample in &study.samples {
        if let Err(missing) = &sample.result {
            let game = &study.places[sample.place].game;
            let line = format!("{game}, {}: {}", sample.who.name(), why(missing));
            if !reasons.contains(&line) {
                reasons.push(line);
            }
        }
    }
    reasons
}

fn differences(study: &Study, analysis: &Analysis) -> Vec<String> {
    let searches: usize = analysis.differences.iter().map(|odd| odd.searches).sum();
    let ours = analysis.differences.iter().filter(|odd| odd.who.is_ours());
    let ours: usize = ours.map(|odd| odd.searches).sum();
    let made: usize = analysis.rows.iter().map(|row| row.searches).sum();
    let theirs = searches - ours;
    let counted = format!(
        "Values that differ from the reference: {searches} of {made} searches, {theirs} of minimax, {ours} \
         of plyglot."
    );
    let line = |odd: &Difference| {
        let place = &study.places[odd.place];
        format!(
            "  {}, depth {}, {}, {}: {} instead of {} ({}): {}",
            place.game,
            place.depth,
            format::count(odd.threads, "thread"),
            odd.who.name(),
            odd.found,
            odd.reference,
            format::count(odd.searches, "search").replace("searchs", "searches"),
            odd.cause.words()
        )
    };
    std::iter::once(counted).chain(analysis.differences.iter().map(line)).collect()
}

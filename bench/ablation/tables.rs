//! Rows and searches as CSV.

use std::io::Write;

use plyglot_stats::Estimate;

use crate::ablation::rows::{Ratios, Row};
use crate::ablation::sample::{Figures, Sample, Task};
use crate::ablation::study::Study;
use crate::ablation::variant::Way;

/// Writes a row for each variant.
///
/// # Errors
/// If it cannot be written.
pub fn write_rows(rows: &[Row], out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    let mut head: Vec<String> =
        ["name", "way", "options", "verdict", "by"].map(String::from).to_vec();
    for task in ["depth", "proof"] {
        head.push(format!("{task}_searched"));
        for figure in ["nodes", "time"] {
            head.extend(["value", "low", "high"].map(|part| format!("{task}_{figure}_{part}")));
        }
        head.push(format!("{task}_cut"));
    }
    let rest = [
        "plies_value",
        "plies_low",
        "plies_high",
        "same_moves",
        "of_moves",
        "games",
        "wins",
        "draws",
        "losses",
        "elo",
        "elo_low",
        "elo_high",
    ];
    head.extend(rest.map(String::from));
    table.write_record(&head)?;
    for row in rows {
        table.write_record(fields(row))?;
    }
    Ok(table.flush()?)
}

fn fields(row: &Row) -> Vec<String> {
    let variant = &row.variant;
    let way = match variant.way {
        Way::Off => "off",
        Way::On => "on",
        Way::Bare => "bare",
    };
    let mut fields = vec![
        variant.name.clone(),
        way.into(),
        variant.options(),
        row.verdict.words().into(),
        row.by.join("+"),
    ];
    for ratios in [&row.depth, &row.proof] {
        let Ratios { searched, nodes, time, cut } = ratios;
        fields.push(searched.to_string());
        fields.extend(three(*nodes).into_iter().chain(three(*time)));
        fields.push(cut.to_string());
    }
    fields.extend(three(row.plies));
    fields.extend([row.moves.same.to_string(), row.moves.of.to_string()]);
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    match &row.games {
        Some(games) => {
            let counts = [games.games, games.wins, games.draws, games.losses];
            fields.extend(counts.map(|count| count.to_string()));
            fields.extend([games.elo, games.low, games.high].map(number));
        }
        None => fields.extend(std::iter::repeat_n(String::new(), 7)),
    }
    fields
}

fn three(estimate: Option<Estimate>) -> [String; 3] {
    match estimate {
        Some(Estimate { value, low, high }) => [value, low, high].map(|number| number.to_string()),
        None => [const { String::new() }; 3],
    }
}

/// Writes a row for each search of a variant, with the base's beside it.
///
/// # Errors
/// If it cannot be written.
pub fn write_samples(study: &Study, out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    let mut head = vec!["variant".to_string(), "task".into(), "place".into()];
    for who in ["base", "variant"] {
        let fields = ["nodes", "seconds", "depth", "move", "value", "done", "proven"];
        head.extend(fields.map(|field| format!("{who}_{field}")));
    }
    table.write_record(&head)?;
    for variant in &study.variants {
        let title = variant.title();
        for sample in Task::ALL.into_iter().flat_map(|task| study.of(&title, task)) {
            table.write_record(searched(sample))?;
        }
    }
    Ok(table.flush()?)
}

fn searched(sample: &Sample) -> Vec<String> {
    let task = match sample.task {
        Task::Depth => "depth",
        Task::Nodes => "nodes",
        Task::Proof => "proof",
    };
    let mut row = vec![sample.variant.clone(), task.into(), sample.place.to_string()];
    for figures in [&sample.base, &sample.with] {
        let Figures { nodes, seconds, depth, best, value, done, proven } = figures;
        row.extend([nodes.to_string(), seconds.to_string(), depth.to_string()]);
        row.extend([best.clone().unwrap_or_default(), value.clone()]);
        row.extend([done.to_string(), proven.to_string()]);
    }
    row
}

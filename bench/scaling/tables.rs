//! Samples and cells as CSV (RFC 4180), a line each under a line of column names. What is not known
//! is an empty field.

use std::io::Write;

use plyglot_search::Counters;

use super::analysis::{Analysis, Cell};
use super::play::{EloShare, PlayRow};
use super::sample::{Sample, SchemeName};
use super::study::Study;
use plyglot_stats::Estimate;

/// A column with the field of one line.
type Field = (String, String);

/// Writes every sample of a study. Times are in seconds.
///
/// # Errors
/// If it cannot be written.
pub fn write_samples(study: &Study, out: impl Write) -> Result<(), csv::Error> {
    let name = |sample: &Sample| {
        let position = study.design.positions.get(sample.case.position);
        position.map_or("", |position| position.name.as_str())
    };
    write(study.samples.iter().map(|sample| sample_fields(name(sample), sample)), out)
}

/// Writes every cell of an analysis. Of an estimate there are three columns: its value and both
/// ends of its interval.
///
/// # Errors
/// If it cannot be written.
pub fn write_cells(analysis: &Analysis, out: impl Write) -> Result<(), csv::Error> {
    write(analysis.cells.iter().map(cell_fields), out)
}

/// Writes what threads are worth in play, a line for each scheme, thread count and number of nodes.
///
/// # Errors
/// If it cannot be written.
pub fn write_play(analysis: &Analysis, out: impl Write) -> Result<(), csv::Error> {
    write(analysis.play.iter().map(play_fields), out)
}

/// Writes lines of the same columns, the names of the columns first.
fn write(lines: impl Iterator<Item = Vec<Field>>, out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    for (index, line) in lines.enumerate() {
        let (names, fields): (Vec<String>, Vec<String>) = line.into_iter().unzip();
        if index == 0 {
            table.write_record(names)?;
        }
        table.write_record(fields)?;
    }
    Ok(table.flush()?)
}

fn field(name: impl Into<String>, value: impl ToString) -> Field {
    (name.into(), value.to_string())
}

fn known(name: impl Into<String>, value: Option<impl ToString>) -> Field {
    (name.into(), value.map_or_else(String::new, |value| value.to_string()))
}

/// A number that is not a count: shortest text that reads back the same, `8.0`.
fn number(name: impl Into<String>, value: Option<f64>) -> Field {
    known(name, value.map(|value| format!("{value:?}")))
}

fn scheme(scheme: Option<SchemeName>) -> Field {
    known("scheme", scheme)
}

fn sample_fields(name: &str, sample: &Sample) -> Vec<Field> {
    let case = &sample.case;
    let mut fields = vec![
        field("position", case.position),
        field("name", name),
        scheme(case.scheme),
        field("threads", case.threads),
        field("repeat", case.repeat),
        number("seconds", Some(sample.seconds)),
        number("wall_seconds", Some(sample.wall_seconds)),
        number("first_result", sample.first_result),
    ];
    let counted = Counters::NAMES.into_iter().zip(sample.counters.values());
    fields.extend(counted.map(|(name, value)| field(name, value)));
    fields.extend([
        field("depth", sample.depth),
        field("score", &sample.score),
        field("proven", sample.proven),
        field("reached", sample.reached),
        known("error", sample.error.as_ref()),
    ]);
    fields
}

fn cell_fields(cell: &Cell) -> Vec<Field> {
    let estimates = [
        ("speedup", cell.speedup),
        ("rate", cell.rate),
        ("overhead", cell.overhead),
        ("first_result", cell.first_result),
        ("depth_gain", cell.depth_gain),
    ];
    let mut fields = vec![
        scheme(cell.scheme),
        field("threads", cell.threads),
        field("positions", cell.positions),
    ];
    fields.extend(estimates.into_iter().flat_map(|(name, estimate)| three(name, estimate)));
    let rates = cell.per_million.rates();
    fields.extend(rates.map(|(name, _, rate)| number(format!("{name}_per_million"), Some(rate))));
    fields.extend([
        number("hit_rate", Some(cell.hit_rate)),
        number("repeated", cell.repeated),
        field("agree", cell.agreement.agree),
        field("agree_of", cell.agreement.of),
        field("outliers", cell.outliers.len()),
        field("missing", cell.missing),
    ]);
    fields
}

fn play_fields(row: &PlayRow) -> Vec<Field> {
    let mut fields =
        vec![scheme(Some(row.scheme)), field("threads", row.threads), field("nodes", row.nodes)];
    for (name, strength) in [("by_threads", &row.by_threads), ("by_nodes", &row.by_nodes)] {
        fields.extend([
            field(format!("{name}_games"), 2 * strength.pairs.count()),
            number(name, strength.elo),
            number(format!("{name}_low"), strength.low),
            number(format!("{name}_high"), strength.high),
        ]);
    }
    let ratio = |end: fn(EloShare) -> Option<f64>| row.ratio.and_then(end);
    fields.extend([
        number("ratio", ratio(|share| Some(share.value))),
        number("ratio_low", ratio(|share| share.low)),
        number("ratio_high", ratio(|share| share.high)),
    ]);
    fields
}

fn three(name: &str, estimate: Option<Estimate>) -> [Field; 3] {
    [
        number(name, estimate.map(|estimate| estimate.value)),
        number(format!("{name}_low"), estimate.map(|estimate| estimate.low)),
        number(format!("{name}_high"), estimate.map(|estimate| estimate.high)),
    ]
}

//! Samples and cells as CSV (RFC 4180), a line each under a line of column names. What is not known
//! is an empty field.

use std::io::Write;

use serde::Serialize;

use super::analysis::{Analysis, Cell};
use super::case::Sample;
use super::study::Study;
use plyglot_stats::Estimate;

/// Writes every sample of a study. Times are in seconds.
///
/// # Errors
/// If it cannot be written.
pub fn write_samples(study: &Study, out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    for sample in &study.samples {
        let position = study.design.positions.get(sample.case.position);
        let name = position.map_or("", |position| position.name.as_str());
        table.serialize(SampleRow::new(name, sample))?;
    }
    Ok(table.flush()?)
}

/// Writes every cell of an analysis. Of an estimate there are three columns: its value and both
/// ends of its interval.
///
/// # Errors
/// If it cannot be written.
pub fn write_cells(analysis: &Analysis, out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    for cell in &analysis.cells {
        table.serialize(CellRow::new(cell))?;
    }
    Ok(table.flush()?)
}

#[derive(Serialize)]
struct SampleRow<'a> {
    position: usize,
    name: &'a str,
    scheme: String,
    threads: usize,
    repeat: usize,
    seconds: f64,
    wall_seconds: f64,
    first_result: Option<f64>,
    nodes: u64,
    probes: u64,
    hits: u64,
    collisions: u64,
    researches: u64,
    deferred: u64,
    settled: u64,
    splits: u64,
    repeated: u64,
    depth: u32,
    score: &'a str,
    proven: bool,
    reached: bool,
    error: &'a str,
}

impl<'a> SampleRow<'a> {
    fn new(name: &'a str, sample: &'a Sample) -> Self {
        SampleRow {
            position: sample.case.position,
            name,
            scheme: sample.case.scheme.map_or_else(String::new, String::from),
            threads: sample.case.threads,
            repeat: sample.case.repeat,
            seconds: sample.seconds,
            wall_seconds: sample.wall_seconds,
            first_result: sample.first_result,
            nodes: sample.nodes,
            probes: sample.probes,
            hits: sample.hits,
            collisions: sample.collisions,
            researches: sample.researches,
            deferred: sample.deferred,
            settled: sample.settled,
            splits: sample.splits,
            repeated: sample.repeated,
            depth: sample.depth,
            score: &sample.score,
            proven: sample.proven,
            reached: sample.reached,
            error: sample.error.as_deref().unwrap_or_default(),
        }
    }
}

#[derive(Serialize)]
struct CellRow {
    scheme: String,
    threads: usize,
    positions: usize,
    speedup: Option<f64>,
    speedup_low: Option<f64>,
    speedup_high: Option<f64>,
    rate: Option<f64>,
    rate_low: Option<f64>,
    rate_high: Option<f64>,
    overhead: Option<f64>,
    overhead_low: Option<f64>,
    overhead_high: Option<f64>,
    first_result: Option<f64>,
    first_result_low: Option<f64>,
    first_result_high: Option<f64>,
    depth_gain: Option<f64>,
    depth_gain_low: Option<f64>,
    depth_gain_high: Option<f64>,
    researches_per_million: f64,
    collisions_per_million: f64,
    deferred_per_million: f64,
    settled_per_million: f64,
    splits_per_million: f64,
    hit_rate: f64,
    repeated: Option<f64>,
    agree: usize,
    agree_of: usize,
    outliers: usize,
    missing: usize,
}

impl CellRow {
    fn new(cell: &Cell) -> Self {
        let [speedup, speedup_low, speedup_high] = three(cell.speedup);
        let [rate, rate_low, rate_high] = three(cell.rate);
        let [overhead, overhead_low, overhead_high] = three(cell.overhead);
        let [first_result, first_result_low, first_result_high] = three(cell.first_result);
        let [depth_gain, depth_gain_low, depth_gain_high] = three(cell.depth_gain);
        CellRow {
            scheme: cell.scheme.map_or_else(String::new, String::from),
            threads: cell.threads,
            positions: cell.positions,
            speedup,
            speedup_low,
            speedup_high,
            rate,
            rate_low,
            rate_high,
            overhead,
            overhead_low,
            overhead_high,
            first_result,
            first_result_low,
            first_result_high,
            depth_gain,
            depth_gain_low,
            depth_gain_high,
            researches_per_million: cell.researches,
            collisions_per_million: cell.collisions,
            deferred_per_million: cell.deferred,
            settled_per_million: cell.settled,
            splits_per_million: cell.splits,
            hit_rate: cell.hit_rate,
            repeated: cell.repeated,
            agree: cell.agreement.agree,
            agree_of: cell.agreement.of,
            outliers: cell.outliers.len(),
            missing: cell.missing,
        }
    }
}

fn three(estimate: Option<Estimate>) -> [Option<f64>; 3] {
    let Some(Estimate { value, low, high }) = estimate else { return [None; 3] };
    [Some(value), Some(low), Some(high)]
}

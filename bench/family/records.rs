//! Samples and rows as flat records for other programs: JSON, and CSV (RFC 4180). What is not known
//! is null, or an empty field.

use std::io::Write;

use plyglot_family::Counts;
use plyglot_search::Score;
use serde::{Deserialize, Serialize};

use super::analysis::{Analysis, Row};
use super::result::{MethodResult, Missing};
use super::study::{Sample, Study};
use plyglot_stats::Estimate;

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleRecord {
    /// Name of the cell.
    pub cell: String,
    /// Name of the tree.
    pub tree: String,
    /// The method.
    pub method: String,
    /// The value, from the side to move.
    pub value: Option<String>,
    /// Leaves that were valued.
    pub leaves: Option<u64>,
    /// Nodes whose moves were generated.
    pub interior: Option<u64>,
    /// Visits that repeat a null window with an open one.
    pub researches: Option<u64>,
    /// Searches from the root.
    pub passes: Option<u64>,
    /// Depths that were searched one after the other.
    pub iterations: Option<usize>,
    /// Times that the table was asked.
    pub probes: Option<u64>,
    /// Nodes that the table answered.
    pub table_cutoffs: Option<u64>,
    /// Positions that were estimated only to order moves.
    pub glances: Option<u64>,
    /// Interior nodes whose visit found a best move.
    pub settled: Option<u64>,
    /// Those of them whose best move was tried first.
    pub first_best: Option<u64>,
    /// How long it took.
    pub seconds: Option<f64>,
    /// Why there is no value: `budget`, or what was wrong.
    pub missing: Option<String>,
}

/// A method on the trees of a cell; see [`Row`] and [`Ratios`](super::Ratios).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowRecord {
    /// Name of the cell.
    pub cell: String,
    /// Moves at every node, where that is one number.
    pub branching: Option<u16>,
    /// How deep the trees were searched, in plies.
    pub depth: u32,
    /// In how many nodes of a hundred the first move is the best, where the trees were built so.
    pub ordering: Option<f64>,
    /// The method.
    pub method: String,
    /// What it is compared to; `None` of what others are compared to.
    pub base: Option<String>,
    /// How many trees it completed.
    pub trees: usize,
    /// How many it did not complete.
    pub missing: usize,
    /// The share of nodes with a best move at which it was tried first.
    pub first_best: Option<f64>,
    /// Leaves that were valued; this and what follows are medians over the trees.
    pub leaves: Option<Estimate>,
    /// Nodes whose moves were generated.
    pub interior: Option<Estimate>,
    /// Visits that repeat a null window with an open one.
    pub researches: Option<Estimate>,
    /// Searches from the root in each iteration.
    pub passes: Option<Estimate>,
    /// Nodes that the table answered.
    pub table_cutoffs: Option<Estimate>,
    /// How long it took.
    pub seconds: Option<Estimate>,
    /// Leaves over those of the critical tree.
    pub critical_ratio: Option<Estimate>,
    /// Leaves over those of the base, tree by tree.
    pub leaves_ratio: Option<Estimate>,
    /// Interior nodes over those of the base.
    pub interior_ratio: Option<Estimate>,
    /// Visits over those of the base.
    pub visits_ratio: Option<Estimate>,
    /// Seconds over those of the base.
    pub seconds_ratio: Option<Estimate>,
}

impl SampleRecord {
    /// The record of a sample.
    pub fn new(study: &Study, sample: &Sample) -> Self {
        let cell = &study.cells[sample.cell];
        let found = sample.result.as_ref().ok();
        let count = |of: fn(&Counts) -> u64| found.map(|found| of(&found.counts));
        SampleRecord {
            cell: cell.name.clone(),
            tree: cell.roots[sample.tree].name.clone(),
            method: study.methods[sample.method].to_string(),
            value: found.map(|found| format!("{:?}", found.value)),
            leaves: count(|counts| counts.leaves),
            interior: count(|counts| counts.interior),
            researches: count(|counts| counts.researches),
            passes: count(|counts| counts.passes),
            iterations: found.map(|found| found.iterations),
            probes: count(|counts| counts.probes),
            table_cutoffs: count(|counts| counts.table_cutoffs),
            glances: count(|counts| counts.glances),
            settled: count(|counts| counts.settled),
            first_best: count(|counts| counts.first_best),
            seconds: found.map(|found| found.seconds),
            missing: sample.result.as_ref().err().map(|missing| match missing {
                Missing::Budget => "budget".into(),
                Missing::Stopped => "stopped".into(),
                Missing::Failed(why) => why.clone(),
            }),
        }
    }
}

impl SampleRecord {
    /// The sample of a study of these methods and cells.
    ///
    /// # Errors
    /// What of the record is not of that study, in a line.
    pub fn read(&self, study: &Study) -> Result<Sample, String> {
        let cell = study.cells.iter().position(|cell| cell.name == self.cell);
        let cell = cell.ok_or_else(|| format!("unknown cell {:?}", self.cell))?;
        let tree = study.cells[cell].roots.iter().position(|root| root.name == self.tree);
        let tree = tree.ok_or_else(|| format!("unknown tree {:?}", self.tree))?;
        let method = study.methods.iter().position(|method| method.to_string() == self.method);
        let method = method.ok_or_else(|| format!("unknown method {:?}", self.method))?;
        let result = match self.missing.as_deref() {
            None => Ok(self.found().ok_or_else(|| format!("{}: no result", self.tree))?),
            Some("budget") => Err(Missing::Budget),
            Some("stopped") => Err(Missing::Stopped),
            Some(why) => Err(Missing::Failed(why.into())),
        };
        Ok(Sample { cell, tree, method, result })
    }

    fn found(&self) -> Option<MethodResult> {
        let counts = Counts {
            leaves: self.leaves?,
            interior: self.interior?,
            researches: self.researches?,
            passes: self.passes?,
            probes: self.probes?,
            table_cutoffs: self.table_cutoffs?,
            glances: self.glances?,
            settled: self.settled?,
            first_best: self.first_best?,
        };
        let value = score(self.value.as_deref()?)?;
        Some(MethodResult { value, counts, iterations: self.iterations?, seconds: self.seconds? })
    }
}

/// A score as its `Debug` writes it.
fn score(text: &str) -> Option<Score> {
    let (kind, number) = text.strip_suffix(')')?.split_once('(')?;
    match kind {
        "Heuristic" => Some(Score::heuristic(number.parse().ok()?)),
        "Margin" => Some(Score::margin(number.parse().ok()?)),
        "WinIn" => Some(Score::win_in(number.parse().ok()?)),
        "LossIn" => Some(Score::loss_in(number.parse().ok()?)),
        _ => None,
    }
}

impl RowRecord {
    /// The record of a row.
    pub fn new(study: &Study, row: &Row) -> Self {
        let cell = &study.cells[row.cell];
        let base = study.base(row.method).filter(|&base| base != row.method);
        RowRecord {
            cell: cell.name.clone(),
            branching: cell.branching,
            depth: cell.depth,
            ordering: cell.first_best,
            method: study.methods[row.method].to_string(),
            base: base.map(|base| study.methods[base].to_string()),
            trees: row.trees,
            missing: row.missing,
            first_best: row.first_best,
            leaves: row.leaves,
            interior: row.interior,
            researches: row.researches,
            passes: row.passes,
            table_cutoffs: row.table_cutoffs,
            seconds: row.seconds,
            critical_ratio: row.critical,
            leaves_ratio: row.ratios.map(|ratios| ratios.leaves),
            interior_ratio: row.ratios.and_then(|ratios| ratios.interior),
            visits_ratio: row.ratios.and_then(|ratios| ratios.visits),
            seconds_ratio: row.ratios.and_then(|ratios| ratios.seconds),
        }
    }

    /// The medians with their names.
    fn medians(&self) -> [(&'static str, Option<Estimate>); 11] {
        [
            ("leaves", self.leaves),
            ("interior", self.interior),
            ("researches", self.researches),
            ("passes", self.passes),
            ("table_cutoffs", self.table_cutoffs),
            ("seconds", self.seconds),
            ("critical_ratio", self.critical_ratio),
            ("leaves_ratio", self.leaves_ratio),
            ("interior_ratio", self.interior_ratio),
            ("visits_ratio", self.visits_ratio),
            ("seconds_ratio", self.seconds_ratio),
        ]
    }

    /// The fields of a line of CSV with their names; three of a median: its value and both ends of
    /// its interval.
    fn fields(&self) -> Vec<(String, String)> {
        let plain = [
            ("cell", self.cell.clone()),
            ("branching", text(self.branching)),
            ("depth", self.depth.to_string()),
            ("ordering", text(self.ordering)),
            ("method", self.method.clone()),
            ("base", self.base.clone().unwrap_or_default()),
            ("trees", self.trees.to_string()),
            ("missing", self.missing.to_string()),
            ("first_best", text(self.first_best)),
        ];
        let plain = plain.map(|(name, text)| (name.to_string(), text));
        let medians = self.medians().into_iter().flat_map(|(name, median)| {
            [
                (name.to_string(), text(median.map(|median| median.value))),
                (format!("{name}_low"), text(median.map(|median| median.low))),
                (format!("{name}_high"), text(median.map(|median| median.high))),
            ]
        });
        plain.into_iter().chain(medians).collect()
    }
}

fn text<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Writes every sample of a study as CSV. Times are in seconds.
///
/// # Errors
/// If it cannot be written.
pub fn write_samples(study: &Study, out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    for sample in &study.samples {
        table.serialize(SampleRecord::new(study, sample))?;
    }
    Ok(table.flush()?)
}

/// Writes every row of an analysis as CSV.
///
/// # Errors
/// If it cannot be written.
pub fn write_rows(study: &Study, analysis: &Analysis, out: impl Write) -> Result<(), csv::Error> {
    let mut table = csv::Writer::from_writer(out);
    for (place, row) in analysis.rows.iter().enumerate() {
        let (names, texts): (Vec<_>, Vec<_>) =
            RowRecord::new(study, row).fields().into_iter().unzip();
        if place == 0 {
            table.write_record(names)?;
        }
        table.write_record(texts)?;
    }
    Ok(table.flush()?)
}

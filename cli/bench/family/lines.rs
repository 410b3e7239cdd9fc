//! A comparison as JSON, one object a line: what was measured, then what follows from it.
//! `docs/json.md` documents the fields.

use plyglot_family_study::{Analysis, Disagreement, Make, RowRecord, SampleRecord, Study};
use plyglot_scaling::Origin;
use serde::Serialize;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Study { methods: Vec<String>, budget: u64, stopped: bool, origin: &'a Origin },
    Cell(&'a Make),
    Sample(SampleRecord),
    Row(RowRecord),
    Disagreement(Odd<'a>),
}

#[derive(Serialize)]
struct Odd<'a> {
    cell: &'a str,
    tree: &'a str,
    position: &'a str,
    method: String,
    found: String,
    others: String,
    exact: bool,
}

/// The lines, in the order of `docs/json.md`.
pub(super) fn of(study: &Study, analysis: &Analysis, origin: &Origin) -> Vec<String> {
    let methods = study.methods.iter().map(ToString::to_string).collect();
    let (budget, stopped) = (study.budget, study.stopped);
    let mut lines = vec![Line::Study { methods, budget, stopped, origin }];
    lines.extend(study.cells.iter().map(Line::Cell));
    let samples = study.samples.iter();
    lines.extend(samples.map(|sample| Line::Sample(SampleRecord::new(study, sample))));
    lines.extend(analysis.rows.iter().map(|row| Line::Row(RowRecord::new(study, row))));
    lines.extend(analysis.disagreements.iter().map(|odd| Line::Disagreement(told(study, odd))));
    let text = |line| serde_json::to_string(line).expect("plain data with text keys");
    lines.iter().map(text).collect()
}

fn told<'a>(study: &'a Study, odd: &Disagreement) -> Odd<'a> {
    let cell = &study.cells[odd.cell];
    let root = &cell.roots[odd.tree];
    Odd {
        cell: &cell.name,
        tree: &root.name,
        position: &root.position,
        method: study.methods[odd.method].to_string(),
        found: format!("{:?}", odd.found),
        others: format!("{:?}", odd.others),
        exact: odd.exact,
    }
}

//! A comparison as JSON, one object a line: what was measured, then what follows from it.
//! `docs/json.md` documents the fields.

use plyglot_bench::family::{Analysis, Disagreement, RowRecord, SampleRecord, Study};
use plyglot_bench::scaling::Origin;
use serde::Serialize;

use plyglot_wire::object;

#[derive(Serialize)]
struct StudyFields<'a> {
    methods: Vec<String>,
    budget: u64,
    stopped: bool,
    origin: &'a Origin,
}

#[derive(Serialize)]
struct DisagreementFields<'a> {
    cell: &'a str,
    tree: &'a str,
    position: &'a str,
    method: String,
    found: String,
    others: String,
    on_purpose: bool,
}

/// The lines, in the order of `docs/json.md`.
pub(super) fn of(study: &Study, analysis: &Analysis, origin: &Origin) -> Vec<String> {
    let methods = study.methods.iter().map(ToString::to_string).collect();
    let (budget, stopped) = (study.budget, study.stopped);
    let mut lines = vec![object("study", &StudyFields { methods, budget, stopped, origin })];
    lines.extend(study.cells.iter().map(|cell| object("cell", cell)));
    let samples = study.samples.iter();
    lines.extend(samples.map(|sample| object("sample", &SampleRecord::new(study, sample))));
    lines.extend(analysis.rows.iter().map(|row| object("row", &RowRecord::new(study, row))));
    let disagreements = analysis.disagreements.iter();
    lines.extend(disagreements.map(|one| object("disagreement", &disagreement(study, one))));
    lines
}

fn disagreement<'a>(study: &'a Study, one: &Disagreement) -> DisagreementFields<'a> {
    let cell = &study.cells[one.cell];
    let root = &cell.roots[one.tree];
    DisagreementFields {
        cell: &cell.name,
        tree: &root.name,
        position: &root.position,
        method: study.methods[one.method].to_string(),
        found: format!("{:?}", one.found),
        others: format!("{:?}", one.others),
        on_purpose: !one.exact,
    }
}

//! A study as JSON, one object a line: what was measured, then what follows from it.
//! `docs/json.md` documents the fields.

use plyglot_scaling::Analysis;
use plyglot_scaling::{
    CeilingPoint, Cell, Comparison, Design, Origin, ProbePoint, Sample, SchemeFit, Study,
};
use serde::Serialize;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Study { design: &'a Design, origin: &'a Origin },
    Ceiling(&'a CeilingPoint),
    Probe(&'a ProbePoint),
    Sample(&'a Sample),
    Cell(&'a Cell),
    Comparison(&'a Comparison),
    Fit(&'a SchemeFit),
}

/// The lines, in the order of `docs/json.md`.
pub(super) fn of(study: &Study, analysis: &Analysis) -> Vec<String> {
    let mut lines = vec![Line::Study { design: &study.design, origin: &study.origin }];
    lines.extend(study.ceiling.iter().map(Line::Ceiling));
    lines.extend(study.probes.iter().map(Line::Probe));
    lines.extend(study.samples.iter().map(Line::Sample));
    lines.extend(analysis.cells.iter().map(Line::Cell));
    lines.extend(analysis.comparisons.iter().map(Line::Comparison));
    lines.extend(analysis.fits.iter().map(Line::Fit));
    let text = |line| serde_json::to_string(line).expect("plain data with text keys");
    lines.iter().map(text).collect()
}

//! A study as JSON, one object a line: what was measured, then what follows from it.
//! `docs/json.md` documents the fields.

use plyglot_bench::scaling::{Analysis, Design, Origin, Study};
use serde::Serialize;

use plyglot_wire::object;

#[derive(Serialize)]
struct StudyFields<'a> {
    design: &'a Design,
    origin: &'a Origin,
    load: Option<f64>,
}

/// The lines, in the order of `docs/json.md`.
pub(super) fn of(study: &Study, analysis: &Analysis) -> Vec<String> {
    let head = StudyFields { design: &study.design, origin: &study.origin, load: study.load };
    let mut lines = vec![object("study", &head)];
    lines.extend(study.ceiling.iter().map(|point| object("ceiling", point)));
    lines.extend(study.probes.iter().map(|point| object("probe", point)));
    lines.extend(study.samples.iter().map(|sample| object("sample", sample)));
    lines.extend(analysis.cells.iter().map(|cell| object("cell", cell)));
    lines.extend(analysis.comparisons.iter().map(|comparison| object("comparison", comparison)));
    lines.extend(analysis.fits.iter().map(|fit| object("fit", fit)));
    lines.extend(analysis.play.iter().map(|row| object("play", row)));
    lines
}

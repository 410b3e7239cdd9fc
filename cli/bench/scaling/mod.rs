//! `bench scaling`: how the search scales over threads.
//!
//! Reads what is to be measured ([`design`]), measures and records it ([`measure`]), and shows what
//! follows: a table for people ([`text`], [`summary`]), JSON ([`json`]), CSV, a report.

mod args;
mod design;
mod json;
mod measure;
mod summary;
mod text;

use std::error::Error;

use plyglot_bench::scaling::{Analysis, Goal, PlayRow, Study, write_cells};
use plyglot_open::catalogue::Catalogue;

use crate::bench::report;
use crate::bench::scaling::measure::Measured;
use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::output::json as objects;
use crate::output::study::{self, OutputFormat, StudyView};

pub(crate) use args::ScalingArgs;

/// Measures what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &ScalingArgs) -> Result<ExitStatus, Failure> {
    objects::with_error_object(measured(catalogue, args), args.json, &args.game)
}

fn measured(catalogue: &Catalogue, args: &ScalingArgs) -> Result<ExitStatus, Failure> {
    let game = args.options.open(catalogue, &args.game)?;
    let design = design::of(args, &*game)?;
    report::prepare(args.report.as_ref())?;
    let measured = measure::run(args, design, &*game)?;
    shown(args, &measured)
}

/// Shows what was measured.
fn shown(args: &ScalingArgs, measured: &Measured) -> Result<ExitStatus, Failure> {
    let analysis = Analysis::of(&measured.study);
    let view = ScalingView { study: &measured.study, analysis: &analysis };
    study::print(&view, OutputFormat::of(args.json, args.csv))?;
    if let Some(dir) = &args.report {
        plyglot_report::scaling::write(dir, &measured.study, &analysis)?;
        report::written(dir);
    }
    if let Some(message) = &measured.interrupted {
        note(message);
        return Ok(ExitStatus::Interrupted);
    }
    Ok(status(&measured.study, &analysis))
}

/// A study and what follows from it.
struct ScalingView<'a> {
    study: &'a Study,
    analysis: &'a Analysis,
}

impl StudyView for ScalingView<'_> {
    fn text(&self, width: Option<usize>) -> Vec<String> {
        let table = text::of(self.study, self.analysis, width);
        let mut parts = vec![summary::head(self.study), table];
        parts.extend(text::account(self.analysis, width));
        parts.extend(text::play(self.study, self.analysis, width));
        parts.extend(summary::conclusions(self.study, self.analysis));
        parts
    }

    fn json(&self) -> Vec<String> {
        json::of(self.study, self.analysis)
    }

    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        Ok(write_cells(self.analysis, out)?)
    }
}

/// A failed search, or a solve with another value, is a problem.
fn status(study: &Study, analysis: &Analysis) -> ExitStatus {
    let failures = study.samples.iter().filter(|sample| sample.error.is_some());
    let failures: Vec<_> = failures.collect();
    if let Some(first) = failures.first() {
        let error = first.error.as_deref().unwrap_or_default();
        note(&format!("{} searches failed, the first with: {error}", failures.len()));
    }
    let faults = |row: &PlayRow| row.by_threads.faults + row.by_nodes.faults;
    let faults: usize = analysis.play.iter().map(faults).sum();
    if faults > 0 {
        note(&format!("{} lost by a fault of a player", format::count(faults, "game")));
    }
    let differ = analysis.cells.iter().any(|cell| !cell.agreement.differ.is_empty());
    if !failures.is_empty() || faults > 0 || (study.design.goal == Goal::Solve && differ) {
        ExitStatus::Problems
    } else {
        ExitStatus::Success
    }
}

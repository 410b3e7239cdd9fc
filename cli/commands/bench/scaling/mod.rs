//! `bench scaling`: how the search scales over threads.
//!
//! Reads what is to be measured ([`design`]), measures and records it ([`measure`]), and shows what
//! follows: a table for people ([`table`], [`summary`]), JSON ([`lines`]), CSV, a report.

mod design;
mod lines;
mod measure;
mod summary;
mod table;

use std::fs;

use plyglot_open::catalogue::Catalogue;
use plyglot_report::ReportError;
use plyglot_scaling::{Analysis, Goal, Study, write_cells};

use crate::args::ScalingArgs;
use crate::commands::bench::scaling::measure::Measured;
use crate::errors::{ExitStatus, Failure, note};
use crate::output::{Output, json};

/// Measures what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &ScalingArgs) -> Result<ExitStatus, Failure> {
    json::with_error_object(measured(catalogue, args), args.json, &args.game)
}

fn measured(catalogue: &Catalogue, args: &ScalingArgs) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(&args.game)?;
    let design = design::of(args, &*game)?;
    if let Some(dir) = &args.report {
        // A folder that cannot be made is reported before hours of measuring, not after.
        let failed = |source| ReportError::Folder { path: dir.clone(), source };
        fs::create_dir_all(dir).map_err(failed)?;
    }
    let measured = measure::run(args, design, &*game)?;
    shown(args, &measured)
}

/// Shows what was measured.
fn shown(args: &ScalingArgs, measured: &Measured) -> Result<ExitStatus, Failure> {
    let analysis = Analysis::of(&measured.study);
    show(args, &measured.study, &analysis)?;
    if let Some(dir) = &args.report {
        plyglot_report::scaling::write(dir, &measured.study, &analysis)?;
        note(&format!("report written to {}", dir.join("index.html").display()));
    }
    if let Some(message) = &measured.interrupted {
        note(message);
        return Ok(ExitStatus::Interrupted);
    }
    Ok(status(&measured.study, &analysis))
}

fn show(args: &ScalingArgs, study: &Study, analysis: &Analysis) -> Result<(), Failure> {
    let mut output = Output::new();
    if args.json {
        for line in lines::of(study, analysis) {
            output.line(line)?;
        }
    } else if args.csv {
        let mut text = Vec::new();
        write_cells(analysis, &mut text)
            .map_err(|error| Failure::System { what: "CSV", error: error.to_string() })?;
        output.line(String::from_utf8_lossy(&text).trim_end())?;
    } else {
        output.line(summary::head(study))?;
        output.line(table::of(study, analysis, output.width()))?;
        for line in summary::conclusions(study, analysis) {
            output.line(line)?;
        }
    }
    Ok(output.flush()?)
}

/// A failed search, or a solve with another value, is a problem.
fn status(study: &Study, analysis: &Analysis) -> ExitStatus {
    let failures = study.samples.iter().filter(|sample| sample.error.is_some());
    let failures: Vec<_> = failures.collect();
    if let Some(first) = failures.first() {
        let error = first.error.as_deref().unwrap_or_default();
        note(&format!("{} searches failed, the first with: {error}", failures.len()));
    }
    let differ = analysis.cells.iter().any(|cell| !cell.agreement.differ.is_empty());
    if !failures.is_empty() || (study.design.goal == Goal::Solve && differ) {
        ExitStatus::Problems
    } else {
        ExitStatus::Success
    }
}

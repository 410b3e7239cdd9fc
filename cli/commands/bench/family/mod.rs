//! `bench family`: the textbook algorithms on the same trees.
//!
//! Reads what is to be searched ([`design`]), searches it ([`measure`]), and shows what follows: a
//! table for people ([`table`]), JSON ([`lines`]), CSV, a report.

mod claims;
mod design;
mod lines;
mod measure;
mod table;

use std::fs;

use plyglot_family_study::{Analysis, Missing, Study, with_bases, write_rows};
use plyglot_open::catalogue::Catalogue;
use plyglot_report::ReportError;
use plyglot_scaling::Origin;

use crate::args::FamilyArgs;
use crate::commands::bench::origin;
use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::output::{Output, json};

/// Compares what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &FamilyArgs) -> Result<ExitStatus, Failure> {
    let outcome = match &args.claims {
        Some(names) => claims::run(args, names),
        None => compare(catalogue, args),
    };
    let game = args.game.as_deref().unwrap_or("synthetic");
    json::with_error_object(outcome, args.json, game)
}

fn compare(catalogue: &Catalogue, args: &FamilyArgs) -> Result<ExitStatus, Failure> {
    let methods = args.methods().map_err(|error| Failure::Usage(error.to_string()))?;
    let cells = design::cells(catalogue, args)?;
    if let Some(dir) = &args.report {
        // A folder that cannot be made is reported before the measuring, not after.
        let failed = |source| ReportError::Folder { path: dir.clone(), source };
        fs::create_dir_all(dir).map_err(failed)?;
    }
    let origin = origin::now();
    let study = measure::run(args, cells, &with_bases(&methods))?;
    let analysis = Analysis::of(&study, args.seed);
    show(args, &study, &analysis, &origin)?;
    if let Some(dir) = &args.report {
        plyglot_report::family::write(dir, &study, &analysis, &origin)?;
        note(&format!("report written to {}", dir.join("index.html").display()));
    }
    if study.stopped {
        let done = format::grouped(study.samples.len() as u64);
        note(&format!("interrupted: the figures are of the {done} searches that had ended"));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(status(&study, &analysis))
}

fn show(
    args: &FamilyArgs,
    study: &Study,
    analysis: &Analysis,
    origin: &Origin,
) -> Result<(), Failure> {
    let mut output = Output::new();
    if args.json {
        for line in lines::of(study, analysis, origin) {
            output.line(line)?;
        }
    } else if args.csv {
        let mut text = Vec::new();
        write_rows(study, analysis, &mut text)
            .map_err(|error| Failure::System { what: "CSV", error: error.to_string() })?;
        output.line(String::from_utf8_lossy(&text).trim_end())?;
    } else {
        let width = output.width();
        for part in table::of(study, analysis, width) {
            output.line(part)?;
        }
    }
    Ok(output.flush()?)
}

/// Methods that should agree and do not, and searches that failed, are problems. A search that used up its
/// visits is not: the table says so.
fn status(study: &Study, analysis: &Analysis) -> ExitStatus {
    let failure = study.samples.iter().find_map(|sample| match &sample.result {
        Err(Missing::Failed(why)) => Some((sample, why)),
        _ => None,
    });
    if let Some((sample, why)) = failure {
        let (method, cell) = (study.methods[sample.method], &study.cells[sample.cell].name);
        note(&format!("a search failed ({method}, {cell}): {why}"));
    }
    if !analysis.agree() {
        note("algorithms that should agree found different values");
    }
    if failure.is_none() && analysis.agree() { ExitStatus::Success } else { ExitStatus::Problems }
}

//! `bench family`: the textbook algorithms on the same trees.
//!
//! Reads what is to be searched ([`design`]), searches it ([`measure`]), and shows what follows: a
//! table for people ([`text`]), JSON ([`json`]), CSV, a report.

mod args;
mod claims;
mod design;
mod json;
mod measure;
mod text;

use std::error::Error;

use plyglot_bench::family::{Analysis, Missing, Study, with_bases, write_rows};
use plyglot_bench::scaling::Origin;
use plyglot_open::catalogue::Catalogue;

use crate::bench::report;
use crate::errors::{ExitStatus, Failure, note};
use crate::format;
use crate::journal::origin;
use crate::output::json as objects;
use crate::output::study::{self, OutputFormat, StudyView};

pub(crate) use args::FamilyArgs;

/// Compares what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &FamilyArgs) -> Result<ExitStatus, Failure> {
    let outcome = match &args.claims {
        Some(names) => claims::run(args, names),
        None => compare(catalogue, args),
    };
    let game = args.game.as_deref().unwrap_or("synthetic");
    objects::with_error_object(outcome, args.json, game)
}

fn compare(catalogue: &Catalogue, args: &FamilyArgs) -> Result<ExitStatus, Failure> {
    let methods = args.methods().map_err(|error| Failure::Usage(error.to_string()))?;
    let cells = design::cells(catalogue, args)?;
    report::prepare(args.report.as_ref())?;
    let origin = origin::now();
    let study = measure::run(args, cells, &with_bases(&methods))?;
    let analysis = Analysis::of(&study, args.seed);
    let view = FamilyView { study: &study, analysis: &analysis, origin: &origin };
    study::print(&view, OutputFormat::of(args.json, args.csv))?;
    if let Some(dir) = &args.report {
        plyglot_report::family::write(dir, &study, &analysis, args.seed, &origin)?;
        report::written(dir);
    }
    if study.stopped {
        let done = format::grouped(study.samples.len() as u64);
        note(&format!("interrupted: the figures are of the {done} searches that had ended"));
        return Ok(ExitStatus::Interrupted);
    }
    Ok(status(&study, &analysis))
}

/// A study and what follows from it.
struct FamilyView<'a> {
    study: &'a Study,
    analysis: &'a Analysis,
    origin: &'a Origin,
}

impl StudyView for FamilyView<'_> {
    fn text(&self, width: Option<usize>) -> Vec<String> {
        text::of(self.study, self.analysis, width)
    }

    fn json(&self) -> Vec<String> {
        json::of(self.study, self.analysis, self.origin)
    }

    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>> {
        Ok(write_rows(self.study, self.analysis, out)?)
    }
}

/// Methods that should agree and do not, and searches that failed, are problems. A search that used up its
/// visits is not: the table says so. But if all did, nothing was measured.
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
    let nothing = study.samples.iter().all(|sample| sample.result.is_err());
    if nothing && failure.is_none() {
        note("nothing was measured: every search needs more visits than --budget allows");
    }
    if failure.is_none() && analysis.agree() && !nothing {
        ExitStatus::Success
    } else {
        ExitStatus::Problems
    }
}

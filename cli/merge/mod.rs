//! `merge`: the results of shards as one, and what is missing, answered twice or answered differently.

mod args;
mod summary;

use std::io::Write;

use plyglot_serve::farm::merge::{self, Entry, Merged};
use plyglot_wire::Error;
use plyglot_wire::beside::{self, Beside};

use crate::errors::{ExitStatus, Failure, complain, note};
use crate::output::{Output, json};

pub(crate) use args::MergeArgs;

pub(crate) use summary::{Summary, problems};

/// Merges the files that `args` name.
pub(crate) fn run(args: &MergeArgs) -> Result<ExitStatus, Failure> {
    json::with_error_object(merged(args), args.json, "")
}

fn merged(args: &MergeArgs) -> Result<ExitStatus, Failure> {
    let failed = |path: &std::path::Path| {
        let path = path.display().to_string();
        move |error| Failure::NotWritten { path, error }
    };
    if let Some(path) = &args.output {
        beside::check(path).map_err(failed(path))?;
    }
    let merged = merge::read(&args.files)?;
    let summary = Summary::of(&merged);
    let mut output = Output::new();
    match &args.output {
        None => {
            write(&merged, output.writer())?;
            note(&summary.text());
        }
        Some(path) => {
            let mut file = Beside::new(path).map_err(failed(path))?;
            write(&merged, &mut file).map_err(failed(path))?;
            file.finish().map_err(failed(path))?;
            match args.json {
                true => output.object(summary.json())?,
                false => output.line(summary.text())?,
            }
        }
    }
    output.flush()?;
    problems(&merged).iter().for_each(|problem| complain(problem));
    Ok(if summary.is_fine() { ExitStatus::Success } else { ExitStatus::Problems })
}

/// Writes the results, a line that is answered differently as an error.
pub(crate) fn write(merged: &Merged, to: &mut dyn Write) -> std::io::Result<()> {
    for entry in merged.entries() {
        match entry {
            Entry::Answer(texts) => texts.iter().try_for_each(|text| writeln!(to, "{text}"))?,
            Entry::Different(line, message) => {
                writeln!(to, "{}", Error::in_line(&merged.header().game, line, &message).object())?;
            }
        }
    }
    Ok(())
}

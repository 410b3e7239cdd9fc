//! `bench peers`: comparison with the crate `minimax`, in builds that have it.
//!
//! Reads what is to be searched, searches it, and shows what follows: a table for people
//! ([`text`]), JSON ([`json`]). Other builds say how to build one with the feature.

mod args;
#[cfg(feature = "peers")]
mod json;
#[cfg(feature = "peers")]
mod measure;
#[cfg(feature = "peers")]
mod text;

use plyglot_open::catalogue::Catalogue;

use crate::errors::{ExitStatus, Failure};
use crate::output::json as objects;

pub(crate) use args::PeersArgs;

/// Compares what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &PeersArgs) -> Result<ExitStatus, Failure> {
    objects::with_error_object(compare(catalogue, args), args.json, &args.game.join(","))
}

#[cfg(not(feature = "peers"))]
fn compare(_catalogue: &Catalogue, _args: &PeersArgs) -> Result<ExitStatus, Failure> {
    let message = "this build lacks the feature `peers`: build with \
                   `cargo build --release --features peers`";
    Err(Failure::Usage(message.into()))
}

#[cfg(feature = "peers")]
fn compare(catalogue: &Catalogue, args: &PeersArgs) -> Result<ExitStatus, Failure> {
    use plyglot_peers::Analysis;

    use crate::errors::note;
    use crate::format;
    use crate::journal::origin;
    use crate::output::Output;

    let contests = measure::contests(catalogue, args)?;
    let origin = origin::now();
    let study = measure::run(args, contests);
    let analysis = Analysis::of(&study, SEED);
    let mut output = Output::new();
    if args.json {
        let mut objects = json::of(&study, &analysis, &origin).into_iter();
        objects.try_for_each(|object| output.object(object))?;
    } else {
        let mut parts = text::of(&study, &analysis, output.width()).into_iter();
        parts.try_for_each(|part| output.line(part))?;
    }
    output.flush()?;
    if study.stopped {
        let done = format::grouped(study.samples.len() as u64);
        note(&format!("interrupted: the figures are of the {done} searches that had ended"));
        return Ok(ExitStatus::Interrupted);
    }
    let failed = analysis.rows.iter().any(|row| row.missing > 0);
    let problems = failed || analysis.has_unexplained();
    Ok(if problems { ExitStatus::Problems } else { ExitStatus::Success })
}

/// Seed of the intervals.
#[cfg(feature = "peers")]
const SEED: u64 = 1;

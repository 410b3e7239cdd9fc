//! `solve`: the search of [`analyze`], for the exact value; what is added to it is [`analyze::proof`](crate::analyze).

mod args;

use crate::analyze;
use crate::catalogue::Catalogue;
use crate::errors::{ExitStatus, Failure};

pub(crate) use args::SolveArgs;

/// Solves what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: SolveArgs) -> Result<ExitStatus, Failure> {
    analyze::search(catalogue, &args.search.into_search(true)?)
}

//! `bench signature`: one number that changes when the search does.

use clap::Args;
use plyglot_open::catalogue::Catalogue;

use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

/// Print one node count over fixed positions of all games, like `bench` of Stockfish: it changes when the
/// search does.
#[derive(Debug, Args)]
pub(crate) struct SignatureArgs {
    /// Print the count of each game as well.
    #[arg(long)]
    verbose: bool,
}

/// Prints the signature: the number alone, so that scripts can compare it, unless more is asked for.
pub(crate) fn run(catalogue: &Catalogue, args: &SignatureArgs) -> Result<ExitStatus, Failure> {
    let signature = plyglot_bench::signature(catalogue)?;
    let mut output = Output::new();
    if args.verbose {
        let width = signature.games.iter().map(|part| part.game.len()).max().unwrap_or(0);
        for part in &signature.games {
            output.line(format_args!(
                "{:width$} {:>12}   {} positions",
                part.game, part.nodes, part.positions
            ))?;
        }
        output.line(format_args!("{:width$} {:>12}", "total", signature.total()))?;
    } else {
        output.line(signature.total())?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

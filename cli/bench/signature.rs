//! `bench signature`: one number that changes when the search does.

use clap::Args;
use plyglot_bench::{THREADS, ThreadsPart};
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
    /// Print instead how long 1, 2, 8 and 32 virtual threads take for what one thread reaches there, in microseconds of
    /// virtual time, and the speed-up: as exact, and it changes when the threads share the tree in another way.
    #[arg(long, conflicts_with = "verbose")]
    threads: bool,
}

/// Prints the signature: the number alone, so that scripts can compare it, unless more is asked for.
pub(crate) fn run(catalogue: &Catalogue, args: &SignatureArgs) -> Result<ExitStatus, Failure> {
    let mut output = Output::new();
    if args.threads {
        print_threads(&mut output, &plyglot_bench::threads(catalogue)?)?;
        output.flush()?;
        return Ok(ExitStatus::Success);
    }
    let signature = plyglot_bench::signature(catalogue)?;
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

/// A line for each game: the positions, the time of each number of threads, the speed-ups.
fn print_threads(output: &mut Output, games: &[ThreadsPart]) -> Result<(), Failure> {
    let width = games.iter().map(|part| part.game.len()).max().unwrap_or(0);
    let columns: String = THREADS.map(|threads| format!(" {threads:>9}")).concat();
    output.line(format_args!("{:width$} positions{columns} speed-up", "threads"))?;
    for ThreadsPart { game, positions, micros } in games {
        let times: String = micros.map(|time| format!(" {time:>9}")).concat();
        let gains = micros[1..].iter().map(|&time| micros[0] as f64 / time.max(1) as f64);
        let gains: String = gains.map(|gain| format!(" {gain:>5.2}")).collect();
        output.line(format_args!("{game:width$} {positions:>9}{times}{gains}"))?;
    }
    Ok(())
}

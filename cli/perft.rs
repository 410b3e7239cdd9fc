//! `perft`: counts lines of play, the customary test of a move generator.

use std::time::{Duration, Instant};

use plyglot_games::catalogue::{Catalogue, Setup, Visitor};
use plyglot_search::{Describe, Knowledge, perft};

use crate::args::PerftArgs;
use crate::errors::{Failure, Verdict};
use crate::output::Output;
use crate::{format, input};

/// Counts and prints.
pub(crate) fn run<C: Catalogue>(catalogue: &C, args: &PerftArgs) -> Result<Verdict, Failure> {
    catalogue.with(&args.game, Count { args })?
}

struct Count<'a> {
    args: &'a PerftArgs,
}

impl Visitor for Count<'_> {
    type Output = Result<Verdict, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let game = input::position(&setup.start, &self.args.place)?;
        if self.args.divide && self.args.depth == 0 {
            let message = "--divide counts what lies behind each move: that takes a --depth of 1";
            return Err(Failure::Usage(message.into()));
        }
        let mut output = Output::new();
        if self.args.divide {
            divide(&game, self.args.depth, &mut output)?;
        } else {
            deepen(&game, self.args.depth, &mut output)?;
        }
        output.finish()?;
        Ok(Verdict::Fine)
    }
}

/// Every depth up to `depth`, so that there is something to see before the last one is done.
fn deepen<G: Describe>(game: &G, depth: u32, output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!(
        "{:>5} {:>22} {:>14} {:>10} {:>10}",
        "depth", "lines", "ended before", "time", "lines/s"
    ))?;
    let mut ended = 0;
    for depth in 0..=depth {
        if let Some(before) = depth.checked_sub(1) {
            ended += perft::finished(game, before);
        }
        let begin = Instant::now();
        let lines = perft::perft(game, depth);
        output.live_line(row(depth, lines, ended, begin.elapsed()))?;
        if lines == 0 {
            break; // every game has ended before: deeper there is nothing either
        }
    }
    Ok(())
}

fn row(depth: u32, lines: u64, ended: u64, time: Duration) -> String {
    let rate = format::short(format::rate(lines, time));
    let (lines, ended) = (format::grouped(lines), format::grouped(ended));
    format!("{depth:>5} {lines:>22} {ended:>14} {:>10} {rate:>10}", format::time(time))
}

/// The count behind each move.
fn divide<G: Describe>(game: &G, depth: u32, output: &mut Output) -> Result<(), Failure> {
    let begin = Instant::now();
    let parts = perft::divide(game, depth);
    let time = begin.elapsed();
    for &(mv, lines) in &parts {
        output.line(format_args!("{:12} {:>22}", game.notation(mv), format::grouped(lines)))?;
    }
    let total = parts.iter().map(|&(_, lines)| lines).sum();
    let time = format::time(time);
    output.line(format_args!("{:12} {:>22}   in {time}", "total", format::grouped(total)))?;
    Ok(())
}

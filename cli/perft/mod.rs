//! `perft`: counts move sequences, the usual test of a move generator.

mod args;

use std::time::{Duration, Instant};

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Mv, Open, Position};
use plyglot_search::Stop;
use plyglot_wire::{milliseconds, object, rate};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::errors::{ExitStatus, Failure};
use crate::format;
use crate::output::{Output, json, progress};

use args::DEEPEST;
pub(crate) use args::PerftArgs;

/// Counts and prints.
pub(crate) fn run(catalogue: &Catalogue, args: &PerftArgs) -> Result<ExitStatus, Failure> {
    json::with_error_object(counted(catalogue, args), args.json, &args.game)
}

fn counted(catalogue: &Catalogue, args: &PerftArgs) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(&args.game)?;
    let at = args.start.position(&game.start()?)?;
    if args.divide && args.depth == Some(0) {
        let message = "--divide: counts after each move need a --depth of at least 1";
        return Err(Failure::Usage(message.into()));
    }
    // Without a number, as many as there are processors.
    let threads = ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    let threads =
        threads.map_err(|error| Failure::System { what: "a thread", error: error.to_string() })?;
    let count = Count { text: at.text()?, at, game, threads, json: args.json };
    let mut output = Output::new();
    let depth = args.depth.unwrap_or(DEEPEST);
    if args.divide {
        count.divide(depth, &mut output)?;
    } else {
        count.deepen(depth, &mut output)?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// What is counted. Only Ctrl-C, which ends the program, stops it before its end.
struct Count {
    game: Box<dyn Open>,
    at: Position,
    text: String,
    threads: ThreadPool,
    json: bool,
}

/// The fields of `perft`: the lines of one length, or those that begin with one move.
#[derive(Serialize)]
struct PerftFields<'a> {
    game: &'a str,
    position: &'a str,
    depth: u32,
    lines: u64,
    #[serde(flatten)]
    of: Of<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Of<'a> {
    Depth {
        ended_before: u64,
        time_ms: f64,
    },
    Move {
        #[serde(rename = "move")]
        mv: &'a str,
    },
}

impl Count {
    /// Counts something while the terminal shows how long it takes.
    fn shown<T: Send>(&self, depth: u32, count: impl FnOnce() -> T + Send) -> T {
        let clock = progress::clock(&format!("counting to depth {depth}"));
        let counted = self.threads.install(count);
        clock.finish_and_clear();
        counted
    }

    fn by_move(&self, depth: u32) -> Result<Vec<(Mv, u64)>, DoorError> {
        self.shown(depth, || self.game.perft(&self.at, depth, &Stop::default()))
    }

    fn finished(&self, depth: u32) -> Result<u64, DoorError> {
        self.shown(depth, || self.game.finished(&self.at, depth, &Stop::default()))
    }

    /// Every depth up to `depth`, so that there is something to see before the last one is done.
    fn deepen(&self, depth: u32, output: &mut Output) -> Result<(), Failure> {
        if !self.json {
            output.line(format_args!(
                "{:>5} {:>18} {:>13} {:>10} {:>9}",
                "depth", "lines", "ended before", "time", "lines/s"
            ))?;
        }
        let mut ended_before = 0;
        for depth in 0..=depth {
            if let Some(before) = depth.checked_sub(1) {
                ended_before += self.finished(before)?;
            }
            let begin = Instant::now();
            // Depth 0 is the position itself.
            let lines = if depth == 0 { 1 } else { total(&self.by_move(depth)?) };
            let time = begin.elapsed();
            if self.json {
                let of = Of::Depth { ended_before, time_ms: milliseconds(time) };
                output.live_object(self.object(depth, lines, of))?;
            } else {
                output.live_line(row(depth, lines, ended_before, time))?;
            }
            if lines == 0 {
                break; // every game has ended: deeper there is nothing to count
            }
        }
        Ok(())
    }

    /// The count after each move.
    fn divide(&self, depth: u32, output: &mut Output) -> Result<(), Failure> {
        let begin = Instant::now();
        let parts = self.by_move(depth)?;
        let time = begin.elapsed();
        for &(mv, lines) in &parts {
            let mv = self.at.move_text(mv)?;
            if self.json {
                output.object(self.object(depth, lines, Of::Move { mv: &mv }))?;
            } else {
                output.line(format_args!("{mv:12} {:>22}", format::grouped(lines)))?;
            }
        }
        if !self.json {
            let total = format::grouped(total(&parts));
            let time = format::time(time);
            output.line(format_args!("{:12} {total:>22}   in {time}", "total"))?;
        }
        Ok(())
    }

    fn object(&self, depth: u32, lines: u64, of: Of<'_>) -> String {
        let game = &self.at.facts().name;
        object("perft", &PerftFields { game, position: &self.text, depth, lines, of })
    }
}

fn total(parts: &[(Mv, u64)]) -> u64 {
    parts.iter().map(|&(_, lines)| lines).sum()
}

fn row(depth: u32, lines: u64, ended: u64, time: Duration) -> String {
    let rate = format::short(rate(lines, time));
    let (lines, ended) = (format::grouped(lines), format::grouped(ended));
    format!("{depth:>5} {lines:>18} {ended:>13} {:>10} {rate:>9}", format::time(time))
}

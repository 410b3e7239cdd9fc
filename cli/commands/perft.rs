//! `perft`: counts move sequences, the usual test of a move generator.

use std::time::{Duration, Instant};

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Mv, Open, Position};
use plyglot_search::StopFlag;

use crate::args::PerftArgs;
use crate::errors::{ExitStatus, Failure};
use crate::format;
use crate::output::Output;

/// Counts and prints.
pub(crate) fn run(catalogue: &Catalogue, args: &PerftArgs) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(&args.game)?;
    let count = Count { at: args.start.position(&game.start()?)?, game };
    if args.divide && args.depth == 0 {
        let message = "--divide: counts after each move need a --depth of at least 1";
        return Err(Failure::Usage(message.into()));
    }
    let mut output = Output::new();
    if args.divide {
        count.divide(args.depth, &mut output)?;
    } else {
        count.deepen(args.depth, &mut output)?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// What is counted. Only Ctrl-C, which ends the program, stops it before its end.
struct Count {
    game: Box<dyn Open>,
    at: Position,
}

impl Count {
    fn by_move(&self, depth: u32) -> Result<Vec<(Mv, u64)>, DoorError> {
        self.game.perft(&self.at, depth, &StopFlag::default())
    }

    fn finished(&self, depth: u32) -> Result<u64, DoorError> {
        self.game.finished(&self.at, depth, &StopFlag::default())
    }

    /// Every depth up to `depth`, so that there is something to see before the last one is done.
    fn deepen(&self, depth: u32, output: &mut Output) -> Result<(), Failure> {
        output.line(format_args!(
            "{:>5} {:>22} {:>14} {:>10} {:>10}",
            "depth", "lines", "ended before", "time", "lines/s"
        ))?;
        let mut ended = 0;
        for depth in 0..=depth {
            if let Some(before) = depth.checked_sub(1) {
                ended += self.finished(before)?;
            }
            let begin = Instant::now();
            // Depth 0 is the position itself.
            let lines = if depth == 0 { 1 } else { total(&self.by_move(depth)?) };
            output.live_line(row(depth, lines, ended, begin.elapsed()))?;
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
        let time = format::time(begin.elapsed());
        for &(mv, lines) in &parts {
            let mv = self.at.move_text(mv)?;
            output.line(format_args!("{mv:12} {:>22}", format::grouped(lines)))?;
        }
        let total = format::grouped(total(&parts));
        output.line(format_args!("{:12} {total:>22}   in {time}", "total"))?;
        Ok(())
    }
}

fn total(parts: &[(Mv, u64)]) -> u64 {
    parts.iter().map(|&(_, lines)| lines).sum()
}

fn row(depth: u32, lines: u64, ended: u64, time: Duration) -> String {
    let rate = format::short(format::rate(lines, time));
    let (lines, ended) = (format::grouped(lines), format::grouped(ended));
    format!("{depth:>5} {lines:>22} {ended:>14} {:>10} {rate:>10}", format::time(time))
}

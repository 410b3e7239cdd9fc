//! `tree work`: a worker of a tree that another process owns.

use std::fs;

use clap::Args;
use plyglot_open::Config;
use plyglot_open::catalogue::Catalogue;
use plyglot_play::tree::grow::far::{Parted, Work};
use plyglot_serve::farm::tree::hello::{Command, Hello, join};

use crate::args::{EngineOptions, SetOptions, Spread};
use crate::errors::{ExitStatus, Failure, complain};
use crate::input::values;
use crate::output::Output;
use crate::tree::far::run_of;
use crate::{format, signals};

const WORK: &str = "\
Examples:
  plyglot tree prove k.tree --game kalah:4,4 --listen 7071 --token k.token &
  plyglot tree work kalah:4,4 127.0.0.1:7071 --token k.token -j 2 --spread positions

It takes positions, searches them and gives what it has found until the tree needs no more. Workers may come and go at \
any time: what one had that has gone is given to others.
Exit codes: 0 the tree's run has ended; 1 the tree's process has gone; 2 it refuses the worker; 130 interrupted.";

/// Search positions for a tree that another process grows or proves, on this machine or another.
#[derive(Debug, Args)]
#[command(after_help = WORK)]
pub(crate) struct WorkArgs {
    /// The game of the tree, with its size.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Where the tree's process waits: HOST:PORT.
    #[arg(value_name = "ADDRESS")]
    address: String,
    /// The file of its token.
    #[arg(long, value_name = "FILE", value_parser = values::file)]
    token: String,
    #[command(flatten)]
    engine: EngineOptions,
    /// How positions are spread over the threads: `positions` searches several at once with one thread each, `threads`
    /// (and `auto`) one at a time with all threads.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Spread::Auto)]
    spread: Spread,
    #[command(flatten)]
    options: SetOptions,
}

pub(super) fn worked(catalogue: &Catalogue, args: &WorkArgs) -> Result<ExitStatus, Failure> {
    let unusable = |error| Failure::Unusable { path: args.token.clone(), error };
    let game = args.options.open(catalogue, &args.game)?;
    let token = fs::read_to_string(&args.token).map_err(unusable)?.trim().to_owned();
    let threads = args.engine.config().threads;
    let (engines, config) = match args.spread {
        Spread::Auto | Spread::Threads => (1, args.engine.shared_config(1)),
        Spread::Positions => (threads, Config { threads: 1, ..args.engine.shared_config(threads) }),
    };
    let stop = signals::listen();
    let (process, run) = (std::process::id(), run_of(&*game));
    let hello = Hello { command: Command::Work, token, process, engines, run };
    let Some(stream) = join(&args.address, &hello, &stop)? else {
        return Ok(ExitStatus::Interrupted);
    };
    let (parted, answered) = Work { game: &*game, config, engines }.run(stream, &stop)?;
    let mut output = Output::new();
    output.line(format!(
        "{}: {} answered",
        args.game,
        format::count(answered as usize, "position")
    ))?;
    output.flush()?;
    Ok(match parted {
        Parted::Done => ExitStatus::Success,
        Parted::Stopped => ExitStatus::Interrupted,
        Parted::Lost => {
            complain(&format!("the process of the tree at {} has gone", args.address));
            ExitStatus::Problems
        }
    })
}

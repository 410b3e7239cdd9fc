//! What `analyze` and `solve` are asked.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plyglot_open::{Config, Limits};
use plyglot_search::Schedule;
use plyglot_serve::farm::shard::{By, Shard};

use crate::args::groups::{
    EngineOptions, LimitOptions, SetOptions, ShardOptions, StartPosition, VirtualThreads,
};
use crate::errors::Failure;
use crate::input::values;
use crate::output::study::OutputFormat;

/// How the positions of a file are spread over the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spread {
    // Plain comments: clap would spread doc comments over the help.
    // The first of the others where there are several positions for each thread.
    Auto,
    // Many positions at once with one thread each.
    Positions,
    // One position at a time with all threads.
    Threads,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    start: StartPosition,
    /// Search the positions of a file, one on each line, or the last positions of its games, whose moves or GGF
    /// stand on a line (`-` for standard input; blank lines and lines that start with # are skipped), and check
    /// the results against the answers in it. At most 256 MiB, a million lines, and 64 KiB a line.
    #[arg(short, long, value_name = "FILE", value_parser = values::file)]
    #[arg(conflicts_with_all = ["position", "moves", "root_moves"])]
    file: Option<String>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    options: SetOptions,
    #[command(flatten)]
    virtual_threads: VirtualThreads,
    #[command(flatten)]
    limits: LimitOptions,
    /// Show this many of the best moves, each with its score and line (MultiPV).
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    lines: usize,
    /// Search only these moves, separated by commas or blanks.
    #[arg(long, value_name = "M,...")]
    root_moves: Option<String>,
    /// Read the transposition table from this file before the search, as --save wrote it: of the same game,
    /// with the same options.
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    load: Option<PathBuf>,
    /// Write the transposition table to this file after the search, also after Ctrl-C, so that a later search
    /// continues from it.
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    save: Option<PathBuf>,
    /// How the positions of a file are spread over the threads: `positions` searches several at once with one
    /// thread each, `threads` one at a time with all threads, `auto` chooses by their number. Virtual threads
    /// always search a position together, with the same result.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Spread::Auto, requires = "file")]
    spread: Spread,
    /// Record the result of each position of --file in this file as soon as it is found, and take what is recorded
    /// from it: the same command continues a run that was interrupted. A file that is not the journal of the same
    /// run is refused and not changed.
    #[arg(long, value_name = "FILE", requires = "file")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    shard: ShardOptions,
    /// Search the lines of --file that `plyglot farm` has written to this file: what a task of a farm is begun with.
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ["shard", "shard_by"])]
    part: Option<PathBuf>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    json: bool,
    /// Print the results of --file as CSV, a row for each line of a search.
    #[arg(long, requires = "file", conflicts_with_all = ["json", "shard", "part"])]
    csv: bool,
}

/// Where the positions of a search come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// One position.
    Position {
        /// The position.
        start: StartPosition,
        /// Which of its moves to search, as text.
        root_moves: Option<String>,
    },
    /// Many, one a line.
    File {
        /// The file, or `-`.
        path: String,
        /// How to spread them.
        spread: Spread,
        /// Where their results are recorded.
        journal: Option<PathBuf>,
        /// Which part of them is searched.
        shard: Option<(Shard, By)>,
        /// Likewise, as a farm has prepared it.
        part: Option<PathBuf>,
    },
}

/// What `analyze` and `solve` are asked to do.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) game: String,
    pub(crate) options: SetOptions,
    pub(crate) source: Source,
    pub(crate) config: Config,
    pub(crate) limits: LimitOptions,
    pub(crate) solve: bool,
    pub(crate) lines: usize,
    pub(crate) format: OutputFormat,
    /// The file to read the table from.
    pub(crate) load: Option<PathBuf>,
    /// The file to write it to.
    pub(crate) save: Option<PathBuf>,
}

impl SearchArgs {
    /// The arguments, checked for what clap cannot check.
    pub(crate) fn into_search(self, solve: bool) -> Result<Search, Failure> {
        let unlimited = !solve && self.limits.is_unlimited();
        let source = match self.file {
            Some(_) if unlimited => {
                let message = "--file: `analyze` needs a limit for each position: --depth, --time or \
                               --nodes; `solve` ends without one";
                return Err(Failure::Usage(message.into()));
            }
            Some(path) => Source::File {
                path,
                spread: self.spread,
                journal: self.journal,
                shard: self.shard.shard(),
                part: self.part,
            },
            None => Source::Position { start: self.start, root_moves: self.root_moves },
        };
        Ok(Search {
            game: self.game,
            options: self.options,
            source,
            config: self.virtual_threads.config(&self.engine),
            limits: self.limits,
            solve,
            lines: self.lines,
            format: OutputFormat::of(self.json, self.csv),
            load: self.load,
            save: self.save,
        })
    }
}

impl Search {
    /// The length of a virtual thread's turn in nodes; `None` if the threads are real.
    pub(crate) fn turn(&self) -> Option<u64> {
        match self.config.schedule {
            Schedule::Virtual { turn } => Some(turn),
            Schedule::Real => None,
        }
    }

    /// The limits of one position's search.
    pub(crate) fn limits<M>(&self, root_moves: Vec<M>) -> Limits<M> {
        let LimitOptions { depth, time, nodes } = self.limits;
        let (solve, lines) = (self.solve, self.lines);
        Limits { depth, time, nodes, solve, lines, root_moves, ..Limits::default() }
    }
}

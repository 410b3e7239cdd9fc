//! What `analyze` and `solve` are asked: where to start, what to search with, when to stop.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Config, Limits, Open};
use plyglot_search::{Schedule, Scheme};

use crate::errors::Failure;
use crate::values;

/// Where to start from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Place {
    /// Start from this position (`plyglot games` tells how it is written), or from an example by its name.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "moves")]
    pub(crate) position: Option<String>,
    /// Start from the position after these moves.
    #[arg(long, value_name = "TEXT")]
    pub(crate) moves: Option<String>,
}

/// What to search with.
#[derive(Clone, Debug, Args)]
pub(crate) struct Power {
    /// Worker threads [default: all processors that the program may use].
    #[arg(long, value_name = "N", value_parser = threads())]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table: 64M, 1G [default: 64M].
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub(crate) hash: Option<usize>,
    /// How the threads share a search: abdada (simplified ABDADA: a move that another thread is
    /// searching is deferred), lazy (Lazy SMP with staggered depths), root-splitting or
    /// young-brothers (the moves of a node are handed out). Parts are added or taken away behind the
    /// name: lazy-stagger, abdada-settle.
    #[arg(long, value_name = "NAME", default_value_t)]
    scheme: Scheme,
}

/// What the game's knowledge is set to.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Options {
    /// Set an option of the game's knowledge, or a number of the engine such as `aspiration`
    /// (`plyglot games` lists those that there are); may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    set: Vec<(String, String)>,
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write a name, = and a value")?;
    Ok((name.trim().into(), value.trim().into()))
}

/// Opens the game of that name, with its knowledge set to what the options say.
pub(crate) fn open(
    catalogue: &Catalogue,
    spec: &str,
    options: &Options,
) -> Result<Box<dyn Open>, Failure> {
    let game = catalogue.open(spec)?;
    if options.set.is_empty() {
        return Ok(game);
    }
    let set: Vec<(&str, &str)> =
        options.set.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    Ok(game.with(&set)?)
}

/// Threads that take turns, so that a parallel search repeats itself.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Turns {
    /// Search with so many virtual threads: they take turns, so that the same search always gives
    /// the same result, node for node. Times are then virtual, a microsecond a node, as if each
    /// thread had a processor of its own.
    #[arg(long, value_name = "N", value_parser = threads(), conflicts_with_all = ["threads", "time"])]
    virtual_threads: Option<usize>,
    /// How many nodes a virtual thread searches before the next has its turn [default: 10].
    #[arg(long, value_name = "NODES", value_parser = values::at_least_one::<u64>)]
    #[arg(requires = "virtual_threads")]
    turn: Option<u64>,
}

/// When to stop.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Stops {
    /// Stop at this depth, in plies.
    #[arg(long, value_name = "D", value_parser = values::at_least_one::<u32>)]
    pub(crate) depth: Option<u32>,
    /// Stop after this time: 500ms, 10s, 2m.
    #[arg(long, value_name = "T", value_parser = values::time)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many positions.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u64>)]
    pub(crate) nodes: Option<u64>,
}

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
    /// The game, with its size behind a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    place: Place,
    /// Take positions from a file, one a line (`-` for standard input; blank lines and lines that
    /// start with # are skipped). Known answers in it are checked. At most a million lines of 64 KiB,
    /// and 256 MiB.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "root_moves"])]
    file: Option<String>,
    #[command(flatten)]
    power: Power,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    turns: Turns,
    #[command(flatten)]
    stops: Stops,
    /// Show this many of the best moves, each with its score and line.
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    lines: usize,
    /// Look only at these moves, separated by commas.
    #[arg(long, value_name = "M,...")]
    root_moves: Option<String>,
    /// How a file is spread over the threads: many positions at once with one thread each, one at
    /// a time with all threads, or whichever suits their number. Virtual threads search each
    /// position together in any case, and with the same result.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Spread::Auto, requires = "file")]
    spread: Spread,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    json: bool,
}

/// Where the positions of a search come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// One position.
    Place {
        /// The position.
        place: Place,
        /// Which of its moves to look at, as text.
        root_moves: Option<String>,
    },
    /// Many, one a line.
    File {
        /// The file, or `-`.
        path: String,
        /// How to spread them.
        spread: Spread,
    },
}

/// What `analyze` and `solve` are asked to do.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) game: String,
    pub(crate) options: Options,
    pub(crate) source: Source,
    pub(crate) config: Config,
    pub(crate) stops: Stops,
    pub(crate) solve: bool,
    pub(crate) lines: usize,
    pub(crate) json: bool,
}

impl SearchArgs {
    /// The arguments, checked for what clap cannot check.
    pub(crate) fn into_search(self, solve: bool) -> Result<Search, Failure> {
        let unlimited = !solve && self.stops.is_unlimited();
        let source = match self.file {
            Some(_) if unlimited => {
                let message = "an analysis of a file needs a limit for each position: --depth, \
                               --time or --nodes (or `solve`, which ends by itself)";
                return Err(Failure::Usage(message.into()));
            }
            Some(_) if self.lines > 1 && !self.json => {
                let message = "--lines: a file's positions have one row each, with their best move; \
                               --json gives several lines of each";
                return Err(Failure::Usage(message.into()));
            }
            Some(path) => Source::File { path, spread: self.spread },
            None => Source::Place { place: self.place, root_moves: self.root_moves },
        };
        Ok(Search {
            game: self.game,
            options: self.options,
            source,
            config: self.turns.apply(self.power.config()),
            stops: self.stops,
            solve,
            lines: self.lines,
            json: self.json,
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
        let Stops { depth, time, nodes } = self.stops;
        // A file's positions want their values; a single position wants its whole line too.
        let whole_lines = matches!(self.source, Source::Place { .. });
        let (solve, lines) = (self.solve, self.lines);
        Limits { depth, time, nodes, solve, lines, root_moves, whole_lines, window: None }
    }
}

impl Turns {
    /// The engine of `config`, with virtual threads if they are asked for.
    fn apply(&self, config: Config) -> Config {
        let Some(threads) = self.virtual_threads else { return config };
        let schedule = self.turn.map_or(Schedule::VIRTUAL, |turn| Schedule::Virtual { turn });
        Config { threads, schedule, ..config }
    }
}

impl Stops {
    /// True if nothing but a proof ends the search.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.time.is_none() && self.nodes.is_none()
    }
}

impl Power {
    /// What the engine is to be made of.
    pub(crate) fn config(&self) -> Config {
        let default = Config::default();
        Config {
            threads: self.threads.unwrap_or(default.threads),
            hash_bytes: self.hash.unwrap_or(default.hash_bytes),
            scheme: self.scheme,
            ..default
        }
    }
}

/// Numbers of threads that an engine can have.
pub(super) fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=Config::MAX_THREADS as u64)
}

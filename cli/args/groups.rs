//! Groups of options that several commands take: where to start, what to search with, when to stop.

use std::time::Duration;

use clap::Args;
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Config, Open, Position};
use plyglot_search::{Schedule, Scheme};

use crate::errors::Failure;
use crate::input;
use crate::input::values::{self, threads};

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

impl Place {
    /// The position that is named, in the game of `start`; `start` itself if none is.
    pub(crate) fn position(&self, start: &Position) -> Result<Position, Failure> {
        input::position(start, self.position.as_deref(), self.moves.as_deref())
    }
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

impl Options {
    /// Opens the game of that name, with its knowledge set to what the options say.
    pub(crate) fn open(&self, catalogue: &Catalogue, spec: &str) -> Result<Box<dyn Open>, Failure> {
        let game = catalogue.open(spec)?;
        if self.set.is_empty() {
            return Ok(game);
        }
        let set: Vec<(&str, &str)> =
            self.set.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Ok(game.with(&set)?)
    }
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

impl Turns {
    /// The engine of `config`, with virtual threads if they are asked for.
    pub(super) fn apply(&self, config: Config) -> Config {
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

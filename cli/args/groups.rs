//! Groups of options that several commands take: where to start, what to search with, when to stop.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Config, Open, OptionSpec, Position};
use plyglot_play::tree::book::{Book, Taste};
use plyglot_search::{HashGrowth, Schedule, Scheme};
use plyglot_serve::farm::shard::{By, Shard};

use crate::errors::{Failure, note};
use crate::input;
use crate::input::values;

/// Where to start from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StartPosition {
    /// Start from this position, or from an example by its name (`plyglot games GAME` shows the notation and the
    /// examples).
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Start from the position after these moves, played from the start position or from --position. A word among
    /// blanks or commas is one move; a word alone may be several in a row where they can be told apart (f5d6c3). The
    /// positions on the way are its past: where positions can repeat, a third time is a draw.
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) moves: Option<String>,
}

impl StartPosition {
    /// The position that is named, in the game of `start`; `start` itself if none is.
    pub(crate) fn position(&self, start: &Position) -> Result<Position, Failure> {
        Ok(self.and_before(start)?.0)
    }

    /// Likewise, with the position before the last of the moves, if there are any.
    pub(crate) fn and_before(
        &self,
        start: &Position,
    ) -> Result<(Position, Option<Position>), Failure> {
        let at = input::position(start, self.position.as_deref(), self.moves.as_deref())?;
        let before = at.plies().checked_sub(1).map(|plies| at.after_plies(plies));
        Ok((at, before))
    }
}

/// What to search with.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineOptions {
    /// Number of search threads [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table, such as 64M or 1G [default: it grows from 16M while a search fills it, up
    /// to an eighth of the free memory; for protocols and virtual threads 64M].
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    pub(crate) hash: Option<usize>,
    /// Parallel scheme: abdada (simplified ABDADA: moves that others are searching are deferred), lazy
    /// (Lazy SMP with staggered depths), root-splitting or young-brothers (the moves of a node are divided
    /// among the threads). Parts are added with + or removed with -: lazy-stagger, abdada-settle.
    #[arg(long, value_name = "NAME", default_value_t)]
    scheme: Scheme,
}

/// Options of the game's knowledge and of the engine.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SetOptions {
    /// Set an option of the game or of the engine, such as aspiration=50 (`plyglot games GAME` lists them); may be
    /// given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    set: Vec<(String, String)>,
    /// Look endings up in the tables of this folder, which `plyglot tables` has made; `default`: in those of --out
    /// default, if there are any; `none`: in none.
    #[arg(long, value_name = "DIR", value_parser = values::file)]
    tables: Option<String>,
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, such as aspiration=50")?;
    Ok((name.trim().into(), value.trim().into()))
}

impl SetOptions {
    /// The arguments that say the same.
    pub(crate) fn arguments(&self) -> Vec<String> {
        self.texts().into_iter().flat_map(|text| ["--set".into(), text]).collect()
    }

    /// What is set, each as `NAME=VALUE`.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.pairs().iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// What is set, names before values.
    pub(crate) fn pairs(&self) -> Vec<(String, String)> {
        let tables = self.tables.iter().map(|folder| ("tables".into(), folder.clone()));
        self.set.iter().cloned().chain(tables).collect()
    }

    /// Opens the game of that name, with its knowledge set to what the options say.
    pub(crate) fn open(&self, catalogue: &Catalogue, spec: &str) -> Result<Box<dyn Open>, Failure> {
        let game = catalogue.open(spec)?;
        let pairs = self.pairs();
        if pairs.is_empty() {
            return Ok(game);
        }
        let set: Vec<(&str, &str)> =
            pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let game = game.with(&set)?;
        if self.tables.as_deref() == Some(plyglot_tables::DEFAULT) && game.facts().tables {
            let used = game.options().iter().find(|option| option.name == "tables");
            note(&format!("tables of endgames: {}", used.map_or("", |option| &option.value)));
        }
        // Other tables than those that plyglot makes: what was found of them.
        let found =
            |option: &&OptionSpec| option.name == "syzygy" && option.value != option.default;
        game.options().iter().filter(found).for_each(|option| note(&option.about));
        Ok(game)
    }
}

/// A book of a player.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct BookOptions {
    /// Play from the tree in this file, which `tree grow` has made, where it knows enough.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Choose among moves of the book that are worse by no more than this many points.
    #[arg(long, value_name = "POINTS", default_value_t = 0, requires = "book")]
    book_margin: u32,
    /// Choose by this seed.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = values::seed, requires = "book")]
    book_seed: u64,
    /// Play a move of the book if its position was searched with at least this many nodes, or its value is proven.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "book")]
    book_effort: u64,
}

impl BookOptions {
    /// The game of the book, if there is one.
    pub(crate) fn game(&self) -> Result<Option<String>, Failure> {
        Ok(self.book.as_deref().map(Book::game_of).transpose()?)
    }

    /// The book, if there is one.
    pub(crate) fn open(&self, game: &dyn Open) -> Result<Option<Book>, Failure> {
        let Some(path) = &self.book else { return Ok(None) };
        let (margin, seed, effort) = (self.book_margin, self.book_seed, self.book_effort);
        Ok(Some(Book::open(path, game, Taste { margin, seed, effort })?))
    }
}

/// Threads that take turns, so that a parallel search is repeatable.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct VirtualThreads {
    /// Search with this many virtual threads, which take turns: the same search always gives the same
    /// result, node for node, on every machine. Times are then virtual, a microsecond a node, as if each
    /// thread had a processor of its own.
    #[arg(long, value_name = "N", value_parser = values::threads, conflicts_with_all = ["threads", "time"])]
    virtual_threads: Option<usize>,
    /// Nodes that a virtual thread searches before the next one has its turn [default: 10].
    #[arg(long, value_name = "NODES", value_parser = values::at_least_one::<u64>)]
    #[arg(requires = "virtual_threads")]
    turn: Option<u64>,
}

/// Which part of a file is searched.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShardOptions {
    /// Search only the I-th of N parts of the file, so that N runs, on as many machines, search all of it; `plyglot
    /// merge` puts together what they print with --json. Results keep their source_line.
    #[arg(long, value_name = "I/N", requires = "file")]
    shard: Option<Shard>,
    /// How the lines are divided: `line` in turns (the I-th part has the lines I, I+N, I+2N, ... of those that are
    /// neither blank nor comments), `cost` into parts that are likely to take equally long, the longest searches
    /// in the first.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Division::Line, requires = "shard")]
    shard_by: Division,
}

/// How lines are divided, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Division {
    Line,
    Cost,
}

impl ShardOptions {
    /// The part, if not everything is searched.
    pub(crate) fn shard(&self) -> Option<(Shard, By)> {
        let by = match self.shard_by {
            Division::Line => By::Line,
            Division::Cost => By::Cost,
        };
        self.shard.map(|shard| (shard, by))
    }
}

/// When to stop.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LimitOptions {
    /// Stop at this depth, in plies.
    #[arg(short, long, value_name = "D", value_parser = values::at_least_one::<u32>)]
    pub(crate) depth: Option<u32>,
    /// Stop after this time, such as 500ms, 10s or 2m.
    #[arg(short, long, value_name = "T", value_parser = values::time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many nodes.
    #[arg(short, long, value_name = "N", value_parser = values::at_least_one::<u64>)]
    pub(crate) nodes: Option<u64>,
}

impl VirtualThreads {
    /// The engine's configuration, with virtual threads if they are asked for. Their table does not grow: how much
    /// memory is free would decide what they find.
    pub(super) fn config(&self, engine: &EngineOptions) -> Config {
        let Some(threads) = self.virtual_threads else { return engine.config() };
        let schedule = self.turn.map_or(Schedule::VIRTUAL, |turn| Schedule::Virtual { turn });
        Config { threads, schedule, ..engine.fixed_config() }
    }
}

impl LimitOptions {
    /// The arguments that say the same.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let depth = self.depth.map(|depth| ["--depth".into(), depth.to_string()]);
        let time = self.time.map(|time| ["--time".into(), format!("{}ns", time.as_nanos())]);
        let nodes = self.nodes.map(|nodes| ["--nodes".into(), nodes.to_string()]);
        [depth, time, nodes].into_iter().flatten().flatten().collect()
    }

    /// True if nothing but a proof ends the search.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.time.is_none() && self.nodes.is_none()
    }
}

impl EngineOptions {
    /// The arguments that say the same, but for the threads.
    pub(crate) fn table_arguments(&self) -> Vec<String> {
        let hash = self.hash.map(|bytes| ["--hash".into(), format!("{}K", bytes.div_ceil(1024))]);
        let scheme = ["--scheme".into(), self.scheme.to_string()];
        hash.into_iter().flatten().chain(scheme).collect()
    }

    /// The engine's configuration; the table is sized by the work if no size is asked for.
    pub(crate) fn config(&self) -> Config {
        let config = self.fixed_config();
        if self.hash.is_some() { config } else { config.with_growing_table() }
    }

    /// The same for this many engines that share a table: it cannot grow if there are several.
    pub(crate) fn shared_config(&self, engines: usize) -> Config {
        const SHARED: usize = 256 << 20;
        let config = self.config();
        match config.hash_growth {
            HashGrowth::UpTo(bytes) if engines > 1 => {
                Config { hash_bytes: bytes.min(SHARED), hash_growth: HashGrowth::Fixed, ..config }
            }
            HashGrowth::UpTo(_) | HashGrowth::Fixed => config,
        }
    }

    /// The same with a table that does not grow.
    pub(crate) fn fixed_config(&self) -> Config {
        let default = Config::default();
        Config {
            threads: self.threads.unwrap_or(default.threads),
            hash_bytes: self.hash.unwrap_or(default.hash_bytes),
            scheme: self.scheme,
            ..default
        }
    }
}

//! What `bench scaling` is asked: which searches, on which clock, and what to show of them.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plyglot_bench::scaling::{Clock, Goal, PlayDesign, SchemeName};
use plyglot_search::{Config, Schedule, Scheme};

use crate::args::SetOptions;
use crate::bench::positions::BUILT_IN;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot bench scaling --game othello                     built-in positions, this machine
  plyglot bench scaling --game connect4 --virtual --threads 1,2,4,8,16,32,64
  plyglot bench scaling --game othello --virtual --scheme abdada,lazy,lazy-stagger
  plyglot bench scaling --game othello --virtual --set weights=none --set off=reduction
  plyglot bench scaling --game kalah --positions FILE --to-depth 14 --report out
  plyglot bench scaling --game kalah --virtual --threads 2,8 --play --nodes 10000,100000 --pairs 200
  plyglot bench scaling --game othello --journal day.jsonl      the same command continues it

Ctrl-C shows what was measured, and records it in a journal.
Exit codes: 0 success; 1 a search failed, or several threads solved a position with another value \
than one thread; 130 interrupted.";

/// Measure how the search scales over threads: speed-up, nodes per second and repeated work, position by
/// position, with 95 % intervals, beside the limits of the machine.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ScalingArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: String,
    /// What is searched: a file with a position on each line, `built-in` for the positions that come
    /// with the program (or, for a game without any, 20 openings of 8 random moves), or the name of a set
    /// of them.
    #[arg(long, value_name = "FILE", default_value = BUILT_IN, value_parser = values::file)]
    pub(crate) positions: String,
    /// Search only the first N positions.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub(crate) most: Option<usize>,
    /// Thread counts, separated by commas; one thread is always measured [default: 1, 2, 4 and so on up to
    /// the number of processors, or up to 32 virtual threads].
    #[arg(short = 'j', long, value_name = "N,...", value_delimiter = ',', value_parser = values::threads)]
    threads: Vec<usize>,
    /// Measure in virtual time: threads take turns, a node takes a microsecond. Shows how the
    /// algorithm scales, the same on every machine.
    #[arg(long = "virtual")]
    virtual_time: bool,
    /// Nodes that a virtual thread searches before the next one has its turn [default: 10].
    #[arg(long, value_name = "NODES", value_parser = values::at_least_one::<u64>)]
    #[arg(requires = "virtual_time")]
    turn: Option<u64>,
    /// Search to this depth, in plies. Built-in positions have goals of their own, used without this option,
    /// --to-solve and --budget.
    #[arg(long, value_name = "D", value_parser = values::at_least_one::<u32>)]
    #[arg(conflicts_with_all = ["to_solve", "budget"])]
    to_depth: Option<u32>,
    /// Search for the exact value.
    #[arg(long, conflicts_with = "budget")]
    to_solve: bool,
    /// Search for this time, such as 500ms or 10s, and compare nodes per second.
    #[arg(long, value_name = "TIME", value_parser = values::time, allow_hyphen_values = true)]
    #[arg(conflicts_with = "virtual_time")]
    budget: Option<Duration>,
    /// How many times each search is made; medians are compared [default: 3, or 1 in virtual time].
    #[arg(long, value_name = "R", value_parser = values::at_least_one::<usize>)]
    repeat: Option<usize>,
    /// Parallel schemes, separated by commas; the others are compared with the first. Parts are added with +
    /// or removed with -: lazy, lazy-stagger, abdada-settle [default: abdada].
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    #[arg(value_parser = |text: &str| text.parse::<SchemeName>())]
    scheme: Vec<SchemeName>,
    /// Size of each transposition table, such as 64M or 1G [default: 64M].
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    hash: Option<usize>,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    /// Seed of the order of searches and of the statistics.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::seed)]
    pub(crate) seed: u64,
    /// How many searches run at once, in virtual time [default: one for each processor].
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    #[arg(requires = "virtual_time")]
    pub(crate) jobs: Option<usize>,
    /// Account for the nodes of the threads in real time as well, which costs a little time.
    #[arg(long, conflicts_with = "virtual_time")]
    account: bool,
    /// Play matches too: threads with N nodes each against one thread with N, beside one thread with as many more
    /// nodes, in Elo with 95 % intervals; virtual time only.
    #[arg(long, requires = "virtual_time", conflicts_with = "csv")]
    play: bool,
    /// The N of --play, separated by commas: nodes for a move and thread [default: 10000].
    #[arg(long, value_name = "N,...", value_delimiter = ',', requires = "play")]
    #[arg(value_parser = values::at_least_one::<u64>)]
    nodes: Vec<u64>,
    /// Pairs of games of each match of --play, from one opening with the sides exchanged [default: 100].
    #[arg(long, value_name = "N", requires = "play", value_parser = values::at_least_one::<usize>)]
    pairs: Option<usize>,
    /// Do not measure the limits of the machine: the throughput of independent searches and of random memory
    /// look-ups. Real threads only.
    #[arg(long, conflicts_with = "virtual_time")]
    pub(crate) no_ceiling: bool,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV, a row for each scheme and thread count.
    #[arg(long)]
    pub(crate) csv: bool,
    /// Write a page with plots, and all data, to this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Record each search in this file as soon as it has ended, and continue a study that was interrupted. A
    /// file that is not the journal of the same study is refused and not changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

impl ScalingArgs {
    /// The goal that was asked for.
    pub(crate) fn goal(&self) -> Option<Goal> {
        match (self.to_depth, self.to_solve, self.budget) {
            (Some(plies), ..) => Some(Goal::Depth(plies)),
            (_, true, _) => Some(Goal::Solve),
            (_, _, budget) => budget.map(Goal::Budget),
        }
    }

    /// The clock of the study.
    pub(crate) fn clock(&self) -> Clock {
        let schedule = match (self.virtual_time, self.turn) {
            (false, _) => Schedule::Real,
            (true, None) => Schedule::VIRTUAL,
            (true, Some(turn)) => Schedule::Virtual { turn },
        };
        match schedule {
            Schedule::Real => Clock::Real,
            Schedule::Virtual { turn } => Clock::Virtual { turn },
        }
    }

    /// The thread counts: powers of two up to a limit, and the limit, unless there are others.
    pub(crate) fn threads(&self) -> Vec<usize> {
        if !self.threads.is_empty() {
            return self.threads.clone();
        }
        let most = if self.virtual_time { 32 } else { num_cpus::get().min(Config::MAX_THREADS) };
        let powers = (0..).map(|power| 1 << power).take_while(|&threads| threads < most);
        powers.chain([most]).collect()
    }

    /// The schemes.
    pub(crate) fn schemes(&self) -> Vec<SchemeName> {
        if self.scheme.is_empty() {
            vec![SchemeName(Scheme::default())]
        } else {
            self.scheme.clone()
        }
    }

    /// How many times each search is made.
    pub(crate) fn repeats(&self) -> usize {
        self.repeat.unwrap_or(if self.virtual_time { 1 } else { 3 })
    }

    /// Size of each table in bytes.
    pub(crate) fn hash_bytes(&self) -> usize {
        self.hash.unwrap_or(Config::default().hash_bytes)
    }

    /// What is to be played, if anything is.
    pub(crate) fn play(&self) -> Option<PlayDesign> {
        let nodes = if self.nodes.is_empty() { vec![10_000] } else { self.nodes.clone() };
        self.play.then(|| PlayDesign { nodes, pairs: self.pairs.unwrap_or(100) })
    }

    /// Whether the time of the threads is accounted for. In virtual time that takes no time.
    pub(crate) fn account(&self) -> bool {
        self.virtual_time || self.account
    }
}

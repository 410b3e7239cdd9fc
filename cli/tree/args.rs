//! What `tree` is asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use plyglot_open::Config;
use plyglot_play::tree::grow::{Aim, Until};

use crate::args::{EngineOptions, SetOptions, Spread, StartPosition};
use crate::input::values;
use crate::tree::far::FarOptions;
use crate::tree::work::WorkArgs;

const EXAMPLES: &str = "\
Examples:
  plyglot tree grow connect4 c4.tree --time 5m  a book, deeper along the best lines
  plyglot tree show c4.tree --moves 44          what it knows, and a walk through it
  plyglot tree import c4.tree games.txt         positions of games, to be searched by the next `grow`
  plyglot tree prove k.tree --game kalah:4,4    the exact value, proven
  plyglot tree prove bt.tree --game breakthrough:5x5 --target loss
  plyglot tree prove k5.tree --game kalah:5,4 --workdir work --local   by workers of HyperQueue
  plyglot tree certificate bt.tree bt.cert --target loss
  plyglot tree check bt.cert                    by the rules alone

A tree is a file of positions with what was found of them. Every run goes on with it, and none loses what it has \
told of, however it ends. docs/tree.md tells how a tree grows and what a proof rests on.";

/// Keep what is known of a game in a file: a book that grows, or a proof.
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum TreeCommand {
    Grow(GrowArgs),
    Prove(ProveArgs),
    Work(WorkArgs),
    Show(ShowArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Certificate(CertificateArgs),
    Check(CheckArgs),
}

const GROW: &str = "\
Examples:
  plyglot tree grow connect4 c4.tree --time 5m
  plyglot tree grow othello book.tree --positions 20000 --effort 500000
  plyglot tree grow connect4:6x5 first.tree --plies 5 --exact --effort 10000000
  plyglot tree grow chess lopez.tree --moves \"e4 e5 Nf3 Nc6 Bb5\" --time 1h
  plyglot tree grow othello book.tree --time 2m --workdir work --local --workers 2

Without a limit it grows until Ctrl-C. With --workdir workers of HyperQueue search the positions, with --listen those \
that come by themselves (`plyglot help tree work`).
Exit codes: 0 a limit was reached or the value is proven; 3 no worker is left and none will come; 130 interrupted \
before.";

/// Make a book larger: best lines deep, bad ones shallow (drop-out expansion).
#[derive(Debug, Args)]
#[command(after_help = GROW)]
pub(crate) struct GrowArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The file of the tree; a new one is begun where there is none.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Search each position with this many nodes.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = values::at_least_one::<u64>)]
    pub(crate) effort: u64,
    /// Solve each position, as far as that many nodes suffice, instead of estimating it.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Open all positions of the first N plies, whatever they are worth and also where the value is proven, and no others.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u32>)]
    pub(crate) plies: Option<u32>,
    /// How many points given away weigh as much as a ply: with more the book is broader, with less it is deeper
    /// [default: a quarter of the scale of the game's results].
    #[arg(long, value_name = "POINTS", value_parser = values::at_least_one::<u32>)]
    pub(crate) width: Option<u32>,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

const PROVE: &str = "\
Examples:
  plyglot tree prove k.tree --game kalah:4,4    the exact value
  plyglot tree prove c4.tree --game connect4:6x6 --target '<=-1'
  plyglot tree prove bt.tree                    goes on with the game of the file
  plyglot tree prove k5.tree --game kalah:5,4 --workdir work --local --workers 2

With --workdir workers of HyperQueue search the positions, with --listen those that come by themselves (`plyglot help \
tree work`).
Exit codes: 0 proven; 1 refuted, or not proven within the limits; 3 no worker is left and none will come; 130 \
interrupted.";

/// Prove a value of the position at the root, by a solve whose parts stay in the tree.
#[derive(Debug, Args)]
#[command(after_help = PROVE)]
pub(crate) struct ProveArgs {
    /// The file of the tree.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Begin a tree of this game, if the file is not there yet.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// What to prove, for the side to move: value (the exact value, whatever it is), win, draw, loss, a margin
    /// such as -4, or a bound such as '>=draw' or '<=-4'.
    #[arg(long, value_name = "VALUE", default_value = "value", allow_hyphen_values = true)]
    pub(crate) target: String,
    /// Solve in parts of this many nodes at first, and of more as more are spent: what a part has proven is in the tree
    /// after it.
    #[arg(long, value_name = "N", default_value_t = Aim::BUDGET, value_parser = values::at_least_one::<u64>)]
    pub(crate) budget: u64,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    #[command(flatten)]
    pub(crate) work: WorkOptions,
}

/// What a tree is grown with, and when that ends.
#[derive(Debug, Args)]
pub(crate) struct WorkOptions {
    /// Stop after this time, such as 10s, 2m or 8h.
    #[arg(short, long, value_name = "T", value_parser = values::time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many nodes of searches.
    #[arg(short, long, value_name = "N", value_parser = values::at_least_one::<u64>)]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many new positions.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u64>)]
    pub(crate) positions: Option<u64>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    /// How positions are spread over the threads: `positions` searches several at once with one thread each, `threads`
    /// one at a time with all threads, `auto` does the first for books and the second for proofs.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Spread::Auto)]
    spread: Spread,
    #[command(flatten)]
    pub(crate) far: FarOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

impl WorkOptions {
    pub(crate) fn until(&self) -> Until {
        Until { time: self.time, nodes: self.nodes, positions: self.positions }
    }

    /// How positions are spread over threads.
    fn how(&self, aim: Aim) -> Spread {
        match (self.spread, aim) {
            (Spread::Auto, Aim::Book { .. }) => Spread::Positions,
            (Spread::Auto, Aim::Proof { .. }) => Spread::Threads,
            (how, _) => how,
        }
    }

    /// The same as a word, for a worker elsewhere.
    pub(crate) fn far_spread(&self, aim: Aim) -> &'static str {
        if self.how(aim) == Spread::Threads { "threads" } else { "positions" }
    }

    /// The threads of a worker elsewhere.
    pub(crate) fn far_threads(&self) -> usize {
        self.engine.threads.unwrap_or(1)
    }

    /// How many positions are searched at once, and with what each.
    pub(crate) fn spread(&self, aim: Aim) -> (usize, Config) {
        let threads = self.engine.config().threads;
        match self.how(aim) {
            Spread::Threads => (1, self.engine.shared_config(1)),
            Spread::Auto | Spread::Positions => {
                (threads, Config { threads: 1, ..self.engine.shared_config(threads) })
            }
        }
    }
}

/// Show what a tree knows of a position.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The file of the tree.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Show the position after these moves, played at the root.
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) moves: Option<String>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

const EXPORT: &str = "\
Examples:
  plyglot tree export book.tree | head
  plyglot tree export lopez.tree --variations -o lopez.pgn   for programs that read games";

/// Write all positions of a tree, one a line, those near the root first, or as one game with variations.
#[derive(Debug, Args)]
#[command(after_help = EXPORT)]
pub(crate) struct ExportArgs {
    /// The file of the tree.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write to this file, not to standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Write one game with variations, in chess PGN: the best moves, and in parentheses all others, with their values.
    #[arg(long, conflicts_with = "json")]
    pub(crate) variations: bool,
    /// Write JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

/// Add the positions of games, to be searched by the next `grow`, with every deviation from them.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The file of the tree.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The games: moves in a row on each line, or a format of the game's own (PGN, GGF); - for standard input.
    #[arg(value_name = "GAMES", value_parser = values::file)]
    pub(crate) games: String,
    /// Take no more than this many plies of each.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::at_least_one::<usize>)]
    pub(crate) plies: usize,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write what a tree has proven as a certificate, which others can check: what is needed, and no more.
#[derive(Debug, Args)]
pub(crate) struct CertificateArgs {
    /// The file of the tree.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The certificate.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// What it is to say, as for `tree prove`.
    #[arg(long, value_name = "VALUE", default_value = "value", allow_hyphen_values = true)]
    pub(crate) target: String,
    /// The most nodes that a plain search may take for a leaf: with more the file is smaller, and checking it takes
    /// longer.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = values::at_least_one::<u64>)]
    pub(crate) leaf: u64,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

const CHECK: &str = "\
Examples:
  plyglot tree check bt.cert
  plyglot tree check large.cert --sample 10000  says how many records could still be wrong
  plyglot tree check large.cert --journal check.jsonl

Exit codes: 0 it holds; 2 it does not, or is damaged: the line is named; 130 interrupted.";

/// Check a certificate without the engine: by the rules of its game and a plain search for its leaves.
#[derive(Debug, Args)]
#[command(after_help = CHECK)]
pub(crate) struct CheckArgs {
    /// The certificate.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Check only this many of the records, chosen at random.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    pub(crate) sample: Option<usize>,
    /// Choose them by this seed.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = values::seed, requires = "sample")]
    pub(crate) seed: u64,
    /// Record in this file what was found to hold, and do not check it again: the same command continues a check that
    /// was interrupted. A file that is not the journal of the same check is refused and not changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Number of threads [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

//! What `bench peers` is asked.

use clap::Args;

use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot bench peers                           three games from their starts, a few minutes
  plyglot bench peers --game connect4 --depth 10,12 --threads 1
  plyglot bench peers --game connect4 --depth 18 --repeat 1
  plyglot bench peers --game othello --json

The crate minimax requires that the side to move alternates; other games are refused. Ctrl-C shows \
what was measured.
Exit codes: 0 success; 1 a search failed, or a value differs from the reference for no known \
reason; 2 this build lacks the feature `peers`; 130 interrupted.";

/// Compare the engine with the crate minimax: times, nodes and values of the same game, evaluation and
/// depth, in one process. Needs a build with the feature `peers`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[cfg_attr(not(feature = "peers"), allow(dead_code, reason = "only to refuse what it asks for"))]
pub(crate) struct PeersArgs {
    /// A game, searched from its start. May be given several times.
    #[arg(long, value_name = "GAME", default_values = ["connect4", "breakthrough:6x6", "othello"])]
    pub(crate) game: Vec<String>,
    /// Search depths, in plies: 12 or 10,12,14 or 8..10 [default: by game].
    #[arg(long, value_name = "D,...", value_delimiter = ',', value_parser = values::range::<u8>)]
    pub(crate) depth: Vec<values::Range<u8>>,
    /// Thread counts, separated by commas.
    #[arg(short = 'j', long, value_name = "N,...", value_delimiter = ',', default_value = "1,2")]
    #[arg(value_parser = values::threads)]
    pub(crate) threads: Vec<usize>,
    /// How many times each search is made; the engines take turns.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    pub(crate) repeat: usize,
    /// Size of the transposition table of each engine, such as 64M or 1G.
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = values::size, allow_hyphen_values = true)]
    pub(crate) hash: usize,
    /// Most nodes that the reference, minimax's plain alpha-beta, may visit; where it would need more, plyglot
    /// with a table for equal depths only is the reference.
    #[arg(long, value_name = "POSITIONS", default_value_t = 30_000_000)]
    #[arg(value_parser = values::at_least_one::<u64>)]
    pub(crate) budget: u64,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

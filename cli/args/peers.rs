//! What `bench peers` is asked.

use clap::Args;

use crate::input::values;

#[derive(Debug, Args)]
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

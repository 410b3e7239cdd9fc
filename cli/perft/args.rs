//! What `perft` is asked.

use clap::Args;

use crate::args::StartPosition;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot perft othello                         deeper and deeper, until Ctrl-C
  plyglot perft othello --depth 9
  plyglot perft connect4 --moves 444 --depth 6 --divide
  plyglot perft draughts --depth 8 --threads 1 --json";

/// Count the move sequences of each length (perft).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PerftArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Count to this depth, in plies. Published counts for Othello count a finished game at every later depth
    /// as well: they are the sum of the columns `lines` and `ended before`. Those for draughts count each way of a
    /// capture, where here ways with the same result are one move: at depth 12 there are 388,617,999 lines for
    /// the published 388,623,673 [default: until every game has ended, or Ctrl-C].
    #[arg(short, long, value_name = "D", value_parser = depth)]
    pub(crate) depth: Option<u32>,
    /// Show the count after each move of the position.
    #[arg(long, requires = "depth")]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    /// Number of threads that count [default: one for each available processor].
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

/// The deepest that is counted.
pub(crate) const DEEPEST: u32 = 200;

fn depth(text: &str) -> Result<u32, String> {
    values::within(text, 0..=DEEPEST)
}

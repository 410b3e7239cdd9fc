//! What `analyze` is asked.

use clap::Args;

use crate::args::SearchArgs;

const EXAMPLES: &str = "\
Examples:
  plyglot analyze othello                       until Ctrl-C, on all cores
  plyglot analyze othello -m f5d6c3 -d 12 --lines 3       the same as --moves and --depth
  plyglot analyze connect4 --moves 4453 --time 10s --json
  plyglot analyze othello --file positions.obf --time 1s
  plyglot analyze othello --scheme lazy         with Lazy SMP
  plyglot analyze othello --depth 14 --virtual-threads 16    the same result on every machine

Scores are from the point of view of the side to move. Ctrl-C stops the search and prints the best \
result so far.
Exit codes: 0 success; 1 a wrong answer, a bad line or a failed search in a file.";

/// Search a position by iterative deepening, and show the best moves.
#[derive(Debug, Args)]
#[command(visible_alias = "analyse", after_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

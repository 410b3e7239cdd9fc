//! What `solve` is asked.

use clap::Args;

use crate::args::SearchArgs;

const EXAMPLES: &str = "\
Examples:
  plyglot solve tictactoe
  plyglot solve connect4:5x5 --hash 256M
  plyglot solve othello --file fforum-40-59.obf --threads 2
  plyglot solve connect4 --file Test_L3_R1 --json
  plyglot solve connect4:6x6 --save c4.table    continue later with --load c4.table --save c4.table
  plyglot solve connect4:5x5 --virtual-threads 64 --turn 50

A value is called `exact` only if it is proven to the end of the game.
Exit codes: 0 solved; 1 no proof, or a wrong answer, a bad line or a failed search in a file.";

/// Find the exact value of a position, with proof.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

//! What `games` is asked.

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  plyglot games                     all games, with their sizes
  plyglot games othello             one: rules, board, notation, options, examples
  plyglot games --json              the same as objects, for programs";

/// List the games, or show one in detail: rules, sizes, options, how positions and moves are written,
/// examples.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GamesArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,

    /// Write JSON instead: one object with all games, or with what is known of one.
    #[arg(long)]
    pub(crate) json: bool,
}

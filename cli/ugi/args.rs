//! What `ugi` is asked.

use clap::Args;

use crate::args::{EngineOptions, SetOptions};

const EXAMPLES: &str = "\
Examples:
  plyglot ugi othello
  plyglot ugi connect4:6x5 --threads 1 --hash 16M

Reads one command a line from standard input and answers on standard output; `quit` or the end of \
the input ends the program. The options here set the initial values of Threads, Hash and Scheme. \
docs/protocols.md lists the commands.";

/// Speak UGI (UCI for any game), for user interfaces and match programs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct UgiArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) first: FirstOptions,
}

const UCI_EXAMPLES: &str = "\
Examples:
  plyglot uci                             chess, for any user interface for chess engines
  plyglot uci chess:960 --threads 2 --hash 256M

Reads one command a line from standard input and answers on standard output; `quit` or the end of \
the input ends the program. The options here set the initial values of Threads, Hash and Scheme. \
docs/protocols.md lists the commands.";

/// Speak UCI, for user interfaces and match programs for chess.
#[derive(Debug, Args)]
#[command(after_help = UCI_EXAMPLES)]
pub(crate) struct UciArgs {
    /// The game.
    #[arg(value_name = "GAME", default_value = "chess")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) first: FirstOptions,
}

/// Where the options of the protocol start from.
#[derive(Debug, Args)]
pub(crate) struct FirstOptions {
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
}

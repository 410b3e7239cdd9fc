//! What `ugi` is asked.

use clap::Args;

use crate::args::{BookOptions, EngineOptions, SetOptions};
use crate::ugi::dialect::Dialect;

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
    game: String,
    #[command(flatten)]
    first: FirstOptions,
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
    game: String,
    #[command(flatten)]
    first: FirstOptions,
}

/// Where the options of the protocol start from.
#[derive(Debug, Args)]
pub(super) struct FirstOptions {
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    #[command(flatten)]
    pub(super) options: SetOptions,
    #[command(flatten)]
    pub(super) book: BookOptions,
}

/// A conversation that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(super) dialect: Dialect,
    pub(super) game: &'a str,
    pub(super) first: &'a FirstOptions,
}

impl UgiArgs {
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked { dialect: Dialect::UGI, game: &self.game, first: &self.first }
    }
}

impl UciArgs {
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked { dialect: Dialect::UCI, game: &self.game, first: &self.first }
    }
}

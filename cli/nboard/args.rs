//! What `nboard` is asked.

use clap::Args;

use crate::args::{BookOptions, EngineOptions, SetOptions};

const EXAMPLES: &str = "\
Examples:
  plyglot nboard
  plyglot nboard --threads 4 --hash 256M
  plyglot nboard --book othello.tree --book-margin 100

Reads one command a line from standard input and answers on standard output; `quit` or the end of \
the input ends the program. `set depth` is the depth in the midgame; endgames are solved. \
docs/protocols.md lists the commands, and how to add the engine to NBoard.";

/// Speak the NBoard protocol, for Othello programs.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NboardArgs {
    // Threads, table and scheme.
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    // The options of Othello's knowledge.
    #[command(flatten)]
    pub(crate) options: SetOptions,
    // What it plays from.
    #[command(flatten)]
    pub(crate) book: BookOptions,
}

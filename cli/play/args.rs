//! What `play` is asked.

use clap::{Args, ValueEnum};
use plyglot_clock::level::LEVELS;

use crate::args::{EngineOptions, LimitOptions, SetOptions, StartPosition};
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot play othello                          you move first, the engine has a second a move
  plyglot play connect4 --side second --time 3s
  plyglot play tictactoe --side both            you play both sides, the engine gives hints
  plyglot play kalah --side none --depth 8      the engine against itself
  plyglot play othello --level 3                an easy opponent
  plyglot play othello --load mine.txt          go on with a game that `save mine.txt` has written

In the game: a move, or moves, hint, undo, board, rules, level, side, save, load, new, help, quit. Enter \
or Ctrl-C while the engine thinks makes it move at once; a second Ctrl-C, or one while the engine plays both sides, \
leaves the game. A game also ends by repetition (in most games a draw the third time), and after 1,000 plies.";

/// Which side the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HumanSide {
    First,
    Second,
    // The engine only gives hints.
    Both,
    // The engine plays itself.
    None,
}

/// Play against the engine in the terminal.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Which side you play: first or second (the engine plays the other), both, or none.
    #[arg(long, value_enum, default_value_t = HumanSide::First)]
    pub(crate) side: HumanSide,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    // The engine's limits for a move; one second without any.
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// How strong the engine plays, from 1 (it looks one ply ahead) to 10 (five seconds a move) [default: one
    /// second a move].
    #[arg(long, value_name = "N", value_parser = level, conflicts_with_all = ["depth", "time", "nodes"])]
    pub(crate) level: Option<u32>,
    /// Go on with a game that `save` has written.
    #[arg(long, value_name = "FILE", value_parser = values::file)]
    #[arg(conflicts_with_all = ["position", "moves"])]
    pub(crate) load: Option<String>,
}

/// A level of play from what was typed.
pub(super) fn level(text: &str) -> Result<u32, String> {
    values::within(text, 1..=LEVELS)
}

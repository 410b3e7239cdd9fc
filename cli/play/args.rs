//! What `play` is asked.

use clap::Args;
use plyglot_clock::level::LEVELS;
use plyglot_open::Facts;

use crate::args::{BookOptions, EngineOptions, LimitOptions, SetOptions, StartPosition};
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot play othello                          the engine has a second a move
  plyglot play connect4 --side second --time 3s
  plyglot play tictactoe --side both            both sides; the engine gives hints
  plyglot play kalah --side none --depth 8      the engine against itself
  plyglot play othello --level 3                an easy opponent
  plyglot play othello --load mine.txt          continue a saved game

In the game: a move, or moves, hint, undo, board, rules, level, side, save, load, new, help, quit. Enter \
or Ctrl-C while the engine thinks makes it move at once; a second Ctrl-C, or one while the engine plays both sides, \
leaves the game. A game also ends by repetition (in most games a draw the third time), and after 1,000 plies.";

/// Which side the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Which side you play: first, second or as the game calls it, such as black (the engine plays the other),
    /// both, or none.
    #[arg(long, value_name = "WHO", default_value = "first")]
    pub(crate) side: String,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    #[command(flatten)]
    pub(crate) book: BookOptions,
    // The engine's limits for a move; one second without any.
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// How strong the engine plays, from 1 (it looks one ply ahead) to 10 (five seconds a move) [default: one
    /// second a move].
    #[arg(long, value_name = "N", value_parser = level, conflicts_with_all = ["depth", "time", "nodes"])]
    pub(crate) level: Option<u32>,
    /// Continue a game that `save` has written.
    #[arg(long, value_name = "FILE", value_parser = values::file)]
    #[arg(conflicts_with_all = ["position", "moves"])]
    pub(crate) load: Option<String>,
}

impl HumanSide {
    /// The sides that every game has, in order.
    pub(crate) const NAMES: [&str; 4] = ["first", "second", "both", "none"];

    /// The side that was typed, in the game of `facts`: by its place, or by its name there or a word of that.
    pub(super) fn of(text: &str, facts: &Facts) -> Result<HumanSide, String> {
        let sides = [HumanSide::First, HumanSide::Second, HumanSide::Both, HumanSide::None];
        let text = text.trim().to_ascii_lowercase();
        let words = facts.sides.each_ref().map(|name| words(name));
        let is_named = |place: usize| {
            HumanSide::NAMES[place] == text
                || words.get(place).is_some_and(|words| words.contains(&text))
        };
        sides
            .into_iter()
            .enumerate()
            .find(|&(place, _)| is_named(place))
            .map(|(_, side)| side)
            .ok_or_else(|| {
                // The last word says most: X (black).
                let own = words.iter().filter_map(|words| words.last().cloned());
                let known: Vec<String> =
                    HumanSide::NAMES.map(String::from).into_iter().chain(own).collect();
                format!("unknown {text:?}; expected one of {}", known.join(", "))
            })
    }
}

/// The names of a side: the whole, and each word of it.
fn words(name: &str) -> Vec<String> {
    let name = name.to_ascii_lowercase();
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(String::from).collect();
    std::iter::once(name.clone()).chain(parts).collect()
}

/// A level of play from what was typed.
pub(super) fn level(text: &str) -> Result<u32, String> {
    values::within(text, 1..=LEVELS)
}

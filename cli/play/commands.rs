//! What the user can type in a game.

use plyglot_open::Facts;
use plyglot_search::Side;

use crate::format;
use crate::play::HumanSide;

/// How wide help and rules are shown at most.
const WIDTH: usize = 78;

/// The words that are not moves, with what they take and do, for help and for completion.
pub(super) const COMMANDS: [(&str, &str, &str); 12] = [
    ("moves", "", "the moves played so far, and those that are legal now"),
    ("hint", "", "what the engine would play here, and how good it thinks that is"),
    ("undo", "", "take back your last move, and the answer to it"),
    ("board", "", "show the board again"),
    ("rules", "", "the rules of the game, and how moves are written"),
    ("level", "N", "how strong the engine plays, from 1 (one ply) to 10 (five seconds a move)"),
    ("side", "WHO", "which side you play from now on: first, second, its name, both or none"),
    ("save", "FILE", "write the game to a file, which `play --load` and `review --file` read"),
    ("load", "FILE", "continue a game from a file"),
    ("new", "", "begin again"),
    ("help", "", "this list"),
    ("quit", "", "leave the game (also Ctrl-D)"),
];

/// The help in a game, in a terminal of `width` columns.
pub(super) fn help(width: Option<usize>) -> String {
    let mut text = String::from("Type a move, or one of these:\n");
    for (name, takes, does) in COMMANDS {
        let name = format!("  {name} {takes}");
        text += &format::entry(15, &name, does, width.map_or(WIDTH, |width| width.min(WIDTH)));
        text.push('\n');
    }
    text + "While the engine thinks, Enter or Ctrl-C makes it move at once; a second Ctrl-C ends the program."
}

/// The rules of a game, if it tells them, and its notation.
pub(super) fn rules(facts: &Facts, width: Option<usize>) -> String {
    let width = width.map_or(WIDTH, |width| width.min(WIDTH));
    let notation = format!("Notation: {}", facts.notation);
    let lines = facts.rules.lines().chain([notation.as_str()]);
    let wrapped: Vec<String> = lines.flat_map(|line| format::wrapped(line, width)).collect();
    wrapped.join("\n")
}

/// One line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Nothing,
    Board,
    Moves,
    Hint,
    Undo,
    Rules,
    Help,
    New,
    Quit,
    /// With what is behind them.
    Level(&'a str),
    Side(&'a str),
    Save(&'a str),
    Load(&'a str),
    /// Anything else should be a move.
    Move(&'a str),
}

impl Command<'_> {
    /// The command in a trimmed line.
    pub(super) fn of(line: &str) -> Command<'_> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Command::Nothing,
            ("board", "") => Command::Board,
            ("moves", "") => Command::Moves,
            ("hint", "") => Command::Hint,
            ("undo", "") => Command::Undo,
            ("rules", "") => Command::Rules,
            ("help" | "?", _) => Command::Help,
            ("new", "") => Command::New,
            ("quit" | "exit", "") => Command::Quit,
            ("level", level) => Command::Level(level),
            ("side", side) => Command::Side(side),
            ("save", path) => Command::Save(path),
            ("load", path) => Command::Load(path),
            _ => Command::Move(line),
        }
    }
}

impl HumanSide {
    /// True if the user plays this side.
    pub(super) fn plays(self, side: Side) -> bool {
        match self {
            HumanSide::First => side == Side::First,
            HumanSide::Second => side == Side::Second,
            HumanSide::Both => true,
            HumanSide::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_not_a_command_is_a_move() {
        assert_eq!(Command::of("QUIT"), Command::Quit);
        assert_eq!(Command::of(""), Command::Nothing);
        assert_eq!(Command::of("f5"), Command::Move("f5"));
        assert_eq!(Command::of("Save My Game.txt"), Command::Save("My Game.txt"));
        assert_eq!(Command::of("level"), Command::Level(""));
        assert_eq!(Command::of("undo f5"), Command::Move("undo f5"));
    }

    #[test]
    fn every_command_of_the_help_is_one() {
        for (name, takes, _) in COMMANDS {
            let line = format!("{name} {takes}");
            assert!(!matches!(Command::of(line.trim()), Command::Move(_)), "{name}");
        }
    }
}

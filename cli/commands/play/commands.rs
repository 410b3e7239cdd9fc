//! What the user can type in a game.

use plyglot_search::Side;

use crate::args::HumanSide;

/// The commands that are not moves.
pub(crate) const HELP: &str = "moves, hint, undo, board, help, quit";

/// One line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    Nothing,
    Board,
    Moves,
    Hint,
    Undo,
    Help,
    Quit,
    /// Anything else should be a move.
    Move(&'a str),
}

impl Command<'_> {
    /// The command in a trimmed line.
    pub(crate) fn of(line: &str) -> Command<'_> {
        match line.to_ascii_lowercase().as_str() {
            "" => Command::Nothing,
            "board" => Command::Board,
            "moves" => Command::Moves,
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => Command::Move(line),
        }
    }
}

impl HumanSide {
    /// True if the user plays this side.
    pub(crate) fn plays(self, side: Side) -> bool {
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
    }
}

//! What a person can type in a game.

use plyglot_search::Side;

use crate::args::Seat;

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
    /// What a trimmed line says.
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

impl Seat {
    /// True if the person plays this side.
    pub(crate) fn takes(self, side: Side) -> bool {
        match self {
            Seat::First => side == Side::First,
            Seat::Second => side == Side::Second,
            Seat::Both => true,
            Seat::None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_no_command_is_a_move() {
        assert_eq!(Command::of("QUIT"), Command::Quit);
        assert_eq!(Command::of(""), Command::Nothing);
        assert_eq!(Command::of("f5"), Command::Move("f5"));
    }
}

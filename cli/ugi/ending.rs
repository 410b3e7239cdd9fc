//! How a game ended: by its rules, or by repetition.

use plyglot_open::Position;
use plyglot_search::Side;
use plyglot_wire::Over;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// This side has won.
    Won(Side),
    /// Neither side has.
    Drawn,
}

impl Ending {
    /// How the game that led to a position ended there, if it did: by its rules, or because the position
    /// has come back, in most games for the third time. The rules alone would let two engines repeat moves for ever.
    pub(crate) fn of(position: &Position) -> Option<Ending> {
        let over = Over::of_game(position)?;
        Some(over.winner.map_or(Ending::Drawn, Ending::Won))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::test_game;

    fn after(moves: &str) -> Position {
        let mut position = test_game::open(None).start().expect("it does not panic");
        position.play_text(moves).expect("it is legal");
        position
    }

    #[test]
    fn the_third_time_in_a_position_is_a_draw_with_moves_left() {
        assert_eq!(Ending::of(&after("101")), None);
        assert_eq!(Ending::of(&after("10")), None);
        let third = after("1010");
        assert_eq!(Ending::of(&third), Some(Ending::Drawn));
        assert_eq!(third.moves().expect("it does not panic").len(), 2);
        assert_eq!(third.keys_before(), [0, 3, 0, 3]);
    }

    #[test]
    fn a_margin_names_the_winner() {
        // The side to move has lost.
        assert_eq!(Ending::of(&after("2")), Some(Ending::Won(Side::First)));
        let over = after("12");
        assert_eq!(Ending::of(&over), Some(Ending::Won(Side::Second)));
        assert!(over.moves().expect("it does not panic").is_empty());
    }
}

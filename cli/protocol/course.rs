//! The course of a game: the present position, and what must be known of the past.

use plyglot_search::{Describe, Meaning, MoveList, Side};

/// A position has to stand so many times on the board, the present one counted, to end the game.
const REPETITIONS: usize = 3;

/// A position with the keys of those that led to it.
#[derive(Clone, Debug)]
pub(crate) struct Course<G> {
    game: G,
    past: Vec<u64>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// This side has won.
    Won(Side),
    /// Nobody has.
    Drawn,
}

impl<G: Describe> Course<G> {
    /// A game that begins with this position.
    pub(crate) fn new(game: G) -> Self {
        Course { game, past: Vec::new() }
    }

    /// The present position.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The keys of the positions before, oldest first.
    pub(crate) fn past(&self) -> &[u64] {
        &self.past
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: G::Move) {
        self.past.push(self.game.key());
        self.game.play(mv);
    }

    /// The legal moves; none where the game is over by its rules.
    pub(crate) fn legal(&self) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        if self.game.outcome().is_none() {
            self.game.moves(&mut moves);
        }
        moves
    }

    /// How the game ended, if it did: by its rules, or because the position stands there for the
    /// third time. The rules alone would let two engines go round in circles for ever.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let mover = self.game.to_move();
        match self.game.outcome() {
            Some(outcome) => Some(match outcome.score().meaning() {
                Meaning::Margin(margin) if margin > 0 => Ending::Won(mover),
                Meaning::Margin(_) | Meaning::LossIn(_) => Ending::Won(mover.other()),
                Meaning::WinIn(_) => Ending::Won(mover),
                Meaning::Heuristic(_) | Meaning::Unbounded => Ending::Drawn,
            }),
            None => self.is_repeated().then_some(Ending::Drawn),
        }
    }

    fn is_repeated(&self) -> bool {
        let key = G::CAN_REPEAT.then(|| self.game.key());
        let before = |key| self.past.iter().filter(|&&past| past == key).count();
        key.is_some_and(|key| before(key) + 1 >= REPETITIONS)
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::{Game, Outcome, ParseError};

    use super::*;

    /// Two doors, swung by turns; the third to the right is locked.
    #[derive(Clone, Debug)]
    struct Doors {
        at: u8,
        mover: Side,
    }

    impl Game for Doors {
        type Move = u8;
        type Undo = u8;
        const CAN_REPEAT: bool = true;

        fn to_move(&self) -> Side {
            self.mover
        }
        fn key(&self) -> u64 {
            u64::from(self.at) * 2 + u64::from(self.mover == Side::Second)
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.at == 2).then_some(Outcome::Margin(-3))
        }
        fn moves(&self, out: &mut MoveList<u8>) {
            (0..=2).filter(|&door| door != self.at).for_each(|door| out.push(door));
        }
        fn play(&mut self, door: u8) -> u8 {
            self.mover = self.mover.other();
            std::mem::replace(&mut self.at, door)
        }
        fn undo(&mut self, _: u8, before: u8) {
            (self.at, self.mover) = (before, self.mover.other());
        }
        fn pack(door: u8) -> u32 {
            door.into()
        }
        fn unpack(&self, bits: u32) -> Option<u8> {
            u8::try_from(bits).ok().filter(|&door| door <= 2 && door != self.at)
        }
    }

    impl Describe for Doors {
        const NOTATION: &'static str = "the number of a door";

        fn parse(&self, text: &str) -> Result<Self, ParseError> {
            Err(ParseError::new(text))
        }
        fn text(&self) -> String {
            self.at.to_string()
        }
        fn notation(&self, door: u8) -> String {
            door.to_string()
        }
        fn board(&self) -> String {
            self.text()
        }
    }

    fn after(doors: &[u8]) -> Course<Doors> {
        let mut course = Course::new(Doors { at: 0, mover: Side::First });
        doors.iter().for_each(|&door| course.play(door));
        course
    }

    #[test]
    fn the_third_time_in_a_position_is_a_draw_with_moves_left() {
        assert_eq!(after(&[1, 0, 1]).ending(), None);
        assert_eq!(after(&[1, 0]).ending(), None);
        let third = after(&[1, 0, 1, 0]);
        assert_eq!(third.ending(), Some(Ending::Drawn));
        assert_eq!(third.legal().len(), 2);
        assert_eq!(third.past(), [0, 3, 0, 3]);
    }

    #[test]
    fn a_margin_names_the_winner() {
        // The side to move has lost.
        assert_eq!(after(&[2]).ending(), Some(Ending::Won(Side::First)));
        let over = after(&[1, 2]);
        assert_eq!(over.ending(), Some(Ending::Won(Side::Second)));
        assert!(over.legal().is_empty());
    }
}

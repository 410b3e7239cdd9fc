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

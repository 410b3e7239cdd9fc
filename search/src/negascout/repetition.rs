//! Draws by repetition, for games that say that positions can repeat.

use super::Searcher;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::observer::Observer;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// True if the current position was met before, on this line or in the game that led to the
    /// root. The first repetition already counts: if going round once is best, so is twice.
    pub(super) fn repeats(&self) -> bool {
        let key = self.game.key();
        let mut left = self.game.reversible_plies();
        for step in self.path[..self.ply].iter().rev() {
            if left == 0 {
                return false;
            }
            if step.key == key {
                return true;
            }
            left -= 1;
        }
        self.history.iter().rev().take(left).any(|&earlier| earlier == key)
    }
}

//! The root of a task: which moves it looks at, and in which order.

use super::Searcher;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::observer::Observer;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Puts the root's moves into the open frame, ranked by what was found of them so far.
    pub(super) fn expand_root(&mut self) {
        for ranked in &self.root_moves {
            if !self.banned.contains(&ranked.mv) {
                self.list.push_ranked(ranked.mv, ranked.rank);
            }
        }
    }

    /// A root move was better than all before it: the next iteration tries it first.
    #[cold]
    pub(super) fn prefer_root_move(&mut self, mv: G::Move) {
        self.root_stamp += 1;
        if let Some(ranked) = self.root_moves.iter_mut().find(|ranked| ranked.mv == mv) {
            ranked.rank = self.root_stamp;
        }
    }
}

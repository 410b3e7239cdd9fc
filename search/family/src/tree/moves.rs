//! The order in which the moves of a node are tried, and the line that is followed first.

use crate::memory::Remembered;
use crate::order::to_front;
use crate::tree::{TO_END, Tree};
use plyglot_search::{Game, Knowledge, MoveList, Score, Window, estimate};

/// A line that some earlier visit left: where the search follows it, its next move is tried first.
#[derive(Clone, Debug)]
pub(super) struct Guide<M> {
    /// The ply at which the line begins.
    from: usize,
    line: Vec<M>,
}

impl<M> Default for Guide<M> {
    fn default() -> Self {
        Guide { from: 0, line: Vec::new() }
    }
}

impl<G: Game, K: Knowledge<G>> Tree<'_, G, K> {
    /// The legal moves in the order in which they are to be tried.
    pub(super) fn moves(&mut self, remembered: Option<&Remembered>, depth: i32) -> Vec<G::Move> {
        let mut list = MoveList::new();
        self.game.moves(&mut list);
        let mut moves: Vec<G::Move> = list.iter().collect();
        let ordering = self.aids.ordering;
        if ordering.evaluation && depth > 1 {
            moves.sort_by_cached_key(|&mv| std::cmp::Reverse(self.glance(mv)));
        }
        let side = self.game.to_move();
        self.experience.order(&ordering, self.ply, side, &mut moves, G::pack);
        if ordering.hash
            && let Some(bits) = remembered.and_then(|entry| entry.best)
        {
            to_front(&mut moves, |mv| G::pack(mv) == bits);
        }
        if let Some(guide) = self.guided() {
            to_front(&mut moves, |mv| mv == guide);
        }
        moves
    }

    /// What a move leads to at a glance: its outcome or its estimate, seen from here.
    fn glance(&mut self, mv: G::Move) -> Score {
        let mover = self.game.to_move();
        let undo = self.game.play(mv);
        self.counts.glances += 1;
        let value = match self.game.outcome() {
            Some(outcome) => outcome.score(),
            None => Score::heuristic(estimate(self.knowledge, &self.game)),
        };
        let turns = self.game.to_move() != mover;
        self.game.undo(mv, undo);
        if turns { -value } else { value }
    }

    /// A move failed high: killers and history learn from it, where they are used.
    pub(crate) fn learn(&mut self, mv: G::Move, depth: i32) {
        if !self.aids.ordering.killers && !self.aids.ordering.history {
            return;
        }
        let depth = if depth == TO_END { 1 } else { depth };
        self.experience.learn(self.ply, self.game.to_move(), mv, G::pack(mv), depth);
    }

    /// The best of some moves, fail soft: the loop of alpha-beta, for algorithms that show only how
    /// they find the value of one move. `value` is told the move's place, from 0, the move, and the
    /// window that is still open.
    pub(crate) fn best_of(
        &mut self,
        moves: &[G::Move],
        window: Window,
        depth: i32,
        mut value: impl FnMut(&mut Self, usize, G::Move, Window) -> Score,
    ) -> Score {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let value = value(self, index, mv, window.raise(best));
            if value > best {
                best = value;
                self.better(mv, index);
            }
            if window.cuts_off(best) {
                self.learn(mv, depth);
            }
            if self.tried(index) || window.cuts_off(best) {
                break;
            }
        }
        best
    }

    /// Searches so that wherever the search comes along `line` from the current position on, the
    /// line's next move is tried first.
    pub(crate) fn following<T>(
        &mut self,
        line: Vec<G::Move>,
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.guide, Guide { from: self.ply, line });
        let found = search(self);
        self.guide = before;
        found
    }

    /// The line that the last search of `mv` from here found, with `mv` itself.
    pub(crate) fn line_with(&self, mv: G::Move) -> Vec<G::Move> {
        let below = self.lines.get(self.ply + 1).into_iter().flatten().copied();
        std::iter::once(mv).chain(below).collect()
    }

    /// The guide's next move, if the search has come along its line.
    fn guided(&self) -> Option<G::Move> {
        let Guide { from, line } = &self.guide;
        let followed = self.walk.get(*from..)?;
        line.strip_prefix(followed)?.first().copied()
    }
}

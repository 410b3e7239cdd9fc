//! What is answered at a node without searching its moves: ends of the game, repetitions, estimates
//! at the horizon, and what the table knows.

use crate::memory::Remembered;
use crate::tree::Tree;
use plyglot_search::{Bound, Game, Knowledge, MAX_PLY, Repetition, Score, Why, Window, estimate};

impl<G: Game, K: Knowledge<G>> Tree<'_, G, K> {
    /// The value of a node that is not searched, and why it is not.
    pub(super) fn without_search(&mut self, window: Window, depth: i32) -> Option<(Score, Why)> {
        if self.ending.ended {
            return Some((window.alpha, Why::GivenUp));
        }
        let outcome = self.game.outcome().map(|outcome| outcome.score());
        let (value, why) = if let Some(outcome) = outcome {
            (outcome, Why::Outcome)
        } else if G::CAN_REPEAT && self.ply > 0 && self.comes_back() {
            let worth = match self.game.repetition() {
                Repetition::Ends => self.game.repeated().score().from_node(self.ply as u32),
                _ => Score::DRAW,
            };
            return Some((worth, Why::Repetition));
        } else if depth <= 0 || self.ply >= MAX_PLY {
            (Score::heuristic(estimate(self.knowledge, &self.game)), Why::Horizon)
        } else {
            return None;
        };
        self.counts.leaves += 1;
        Some((value.from_node(self.ply as u32), why))
    }

    pub(super) fn comes_back(&self) -> bool {
        let key = self.game.key();
        self.path.iter().rev().take(self.game.reversible_plies()).any(|&earlier| earlier == key)
    }

    /// What the table keeps of this position.
    pub(super) fn remembered(&self) -> Option<Remembered> {
        self.memory.as_ref()?.recall(self.game.key())
    }

    /// What the table says of the window, where it may be asked. Only entries of equal depth
    /// answer, so that the value is that of a search without a table.
    pub(super) fn answer(
        &mut self,
        remembered: Option<&Remembered>,
        window: Window,
        depth: i32,
    ) -> Option<(Score, Bound)> {
        if !self.aids.table {
            return None;
        }
        self.counts.probes += 1;
        let entry = remembered.filter(|entry| entry.depth == depth)?;
        let ply = self.ply as u32;
        let (lower, upper) = (entry.lower.from_node(ply), entry.upper.from_node(ply));
        if lower == upper {
            Some((lower, Bound::Exact))
        } else if lower >= window.beta {
            Some((lower, Bound::Lower))
        } else if upper <= window.alpha {
            Some((upper, Bound::Upper))
        } else {
            None
        }
    }

    /// Keeps an answer in the table. What failed low knows no best move: the one that was least bad
    /// has only the loosest of the bounds.
    pub(super) fn keep(&mut self, value: Score, bound: Bound, depth: i32) {
        let line = self.lines[self.ply].first().filter(|_| bound != Bound::Upper);
        let best = line.map(|&mv| G::pack(mv));
        let value = value.to_node(self.ply as u32);
        if let Some(memory) = &mut self.memory {
            memory.keep(self.game.key(), depth, value, bound, best);
        }
    }
}

//! Forward pruning: reverse futility, the null move, ProbCut. Each is off unless the game's
//! knowledge switches it on, and all are off in exact solves and where a search goes to the end of
//! the game.
//!
//! Whatever is pruned here rests on an estimate: it is never taken for proven, and never answers
//! with a score that says who wins.

use super::{Null, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::observer::Observer;
use crate::rules::score::Score;
use crate::rules::value::Value;
use crate::rules::window::Window;

const NULL_MOVE: u32 = u32::MAX;

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// The value with which a null-window node can be left without trying its moves, if there is
    /// good reason to. Inlined, so that nothing is left of it where a game prunes nothing.
    #[inline(always)]
    pub(crate) fn forward_prune(
        &mut self,
        key: NodeKey,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        if self.mode.unpruned || window.alpha.is_decided() || window.beta.is_decided() {
            return None;
        }
        let mut score = self.futile(window, depth);
        if score.is_none() {
            score = self.null_move(window, depth);
        }
        if score.is_none() {
            score = self.probcut(key, window, depth);
        }
        score.map(|score| Value::estimate(Score::heuristic(score.raw())).to_window(window))
    }

    /// Reverse futility: so far above beta that a quiet reply will not bring it back.
    #[inline]
    fn futile(&mut self, window: Window, depth: i32) -> Option<Score> {
        let margin = self.knowledge.futility(depth)?;
        let score = Score::heuristic(self.knowledge.evaluate(&self.game).saturating_sub(margin));
        window.cuts_off(score).then_some(score)
    }

    /// The null move: if even giving up the move fails high at reduced depth, a real move will
    /// (D. Beal, "A generalised quiescence search algorithm", 1990; C. Donninger, "Null move and
    /// deep search", 1993).
    #[inline]
    fn null_move(&mut self, window: Window, depth: i32) -> Option<Score> {
        if self.ply == 0 || self.previous_move() == NULL_MOVE {
            return None;
        }
        self.note_position();
        let Some((undo, reduction)) = self.knowledge.null_move(&mut self.game, depth) else {
            self.forget_position();
            return None;
        };
        let key = self.key();
        self.path[self.ply].bits = NULL_MOVE;
        self.ply += 1;
        let asked = Window::null(window.beta.prev()).flip();
        let score = -self.node::<Null>(key, asked, depth - 1 - reduction).score;
        self.ply -= 1;
        self.knowledge.undo_null(&mut self.game, undo);
        self.forget_position();
        (!self.aborted && window.cuts_off(score)).then_some(score)
    }

    /// ProbCut: a shallow search that passes the window by enough stands for the deep one.
    #[inline]
    fn probcut(&mut self, key: NodeKey, window: Window, depth: i32) -> Option<Score> {
        if self.aborted {
            return None;
        }
        let cut = self.knowledge.probcut(&self.game, depth)?;
        debug_assert!(cut.depth < depth);
        let high = Score::heuristic(window.beta.raw() + cut.margin);
        let score = self.node::<Null>(key, Window::null(high.prev()), cut.depth).score;
        if self.aborted {
            return None;
        }
        if score >= high {
            return Some(window.beta);
        }
        let low = Score::heuristic(window.alpha.raw() - cut.margin);
        let score = self.node::<Null>(key, Window::null(low), cut.depth).score;
        (!self.aborted && score <= low).then_some(window.alpha)
    }
}

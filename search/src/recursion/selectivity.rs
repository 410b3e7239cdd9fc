//! Forward pruning: reverse futility, the null move, ProbCut, and moves that are left out. Each is off unless the game's
//! knowledge switches it on, and all are off in exact solves and where a search goes to the end of
//! the game; but for ProbCut in the selective passes that may come before an exact solve, and all of them in the depths
//! before those passes: nothing is proven by either.
//!
//! Whatever is pruned here rests on an estimate: it is never taken for proven, and never answers
//! with a score that says who wins.

use super::interior::Interior;
use super::{NodeKind, Null, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::{Knowledge, NodeKey};
use crate::rules::node::{Node, NullMove, ProbCut};
use crate::rules::observer::Observer;
use crate::rules::score::Score;
use crate::rules::value::Value;
use crate::rules::window::Window;
use crate::shared::mode::Mode;
use crate::table::Entry;

const NULL_MOVE: u32 = u32::MAX;

/// A depth for a search of the node's own position that a hook has asked for. One as deep as the node would ask
/// the hook again, and so on without end.
#[inline]
pub(super) fn shallower(depth: i32, node: &Node) -> i32 {
    depth.min(node.depth - 1)
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// The value with which a null-window node can be left without trying its moves, if there is
    /// good reason to. Inlined, so that nothing is left of it where a game prunes nothing.
    #[inline(always)]
    pub(crate) fn forward_prune(
        &mut self,
        key: NodeKey,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        if K::SELECTIVE_SOLVES && self.mode.passes_left > 0 && self.mode.to_end {
            return self.prune_in_pass(key, entry, window, depth);
        }
        if !self.is_of_estimates(window) {
            return None;
        }
        let node = self.described::<Null>(entry, window, depth);
        let mut score = self.futile(&node, window);
        if score.is_none() {
            score = self.null_move(key, &node, window);
        }
        if score.is_none() {
            score = self.probcut(key, &node, window);
        }
        score.map(|score| Value::estimate(Score::heuristic(score.raw())).to_window(window))
    }

    /// ProbCut in a selective pass of an exact solve: the question about the exact value is asked of a shallow
    /// search as one about its estimate.
    #[inline(always)]
    fn prune_in_pass(
        &mut self,
        key: NodeKey,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        let points = self.knowledge.threshold(&self.game, window)?;
        let asked = Window::null(Score::heuristic(points));
        let node = self.described::<Null>(entry, asked, depth);
        let pass = Mode { to_end: false, unpruned: false, ..self.mode };
        let exact = std::mem::replace(&mut self.mode, pass);
        let found = self.probcut(self.aside(key), &node, asked);
        self.mode = exact;
        let score = if found? >= asked.beta { window.beta } else { window.alpha };
        Some(Value::estimate(score).to_window(window))
    }

    /// True if something may be left out on the strength of an estimate: the search is no proof, and the
    /// window is not about who wins.
    #[inline(always)]
    pub(super) fn is_of_estimates(&self, window: Window) -> bool {
        !self.mode.unpruned && !window.alpha.is_decided() && !window.beta.is_decided()
    }

    /// True if a move that is not the first of its node is left out. `best` is the best score so far.
    #[inline(always)]
    pub(super) fn prunes<N: NodeKind>(
        &self,
        node: &Interior,
        mv: G::Move,
        index: usize,
        best: Score,
    ) -> bool {
        let window = node.window.raise(best);
        if N::ROOT || (best < Score::DRAW && best.is_decided()) || !self.is_of_estimates(window) {
            return false;
        }
        let seen = self.described::<N>(node.table, window, node.depth);
        self.knowledge.prune(&self.game, &seen, &self.candidate(mv, index))
    }

    /// By how many plies a node is searched less since the table has no move for it.
    #[inline(always)]
    pub(super) fn without_hash_move<N: NodeKind>(
        &self,
        entry: Option<Entry>,
        window: Window,
        depth: i32,
    ) -> i32 {
        if N::ROOT || self.mode.unpruned {
            return 0;
        }
        let node = self.described::<N>(entry, window, depth);
        let plies = self.knowledge.reduction_without_hash_move(&self.game, &node);
        plies.clamp(0, (depth - 1).max(0))
    }

    /// Reverse futility: so far above beta that a quiet reply will not bring it back.
    #[inline]
    fn futile(&mut self, node: &Node, window: Window) -> Option<Score> {
        let margin = self.knowledge.futility(&self.game, node)?;
        let points = node.estimate.unwrap_or_else(|| self.judge());
        let score = Score::heuristic(points.saturating_sub(margin));
        window.cuts_off(score).then_some(score)
    }

    /// The null move: if even giving up the move fails high at reduced depth, a real move will
    /// (D. Beal, "A generalised quiescence search algorithm", 1990; C. Donninger, "Null move and
    /// deep search", 1993).
    #[inline]
    fn null_move(&mut self, key: NodeKey, node: &Node, window: Window) -> Option<Score> {
        if self.ply == 0 || self.previous_move() == NULL_MOVE || self.verifying > 0 {
            return None;
        }
        let score = self.score_of_null_move(node, window)?;
        let Some(depth) = score.1 else { return Some(score.0) };
        let depth = shallower(depth, node);
        self.verifying += 1;
        let verified = self.search_within(node.depth, key, window, depth);
        self.verifying -= 1;
        (!self.aborted && window.cuts_off(verified)).then_some(score.0)
    }

    /// What giving up the move fails high with, if it does, and how deep that is to be verified.
    #[inline]
    fn score_of_null_move(&mut self, node: &Node, window: Window) -> Option<(Score, Option<i32>)> {
        let given_up = if G::CAN_REPEAT { self.game.key() } else { 0 };
        let NullMove { undo, reduction, verify } =
            self.knowledge.null_move(&mut self.game, node)?;
        self.note_position_of(given_up);
        let key = self.key();
        (self.path[self.ply].bits, self.path[self.ply].kind) = (NULL_MOVE, NULL_MOVE);
        self.ply += 1;
        let asked = Window::null(window.beta.prev()).flip();
        let depth = node.depth - 1 - reduction.max(0);
        let score = -self.search_within(node.depth, key, asked, depth);
        self.ply -= 1;
        self.knowledge.undo_null(&mut self.game, undo);
        self.forget_position();
        (!self.aborted && window.cuts_off(score)).then_some((score, verify))
    }

    /// ProbCut: a shallow search that passes the window by enough stands for the deep one.
    #[inline(always)]
    fn probcut(&mut self, key: NodeKey, node: &Node, window: Window) -> Option<Score> {
        if self.aborted {
            return None;
        }
        let asked = self.knowledge.probcut(&self.game, node)?;
        self.search_shallow(key, node, window, asked)
    }

    /// The shallow searches of ProbCut, out of line: most nodes have none.
    #[inline(never)]
    fn search_shallow(
        &mut self,
        key: NodeKey,
        node: &Node,
        window: Window,
        asked: ProbCut,
    ) -> Option<Score> {
        let ProbCut { depth, above, below } = asked;
        let depth = shallower(depth, node);
        if let Some(margin) = above {
            let high = Score::heuristic(window.beta.raw().saturating_add(margin));
            let score = self.search_within(node.depth, key, Window::null(high.prev()), depth);
            if self.aborted {
                return None;
            }
            if score >= high {
                return Some(window.beta);
            }
        }
        let low = Score::heuristic(window.alpha.raw().saturating_sub(below?));
        let score = self.search_within(node.depth, key, Window::null(low), depth);
        (!self.aborted && score <= low).then_some(window.alpha)
    }

    /// A shallow search within a node of `above` plies, of its position or of that after the null move.
    #[inline(always)]
    pub(super) fn search_within(
        &mut self,
        above: i32,
        key: NodeKey,
        window: Window,
        depth: i32,
    ) -> Score {
        let noted = self.note_within(above, key, window, depth);
        let score = self.node::<Null>(key, window, depth).score;
        self.note_end(noted);
        score
    }
}

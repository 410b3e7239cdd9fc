//! A node whose moves are searched: what those who search, split and prune them need to know of it, and what
//! they have come to.

use crate::rules::knowledge::{Bounds, NodeKey};
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::rules::window::Window;
use crate::shared::split::SplitResult;
use crate::table::Entry;

/// A node whose moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Interior {
    pub(super) key: NodeKey,
    /// What is asked, within what the game knows.
    pub(super) window: Window,
    pub(super) depth: i32,
    /// What the game knows of the value.
    pub(super) known: Bounds,
    /// Other workers may be here, too.
    pub(super) shared: bool,
    /// What the table knows of it.
    pub(super) table: Option<Entry>,
}

/// What the moves of a node have come to so far.
#[derive(Clone, Copy)]
pub(super) struct Best<M> {
    /// The best score, what rests on it that it is reached, and the move that reaches it.
    pub(super) score: Score,
    lower: Basis,
    pub(super) mv: Option<M>,
    /// What rests on it that no move reaches more.
    upper: Basis,
}

impl<M> Best<M> {
    /// Nothing is tried: nothing is reached, and nothing is known against that.
    pub(super) fn of_none() -> Self {
        let score = -Score::INFINITY;
        Best { score, lower: Basis::Unknown, mv: None, upper: Basis::Proven }
    }

    /// What the moves so far say of their node.
    #[inline(always)]
    pub(super) fn value(&self) -> Value {
        Value::new(self.score, self.lower, self.upper)
    }

    /// Learns what a move is worth. True if it is better than all before it.
    #[inline(always)]
    pub(super) fn learn(&mut self, mv: M, value: Value) -> bool {
        self.upper = self.upper.min(value.upper());
        let better = value.score > self.score;
        if better {
            (self.score, self.lower, self.mv) = (value.score, value.lower(), Some(mv));
        }
        better
    }

    /// A move is left out unsearched: the best is no worse than what it is taken for, which is alpha at most.
    #[inline(always)]
    pub(super) fn leave_out(&mut self, alpha: Score) {
        self.score = self.score.max(alpha);
        self.upper = self.upper.min(Basis::Estimate);
    }

    /// A move is illegal here, which rests on so much.
    #[inline(always)]
    pub(super) fn leave_out_illegal(&mut self, basis: Basis) {
        self.upper = self.upper.min(basis);
    }

    /// True if there was no legal move.
    #[inline(always)]
    pub(super) fn is_without_moves(&self) -> bool {
        self.score == -Score::INFINITY
    }

    /// Without a legal move, the node is worth this.
    pub(super) fn lose(&mut self, value: Value) {
        (self.score, self.lower, self.upper) = (value.score, value.lower(), value.upper());
    }

    /// Learns the results of moves that were handed out to several workers.
    pub(super) fn bring_in(&mut self, result: SplitResult<M>) {
        self.upper = self.upper.min(result.value.upper());
        if result.mv.is_some() {
            (self.score, self.lower) = (result.value.score, result.value.lower());
            self.mv = result.mv;
        }
    }
}

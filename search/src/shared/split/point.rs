//! A split point: a node whose remaining moves are handed out to several workers.
//!
//! A worker there takes a move with the window as it is by then, searches it, and gives back
//! its result, both under the point's lock: twice for each subtree of thousands of nodes. A
//! score is worth what it says relative to the window that the move was taken with, which may be
//! wider than the one that holds by the time it is given back, and never narrower.

use std::sync::Arc;

use crate::rules::game::Side;
use crate::rules::node::Expected;
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::rules::window::Window;
use crate::shared::account::ClaimId;
use crate::shared::mode::{Mode, PathStep};
use crate::sync::{AtomicBool, Mutex, Ordering};

/// What those who help need to know of a node that is split.
pub(crate) struct SplitNode<M> {
    /// The split point in whose subtree this one lies.
    pub(crate) parent: Option<Arc<SplitPoint<M>>>,
    /// The worker that has split it.
    pub(crate) worker: usize,
    /// The claim in which it lies.
    pub(crate) claim: ClaimId,
    /// The way from the root.
    pub(crate) path: Box<[PathStep]>,
    pub(crate) window: Window,
    pub(crate) depth: i32,
    pub(crate) mode: Mode,
    pub(crate) on_pv: bool,
    pub(crate) side: Side,
    pub(crate) kind: Expected,
    /// The move for which the caller asks whether it was searched.
    pub(crate) known: Option<M>,
    /// The moves that were left, in order, and the place of the first of them among all.
    pub(crate) moves: Box<[M]>,
    pub(crate) first: usize,
}

/// See the module.
pub(crate) struct SplitPoint<M> {
    pub(crate) node: SplitNode<M>,
    /// Raised where the rest of the node would be searched in vain. Relaxed: it guards nothing, and
    /// who sees it late only searches a little longer.
    cut: AtomicBool,
    work: Mutex<Work<M>>,
}

struct Work<M> {
    taken: usize,
    helpers: usize,
    so_far: SplitResult<M>,
}

/// What has come of a split point.
#[derive(Clone)]
pub(crate) struct SplitResult<M> {
    /// The best score, and what rests on it; from above, of the moves that were handed out.
    pub(crate) value: Value,
    /// The best of the moves that were handed out, if one is better than all before them.
    pub(crate) mv: Option<M>,
    /// The moves that were each better than all given back before, and than alpha.
    pub(crate) raised: Vec<M>,
    /// What follows the last of those.
    pub(crate) line: Vec<M>,
    /// A move has failed high.
    pub(crate) decided: bool,
    /// A worker came back without having finished a move.
    pub(crate) abandoned: bool,
    pub(crate) known_tried: bool,
}

/// A move that was taken.
pub(crate) struct TakenMove<M> {
    pub(crate) mv: M,
    pub(crate) window: Window,
    /// Its place among all moves of the node.
    pub(crate) index: usize,
}

impl<M: Copy + PartialEq> SplitPoint<M> {
    /// A point at a node of which `score` is the best so far.
    pub(crate) fn new(node: SplitNode<M>, score: Score) -> Self {
        let so_far = SplitResult {
            value: Value::new(score, Basis::Unknown, Basis::Proven),
            mv: None,
            raised: Vec::new(),
            line: Vec::new(),
            decided: false,
            abandoned: false,
            known_tried: false,
        };
        let work = Mutex::new(Work { taken: 0, helpers: 0, so_far });
        SplitPoint { node, cut: AtomicBool::new(false), work }
    }

    /// The next move, if one is left that is worth searching.
    pub(crate) fn take(&self) -> Option<TakenMove<M>> {
        if self.is_cut() {
            return None;
        }
        let mut work = self.work.lock();
        let mv = *self.node.moves.get(work.taken)?;
        let index = self.node.first + work.taken;
        work.taken += 1;
        Some(TakenMove { mv, window: self.node.window.raise(work.so_far.value.score), index })
    }

    /// Gives back the result of a move; `line` is what follows it.
    pub(crate) fn give(&self, mv: M, value: Value, line: &[M]) {
        let SplitNode { window, on_pv, known, .. } = &self.node;
        let mut work = self.work.lock();
        let so_far = &mut work.so_far;
        so_far.known_tried |= *known == Some(mv);
        if so_far.decided {
            return;
        }
        let upper = so_far.value.upper().min(value.upper());
        so_far.value = so_far.value.with_upper(upper);
        if value.score <= so_far.value.score {
            return;
        }
        if *on_pv && value.score > window.alpha {
            so_far.raised.push(mv);
            so_far.line.clear();
            so_far.line.extend_from_slice(line);
        }
        so_far.value = value.with_upper(upper);
        so_far.mv = Some(mv);
        if window.cuts_off(value.score) {
            so_far.decided = true;
            self.cut.store(true, Ordering::Relaxed);
        }
    }

    /// A worker comes back without having finished its move: the others shall, too.
    pub(crate) fn abandon(&self) {
        self.work.lock().so_far.abandoned = true;
        self.cut.store(true, Ordering::Relaxed);
    }

    /// A worker begins to help, if there is anything to do.
    pub(crate) fn join(&self) -> bool {
        let mut work = self.work.lock();
        let useful = work.taken < self.node.moves.len() && !self.is_cut();
        work.helpers += usize::from(useful);
        useful
    }

    /// A helper leaves; true if it was the last one there.
    pub(crate) fn leave(&self) -> bool {
        let mut work = self.work.lock();
        work.helpers -= 1;
        work.helpers == 0
    }

    pub(crate) fn has_helpers(&self) -> bool {
        self.work.lock().helpers > 0
    }

    /// True if moves are left to be taken.
    pub(crate) fn has_moves(&self) -> bool {
        self.work.lock().taken < self.node.moves.len() && !self.is_cut()
    }

    /// True if what is searched here is searched in vain: this point, or one above it, is done.
    pub(crate) fn is_cut(&self) -> bool {
        self.chain().any(|point| point.cut.load(Ordering::Relaxed))
    }

    /// True if this is the other point or lies below it.
    pub(crate) fn is_at_or_below(&self, other: &SplitPoint<M>) -> bool {
        self.chain().any(|point| std::ptr::eq(point, other))
    }

    /// The point and those above it, upwards.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint<M>> {
        std::iter::successors(Some(self), |point| point.node.parent.as_deref())
    }

    /// The result, when all helpers have left.
    pub(crate) fn result(&self) -> SplitResult<M> {
        let work = self.work.lock();
        let mut result = work.so_far.clone();
        result.abandoned |= work.taken < self.node.moves.len();
        result
    }
}

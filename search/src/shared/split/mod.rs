//! Nodes that are split: the point at which several workers share the moves of a node, the list in which
//! virtual threads find such points, and what the recursion asks of those who help.
//!
//! Who they are is known to `root/split_helpers.rs`, which owns their searchers; the recursion knows them
//! only as [`Helpers`].

mod open_points;
mod point;

pub(crate) use open_points::OpenPoints;
pub(crate) use point::{SplitNode, SplitPoint, SplitResult};

use std::sync::Arc;

use rayon::ThreadPool;

use crate::rules::report::Counters;
use crate::shared::schedule::Turns;

/// Those who help where nodes are split.
pub(crate) trait Helpers<M>: Send + Sync {
    /// True if a worker is idle, and nodes such as this are handed out.
    fn is_idle(&self, root: bool) -> bool;

    /// True if a worker would help below a point.
    fn helps_below(&self, point: Option<&SplitPoint<M>>) -> bool;

    /// The pool of the real threads.
    fn pool(&self) -> Option<&ThreadPool>;

    /// What was counted on a thread.
    fn counters(&self, worker: usize) -> Counters;

    /// Leaves with a thread what was counted on it.
    fn put_counters(&self, worker: usize, counters: Counters);

    /// Real threads: notes how many offers to help at a point are made, and gives that number.
    fn count_offers(&self, point: &SplitPoint<M>) -> usize;

    /// Real threads: takes up an offer to help at a point, if that is of use by now.
    fn accept_offer(self: Arc<Self>, point: &Arc<SplitPoint<M>>);

    /// Real threads: notes that a worker is idle from now on, or busy again.
    fn rests(&self, rests: bool);

    /// Virtual threads: helps at the largest point below a given one, or anywhere; if there is none,
    /// sleeps until there may be, or until the one that it waits for is free of helpers.
    fn help_or_sleep(
        self: Arc<Self>,
        turns: &Turns,
        worker: usize,
        below: Option<&Arc<SplitPoint<M>>>,
    );

    /// Virtual threads: puts up a point, and wakes whom it may concern.
    fn offer(&self, point: &Arc<SplitPoint<M>>, turns: &Turns);

    /// Virtual threads: takes a point down.
    fn withdraw(&self, point: &Arc<SplitPoint<M>>);
}

//! A node whose moves are searched: what those who search, split and prune them need to know of it.

use crate::rules::knowledge::{Bounds, NodeKey};
use crate::rules::score::Score;
use crate::rules::value::{Basis, Value};
use crate::rules::window::Window;
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

/// A move is left out unsearched: the best is no worse than what it is taken for, which is alpha at most.
#[inline(always)]
pub(super) fn leave_out(best: &mut Value, alpha: Score) {
    best.score = best.score.max(alpha);
    best.upper = best.upper.min(Basis::Estimate);
}

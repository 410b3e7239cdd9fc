//! When a worker looks up from its search: whether to go on, whether others should be called, whether a
//! virtual thread's turn is over.
//!
//! Cost: counting a node is an addition and a comparison; a look costs a clock reading and happens about
//! twice a millisecond.

use std::time::Duration;

use super::Searcher;
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Observer;

/// A search that takes no longer than this is not worth waking other threads for.
const WORTH_SHARING: Duration = Duration::from_micros(300);
const LOOK_AT_LEAST: u64 = 16;
const LOOK_AT_MOST: u64 = 4096;
const LOOK_FIRST: u64 = 128;

/// When a worker looks up from its search.
pub(super) struct Pacing {
    /// Where the node count makes it look; see [`Searcher::look`].
    pub(super) next_look: u64,
    pub(super) every: u64,
    last: Duration,
    /// The others have not been called to this search, and it is this worker who calls them.
    pub(super) alone: bool,
}

impl Pacing {
    pub(super) fn new() -> Self {
        Pacing { next_look: 0, every: LOOK_FIRST, last: Duration::ZERO, alone: false }
    }

    /// A search begins. A virtual thread is told the length of its first turn when it first looks.
    pub(super) fn begin(&mut self, takes_turns: bool) {
        self.every = if takes_turns { 1 } else { LOOK_FIRST };
        self.last = Duration::ZERO;
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Searcher<G, K, O> {
    /// Counts a node, and now and then looks whether to go on.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.count_nodes(1);
    }

    /// Counts the nodes of a leaf solver, and looks as well.
    #[inline]
    pub(super) fn count_nodes(&mut self, nodes: u64) {
        self.counters.nodes += nodes;
        self.deepest = self.deepest.max(self.ply);
        if self.counters.nodes >= self.pacing.next_look {
            self.look();
        }
    }

    /// Asks the shared control whether to go on, and sizes the next batch so that this happens
    /// about twice a millisecond.
    #[cold]
    #[inline(never)]
    pub(super) fn look(&mut self) {
        if let Some(turns) = &self.parts.turns {
            // A virtual thread looks up at the end of its turn, and comes back at its next.
            self.pacing.every = turns.spend(self.parts.worker, self.counters.nodes);
        }
        if self.parts.control.look(self.parts.worker, self.counters.nodes) || self.is_in_vain() {
            self.aborted = true;
        } else {
            self.look_up();
        }
        self.publish_depth();
        let now = self.parts.control.elapsed();
        let batch = now.saturating_sub(self.pacing.last).as_micros();
        if self.parts.turns.is_some() {
            // Turns have a fixed length.
        } else if batch > 800 {
            self.pacing.every = (self.pacing.every / 2).max(LOOK_AT_LEAST);
        } else if batch < 200 {
            self.pacing.every = (self.pacing.every * 2).min(LOOK_AT_MOST);
        }
        self.pacing.last = now;
        if self.pacing.alone && now > WORTH_SHARING {
            self.pacing.alone = false;
            self.parts.call_others();
        }
        self.set_next_look();
    }

    pub(super) fn set_next_look(&mut self) {
        let left = self.parts.control.nodes_left(self.parts.worker, self.counters.nodes);
        self.pacing.next_look = self.counters.nodes + left.clamp(1, self.pacing.every);
    }

    /// Lets the others know how many nodes were visited, how deep, and how many of tables of endgames.
    pub(super) fn publish(&mut self) {
        self.parts.control.publish(self.parts.worker, self.counters.nodes);
        self.publish_depth();
    }

    fn publish_depth(&mut self) {
        let (control, worker) = (&self.parts.control, self.parts.worker);
        control.publish_deepest(worker, self.deepest);
        let tbhits = self.knowledge.tbhits();
        control.publish_tbhits(worker, tbhits.saturating_sub(self.tbhits));
        self.tbhits = tbhits;
    }
}

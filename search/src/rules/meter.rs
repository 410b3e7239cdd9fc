//! What a leaf solver counts on: the one part of a running search that a game's code is handed.
//!
//! A game sees [`Meter`] alone. How stops reach it, and that virtual threads take their turns in it, is
//! the search's own business, behind [`Pulse`]. A leaf that counts pays one comparison, under any schedule.

use std::cell::Cell;
use std::fmt::Debug;

/// What a leaf solver reports its work to, and asks whether to go on.
#[derive(Debug)]
pub struct Meter<'a> {
    nodes: u64,
    /// At this count a virtual thread's turn is over.
    turn_ends: u64,
    pulse: Option<&'a dyn Pulse>,
    saw_stop: Cell<bool>,
}

/// What a running search is to a leaf solver.
pub(crate) trait Pulse: Debug {
    /// True if the search was told to stop.
    fn is_stopped(&self) -> bool;

    /// Called when the solver has counted `nodes`, at which a virtual thread's turn is over: waits for
    /// the next turn, and says at which count of the solver that one ends.
    fn wait_for_turn(&self, nodes: u64) -> u64;
}

impl Default for Meter<'_> {
    fn default() -> Self {
        Meter::new()
    }
}

impl<'a> Meter<'a> {
    /// A meter at zero that nothing stops, for a leaf solver that is called outside of a search.
    #[inline]
    pub fn new() -> Self {
        let saw_stop = Cell::new(false);
        Meter { nodes: 0, turn_ends: u64::MAX, pulse: None, saw_stop }
    }

    /// A meter of a running search. A virtual thread's turn is over after `turn_ends` nodes.
    #[inline]
    pub(crate) fn watching(pulse: &'a dyn Pulse, turn_ends: u64) -> Self {
        Meter { pulse: Some(pulse), turn_ends, ..Meter::new() }
    }

    /// Counts positions that were visited. Virtual threads take their turns here: a solver that
    /// counts as it goes is nearer to real threads than one that counts at its end.
    #[inline]
    pub fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.turn_ends {
            self.wait_for_turn();
        }
    }

    #[cold]
    fn wait_for_turn(&mut self) {
        if let Some(pulse) = self.pulse {
            self.turn_ends = pulse.wait_for_turn(self.nodes);
        }
    }

    /// How many positions were counted.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if the search was told to stop. A leaf solver that may take longer than about a
    /// millisecond asks now and then, and returns at once with any value: it will not be used.
    #[inline]
    pub fn stopped(&self) -> bool {
        let stopped = self.pulse.is_some_and(|pulse| pulse.is_stopped());
        if stopped {
            self.saw_stop.set(true);
        }
        stopped
    }

    /// True if the solver was told to stop, so that its answer means nothing.
    #[inline]
    pub fn gave_up(&self) -> bool {
        self.saw_stop.get()
    }
}

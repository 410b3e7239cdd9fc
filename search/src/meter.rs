//! What a leaf solver counts on: the one part of a running search that a game's code is handed.
//!
//! A game sees [`Meter`] alone. How stops reach it, and that virtual threads take their turns in it, is
//! the search's own business. A leaf that counts pays one comparison, under any schedule.

use std::cell::Cell;

use crate::schedule::Baton;
use crate::stop::Stop;

/// What a leaf solver reports its work to, and asks whether to go on.
#[derive(Debug)]
pub struct Meter<'a> {
    nodes: u64,
    /// At this count a virtual thread's turn is over.
    turn_ends: u64,
    pace: Option<Pace<'a>>,
    stop: Option<&'a Stop>,
    saw_stop: Cell<bool>,
}

/// What a virtual thread needs to take its turns within a leaf solver as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace<'a> {
    pub(crate) baton: &'a Baton,
    pub(crate) lane: usize,
    /// What the worker had counted when the leaf solver began.
    pub(crate) before: u64,
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
        Meter { nodes: 0, turn_ends: u64::MAX, pace: None, stop: None, saw_stop }
    }

    /// A meter at zero that watches `stop`.
    #[inline]
    pub(crate) fn watching(stop: &'a Stop) -> Self {
        Meter { stop: Some(stop), ..Meter::new() }
    }

    /// The same for a worker that takes turns, of which `left` nodes are left.
    #[inline]
    pub(crate) fn paced(mut self, pace: Option<Pace<'a>>, left: u64) -> Self {
        if pace.is_some() {
            (self.pace, self.turn_ends) = (pace, left);
        }
        self
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
        if let Some(Pace { baton, lane, before }) = self.pace {
            self.turn_ends = self.nodes + baton.spend(lane, before + self.nodes);
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
        let stopped = self.stop.is_some_and(Stop::is_raised);
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

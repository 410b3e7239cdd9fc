//! What a time manager is told of each iteration, and how it answers.
//!
//! A move that has been the best for long, whose score does not fall and that took most of the nodes is not likely to
//! change: the time that it would cost to see so is better spent on a move that is in doubt. What follows from which
//! figures is a manager's business (the crate `plyglot-clock`); here is only what it is told.

use std::fmt;

/// How settled the choice of a move is after an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Its depth, in plies.
    pub depth: u32,
    /// How many iterations before it, without a gap, had the same best move.
    pub steady: u32,
    /// By how much its score lies below those of the iterations before, of which the last count most; less than zero
    /// where it rose. In units of [`crate::Knowledge::aspiration`]; zero where either is decided.
    pub drop: f32,
    /// Which part of the nodes of the search of the root went into the best move, from 0 to 1; `None` where that is not
    /// known.
    pub share: Option<f32>,
}

/// Asked after each iteration of a search with a soft limit ([`crate::Limits::soft_time`]): by what that is
/// multiplied. Called by the search under its lock, so it had better be short.
#[derive(Clone, Copy)]
pub struct Pace(pub fn(&Iteration) -> f32);

impl PartialEq for Pace {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Pace {}

impl fmt::Debug for Pace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Pace")
    }
}

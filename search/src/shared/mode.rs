//! What a worker has to know of a task, or of a node, that another worker has begun.

use crate::shared::config::Acceptance;

/// How the task at hand is to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// There is no horizon: the search goes on to the end of the game, and depth only measures
    /// how much is left.
    pub(crate) to_end: bool,
    /// The question is whether a side wins within a distance, for proof: only what is proven answers, and a
    /// position that came back is searched on. The distance keeps that from having no end.
    pub(crate) proof: bool,
    /// Only entries of equal depth answer; see [`Acceptance::Equal`].
    pub(crate) acceptance: Acceptance,
    /// Nothing is pruned on the strength of an estimate, so that a proof has no gap.
    pub(crate) unpruned: bool,
    /// In a selective pass of an exact solve, how many passes come after it, the exact one included; else 0. ProbCut
    /// alone leaves nodes out there. Within it, a search with a horizon is a shallow one that such a node asks for.
    pub(crate) passes_left: u8,
    /// The root's moves are not all there, so the root's value is not the position's.
    pub(crate) restricted: bool,
}

impl Mode {
    /// A search to a depth, in which everything is allowed.
    pub(crate) const DEEPENING: Mode = Mode {
        to_end: false,
        proof: false,
        acceptance: Acceptance::AtLeast,
        unpruned: false,
        passes_left: 0,
        restricted: false,
    };
}

/// What a worker remembers of each ply of the line that it is on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathStep {
    /// [`Game::key`] of the position; stored only where positions can repeat.
    pub(crate) key: u64,
    /// The packed move that was played there; `u32::MAX` for a null move.
    pub(crate) bits: u32,
    /// Of which kind that move is, where this is asked for.
    pub(crate) kind: u32,
}

//! What all workers of a search are given.

use std::sync::Arc;

use crate::recursion::ProofAim;
use crate::root::coordinator::Coordinator;
use crate::rules::game::{Game, Ranked};
use crate::shared::config::Acceptance;
use crate::shared::past::Past;

/// What all workers of a search are given.
pub(crate) struct Job<G: Game> {
    pub(crate) root: G,
    pub(crate) moves: Vec<Ranked<G::Move>>,
    /// What counts of the game that led to the root.
    pub(crate) past: Arc<Past>,
    pub(crate) acceptance: Acceptance,
    /// Nothing is left out in any depth on the strength of an estimate: they are to prove something.
    pub(crate) unpruned: bool,
    /// It is tried to prove that neither side can win, since the game could go on for ever.
    pub(crate) proves_draws: bool,
    /// What is to be proven beside the search, where the game asks for that.
    pub(crate) proof_aim: Option<ProofAim>,
    /// How often the engine was told to forget; see `Worker::cleared`.
    pub(crate) cleared: u64,
    pub(crate) coordinator: Arc<Coordinator>,
}

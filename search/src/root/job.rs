//! What all workers of a search are given.

use std::sync::Arc;

use crate::root::coordinator::Coordinator;
use crate::rules::game::{Game, Ranked};
use crate::shared::config::Acceptance;

/// What all workers of a search are given.
pub(crate) struct Job<G: Game> {
    pub(crate) root: G,
    pub(crate) moves: Vec<Ranked<G::Move>>,
    pub(crate) history: Vec<u64>,
    pub(crate) acceptance: Acceptance,
    /// Nothing is left out in any depth on the strength of an estimate: they are to prove something.
    pub(crate) unpruned: bool,
    /// How often the engine was told to forget; see `Worker::cleared`.
    pub(crate) cleared: u64,
    pub(crate) coordinator: Arc<Coordinator>,
}

//! The result of one method on one tree.

use plyglot_family::Counts;
use plyglot_search::Score;

/// What a search found, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodResult {
    /// The value.
    pub value: Score,
    /// What the search did, all iterations together.
    pub counts: Counts,
    /// How many depths were searched, one after the other; one where there is no deepening.
    pub iterations: usize,
    /// How long it took.
    pub seconds: f64,
}

/// Why a search found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It would have taken more visits than its budget.
    Budget,
    /// The study was stopped.
    Stopped,
    /// It cannot be made.
    Failed(String),
}

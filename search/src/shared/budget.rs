//! How far a task may go before it is given up, as plain numbers: the coordinator says it, workers look at it.

use std::time::Duration;

/// What a search has used, or may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// Up to which point of the whole search a task is worth going on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Nodes of all workers since the search began; the greatest number for no end.
    pub(crate) nodes: u64,
    /// Time since the search began; the greatest for no end.
    pub(crate) time: Duration,
}

impl Budget {
    /// As far as the limits of the search go.
    pub(crate) const UNLIMITED: Budget = Budget { nodes: u64::MAX, time: Duration::MAX };

    pub(crate) fn is_spent(self, spent: Spent) -> bool {
        spent.nodes >= self.nodes || spent.time >= self.time
    }
}

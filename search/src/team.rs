//! What the workers of one engine share beside the table, where there are several of them.

use crate::busy::Busy;
use crate::overlap::Overlap;
use crate::scheme::{Scheme, Sharing};

/// What the workers of one engine share beside the table.
#[derive(Debug)]
pub(crate) struct Team {
    pub(crate) scheme: Scheme,
    /// What the others are searching, where the scheme puts such moves off.
    pub(crate) busy: Option<Busy>,
    /// Who searched what, where somebody wants to know.
    pub(crate) overlap: Option<Overlap>,
}

impl Team {
    /// Nodes with fewer plies to go are too small to be worth a note.
    pub(crate) const MIN_DEPTH: i32 = 4;

    pub(crate) fn new(scheme: Scheme, count_repeated: bool) -> Self {
        Team {
            scheme,
            busy: (scheme.sharing == Sharing::Defer).then(Busy::new),
            overlap: count_repeated.then(Overlap::new),
        }
    }

    /// Forgets what belongs to one search.
    pub(crate) fn clear(&self) {
        if let Some(busy) = &self.busy {
            busy.clear();
        }
        if let Some(overlap) = &self.overlap {
            overlap.clear();
        }
    }
}

//! Which positions other workers are searching right now, so that a worker can look at something
//! else first (the idea of ABDADA: J.-C. Weill, "The ABDADA distributed minimax search algorithm",
//! 1996; here in the form of T. Kerrigan's "Simplified ABDADA", which never waits).
//!
//! A small array of hashes. A wrong answer costs a little time and never a wrong value: a move is
//! only ever deferred, not left out. Hence relaxed accesses without any claim to be exact.

use crate::sync::{AtomicU64, Ordering};

const SLOTS: usize = 1 << 12;

/// The positions under search, as far as they are worth a note.
#[derive(Debug)]
pub(crate) struct Busy {
    slots: Box<[AtomicU64]>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Busy { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[(key >> 20) as usize & (SLOTS - 1)]
    }

    /// True if some worker has said that it searches this position.
    #[inline]
    pub(crate) fn is_searched(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    /// Says that this worker begins with a position.
    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    /// Says that this worker is done with a position.
    #[inline]
    pub(crate) fn leave(&self, key: u64) {
        let slot = self.slot(key);
        if slot.load(Ordering::Relaxed) == key {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Forgets everything; for the start of a search.
    pub(crate) fn clear(&self) {
        for slot in &self.slots {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_from_entering_to_leaving() {
        let busy = Busy::new();
        let key = 0x1234_5678_9abc_def0;
        assert!(!busy.is_searched(key));
        busy.enter(key);
        assert!(busy.is_searched(key) && !busy.is_searched(key ^ 1));
        busy.leave(key);
        assert!(!busy.is_searched(key));
    }
}

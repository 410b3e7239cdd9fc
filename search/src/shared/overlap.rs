//! Work done twice: which subtrees were searched by more than one worker, to the same depth with
//! the same window. For measurements; off unless [`crate::Config::count_repeated`] says so.
//!
//! A fixed array of notes, one a subtree, newest note wins: a subtree whose note was overwritten
//! counts as new, so the count is a little low where a search outgrows the array.

use crate::rules::window::Window;
use crate::sync::{AtomicU64, Ordering};
use crate::table::mix;

const SLOTS: usize = 1 << 22;
const WORKER_BITS: u64 = 0x7ff;

/// Who searched which subtree.
#[derive(Debug)]
pub(crate) struct Overlap {
    slots: Box<[AtomicU64]>,
}

impl Overlap {
    pub(crate) fn new() -> Self {
        Overlap { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Notes that a worker begins with a subtree. True if another one has begun with it before.
    /// Relaxed: the note is all there is.
    pub(crate) fn begin(&self, worker: usize, key: u64, window: Window, depth: i32) -> bool {
        let (alpha, beta) = (window.alpha.raw() as u32, window.beta.raw() as u32);
        let asked = (u64::from(alpha) << 32 | u64::from(beta)) ^ ((depth as u64) << 24);
        let tag = mix(key ^ mix(asked));
        let note = (tag & !WORKER_BITS) | (worker as u64 + 1);
        let slot = &self.slots[(tag >> 40) as usize & (SLOTS - 1)];
        let old = slot.swap(note, Ordering::Relaxed);
        old & !WORKER_BITS == note & !WORKER_BITS && old != note
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
    use crate::rules::score::Score;

    #[test]
    fn only_another_worker_repeats_a_subtree() {
        let overlap = Overlap::new();
        let window = Window::null(Score::heuristic(3));
        assert!(!overlap.begin(0, 77, window, 9));
        assert!(!overlap.begin(0, 77, window, 9), "the same worker again");
        assert!(!overlap.begin(1, 77, window, 8), "another depth");
        assert!(!overlap.begin(1, 77, Window::null(Score::heuristic(4)), 9), "another window");
        assert!(!overlap.begin(1, 78, window, 9), "another position");
        assert!(overlap.begin(1023, 77, window, 9));
        overlap.clear();
        assert!(!overlap.begin(2, 77, window, 9));
    }
}

//! How many workers are searching which positions right now, so that a worker can look at something
//! else first (the idea of ABDADA: J.-C. Weill, "The ABDADA distributed minimax search algorithm",
//! 1996; here in the form of T. Kerrigan's "Simplified ABDADA", which never waits).
//!
//! A small array of words, each with the greater part of a hash and a count beside it. A wrong answer costs a little
//! time and never a wrong value: a move is only ever deferred, not left out. Hence relaxed accesses
//! without any claim to be exact: where two positions share a place, the first to come has it, and where two
//! workers write at once, one of them may go unnoticed. Whatever a worker notes it takes back, so nothing stays.
//!
//! Cost: a load and a store at either end of a claim. The common case is no read-modify-write, which would wait for the
//! line that another worker wrote last; a store does not.

use crate::sync::{AtomicU64, Ordering};
use crate::table::prefetch;

/// The low bits of a word, which count; they reach beyond the greatest number of workers.
const COUNT: u64 = (1 << 12) - 1;
/// How many positions a worker is in at once, if it is deep in a large tree.
const A_WORKER: usize = 64;
const LEAST: usize = 1 << 12;

/// The positions under search, as far as they are worth a note.
#[derive(Debug)]
pub(crate) struct Busy {
    words: Box<[AtomicU64]>,
}

impl Busy {
    /// Notes for this many workers.
    pub(crate) fn new(workers: usize) -> Self {
        let words = (workers * A_WORKER).next_power_of_two().max(LEAST);
        Busy { words: (0..words).map(|_| AtomicU64::new(0)).collect() }
    }

    fn word(&self, key: u64) -> &AtomicU64 {
        &self.words[(key >> 20) as usize & (self.words.len() - 1)]
    }

    /// How many workers have said that they search this position.
    #[inline]
    pub(crate) fn workers_in(&self, key: u64) -> usize {
        let word = self.word(key).load(Ordering::Relaxed);
        if word & !COUNT == key & !COUNT { (word & COUNT) as usize } else { 0 }
    }

    /// Says that this worker begins with a position.
    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        let word = self.word(key);
        if word.load(Ordering::Relaxed) & COUNT == 0 {
            word.store((key & !COUNT) | 1, Ordering::Relaxed);
        } else {
            self.change(key, |word| (word & !COUNT == key & !COUNT).then_some(word + 1));
        }
    }

    /// Says that this worker is done with a position.
    #[inline]
    pub(crate) fn leave(&self, key: u64) {
        self.change(key, |word| {
            (word & !COUNT == key & !COUNT && word & COUNT > 0).then(|| word - 1)
        });
    }

    /// Says that a position has been searched: who comes next finds the answer in the table.
    #[inline]
    pub(crate) fn finish(&self, key: u64) {
        let word = self.word(key);
        if word.load(Ordering::Relaxed) & !COUNT == key & !COUNT {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Brings the key's word into the cache while the caller does something else.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.word(key));
    }

    #[cold]
    fn change(&self, key: u64, change: impl FnMut(u64) -> Option<u64>) {
        // A place that another position has is left to it.
        let _ = self.word(key).fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
    }

    /// Forgets everything; for the start of a search.
    pub(crate) fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 0x1234_5678_9abc_def0;

    #[test]
    fn each_worker_counts_from_entering_to_leaving() {
        let busy = Busy::new(8);
        assert_eq!(busy.workers_in(KEY), 0);
        busy.enter(KEY);
        busy.enter(KEY);
        assert_eq!((busy.workers_in(KEY), busy.workers_in(KEY ^ 1 << 63)), (2, 0));
        busy.leave(KEY);
        assert_eq!(busy.workers_in(KEY), 1);
        busy.leave(KEY);
        assert_eq!(busy.workers_in(KEY), 0);
    }

    #[test]
    fn a_place_stays_with_the_position_that_came_first_until_all_have_left_it() {
        let (busy, other) = (Busy::new(8), KEY ^ 1 << 63);
        busy.enter(KEY);
        busy.enter(other);
        assert_eq!((busy.workers_in(KEY), busy.workers_in(other)), (1, 0));
        busy.leave(other);
        assert_eq!(busy.workers_in(KEY), 1, "what was not noted is not taken back");
        busy.leave(KEY);
        busy.enter(other);
        assert_eq!((busy.workers_in(KEY), busy.workers_in(other)), (0, 1));
        // One more leaves than came: the count ends at none.
        busy.leave(other);
        busy.leave(other);
        assert_eq!(busy.workers_in(other), 0);
        busy.enter(KEY);
        busy.clear();
        assert_eq!(busy.workers_in(KEY), 0);
    }

    #[test]
    fn there_is_room_for_every_worker() {
        let busy = Busy::new(1024);
        (0..1024).for_each(|_| busy.enter(KEY));
        assert_eq!(busy.workers_in(KEY), 1024);
        assert!(busy.words.len() >= 1024 * A_WORKER);
    }
}

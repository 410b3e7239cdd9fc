//! The family's transposition table: what was found of a position, for the next visit to it.
//!
//! As plain as a table can be: one entry a slot, a lower and an upper bound side by side
//! (as MTD(f) needs them, A. Plaat et al. 1996). An entry makes room for another position unless it
//! is deeper and of the same iteration. It shares nothing with the engine's table.

use plyglot_search::{Bound, Score};

/// What was found of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered {
    key: u64,
    iteration: u32,
    /// Plies that were searched.
    pub(super) depth: i32,
    /// The value is at least this, counted from the position.
    pub(super) lower: Score,
    /// The value is at most this, counted from the position.
    pub(super) upper: Score,
    /// The best move, packed.
    pub(super) best: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// For each slot the place of its entry, from 1; 0 where there is none. Kept apart, since
    /// zeroed memory costs nothing until it is used: a short search does not pay for a large table.
    slots: Vec<u32>,
    entries: Vec<Remembered>,
    iteration: u32,
}

impl Memory {
    /// Room for `entries` entries, rounded up to a power of two, 2^30 at most.
    pub(super) fn new(entries: usize) -> Self {
        let slots = entries.clamp(1, 1 << 30).next_power_of_two();
        Memory { slots: vec![0; slots], entries: Vec::new(), iteration: 0 }
    }

    /// From now on, what is there is of an earlier iteration.
    pub(super) fn age(&mut self) {
        self.iteration += 1;
    }

    fn slot(&self, key: u64) -> usize {
        // Some games' keys are codes that use only the lower bits, others hashes.
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        place & (self.slots.len() - 1)
    }

    /// What is in the slot of a key, which may be of another one.
    fn entry(&self, slot: usize) -> Option<Remembered> {
        let place = self.slots[slot].checked_sub(1)?;
        Some(self.entries[place as usize])
    }

    fn put(&mut self, slot: usize, entry: Remembered) {
        match self.slots[slot].checked_sub(1) {
            Some(place) => self.entries[place as usize] = entry,
            None => {
                self.entries.push(entry);
                self.slots[slot] = self.entries.len() as u32;
            }
        }
    }

    pub(super) fn recall(&self, key: u64) -> Option<Remembered> {
        self.entry(self.slot(key)).filter(|entry| entry.key == key)
    }

    /// Keeps an answer. Of the same position and depth, a lower and an upper bound live together.
    pub(super) fn keep(
        &mut self,
        key: u64,
        depth: i32,
        value: Score,
        bound: Bound,
        best: Option<u32>,
    ) {
        let iteration = self.iteration;
        let slot = self.slot(key);
        let mut entry = Remembered {
            key,
            iteration,
            depth,
            lower: -Score::INFINITY,
            upper: Score::INFINITY,
            best,
        };
        match self.entry(slot) {
            Some(old) if old.key == key => {
                if old.depth == depth {
                    (entry.lower, entry.upper) = (old.lower, old.upper);
                }
                // A fail low knows no best move; the last one known is still the best guess.
                entry.best = best.or(old.best);
            }
            Some(old) if old.iteration == iteration && old.depth > depth => return,
            _ => {}
        }
        if bound != Bound::Upper {
            entry.lower = entry.lower.max(value);
        }
        if bound != Bound::Lower {
            entry.upper = entry.upper.min(value);
        }
        self.put(slot, entry);
    }
}

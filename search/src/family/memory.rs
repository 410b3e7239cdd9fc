//! The family's transposition table: what was found of a position, for the next visit to it.
//!
//! As plain as a table can be: one array, one entry a slot, a lower and an upper bound side by side
//! (as MTD(f) needs them, A. Plaat et al. 1996). An entry makes room for another position unless it
//! is deeper and of the same iteration. It shares nothing with the engine's table.
//!
//! Cost: room is taken as it is needed, so that a small search does not pay for a large table.

use crate::report::Bound;
use crate::score::Score;

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
    slots: Vec<Option<Remembered>>,
    /// Slots in use.
    used: usize,
    /// No more slots than this.
    most: usize,
    iteration: u32,
}

/// Slots at the beginning.
const FIRST: usize = 1 << 14;

impl Memory {
    /// Room for so many entries, rounded up to a power of two.
    pub(super) fn new(entries: usize) -> Self {
        let most = entries.max(1).next_power_of_two();
        Memory { slots: vec![None; most.min(FIRST)], used: 0, most, iteration: 0 }
    }

    /// From now on, what is there is of an earlier iteration.
    pub(super) fn age(&mut self) {
        self.iteration += 1;
    }

    fn slot(&mut self, key: u64) -> &mut Option<Remembered> {
        // Some games' keys are codes that use only the lower bits, others hashes.
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        let mask = self.slots.len() - 1;
        &mut self.slots[place & mask]
    }

    /// Twice the room, as long as there may be more.
    fn grow(&mut self) {
        let room = vec![None; self.slots.len() * 2];
        for entry in std::mem::replace(&mut self.slots, room).into_iter().flatten() {
            *self.slot(entry.key) = Some(entry);
        }
    }

    pub(super) fn recall(&mut self, key: u64) -> Option<Remembered> {
        self.slot(key).filter(|entry| entry.key == key)
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
        if self.used * 4 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let slot = self.slot(key);
        let fresh = slot.is_none();
        let mut entry = Remembered {
            key,
            iteration,
            depth,
            lower: -Score::INFINITY,
            upper: Score::INFINITY,
            best,
        };
        match slot {
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
        *slot = Some(entry);
        self.used += usize::from(fresh);
    }
}

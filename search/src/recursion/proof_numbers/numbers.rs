//! Proof and disproof numbers, and the small table in which a worker keeps those of positions.
//!
//! Cost: [`BYTES`] of memory, taken when the first proof is tried; a line of 64 bytes, or two, a look-up.

use crate::rules::score::Score;

/// No number of leaves is enough.
pub(super) const NEVER: u32 = u32::MAX;

/// How much memory the table takes.
const BYTES: usize = 8 << 20;
/// How many entries share a place.
const WAYS: usize = 4;
const PLACES: usize = BYTES / (WAYS * size_of::<Entry>()) / 2 * 2;

/// How many leaves have to be proven, at the least, to prove that the attacker wins; and how many to prove that it does
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// What the attacker reaches, as it sees it from here, where the proof is done.
    pub(super) score: Score,
}

impl Numbers {
    /// The attacker does not win, as far as is known.
    pub(super) const DISPROVEN: Numbers = Numbers { proof: NEVER, disproof: 0, score: Score::DRAW };
    /// What is never reached while anything is open.
    pub(super) const OPEN: Numbers = Numbers { proof: NEVER, disproof: NEVER, score: Score::DRAW };

    /// A position of which nothing is known.
    pub(super) const fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, score: Score::DRAW }
    }

    /// The attacker reaches this.
    pub(super) const fn proven(score: Score) -> Numbers {
        Numbers { proof: 0, disproof: NEVER, score }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    /// True if neither number has reached that of a limit.
    pub(super) const fn is_below(self, limit: Numbers) -> bool {
        self.proof < limit.proof && self.disproof < limit.disproof
    }

    /// The same as the other side sees it: what was to be proven is to be disproven.
    pub(super) const fn turned(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof, score: self.score }
    }
}

/// A sum of numbers, of which one that is never reached cannot become another.
pub(super) const fn sum(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER {
        return NEVER;
    }
    let sum = a.saturating_add(b);
    if sum == NEVER { NEVER - 1 } else { sum }
}

#[derive(Clone, Copy)]
struct Entry {
    /// All of the key: a wrong proof would be told as one.
    key: u64,
    numbers: Numbers,
    /// How many positions were looked at for it.
    work: u32,
}

const EMPTY: Entry = Entry { key: 0, numbers: Numbers::OPEN, work: 0 };

/// The numbers of positions, of which those that took the least give way.
pub(super) struct NumberTable(Vec<[Entry; WAYS]>);

impl NumberTable {
    /// Without memory.
    pub(super) const fn new() -> NumberTable {
        NumberTable(Vec::new())
    }

    /// Takes the memory, or forgets what is there. False if the system refuses it.
    pub(super) fn make_ready(&mut self) -> bool {
        if self.0.capacity() == 0 && self.0.try_reserve_exact(PLACES).is_err() {
            return false;
        }
        self.0.clear();
        self.0.resize(PLACES, [EMPTY; WAYS]);
        true
    }

    fn place(key: u64) -> usize {
        ((u128::from(key) * PLACES as u128) >> 64) as usize
    }

    pub(super) fn find(&self, key: u64) -> Option<Numbers> {
        let entries = self.0.get(Self::place(key))?;
        let entry = entries.iter().find(|entry| entry.key == key && entry.work > 0)?;
        Some(entry.numbers)
    }

    pub(super) fn keep(&mut self, key: u64, numbers: Numbers, work: u64) {
        let Some(entries) = self.0.get_mut(Self::place(key)) else { return };
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let place = entries.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..WAYS).min_by_key(|&way| entries[way].work).unwrap_or(0);
        let place = place.unwrap_or_else(least);
        entries[place] = Entry { key, numbers, work };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_reached_stays_so_and_nothing_else_becomes_it() {
        assert_eq!(sum(3, 4), 7);
        assert_eq!(sum(NEVER - 1, NEVER - 1), NEVER - 1);
        assert_eq!(sum(NEVER - 4, 4), NEVER - 1);
        assert_eq!([sum(NEVER, 0), sum(0, NEVER)], [NEVER; 2]);
    }

    #[test]
    fn the_table_keeps_what_took_the_most_and_forgets_for_another_search() {
        let mut table = NumberTable::new();
        table.keep(1, Numbers::open(1, 1), 1);
        assert_eq!(table.find(1), None, "there is no memory yet");
        assert!(table.make_ready());
        // Neighbours: all have one place.
        for key in 0..=WAYS as u64 {
            assert_eq!(NumberTable::place(key), 0);
            table.keep(key, Numbers::open(key as u32 + 1, 1), 10 + key);
        }
        assert_eq!(table.find(0), None, "it took the least");
        assert_eq!(table.find(1), Some(Numbers::open(2, 1)));
        table.keep(1, Numbers::proven(Score::win_in(3)), 1);
        assert_eq!(table.find(1), Some(Numbers::proven(Score::win_in(3))));
        assert!(NumberTable::place(u64::MAX) < PLACES);
        assert!(table.make_ready());
        assert_eq!(table.find(1), None);
    }
}

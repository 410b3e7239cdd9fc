//! What the leaf solver remembers: for each position the margins between which its value lies.
//!
//! An entry is one word, read and written at once, so that no two writers can mix theirs: the upper 48 bits of the key,
//! and eight for either margin. The lower bits of the key choose the slot, so that all 64 are told. Twice as many entries
//! fit in the processor's cache as with a word for the key; the newest replaces the one before. (Pairs that kept what
//! had cost more visited as many nodes.)
//!
//! Cost: half a megabyte for each worker; all workers of an engine share one, and a few have one of their own beside it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::survey::Range;

/// Binary logarithm of the entries for each worker. At least as many bits as an entry leaves out of its key.
const BITS: u32 = MARGINS;
/// How many bits of an entry hold its margins.
const MARGINS: u32 = 16;
/// Nothing is proven of a position whose key begins with zeros.
const EMPTY: u64 = u64::from_le_bytes([i8::MIN as u8, i8::MAX as u8, 0, 0, 0, 0, 0, 0]);
/// A memory of this many entries remembers nothing: fewer than 2^[`BITS`] would not tell all keys apart.
const NONE: usize = 1;
/// Beyond this many doublings the memory for more workers is not larger.
const MOST_DOUBLINGS: u32 = 6;

/// Entries shared by all clones.
#[derive(Clone, Debug)]
pub(super) struct Memory(Arc<[AtomicU64]>);

impl Memory {
    /// One as large as if each of the workers had its own; less where the system has no room for it, since what is not
    /// remembered is searched again.
    pub(super) fn for_workers(workers: usize) -> Self {
        let doublings = workers.max(1).next_power_of_two().trailing_zeros().min(MOST_DOUBLINGS);
        // What the system refuses would end the process.
        let has_room = |doublings: &u32| {
            Vec::<AtomicU64>::new().try_reserve_exact(1 << (BITS + doublings)).is_ok()
        };
        let entries = (0..=doublings).rev().find(has_room).map_or(NONE, |more| 1 << (BITS + more));
        Memory((0..entries).map(|_| AtomicU64::new(EMPTY)).collect())
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize & (self.0.len() - 1)]
    }

    /// What is proven of the position with this key.
    ///
    /// Relaxed: an entry is one word, and nothing else is required of it.
    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<Range> {
        let entry = self.slot(hash).load(Ordering::Relaxed);
        if (entry ^ hash) >> MARGINS != 0 {
            return None;
        }
        let [lower, upper, ..] = entry.to_le_bytes();
        Some(Range { lower: i32::from(lower as i8), upper: i32::from(upper as i8) })
    }

    /// Stores what is proven of a position.
    #[inline(always)]
    pub(super) fn put(&self, hash: u64, range: Range) {
        if self.0.len() == NONE {
            return;
        }
        let narrow = |margin: i32| margin.clamp(i32::from(i8::MIN), i32::from(i8::MAX)) as u8;
        let margins = u64::from(narrow(range.lower)) | u64::from(narrow(range.upper)) << 8;
        let entry = hash >> MARGINS << MARGINS | margins;
        self.slot(hash).store(entry, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_room_nothing_is_remembered() {
        let memory = Memory([AtomicU64::new(EMPTY)].into());
        let key = 0x1234_5678_9abc_def0;
        memory.put(key, Range { lower: 3, upper: 3 });
        assert_eq!((memory.get(key), memory.get(key ^ 1)), (None, None));
    }

    #[test]
    fn what_is_proven_is_found_by_its_own_key_only_and_by_every_clone() {
        let memory = Memory::for_workers(1);
        let range = Range { lower: -32, upper: 31 };
        let key = 0x1234_5678_9abc_def0;
        memory.clone().put(key, range);
        assert_eq!(memory.get(key), Some(range));
        // Every bit of the key counts, those of the slot and those of the entry.
        for bit in 0..64 {
            let found = memory.get(key ^ 1 << bit);
            assert_eq!(found, None, "bit {bit}");
        }
        memory.put(key ^ 1 << 60, Range::exactly(-3));
        assert_eq!((memory.get(key), memory.get(key ^ 1 << 60)), (None, Some(Range::exactly(-3))));
    }

    #[test]
    fn no_bound_stays_no_bound_and_an_empty_slot_has_none() {
        let memory = Memory::for_workers(1);
        let unknown = memory.get(7).expect("the key of zeros of the slot");
        assert!(unknown.lower < -64 && unknown.upper > 64);
        memory.put(7, Range { lower: i32::MIN, upper: 2 });
        let known = memory.get(7).expect("stored");
        assert!(known.lower < -64 && known.upper == 2);
        memory.put(7, Range { lower: -2, upper: i32::MAX });
        let known = memory.get(7).expect("stored");
        assert!(known.lower == -2 && known.upper > 64);
    }

    #[test]
    fn a_memory_grows_with_the_workers() {
        let bits = |workers| Memory::for_workers(workers).0.len().trailing_zeros();
        assert_eq!([bits(1), bits(2), bits(3), bits(64), bits(1024)], [16, 17, 18, 22, 22]);
    }
}

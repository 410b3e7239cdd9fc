//! A small lock-free table for a game's own solver of the last plies, shared by the workers of one
//! engine: what one worker has proven, the others need not prove again.
//!
//! A slot is a few words: a key of `W` words, each masked with the data that was stored with it, and a
//! word of data. Words of two writers that got mixed do not match, and the slot then counts as
//! empty (R. Hyatt and T. Mann, "A lockless transposition-table implementation for parallel
//! search", 2002). The newest entry replaces the one before.
//!
//! Cost: a look-up reads the words of one slot and multiplies once; no worker waits. The
//! table stays in the processor's own cache as far as it fits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The masked key, then the data.
#[derive(Debug)]
struct Slot<const W: usize> {
    key: [AtomicU64; W],
    data: AtomicU64,
}

/// A table shared by all its clones.
#[derive(Clone, Debug)]
pub struct Slots<const W: usize>(Arc<[Slot<W>]>);

impl<const W: usize> Slots<W> {
    /// A table with 2^`bits` slots, all empty; with fewer where the system has no room for as many, since what a table
    /// does not hold is searched again.
    pub fn new(bits: u32) -> Self {
        let zero = || AtomicU64::new(0);
        let slot = |_| Slot { key: std::array::from_fn(|_| zero()), data: zero() };
        let bits = (0..=bits).rev().find(|bits| has_room::<Slot<W>>(1 << bits)).unwrap_or(0);
        Slots((0..1_usize << bits).map(slot).collect())
    }

    /// A table for this many workers: as large as if each had 2^`bits` slots of its own.
    pub fn for_workers(workers: usize, bits: u32) -> Self {
        Slots::new(bits + workers.max(1).next_power_of_two().trailing_zeros().min(MOST_DOUBLINGS))
    }

    /// What is stored with a key; `index` is any number that depends on the key alone.
    ///
    /// Relaxed: the mask shows whether the words belong together, and nothing else is required of
    /// them.
    #[inline(always)]
    pub fn get(&self, index: usize, key: [u64; W]) -> Option<u64> {
        let slot = &self.0[index & (self.0.len() - 1)];
        let data = slot.data.load(Ordering::Relaxed);
        let mask = mask(data);
        let same = (0..W).all(|word| {
            slot.key[word].load(Ordering::Relaxed) ^ mask.rotate_left(word as u32) == key[word]
        });
        (same && data != 0).then_some(data)
    }

    /// Stores data, which must not be zero, with a key.
    #[inline(always)]
    pub fn put(&self, index: usize, key: [u64; W], data: u64) {
        debug_assert_ne!(data, 0);
        let slot = &self.0[index & (self.0.len() - 1)];
        let mask = mask(data);
        for (word, (stored, key)) in slot.key.iter().zip(key).enumerate() {
            stored.store(key ^ mask.rotate_left(word as u32), Ordering::Relaxed);
        }
        slot.data.store(data, Ordering::Relaxed);
    }
}

/// True if the system has room for this many values now: asked for what it lacks it ends the process.
fn has_room<T>(count: usize) -> bool {
    Vec::<T>::new().try_reserve_exact(count).is_ok()
}

/// Beyond this many doublings a table for more workers is not larger.
const MOST_DOUBLINGS: u32 = 6;

/// Spreads data over all bits, one to one, so that a key masked with one entry's data is not
/// accidentally another's.
#[inline(always)]
fn mask(data: u64) -> u64 {
    let mixed = data.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_its_own_key_only_and_by_every_clone() {
        let slots = Slots::<2>::new(4);
        assert_eq!(slots.get(3, [0, 0]), None);
        slots.clone().put(3, [7, 9], 5);
        assert_eq!(slots.get(3, [7, 9]), Some(5));
        assert_eq!(slots.get(3 + 16, [7, 9]), Some(5), "indices wrap around");
        assert_eq!(slots.get(3, [7, 8]), None);
        assert_eq!(slots.get(3, [9, 7]), None);
        slots.put(3, [1, 2], 6);
        assert_eq!((slots.get(3, [7, 9]), slots.get(3, [1, 2])), (None, Some(6)));
    }

    #[test]
    fn words_of_different_entries_do_not_make_an_entry() {
        let slots = Slots::<1>::new(0);
        let keys = [5, 5 ^ 1, 5 ^ 2, 5 ^ 3];
        for data in 1..4_u64 {
            slots.put(0, [keys[0]], data);
            // Another writer got no further than its data.
            slots.0[0].data.store(data + 1, Ordering::Relaxed);
            assert!(keys.iter().all(|&key| slots.get(0, [key]).is_none()));
        }
    }

    #[test]
    fn a_table_grows_with_the_workers() {
        let len = |workers| Slots::<1>::for_workers(workers, 4).0.len();
        assert_eq!([len(1), len(2), len(3), len(64), len(1024)], [16, 32, 64, 1024, 1024]);
    }
}

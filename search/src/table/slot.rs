//! One slot: two atomic words that need no lock, because a torn pair gives itself away.
//!
//! **What can go wrong.** A write is two stores and a read is two loads, with nothing to bind
//! them. A reader may see the check word of one write beside the data word of another, and two
//! writers may leave such a pair behind for good.
//!
//! **Why it does no harm.** The check word is `key ^ data`. From the check word of a write
//! (k1, d1) and the data word of a write (k2, d2) a reader recovers the key `k1 ^ d1 ^ d2`. If
//! k1 = k2 that is the key asked for only where d1 = d2, and then the pair is not torn. Otherwise
//! it is as good as random, and passes for the key asked for with the odds of a collision of keys,
//! which the search survives anyway.
//!
//! **Why relaxed suffices.** The argument holds for *any* pairing of words that were once written
//! to the slot, so no ordering between the two words is needed; the data is whole in one word and
//! points to nothing else, so none to other memory either.

use super::entry::Data;
use crate::sync::{AtomicU64, Ordering};

/// Room for one entry: 16 bytes.
#[derive(Debug, Default)]
pub(super) struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The key and data that the slot holds, or, of a torn pair, a random key. An empty slot has
    /// key 0 and [`Data::EMPTY`].
    #[inline]
    pub(super) fn read(&self) -> (u64, Data) {
        // Relaxed: any pairing of words is safe; see the module.
        let data = self.data.load(Ordering::Relaxed);
        // Relaxed: as above.
        let check = self.check.load(Ordering::Relaxed);
        (check ^ data, Data::from_bits(data))
    }

    /// Puts an entry into the slot.
    #[inline]
    pub(super) fn write(&self, key: u64, data: Data) {
        // Relaxed: any pairing of words is safe; see the module.
        self.check.store(key ^ data.bits(), Ordering::Relaxed);
        // Relaxed: as above.
        self.data.store(data.bits(), Ordering::Relaxed);
    }
}

/// Slots that share a cache line.
pub(super) const SLOTS: usize = 4;

/// The slots in which a key may lie: one cache line.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Cluster(pub(super) [Slot; SLOTS]);

/// The size of a cluster that the user pays for.
pub(super) const CLUSTER_BYTES: usize = 64;

// loom's atomics are larger than the real ones.
#[cfg(not(loom))]
const _: () = assert!(size_of::<Cluster>() == CLUSTER_BYTES && align_of::<Cluster>() == 64);

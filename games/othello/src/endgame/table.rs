//! A small table of proven bounds.
//!
//! It stores both sides' discs in full, so that it never confuses positions, and stays in the processor's own
//! cache, where a look-up costs little even for the nodes near the end of the game. The
//! workers of one engine share it.

use plyglot_games_common::slots::Slots;

/// What is proven of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProvenBounds {
    /// The value is at least this.
    pub(super) lower: i8,
    /// The value is at most this.
    pub(super) upper: i8,
    /// The move that was best, 64 if none is known.
    pub(super) best: u8,
}

const NOTHING: ProvenBounds = ProvenBounds { lower: -64, upper: 64, best: 64 };

impl ProvenBounds {
    fn pack(self) -> u64 {
        u64::from(u32::from_le_bytes([self.lower as u8, self.upper as u8, self.best, 1]))
    }

    fn unpack(data: u64) -> Self {
        let [lower, upper, best, ..] = data.to_le_bytes();
        ProvenBounds { lower: lower as i8, upper: upper as i8, best }
    }
}

/// Proven bounds by hash, one to a slot; the newest replaces the one before. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Table(Slots<2>);

impl Default for Table {
    fn default() -> Self {
        Table::for_workers(1)
    }
}

impl Table {
    /// Binary logarithm of the number of entries for each worker.
    const BITS: u32 = 15;

    /// A table that this many workers share.
    pub(crate) fn for_workers(workers: usize) -> Self {
        Table(Slots::for_workers(workers, Self::BITS))
    }

    #[inline(always)]
    pub(super) fn slot(&self, own: u64, opp: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        (mixed.wrapping_mul(0x1656_67b1_9e37_79f9) >> 32) as usize
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: usize, own: u64, opp: u64) -> Option<ProvenBounds> {
        self.0.get(slot, [own, opp]).map(ProvenBounds::unpack)
    }

    /// Stores the result of a null window above `alpha`.
    #[inline(always)]
    pub(super) fn put(&self, slot: usize, own: u64, opp: u64, value: i32, alpha: i32, best: u8) {
        let mut entry = self.get(slot, own, opp).unwrap_or(NOTHING);
        if value > alpha {
            entry.lower = value as i8;
        } else {
            entry.upper = value as i8;
        }
        entry.best = best;
        self.0.put(slot, [own, opp], entry.pack());
    }
}

//! A small table of proven bounds, private to one worker.
//!
//! It keeps both sides' discs in full, so that it never errs, and stays in the processor's own
//! cache, where a look-up costs little even for the nodes near the end of the game. It is made when
//! it is first used.

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(in crate::othello) struct Entry {
    own: u64,
    opp: u64,
    /// The value is at least this.
    pub(super) lower: i8,
    /// The value is at most this.
    pub(super) upper: i8,
    /// The move that was best, 64 if none is known.
    pub(super) best: u8,
}

const NOTHING: Entry = Entry { own: 0, opp: 0, lower: -64, upper: 64, best: 64 };

/// Entries by hash, one to a slot; the newest stays.
#[derive(Debug, Default)]
pub(in crate::othello) struct Table(Vec<Entry>);

impl Table {
    /// Binary logarithm of the number of entries.
    const BITS: u32 = 14;

    /// Makes room, if that was not done before.
    pub(in crate::othello) fn prepare(&mut self) {
        if self.0.is_empty() {
            self.0 = vec![NOTHING; 1 << Self::BITS];
        }
    }

    #[inline(always)]
    pub(super) fn slot(&self, own: u64, opp: u64) -> usize {
        let mixed = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        (mixed.wrapping_mul(0x1656_67b1_9e37_79f9) >> (64 - Self::BITS)) as usize
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: usize, own: u64, opp: u64) -> Option<&Entry> {
        self.0.get(slot).filter(|entry| entry.own == own && entry.opp == opp)
    }

    /// Keeps the result of a null window above `alpha`.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        slot: usize,
        own: u64,
        opp: u64,
        value: i32,
        alpha: i32,
        best: u8,
    ) {
        let Some(entry) = self.0.get_mut(slot) else { return };
        if entry.own != own || entry.opp != opp {
            *entry = Entry { own, opp, ..NOTHING };
        }
        if value > alpha {
            entry.lower = value as i8;
        } else {
            entry.upper = value as i8;
        }
        entry.best = best;
    }
}

//! What followed on moves: which kinds of moves cut off after a move of another kind, one ply and two plies before
//! (continuation history; programs of chess since about 2016, after the countermove heuristic of J. Uiterwijk, 1992).
//!
//! Cost: half a megabyte for each of the two where a game asks for it ([`super::OrderingWeights::continuation`]), nothing
//! elsewhere; two look-ups a move. Different pairs may share an entry, as in any hash table without keys.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI16, Ordering};

use super::update;

/// How many bits number an entry.
const BITS: u32 = 18;

type Scores = Box<[AtomicI16]>;

/// The kinds of the last move and of the one before it.
pub(crate) type Before = [u32; 2];

/// What followed on the last move, and on the one before it.
#[derive(Debug, Default)]
pub(super) struct Following {
    scores: OnceLock<[Scores; 2]>,
    used: AtomicBool,
}

/// Where the score of a pair of kinds lies.
#[inline(always)]
fn place(before: u32, kind: u32) -> usize {
    let mixed = before.wrapping_mul(0x9e37_79b1) ^ kind.wrapping_mul(0x85eb_ca6b);
    (mixed.wrapping_mul(0xc2b2_ae35) >> (32 - BITS)) as usize
}

impl Following {
    /// Takes the memory, if that is not done yet.
    pub(super) fn make_ready(&self) {
        let scores = || (0..1 << BITS).map(|_| AtomicI16::new(0)).collect();
        self.scores.get_or_init(|| [scores(), scores()]);
    }

    pub(super) fn clear(&self) {
        if self.used.swap(false, Ordering::Relaxed) {
            let all = self.scores.get().into_iter().flatten().flatten();
            all.for_each(|score| score.store(0, Ordering::Relaxed));
        }
    }

    /// The sum of both scores of a kind.
    #[inline(always)]
    pub(super) fn of(&self, before: Before, kind: u32) -> i32 {
        let Some(scores) = self.scores.get() else { return 0 };
        let score = |which: usize| {
            i32::from(scores[which][place(before[which], kind)].load(Ordering::Relaxed))
        };
        score(0) + score(1)
    }

    /// Adds to both scores of a kind.
    pub(super) fn praise(&self, before: Before, kind: u32, bonus: i32) {
        let Some(scores) = self.scores.get() else { return };
        // Relaxed: whoever clears begins a search before all others.
        self.used.store(true, Ordering::Relaxed);
        for (scores, before) in scores.iter().zip(before) {
            update(&scores[place(before, kind)], bonus);
        }
    }
}

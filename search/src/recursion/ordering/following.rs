//! What followed on moves: which kinds of moves cut off after a move of another kind, one ply and two plies before
//! (continuation history; programs of chess since about 2016, after the countermove heuristic of J. Uiterwijk, 1992).
//!
//! Cost: half a megabyte for each of the two where a game asks for it ([`super::OrderingWeights::continuation`]), nothing
//! elsewhere; two look-ups a move, which for the moves of a node fall into few lines of memory: all that followed on one
//! kind lies together. Of kinds above [`KINDS`] several share an entry. To forget all is to clear the lines that were
//! written to: all of them took as long as a search of some hundred nodes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI16, AtomicU64, Ordering};

use super::{HISTORY_LIMIT, update};

/// How many bits number a kind of moves, and how many kinds are told apart.
const KIND_BITS: u32 = 9;
const KINDS: usize = 1 << KIND_BITS;
/// Entries: one for each pair.
const ENTRIES: usize = KINDS * KINDS;

/// Entries of a line.
const LINE: usize = 32;

/// Scores, with a bit for each line that was written to.
#[derive(Debug)]
struct Scores {
    all: Box<[AtomicI16]>,
    written: Box<[AtomicU64]>,
}

impl Scores {
    fn new() -> Self {
        Scores {
            all: (0..ENTRIES).map(|_| AtomicI16::new(0)).collect(),
            written: (0..ENTRIES / LINE / 64).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    #[inline(always)]
    fn praise(&self, place: usize, bonus: i32) {
        let (word, bit) = (&self.written[place / LINE / 64], 1 << (place / LINE % 64));
        // Relaxed: whoever clears begins a search before all others.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        update::<HISTORY_LIMIT>(&self.all[place], bonus);
    }

    fn clear(&self) {
        for (word, lines) in self.written.iter().zip(self.all.chunks(64 * LINE)) {
            let mut written = word.swap(0, Ordering::Relaxed);
            while written != 0 {
                let line = &lines[written.trailing_zeros() as usize * LINE..][..LINE];
                line.iter().for_each(|score| score.store(0, Ordering::Relaxed));
                written &= written - 1;
            }
        }
    }
}

/// The kinds of the last move and of the one before it.
pub(crate) type Before = [u32; 2];

/// What followed on the last move, and on the one before it.
#[derive(Debug, Default)]
pub(super) struct Following {
    scores: OnceLock<[Scores; 2]>,
}

/// Where the score of a pair of kinds lies; pairs of kinds below [`KINDS`] have a place each.
#[inline(always)]
fn place(before: u32, kind: u32) -> usize {
    let folded = |kind: u32| (kind ^ kind >> KIND_BITS ^ kind >> (2 * KIND_BITS)) as usize % KINDS;
    folded(before) * KINDS + folded(kind)
}

impl Following {
    /// Takes the memory, if that is not done yet.
    pub(super) fn make_ready(&self) {
        self.scores.get_or_init(|| [Scores::new(), Scores::new()]);
    }

    pub(super) fn clear(&self) {
        self.scores.get().into_iter().flatten().for_each(Scores::clear);
    }

    /// The sum of both scores of a kind.
    #[inline(always)]
    pub(super) fn of(&self, before: Before, kind: u32) -> i32 {
        let Some(scores) = self.scores.get() else { return 0 };
        let score = |which: usize| {
            i32::from(scores[which].all[place(before[which], kind)].load(Ordering::Relaxed))
        };
        score(0) + score(1)
    }

    /// Adds to both scores of a kind.
    pub(super) fn praise(&self, before: Before, kind: u32, bonus: i32) {
        let Some(scores) = self.scores.get() else { return };
        for (scores, before) in scores.iter().zip(before) {
            scores.praise(place(before, kind), bonus);
        }
    }
}

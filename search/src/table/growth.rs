//! When a table grows, and how far; and how much of a large one is in use.
//!
//! Entries that lie close together are found sooner than the same ones all over gigabytes: fewer of the
//! processor's notes on where pages are (the translation buffer) are needed. So a large table of a fixed size
//! begins with a part of its memory, too, and takes the rest as it fills.
//!
//! The part in use doubles once three eighths of its slots are filled: with more, the first clusters are full
//! and lose entries. In a table whose memory grows with it, only
//! entries of the search that runs count. They are counted in a part of the
//! clusters by those who store there, so that growing depends on what was stored and on nothing else:
//! with one thread, or with virtual threads, a search repeats itself node for node. Who stores in such a
//! cluster while the table doubles splits the next piece of it, about a millisecond's work, so each
//! thread is the first to touch some of the new memory and the others go on meanwhile.
//!
//! Before memory is taken the system is asked again; a table that grows never takes up more than an eighth of what is
//! free, its own memory included. Unlike all else this may differ from one run to the next.

use crossbeam::utils::CachePadded;

use super::layout::Layout;
use super::slot::{CLUSTER_BYTES, SLOTS};
use super::system;
use crate::sync::{AtomicBool, AtomicUsize, Ordering};

/// At most one cluster in this number is counted, a power of two.
const SAMPLED: usize = 64;
/// In each piece at least this number of clusters is counted, if it has as many: their fill is then that of all to some
/// percent.
const COUNTED: usize = 512;
/// The most clusters that are split at once: 2 MiB, a huge page.
const MOST_SPLIT: usize = (2 << 20) / CLUSTER_BYTES;
/// Of the first number of slots the second is filled when the table doubles.
const FILLED: (usize, usize) = (8, 3);
/// In how many pieces the first doubling is done.
const PIECES: usize = 8;

/// The part of a table of a fixed size that is in use at first, in clusters, if it is larger: 64 MiB.
const FIRST_PART: usize = (64 << 20) / CLUSTER_BYTES;

/// Whether a table stays as large as it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HashGrowth {
    /// It does: all its memory is there from the beginning.
    #[default]
    Fixed,
    /// It doubles, with its entries kept, while a search fills it, up to this number of bytes, and
    /// only as long as it takes up no more than an eighth of the memory that is free; where the system
    /// does not say how much that is, not at all.
    UpTo(usize),
}

impl HashGrowth {
    /// Up to an eighth of the memory that the system and the control group have free; [`HashGrowth::Fixed`]
    /// where the system does not say.
    pub fn while_memory_allows() -> HashGrowth {
        system::growable().map_or(HashGrowth::Fixed, |bytes| {
            HashGrowth::UpTo(usize::try_from(bytes).unwrap_or(usize::MAX))
        })
    }
}

/// How much memory is granted, as [`system::granted`] says.
pub(super) type Granted = fn() -> Option<u64>;

/// What a table that grows knows beside its layout.
#[derive(Debug)]
pub(super) struct Growth {
    /// The most clusters that it may have; for these there is address space.
    most: usize,
    /// How many clusters are split at once.
    piece: usize,
    /// Asked for more memory; `None` where all of it is there.
    granted: Option<Granted>,
    /// Filled slots of the counted clusters. Relaxed: a count.
    filled: CachePadded<AtomicUsize>,
    /// Held by the one who splits. Taken with acquire and given back with release, so that the next one
    /// finds the layout, and zeros in the memory behind it, as the last one left them.
    is_held: AtomicBool,
    /// The system had too little memory during this search. Relaxed: a note for who comes next.
    is_refused: AtomicBool,
}

impl Growth {
    /// For a table that begins with `first` clusters, a number that [`Growth::rounded`] has given.
    pub(super) fn new(first: usize, most: usize, granted: Option<Granted>) -> Growth {
        Growth {
            most: most.min(Layout::most(first)),
            piece: piece(first),
            granted,
            filled: CachePadded::new(AtomicUsize::new(0)),
            is_held: AtomicBool::new(false),
            is_refused: AtomicBool::new(false),
        }
    }

    /// How many clusters of a table of a fixed size are in use at first.
    pub(super) fn first_part(clusters: usize) -> usize {
        clusters.min(FIRST_PART)
    }

    /// True if all memory is there from the beginning.
    pub(super) fn is_of_fixed_size(&self) -> bool {
        self.granted.is_none()
    }

    /// The number of clusters at or below `clusters` with which a table that grows can begin.
    pub(super) fn rounded(clusters: usize) -> usize {
        clusters / piece(clusters) * piece(clusters)
    }

    /// The most clusters that the table may have.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// How many clusters are split at once.
    #[cfg(test)]
    pub(super) fn piece(&self) -> usize {
        self.piece
    }

    /// A number whose bits are all clear in the numbers of the clusters that are counted.
    pub(super) fn mask(&self) -> usize {
        (self.piece / COUNTED).clamp(1, SAMPLED) - 1
    }

    /// All is empty.
    pub(super) fn empty(&self) {
        self.filled.store(0, Ordering::Relaxed); // relaxed: see the field
    }

    /// A search begins. The memory that was missing may be there now.
    pub(super) fn begin_search(&self) {
        if !self.is_of_fixed_size() {
            self.empty();
        }
        self.is_refused.store(false, Ordering::Relaxed); // relaxed: see the field
    }

    /// An entry lies where there was none, or none of this search.
    pub(super) fn count(&self, was_empty: bool) {
        if was_empty || !self.is_of_fixed_size() {
            self.filled.fetch_add(1, Ordering::Relaxed); // relaxed: see the field
        }
    }

    /// True if enough of the slots are filled, going by those that are counted.
    fn is_filled(&self, used: usize) -> bool {
        let filled = self.filled.load(Ordering::Relaxed); // relaxed: see the field
        let (of, enough) = FILLED;
        filled * (self.mask() + 1) * of >= used * SLOTS * enough
    }

    /// Lets one alone split the next piece, if the table is doubling or now begins to: `split` is told how
    /// many clusters.
    pub(super) fn go_on(&self, layout: &Layout, split: impl FnOnce(usize)) {
        if !layout.is_doubling() && !self.is_due(layout) {
            return;
        }
        let free = self.is_held.compare_exchange(
            false,
            true,
            Ordering::Acquire, // see the field
            Ordering::Relaxed, // who comes too late does nothing
        );
        if free.is_err() {
            return;
        }
        // Asked again: until the lock was taken others may have gone on.
        if !layout.is_doubling() && self.is_due(layout) {
            self.begin(layout);
        }
        let used = layout.used();
        if layout.is_doubling() && used < self.most {
            split(self.piece.min(self.most - used));
        }
        self.is_held.store(false, Ordering::Release); // see the field
    }

    /// True if the table should double.
    fn is_due(&self, layout: &Layout) -> bool {
        let used = layout.used();
        used < self.most && self.is_filled(used) && !self.is_refused.load(Ordering::Relaxed) // relaxed: see the field
    }

    /// Begins to double, if there is memory.
    fn begin(&self, layout: &Layout) {
        let used = layout.used();
        let bytes = |clusters: usize| (clusters * CLUSTER_BYTES) as u64;
        let wanted = bytes(self.most.min(2 * used));
        let allows =
            |granted| system::is_little(wanted) || system::allows(granted, bytes(used), wanted);
        if self.granted.is_none_or(allows) {
            layout.double();
        } else {
            self.is_refused.store(true, Ordering::Relaxed); // relaxed: see the field
        }
    }
}

/// How many clusters of a table that begins with `first` are split at once: a power of two, so that the
/// clusters that are counted lie alike in every piece.
fn piece(first: usize) -> usize {
    let part = (first / PIECES).clamp(1, MOST_SPLIT);
    1 << part.ilog2()
}

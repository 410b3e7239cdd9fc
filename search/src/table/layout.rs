//! Where a key lies in a table that may grow.
//!
//! Linear hashing (W. Litwin, "Linear hashing: a new tool for file and table addressing", 1980): a table
//! that doubles does so piece by piece. Each old cluster is split, in order, between itself and its twin,
//! which lies as far behind it as the table was long. Up to there keys go by one bit more than beyond.
//! So no search waits for a table to be copied, and any number of clusters is a size.
//!
//! ```text
//! first, of `first` clusters:   key -> place by multiply-shift, the table's whole life long
//! doubled n times:              place + first * (n further bits of the key)
//! in between:                   | split | not yet split | twins of the split |
//!                               0       used - half     half                 used
//! ```
//!
//! Cost: nothing but a branch that is always predicted where the table has never grown; a multiplication
//! and a comparison where it has.

use crate::sync::{AtomicUsize, Ordering};

/// From this bit on, upwards, a product's lower half says to which twin a key belongs. They are next to
/// those that give the place, which depend on the most bits of the key.
const TWIN_BIT: u32 = 48;

/// The sizes of a table, then and now.
///
/// Both atomics are relaxed: a reader that meets one of them old and the other new looks in a place where
/// its key is not, or no longer, and misses an entry. Memory lies below every place that a reader may
/// come to, whichever of the values it has; see [`Layout::within`].
#[derive(Debug)]
pub(super) struct Layout {
    /// With how many clusters the table began.
    first: usize,
    /// How many there are.
    used: AtomicUsize,
    /// One bit for each time that it has begun to double.
    twins: AtomicUsize,
}

/// A layout as it is at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) used: usize,
    twins: usize,
}

impl Layout {
    /// How often a table may double.
    const MOST_DOUBLINGS: u32 = u64::BITS - TWIN_BIT;

    pub(super) fn new(first: usize) -> Layout {
        Layout { first, used: AtomicUsize::new(first), twins: AtomicUsize::new(0) }
    }

    /// The most clusters to which a table may grow that begins with `first`.
    pub(super) const fn most(first: usize) -> usize {
        first.saturating_mul(1 << Self::MOST_DOUBLINGS)
    }

    /// With how many clusters it began.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// How many clusters there are.
    #[inline]
    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed) // relaxed: see the type
    }

    /// The cluster of a mixed key: multiply and shift (D. Lemire 2019), for any number of clusters.
    #[inline]
    pub(super) fn place(&self, mixed: u64) -> usize {
        let product = u128::from(mixed) * self.first as u128;
        let place = (product >> 64) as usize;
        let twins = self.twins.load(Ordering::Relaxed); // relaxed: see the type
        if twins == 0 {
            return place;
        }
        self.within(Shape { used: self.used(), twins }, product as u64, place)
    }

    /// The cluster of a mixed key in another shape.
    pub(super) fn place_in(&self, shape: Shape, mixed: u64) -> usize {
        let product = u128::from(mixed) * self.first as u128;
        self.within(shape, product as u64, (product >> 64) as usize)
    }

    /// The place among the twins, or where the twin is not there yet that of its elder.
    ///
    /// The result is below `used` or below half of the doubled size. The size is doubled only when
    /// all clusters of the half are there, so memory lies below either, of whatever moment they are.
    #[inline]
    fn within(&self, shape: Shape, rest: u64, place: usize) -> usize {
        let twin = place + ((rest >> TWIN_BIT) as usize & shape.twins) * self.first;
        if twin < shape.used { twin } else { twin - self.half(shape).min(twin) }
    }

    /// How many clusters there were when the present doubling began.
    #[inline]
    fn half(&self, shape: Shape) -> usize {
        self.first * shape.twins.div_ceil(2)
    }

    /// The shape now. Exact for the one who alone may change it.
    pub(super) fn shape(&self) -> Shape {
        Shape { used: self.used(), twins: self.twins.load(Ordering::Relaxed) } // relaxed: see the type
    }

    /// True while a doubling is under way.
    pub(super) fn is_doubling(&self) -> bool {
        let shape = self.shape();
        shape.used < self.first * (shape.twins + 1)
    }

    /// Begins to double; no key has another place yet.
    pub(super) fn double(&self) {
        let twins = self.shape().twins * 2 + 1;
        self.twins.store(twins, Ordering::Relaxed); // relaxed: see the type
    }

    /// The elder of the first cluster that is not there yet, and the shape with `more` of them.
    pub(super) fn next(&self, more: usize) -> (usize, Shape) {
        let shape = self.shape();
        (shape.used - self.half(shape), Shape { used: shape.used + more, ..shape })
    }

    /// From now on keys go by this shape.
    pub(super) fn take(&self, shape: Shape) {
        self.used.store(shape.used, Ordering::Relaxed); // relaxed: see the type
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use proptest::prelude::*;

    use super::super::table::mix;
    use super::*;

    proptest! {
        #[test]
        fn a_key_stays_or_goes_to_the_twin_and_no_other_cluster_changes(
            first in 1..200usize, steps in 0..2000usize, key: u64,
        ) {
            let (layout, mixed) = (Layout::new(first), mix(key));
            let mut place = layout.place(mixed);
            prop_assert!(place < first);
            for _ in 0..steps {
                if !layout.is_doubling() {
                    layout.double();
                    prop_assert_eq!(layout.place(mixed), place, "nothing has been split yet");
                }
                let used = layout.used();
                let (elder, shape) = layout.next(1);
                prop_assert!(elder < used && shape.used == used + 1);
                let next = layout.place_in(shape, mixed);
                prop_assert!(next == place || (place == elder && next == used));
                layout.take(shape);
                prop_assert_eq!(layout.place(mixed), next);
                place = next;
            }
        }

        #[test]
        fn whatever_a_reader_sees_of_two_moments_it_stays_within_the_memory_of_the_later(
            first in 1..50usize, now in 0..400usize, then in 0..400usize, key: u64,
        ) {
            let shape_after = |steps: usize| {
                let layout = Layout::new(first);
                for _ in 0..steps {
                    if !layout.is_doubling() {
                        layout.double();
                    }
                    layout.take(layout.next(1).1);
                }
                layout.shape()
            };
            let (now, then) = (shape_after(now), shape_after(then));
            let layout = Layout::new(first);
            for shape in [Shape { used: now.used, ..then }, Shape { used: then.used, ..now }] {
                prop_assert!(layout.place_in(shape, mix(key)) < now.used.max(then.used));
            }
        }
    }

    #[test]
    fn grown_tables_are_filled_evenly_by_keys_that_merely_count() {
        for first in [64, 100] {
            let layout = Layout::new(first);
            while layout.used() < 8 * first {
                if !layout.is_doubling() {
                    layout.double();
                }
                layout.take(layout.next(1).1);
            }
            for shift in [0, 7, 20, 40] {
                let mut counts = vec![0; 8 * first];
                for key in 0..800 * first as u64 {
                    counts[layout.place(mix(key << shift))] += 1;
                }
                let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
                assert!(*least > 40 && *most < 200, "{first}, {shift}: {least} to {most}");
            }
        }
    }
}

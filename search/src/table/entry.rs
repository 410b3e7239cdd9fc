//! What the table knows of one position, and the 64 bits that it is kept as.

use crate::report::Bound;
use crate::score::Score;

/// Stands where an entry has no move. No game may pack a move as this.
pub const NO_MOVE: u32 = u32::MAX;

/// What the table knows of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, as the game packs it, or [`NO_MOVE`]. It may come from a collision of
    /// keys, so it is only a suggestion until the position confirms that it is legal.
    pub mv: u32,
    /// The score, with wins and losses counted from this position ([`Score::to_node`]).
    pub score: Score,
    /// How many plies were searched below the position; for an exact solve, how many are left to
    /// play. Always a measure of the work that the entry saves.
    pub depth: u8,
    /// How the score relates to the position's value.
    pub bound: Bound,
    /// True if the score holds to the end of the game, so that no search need look further.
    pub complete: bool,
}

/// Which search an entry was last of use to; counts round in [`Age::BITS`] bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Age(u8);

impl Age {
    const BITS: u32 = 5;
    const MASK: u8 = (1 << Self::BITS) - 1;

    /// The age of the search with this number.
    #[inline]
    pub(super) const fn of(search: u32) -> Age {
        Age(search as u8 & Self::MASK)
    }
}

/// An entry and its age as one word, or the word of an empty slot.
///
/// ```text
/// bit  0        32        48        50          51       59      64
///      | move   | score   | bound   | complete  | depth  | age   |
/// ```
///
/// The order lets depth, completeness and bound be read as one number, and age be subtracted
/// without taking it out first ([`Data::grade`], [`Data::since`]).
/// The bound is never zero in a packed entry, so the word of an empty slot, zero, is never taken
/// for one, whatever the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Data(u64);

impl Data {
    pub(super) const EMPTY: Data = Data(0);
    const SCORE: u32 = 32;
    const BOUND: u32 = 48;
    const COMPLETE: u32 = 50;
    const DEPTH: u32 = 51;
    const AGE: u32 = 59;

    /// An entry of the search of that age.
    #[inline]
    pub(super) const fn pack(entry: Entry, age: Age) -> Data {
        let bound: u64 = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Data(
            entry.mv as u64
                | (entry.score.pack() as u64) << Self::SCORE
                | (entry.depth as u64) << Self::DEPTH
                | bound << Self::BOUND
                | (entry.complete as u64) << Self::COMPLETE
                | (age.0 as u64) << Self::AGE,
        )
    }

    /// The entry. Only of use where [`Data::is_empty`] is false.
    #[inline]
    pub(super) const fn entry(self) -> Entry {
        Entry {
            mv: self.0 as u32,
            score: Score::unpack((self.0 >> Self::SCORE) as u16),
            depth: (self.0 >> Self::DEPTH) as u8,
            bound: match (self.0 >> Self::BOUND) & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            complete: (self.0 >> Self::COMPLETE) & 1 == 1,
        }
    }

    /// True of a slot that holds nothing.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Eight times the depth in plies, and a rest of 0 to 7 for how much the score says: 1 an upper
    /// bound, 2 a lower bound (it comes with a move that was good enough), 3 the value; 4 more if it
    /// holds to the end of the game. Zero of an empty slot, and of nothing else.
    #[inline]
    pub(super) const fn grade(self) -> i32 {
        (self.0 >> Self::BOUND) as i32 & 0x7ff
    }

    /// How many searches ago the entry was stored, if that is less than a full round.
    #[inline]
    pub(super) const fn since(self, now: Age) -> i32 {
        // The ones below the age keep the rest of the entry from borrowing from it.
        let now = (now.0 as u64) << Self::AGE | ((1 << Self::AGE) - 1);
        (now.wrapping_sub(self.0) >> Self::AGE) as i32
    }

    /// The bare word, for the atomics.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Data::bits`].
    #[inline]
    pub(super) const fn from_bits(bits: u64) -> Data {
        Data(bits)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        /// Any entry that a search could store.
        pub(in super::super) fn entries()(
            mv in prop_oneof![Just(NO_MOVE), any::<u32>()],
            raw in -32_100..=32_100i32,
            depth: u8,
            bound in prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)],
            complete: bool,
        ) -> Entry {
            Entry { mv, score: Score::from_raw(raw), depth, bound, complete }
        }
    }

    proptest! {
        #[test]
        fn packing_gives_back_what_was_put_in(entry in entries(), search: u32) {
            let data = Data::pack(entry, Age::of(search));
            prop_assert!(!data.is_empty());
            prop_assert_eq!(data.entry(), entry);
            prop_assert_eq!(data.since(Age::of(search)), 0);
            prop_assert_eq!(data.since(Age::of(search.wrapping_add(31))), 31);
            prop_assert_eq!(data.since(Age::of(search.wrapping_sub(1))), 31);
            prop_assert_eq!(data.grade() / 8, i32::from(entry.depth));
            prop_assert_eq!(data.grade() & 3 == 3, entry.bound == Bound::Exact);
            prop_assert_eq!(data.grade() & 4 == 4, entry.complete);
            prop_assert_eq!(Data::from_bits(data.bits()), data);
        }
    }

    #[test]
    fn the_emptiest_entry_is_not_an_empty_slot() {
        let entry =
            Entry { mv: 0, score: Score::DRAW, depth: 0, bound: Bound::Exact, complete: false };
        assert!(!Data::pack(entry, Age::of(0)).is_empty());
        assert!(Data::EMPTY.is_empty());
    }
}

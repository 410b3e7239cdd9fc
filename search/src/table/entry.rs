//! What the table knows of one position, and the 64 bits that it is stored as.

use crate::rules::report::Bound;
use crate::rules::score::Score;
pub use crate::rules::value::Basis;

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
    /// play, and for its selective passes one less with each pass that comes after. Always a measure of the work that
    /// the entry saves.
    pub depth: u8,
    /// What rests on it that the value is at least the score.
    pub lower: Basis,
    /// What rests on it that the value is at most the score. One of the two sides is known.
    pub upper: Basis,
}

impl Entry {
    /// How the score relates to the position's value.
    #[inline]
    pub const fn bound(&self) -> Bound {
        match (self.lower.is_known(), self.upper.is_known()) {
            (true, false) => Bound::Lower,
            (false, _) => Bound::Upper,
            (true, true) => Bound::Exact,
        }
    }

    /// True if all that it says holds to the end of the game, so that no search need look further.
    #[inline]
    pub const fn is_proven(&self) -> bool {
        matches!(self.lower, Basis::Proven | Basis::Unknown)
            && matches!(self.upper, Basis::Proven | Basis::Unknown)
    }
}

impl Entry {
    /// True if a side rests on a return to the line.
    #[inline]
    pub(super) fn rests_on_line(&self) -> bool {
        self.lower == Basis::Repetition || self.upper == Basis::Repetition
    }

    /// The same without the sides that rest on a return to the line: they are not known, and where no other is, it
    /// saves no work.
    #[cold]
    pub(super) fn without_line(self) -> Entry {
        let kept = |side| if side == Basis::Repetition { Basis::Unknown } else { side };
        let (lower, upper) = (kept(self.lower), kept(self.upper));
        let depth = if lower.is_known() || upper.is_known() { self.depth } else { 0 };
        Entry { lower, upper, depth, ..self }
    }
}

/// Which search an entry was last of use to; counts round in [`Age::BITS`] bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Age(u8);

impl Age {
    const BITS: u32 = 4;
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
/// bit  0        32        48        50        52       60      64
///      | move   | score   | upper   | lower   | depth  | age   |
/// ```
///
/// The order lets depth and what the two sides rest on be read as one number, and age be subtracted
/// without taking it out first ([`Data::grade`], [`Data::since`]).
/// One side is known in a packed entry, so the word of an empty slot, zero, is never taken for one,
/// whatever the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Data(u64);

impl Data {
    pub(super) const EMPTY: Data = Data(0);
    const SCORE: u32 = 32;
    const UPPER: u32 = 48;
    const LOWER: u32 = 50;
    const DEPTH: u32 = 52;
    const AGE: u32 = 60;

    /// An entry of the search of that age.
    #[inline]
    pub(super) const fn pack(entry: Entry, age: Age) -> Data {
        debug_assert!(entry.lower.is_known() || entry.upper.is_known());
        Data(
            entry.mv as u64
                | (entry.score.pack() as u64) << Self::SCORE
                | (entry.depth as u64) << Self::DEPTH
                | entry.upper.pack() << Self::UPPER
                | entry.lower.pack() << Self::LOWER
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
            lower: Basis::unpack(self.0 >> Self::LOWER),
            upper: Basis::unpack(self.0 >> Self::UPPER),
        }
    }

    /// True of a word that [`Data::pack`] may give: one of its sides is known.
    pub(super) const fn is_entry(self) -> bool {
        let entry = self.entry();
        entry.lower.is_known() || entry.upper.is_known()
    }

    /// True of a slot that holds nothing.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Sixteen times the depth in plies, and a rest of 0 to 15 for how much the score says: what its
    /// lower side rests on before what its upper side does, since a lower bound comes with a move that
    /// was good enough. Zero of an empty slot, and of nothing else.
    #[inline]
    pub(super) const fn grade(self) -> i32 {
        (self.0 >> Self::UPPER) as i32 & 0xfff
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
            raw in -Score::INFINITY.raw()..=Score::INFINITY.raw(),
            depth: u8,
            sides in 1..16u64,
        ) -> Entry {
            let (lower, upper) = (Basis::unpack(sides >> 2), Basis::unpack(sides));
            Entry { mv, score: Score::from_raw(raw), depth, lower, upper }
        }
    }

    proptest! {
        #[test]
        fn packing_gives_back_what_was_put_in(entry in entries(), search: u32) {
            let data = Data::pack(entry, Age::of(search));
            prop_assert!(!data.is_empty());
            prop_assert_eq!(data.entry(), entry);
            prop_assert_eq!(data.since(Age::of(search)), 0);
            prop_assert_eq!(data.since(Age::of(search.wrapping_add(15))), 15);
            prop_assert_eq!(data.since(Age::of(search.wrapping_sub(1))), 15);
            prop_assert_eq!(data.grade() / 16, i32::from(entry.depth));
            prop_assert_eq!(data.grade() & 15 == 15, entry.is_proven() && entry.bound() == Bound::Exact);
            prop_assert_eq!(Data::from_bits(data.bits()), data);
        }
    }

    #[test]
    fn a_word_of_which_no_side_is_known_is_no_entry() {
        let (unknown, known) = (Basis::Unknown, Basis::Estimate);
        for (lower, upper) in [(known, unknown), (unknown, known), (known, known)] {
            let entry = Entry { mv: 7, score: Score::DRAW, depth: 3, lower, upper };
            assert!(Data::pack(entry, Age::of(5)).is_entry());
        }
        // Every bit that is not of a side.
        let sides = 0xf << Data::UPPER;
        assert!(!Data::from_bits(!sides).is_entry() && !Data::EMPTY.is_entry());
    }

    #[test]
    fn the_emptiest_entry_is_not_an_empty_slot() {
        let (lower, upper) = (Basis::Unknown, Basis::Estimate);
        let entry = Entry { mv: 0, score: Score::DRAW, depth: 0, lower, upper };
        assert!(!Data::pack(entry, Age::of(0)).is_empty());
        assert!(Data::EMPTY.is_empty());
    }
}

//! Which entry stays when two want one place.
//!
//! Everything is measured in sixteenths of a ply of work, by one pure function: [`worth`]. Among
//! entries of other positions the slot of least worth gives way, always, even to something shallower: the newest
//! positions are the likeliest to come up again, and three of the four slots of a cluster still
//! keep the deepest. Two entries of the same position meet in [`merge`].

use super::entry::{Age, Data, Entry, NO_MOVE};
use crate::rules::report::Bound;

/// A ply of work.
const PLY: i32 = 16;
/// What an entry loses with every search that did not touch it.
const PER_SEARCH: i32 = 8 * PLY;
/// By how much an old entry must be worth more than a new one of the same position to stay.
const SLACK: i32 = 4 * PLY;

/// What the data of a slot is worth keeping: by depth, then by how much it says, less its age.
///
/// An empty slot counts as an entry of the first search that saves nothing. When the ages have
/// gone round it may for a while outrank entries of many searches ago; the price is such an entry,
/// and testing for it would cost every store a quarter of its time.
#[inline]
pub(super) const fn worth(data: Data, now: Age) -> i32 {
    data.grade() - PER_SEARCH * data.since(now)
}

/// What to keep of two entries of the same position, as data of the current age.
///
/// The new entry stays, for it is what the search needs now, unless
/// - the old one answers all that it answers: another worker came first; or
/// - the old one is worth more by [`SLACK`], or at all if it holds to the end of the game and the
///   new one does not: finding the new one again costs little, the old one much. What is final and
///   exact always stays.
///
/// A missing move is taken from the other: a move to try first is of use whatever the score.
#[inline(never)] // rare beside storing a new position, and large
pub(super) fn merge(old: Data, new: Data, now: Age) -> Data {
    if old.is_empty() {
        return new;
    }
    let (a, b) = (old.entry(), new.entry());
    if a.rests_on_line() && old.since(now) != 0 {
        // Of another search, whose lines are not this one's: what it says must not become of this age.
        let mv = if b.mv == NO_MOVE { a.mv } else { b.mv };
        return Data::pack(Entry { mv, ..b }, now);
    }
    if let Some(both) = from_both_sides(&a, &b) {
        return Data::pack(both, now);
    }
    let stays = answers_all_of(&a, &b) || outweighs(&a, &b, worth(old, now) - worth(new, now));
    let (mut kept, other) = if stays { (a, b) } else { (b, a) };
    if kept.mv == NO_MOVE {
        kept.mv = other.mv;
    }
    Data::pack(kept, now)
}

/// Two proven bounds that meet are the value.
#[inline]
fn from_both_sides(old: &Entry, new: &Entry) -> Option<Entry> {
    let meet = old.score == new.score && old.is_proven() && new.is_proven();
    if !meet || old.bound() == new.bound() {
        return None;
    }
    let (lower, upper) = (old.lower.max(new.lower), old.upper.max(new.upper));
    let mv = if new.mv == NO_MOVE { old.mv } else { new.mv };
    Some(Entry { mv, lower, upper, depth: old.depth.max(new.depth), ..*new })
}

/// True if `old` answers every question that `new` answers.
#[inline]
fn answers_all_of(old: &Entry, new: &Entry) -> bool {
    let as_high = !new.lower.is_known() || (old.lower >= new.lower && old.score >= new.score);
    let as_low = !new.upper.is_known() || (old.upper >= new.upper && old.score <= new.score);
    as_high && as_low && old.depth >= new.depth
}

/// True if `old`, worth more by `surplus`, is too good to give way to `new`.
#[inline]
fn outweighs(old: &Entry, new: &Entry, surplus: i32) -> bool {
    if new.is_proven() && new.bound() == Bound::Exact {
        false
    } else if old.is_proven() && !new.is_proven() {
        old.bound() == Bound::Exact || surplus > 0
    } else {
        surplus > SLACK
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::entry::{Basis, tests::entries};
    use super::*;
    use crate::rules::score::Score;

    const NOW: Age = Age::of(7);

    fn entry(depth: u8, bound: Bound, points: i32) -> Entry {
        let side = |known| if known { Basis::Estimate } else { Basis::Unknown };
        let (lower, upper) = (side(bound != Bound::Upper), side(bound != Bound::Lower));
        Entry { mv: 1, score: Score::heuristic(points), depth, lower, upper }
    }

    fn complete(entry: Entry) -> Entry {
        let proven = |side: Basis| if side.is_known() { Basis::Proven } else { side };
        Entry { lower: proven(entry.lower), upper: proven(entry.upper), ..entry }
    }

    /// What stays of an old entry of some searches ago and a new one.
    fn merged(old: Entry, searches_ago: u32, new: Entry) -> Entry {
        merge(Data::pack(old, Age::of(7 - searches_ago)), Data::pack(new, NOW), NOW).entry()
    }

    #[test]
    fn worth_rises_with_depth_and_certainty_and_falls_with_age() {
        let of = |entry, search| worth(Data::pack(entry, Age::of(search)), NOW);
        let rising = [
            worth(Data::EMPTY, NOW),
            of(entry(9, Bound::Exact, 0), 5),
            of(entry(0, Bound::Upper, 0), 7),
            of(entry(9, Bound::Upper, 0), 6),
            of(entry(3, Bound::Upper, 0), 7),
            of(complete(entry(3, Bound::Upper, 0)), 7),
            of(entry(3, Bound::Lower, 0), 7),
            of(entry(3, Bound::Exact, 0), 7),
            of(complete(entry(3, Bound::Lower, 0)), 7),
            of(complete(entry(3, Bound::Exact, 0)), 7),
            of(entry(4, Bound::Upper, 0), 7),
            of(complete(entry(255, Bound::Exact, 0)), 7),
        ];
        assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
    }

    #[test]
    fn an_old_entry_stays_only_if_it_is_worth_more_than_the_slack() {
        let new = entry(9, Bound::Lower, 10);
        assert_eq!(merged(entry(13, Bound::Lower, 5), 0, new), new);
        assert_eq!(merged(entry(14, Bound::Lower, 5), 0, new), entry(14, Bound::Lower, 5));
    }

    #[test]
    fn of_two_bounds_that_meet_the_new_move_counts_if_there_is_one() {
        let with = |mv, bound| Entry { mv, ..complete(entry(9, bound, 10)) };
        for (old, new, kept) in [(1, 2, 2), (1, NO_MOVE, 1), (NO_MOVE, 2, 2)] {
            let met = merged(with(old, Bound::Lower), 0, with(new, Bound::Upper));
            assert_eq!((met.mv, met.bound()), (kept, Bound::Exact));
        }
    }

    #[test]
    fn the_next_iteration_replaces_the_last() {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            let (old, new) = (entry(8, Bound::Exact, 10), entry(9, bound, 5));
            assert_eq!(merged(old, 0, new), new);
        }
    }

    #[test]
    fn another_window_at_the_same_depth_replaces_the_last() {
        let (old, new) = (entry(8, Bound::Lower, 2), entry(8, Bound::Upper, 6));
        assert_eq!(merged(old, 0, new), new);
        assert_eq!(merged(new, 0, old), old);
    }

    #[test]
    fn what_another_worker_already_answered_better_changes_nothing() {
        let old = entry(8, Bound::Exact, 10);
        assert_eq!(merged(old, 0, entry(8, Bound::Lower, 4)), old);
        assert_eq!(merged(old, 0, entry(7, Bound::Upper, 11)), old);
        let contradiction = entry(7, Bound::Lower, 11);
        assert_eq!(merged(old, 0, contradiction), contradiction);
    }

    #[test]
    fn a_much_deeper_entry_stays_until_it_has_aged() {
        let (old, new) = (entry(20, Bound::Lower, 3), entry(9, Bound::Upper, 2));
        assert_eq!(merged(old, 0, new), old);
        assert_eq!(merged(old, 1, new), new);
    }

    #[test]
    fn what_holds_to_the_end_gives_way_only_to_its_like_or_to_depth() {
        let old = complete(entry(12, Bound::Lower, 0));
        assert_eq!(merged(old, 0, entry(11, Bound::Exact, 5)), old);
        assert_eq!(merged(old, 0, entry(14, Bound::Exact, 5)), entry(14, Bound::Exact, 5));
        let final_value = complete(entry(2, Bound::Exact, 9));
        assert_eq!(merged(old, 0, final_value), final_value);
        assert_eq!(merged(final_value, 5, entry(30, Bound::Exact, 1)), final_value);
    }

    #[test]
    fn proven_bounds_that_meet_become_the_value() {
        let side = |depth, bound| complete(entry(depth, bound, 12));
        let both = merged(side(9, Bound::Lower), 0, side(4, Bound::Upper));
        assert_eq!(both, Entry { depth: 9, ..side(4, Bound::Exact) });
        assert_eq!(merged(side(4, Bound::Upper), 0, side(9, Bound::Lower)), both);
        let estimated = entry(4, Bound::Upper, 12);
        assert_eq!(merged(side(4, Bound::Lower), 0, estimated).bound(), Bound::Lower);
    }

    #[test]
    fn a_missing_move_is_taken_from_the_other_entry() {
        let none = Entry { mv: NO_MOVE, ..entry(9, Bound::Upper, 0) };
        assert_eq!(merged(entry(8, Bound::Upper, 0), 0, none), Entry { mv: 1, ..none });
        assert_eq!(merged(none, 0, entry(2, Bound::Lower, 0)), Entry { mv: 1, ..none });
    }

    proptest! {
        #[test]
        fn a_merged_entry_is_one_of_the_two_but_for_its_move(
            old in entries(), new in entries(), then: u32, now: u32,
        ) {
            let now = Age::of(now);
            let data = merge(Data::pack(old, Age::of(then)), Data::pack(new, now), now);
            prop_assert_eq!(data.since(now), 0);
            let kept = data.entry();
            let mv = kept.mv;
            prop_assert!(mv == old.mv || mv == new.mv);
            let either = [Entry { mv, ..old }, Entry { mv, ..new }];
            let both = from_both_sides(&old, &new).map(|both| Entry { mv, ..both });
            prop_assert!(both == Some(kept) || (both.is_none() && either.contains(&kept)));
            prop_assert!(mv != NO_MOVE || (old.mv == NO_MOVE && new.mv == NO_MOVE));
        }
    }
}

//! Which entry stays when two want one place.
//!
//! Everything is measured in plies of work, by one pure function: [`worth`]. Among strangers the
//! slot of least worth gives way, always, even to something shallower: the newest positions are
//! the likeliest to come up again, and three of the four slots of a cluster still keep the
//! deepest. Two entries of the same position merge by [`merge`].

use super::entry::{Age, Data, Entry, NO_MOVE};
use crate::report::Bound;

/// What an exact score is worth beyond a bound: it answers every window.
const EXACT: i32 = 2;
/// What holding to the end of the game is worth: no later iteration asks again.
const COMPLETE: i32 = 4;
/// What an entry loses with every search that did not touch it.
const PER_SEARCH: i32 = 8;
/// By how much an old entry of the same position must be worth more to stay.
const SLACK: i32 = 4;

/// What the data of a slot is worth keeping, in plies of work; nothing is worth less than an empty
/// slot.
#[inline]
pub(super) const fn worth(data: Data, now: Age) -> i32 {
    if data.is_empty() {
        return i32::MIN;
    }
    data.depth() as i32 + EXACT * data.is_exact() as i32 + COMPLETE * data.is_complete() as i32
        - PER_SEARCH * now.since(data.age()) as i32
}

/// What to keep of two entries of the same position, as data of the current age.
///
/// The new entry wins, for it is what the search needs now, unless
/// - the old one says all that it says (deeper or as deep, as final, and as tight): another worker
///   came first; or
/// - the old one is worth more by [`SLACK`] plies and the new one is but a bound or not final:
///   finding the new one again costs little, the old one much.
///
/// A missing move is taken from the other: a move to try first is of use whatever the score.
#[inline]
pub(super) fn merge(old: Data, new: Data, now: Age) -> Data {
    let (kept, other) = if stays(old, new, now) { (old, new) } else { (new, old) };
    let mut entry = kept.entry();
    if entry.mv == NO_MOVE {
        entry.mv = other.entry().mv;
    }
    Data::pack(entry, now)
}

/// True if the old entry of a position is to be kept.
#[inline]
fn stays(old: Data, new: Data, now: Age) -> bool {
    if implies(&old.entry(), &new.entry()) {
        return true;
    }
    let precious = new.is_complete() && new.is_exact();
    !precious && worth(old, now) > worth(new, now) + SLACK
}

/// True if `a` answers every question that `b` answers.
#[inline]
fn implies(a: &Entry, b: &Entry) -> bool {
    let as_tight = match (a.bound, b.bound) {
        (Bound::Exact, Bound::Exact) => false, // the newer of two answers to all windows
        (Bound::Exact | Bound::Lower, Bound::Lower) => a.score >= b.score,
        (Bound::Exact | Bound::Upper, Bound::Upper) => a.score <= b.score,
        _ => false,
    };
    as_tight && a.depth >= b.depth && a.complete >= b.complete
}

//! The game before the root, as far as it changes what a position is worth.
//!
//! On the line under search the first return of a position counts. A position of the game before the root counts only
//! where the rule does ([`Repetition::occurrences`]): where it would be there for the third time, so after it was there
//! twice; under superko where it was there at all. One that was there once is a position like any other.
//!
//! Those that count are ended positions, on every line of the search: what is found with them is as sure as what is
//! found without, and holds wherever the same positions count. It says nothing where others do, or none, in either
//! direction. So where any count, all keys of the table are changed by a signature of their set, and searches under
//! another past do not meet; nor do symmetric positions then, since the mirror image of a position that was there was
//! not. What the game's knowledge proves of a position it proves without a past: there, a leaf solver is not asked, no
//! move is left out, and of bounds holds what leaves a draw open ([`Past::limit`]).
//!
//! What rests on a return to the line itself is another matter: it is never proven (`value`), and answers only in the
//! search that found it ([`crate::Table::probe_for_line`]), whose root is on all of its lines.
//!
//! Cost: where no position counts, none beside the addition of a zero to each key. A past with one costs a look into
//! a small set for each node, and what the table knew from before.

use std::collections::HashSet;

use crate::rules::game::{Game, Repetition};
use crate::rules::hash::ByKey;
use crate::rules::knowledge::{Bounds, NodeKey};
use crate::rules::random;
use crate::rules::score::Score;

/// Keys of positions.
pub(crate) type Keys = HashSet<u64, ByKey>;

/// The positions of the game before the root that would end it if they came back.
#[derive(Debug, Default)]
pub(crate) struct Past {
    ended: Keys,
    /// 0 if there are none.
    signature: u64,
    rule: Repetition,
}

impl Past {
    /// What counts of a game that led to `root` by positions with these keys, oldest first. The root itself does not:
    /// it is searched though it be there once too often, and is on the line.
    pub(crate) fn new<G: Game>(root: &G, keys: &[u64]) -> Past {
        if !G::CAN_REPEAT || !root.can_repeat() || keys.is_empty() {
            return Past::default();
        }
        let reversible = root.reversible_plies().min(keys.len());
        Past::of(root.key(), &keys[keys.len() - reversible..], root.repetition())
    }

    /// Not generic, so that it is compiled once.
    fn of(root: u64, keys: &[u64], rule: Repetition) -> Past {
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        let mut past = Past { rule, ..Past::default() };
        for same in keys.chunk_by(|a, b| a == b) {
            if same.len() + 1 >= rule.occurrences() && same[0] != root {
                past.ended.insert(same[0]);
                past.signature = past.signature.wrapping_add(random::mix(same[0]));
            }
        }
        if !past.ended.is_empty() {
            past.signature = past.signature.max(1);
        }
        past
    }

    /// 0 if nothing counts.
    #[inline]
    pub(crate) fn signature(&self) -> u64 {
        self.signature
    }

    /// True if the game ends where this position comes back.
    #[inline]
    pub(crate) fn ends_at(&self, key: u64) -> bool {
        self.signature != 0 && self.ended.contains(&key)
    }

    /// What holds of a value under this past, of which this is known without. Positions that are drawn now, whatever
    /// they were, bring a value nearer to the draw, and never past it.
    pub(crate) fn limit(&self, known: Bounds) -> Bounds {
        match self.rule {
            _ if self.signature == 0 => known,
            Repetition::Draw => {
                Bounds { lower: known.lower.min(Score::DRAW), upper: known.upper.max(Score::DRAW) }
            }
            Repetition::Ends | Repetition::Forbidden => Bounds::UNKNOWN,
        }
    }

    /// True if a move is illegal for where it leads: to this root, or to what was there before it.
    pub(crate) fn forbids<G: Game>(&self, root: &G, mv: G::Move) -> bool {
        if !G::CAN_REPEAT || !root.can_repeat() || root.repetition() != Repetition::Forbidden {
            return false;
        }
        let mut next = root.clone();
        next.play(mv);
        next.key() == root.key() || self.ends_at(next.key())
    }

    /// Where the table keeps what is found of a position under this past.
    #[inline]
    pub(crate) fn place(&self, key: NodeKey) -> NodeKey {
        place(self.signature, key)
    }
}

/// [`Past::place`] by the signature alone.
#[inline(always)]
pub(crate) fn place(signature: u64, key: NodeKey) -> NodeKey {
    let apart = signature.wrapping_mul(2 * u64::from(key.symmetry) + 1);
    NodeKey { hash: key.hash ^ apart, ..key }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_once_its_next_time_would_be_the_third() {
        let past = |keys: &[u64]| Past::of(9, keys, Repetition::Draw);
        assert_eq!(past(&[1, 2, 3]).signature(), 0);
        let twice = past(&[1, 2, 1, 3]);
        assert!(twice.ends_at(1) && !twice.ends_at(2) && twice.signature() != 0);
        assert!(past(&[1, 1, 1]).ends_at(1));
        assert!(!past(&[9, 1, 9]).ends_at(9), "the root is searched whatever was there before");
    }

    #[test]
    fn what_is_known_without_a_past_leaves_a_draw_open_under_one() {
        let known =
            |lower, upper| Bounds { lower: Score::margin(lower), upper: Score::margin(upper) };
        let (none, past) = (Past::default(), Past::of(9, &[1, 1], Repetition::Draw));
        assert_eq!(none.limit(known(2, 5)), known(2, 5));
        assert_eq!(past.limit(known(2, 5)), known(0, 5));
        assert_eq!(past.limit(known(-5, -2)), known(-5, 0));
        assert_eq!(past.limit(known(-3, 4)), known(-3, 4));
        let past = Past::of(9, &[1, 1], Repetition::Ends);
        assert_eq!(past.limit(known(-3, 4)), Bounds::UNKNOWN);
    }

    #[test]
    fn superko_counts_what_was_there_at_all() {
        let past = Past::of(9, &[1, 2], Repetition::Forbidden);
        assert!(past.ends_at(1) && past.ends_at(2) && !past.ends_at(3));
    }

    #[test]
    fn the_order_of_a_game_does_not_matter_and_each_past_has_its_place() {
        let of = |keys: &[u64]| Past::of(9, keys, Repetition::Draw);
        let (one, two) = (of(&[1, 1, 2, 2]), of(&[2, 1, 2, 1]));
        assert_eq!(one.signature(), two.signature());
        let key = |symmetry| NodeKey { hash: 77, symmetry };
        let places = [&Past::default(), &one, &of(&[1, 1]), &of(&[2, 2])].map(|past| {
            let [plain, mirrored] = [0, 1].map(|symmetry| past.place(key(symmetry)).hash);
            (plain, mirrored)
        });
        assert_eq!(places[0], (77, 77), "nothing changes where nothing counts");
        for (number, (plain, mirrored)) in places.iter().enumerate().skip(1) {
            assert!(plain != mirrored);
            assert!(places[..number].iter().all(|other| other.0 != *plain));
        }
    }
}

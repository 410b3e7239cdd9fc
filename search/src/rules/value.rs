//! What a node answers: a score, with what each side of it rests on.
//!
//! A score says two things at once, that the value of a position is at least so much and that it is at
//! most so much, and the two need not be equally sure: a mate that was found is proven to be a win in at
//! most n plies, whatever was only estimated beside it. So a node's answer carries a [`Basis`] for
//! each side, and the rules by which they travel up the tree are those of the scores themselves:
//! - the side to move reaches at least what the best move reaches, so the lower side rests on what that
//!   move's child rests on from above;
//! - it reaches no more than the best of all moves, so the upper side rests on the weakest of all
//!   children.
//!
//! **Repetition.** That a position comes back counts only on the line on which it does; what rests on that proves
//! nothing for any other line. What rests on none of it is proven whatever the rule is: each such answer rests on
//! answers that were found before it, so a side that follows them goes from later ones to earlier ones and meets no
//! position twice. So a win that was found is proven to be one in at most n plies. That it is not sooner is proven, where
//! what comes back is a draw, by searches that know no repetition at all: they ask for a win within a distance, which
//! bounds them (`coordinator::solve`), and what they find holds on every line. The game before the root is another
//! matter: it is the same for all lines (`shared::past`).
//!
//! Cost: a second register beside that of the score. Both sides are one number ([`Sides`]): as fields of their
//! own they would travel in the register of the score, and most of what a node does with its children's
//! answers would be to take them out of it and to put them back.

use std::fmt;
use std::ops::Neg;

use crate::rules::knowledge::Bounds;
use crate::rules::score::Score;
use crate::rules::window::Window;

/// What one side of a score rests on. What is surer is larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Basis {
    /// Nothing is known of this side: the score is a bound from the other one.
    Unknown = 0,
    /// An estimate, or something pruned on the strength of one.
    Estimate = 1,
    /// What a position is worth that came back on the line.
    Repetition = 2,
    /// Nothing but the rules of the game.
    Proven = 3,
}

impl Basis {
    /// True if the side holds to the end of the game, on every line.
    #[inline]
    pub const fn is_proven(self) -> bool {
        matches!(self, Basis::Proven)
    }

    /// True if the score says anything of this side.
    #[inline]
    pub const fn is_known(self) -> bool {
        !matches!(self, Basis::Unknown)
    }

    /// The two bits that a table entry keeps.
    #[inline]
    pub(crate) const fn pack(self) -> u64 {
        self as u64
    }

    /// The inverse of [`Basis::pack`], of the lowest two bits.
    #[inline]
    pub(crate) const fn unpack(bits: u64) -> Basis {
        match bits & 3 {
            0 => Basis::Unknown,
            1 => Basis::Estimate,
            2 => Basis::Repetition,
            _ => Basis::Proven,
        }
    }
}

/// What the two sides of a score rest on: the lower one in the lower byte.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sides(u16);

impl Sides {
    const LOWER: u16 = 0x00ff;
    const UPPER: u16 = 0xff00;
    /// No basis has more bits, so that a side becomes proven without a look at what it was.
    const BOTH_PROVEN: u16 = Sides::of(Basis::Proven, Basis::Proven).0;

    #[inline]
    const fn of(lower: Basis, upper: Basis) -> Sides {
        Sides(lower as u16 | (upper as u16) << 8)
    }

    #[inline]
    const fn lower(self) -> Basis {
        Basis::unpack(self.0 as u64)
    }

    #[inline]
    const fn upper(self) -> Basis {
        Basis::unpack((self.0 >> 8) as u64)
    }
}

/// A score with what it rests on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) score: Score,
    sides: Sides,
}

impl Value {
    /// A score of which the lower side rests on this, the upper one on that.
    #[inline]
    pub(crate) const fn new(score: Score, lower: Basis, upper: Basis) -> Value {
        Value { score, sides: Sides::of(lower, upper) }
    }

    /// A score of which both sides rest on the same.
    #[inline]
    pub(crate) const fn resting(score: Score, basis: Basis) -> Value {
        Value::new(score, basis, basis)
    }

    /// The value itself, by the rules of the game.
    #[inline]
    pub(crate) const fn proven(score: Score) -> Value {
        Value::resting(score, Basis::Proven)
    }

    /// What is thought of a position.
    #[inline]
    pub(crate) const fn estimate(score: Score) -> Value {
        Value::resting(score, Basis::Estimate)
    }

    /// The answer of a node that is given up: it means nothing.
    #[inline]
    pub(crate) const fn nothing(score: Score) -> Value {
        Value::resting(score, Basis::Unknown)
    }

    /// What rests on it that the value is at least the score.
    #[inline]
    pub(crate) const fn lower(self) -> Basis {
        self.sides.lower()
    }

    /// What rests on it that the value is at most the score.
    #[inline]
    pub(crate) const fn upper(self) -> Basis {
        self.sides.upper()
    }

    /// True if the score says anything at all.
    #[inline]
    pub(crate) const fn is_known(self) -> bool {
        self.sides.0 != 0
    }

    /// The same, its upper side resting on this.
    #[inline]
    pub(crate) const fn with_upper(self, upper: Basis) -> Value {
        Value::new(self.score, self.lower(), upper)
    }

    /// The same without the side that a fail-soft answer to the window says nothing of.
    #[inline]
    pub(crate) fn to_window(self, window: Window) -> Value {
        let lower = if self.score <= window.alpha { 0 } else { Sides::LOWER };
        let upper = if self.score >= window.beta { 0 } else { Sides::UPPER };
        Value { sides: Sides(self.sides.0 & (lower | upper)), ..self }
    }

    /// The same with what the game knows: the score is no worse than its lower bound and no better than
    /// its upper one.
    #[inline]
    pub(crate) fn within(self, known: Bounds) -> Value {
        let Value { mut score, sides: Sides(mut sides) } = self;
        if score <= known.lower {
            (score, sides) = (known.lower, sides | Sides::LOWER & Sides::BOTH_PROVEN);
        }
        if score >= known.upper {
            (score, sides) = (known.upper, sides | Sides::UPPER & Sides::BOTH_PROVEN);
        }
        Value { score, sides: Sides(sides) }
    }

    /// A proven score without the side on which the value is known to lie no closer: the score is one of
    /// two bounds, or both.
    #[inline]
    pub(crate) fn where_known(self, lower: Score, upper: Score) -> Value {
        let side = |known| if known { Basis::Proven } else { Basis::Unknown };
        Value::new(self.score, side(self.score <= lower), side(self.score >= upper))
    }

    /// As the side to move sees it one ply higher: the other way round if another side is to move there.
    #[inline]
    pub(crate) fn seen_above(self, turns: bool) -> Value {
        if turns { -self } else { self }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Value")
            .field("score", &self.score)
            .field("lower", &self.lower())
            .field("upper", &self.upper())
            .finish()
    }
}

impl Neg for Value {
    type Output = Value;
    #[inline]
    fn neg(self) -> Value {
        Value { score: -self.score, sides: Sides(self.sides.0.swap_bytes()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(points: i32, lower: Basis, upper: Basis) -> Value {
        Value::new(Score::heuristic(points), lower, upper)
    }

    #[test]
    fn the_opponent_sees_the_sides_exchanged() {
        let mine = value(7, Basis::Proven, Basis::Estimate);
        assert_eq!(-mine, value(-7, Basis::Estimate, Basis::Proven));
        assert_eq!(mine.seen_above(true), -mine);
        assert_eq!(mine.seen_above(false), mine);
    }

    #[test]
    fn a_failed_search_says_nothing_of_the_other_side() {
        let window = Window::new(Score::heuristic(0), Score::heuristic(10));
        let of = |points| value(points, Basis::Proven, Basis::Estimate).to_window(window);
        assert_eq!(of(0), value(0, Basis::Unknown, Basis::Estimate));
        assert_eq!(of(10), value(10, Basis::Proven, Basis::Unknown));
        assert_eq!(of(5), value(5, Basis::Proven, Basis::Estimate));
    }

    #[test]
    fn what_the_game_knows_is_proven_where_it_decides() {
        let known = Bounds { lower: Score::heuristic(2), upper: Score::heuristic(9) };
        let of = |points| Value::estimate(Score::heuristic(points)).within(known);
        assert_eq!(of(1), value(2, Basis::Proven, Basis::Estimate));
        assert_eq!(of(5), value(5, Basis::Estimate, Basis::Estimate));
        assert_eq!(of(12), value(9, Basis::Estimate, Basis::Proven));
    }

    #[test]
    fn two_bits_hold_what_a_side_rests_on() {
        for basis in [Basis::Unknown, Basis::Estimate, Basis::Repetition, Basis::Proven] {
            assert_eq!(Basis::unpack(basis.pack() | 4), basis);
            assert_eq!(basis.is_known(), basis != Basis::Unknown);
            assert_eq!(basis.is_proven(), basis == Basis::Proven);
        }
    }

    #[test]
    fn a_score_is_proven_on_the_sides_on_which_nothing_closer_is_known() {
        use Basis::{Proven, Unknown};
        let of = |lower, upper| {
            let known = (Score::heuristic(lower), Score::heuristic(upper));
            Value::proven(Score::heuristic(5)).where_known(known.0, known.1)
        };
        assert_eq!(of(5, 9), value(5, Proven, Unknown));
        assert_eq!(of(2, 5), value(5, Unknown, Proven));
        assert_eq!(of(5, 5), value(5, Proven, Proven));
        assert_eq!(of(2, 9), value(5, Unknown, Unknown));
    }
}

//! What a claim with its tests is made of.
//!
//! What is tested "as in a real program" has iterative deepening, a table and the usual ordering;
//! all else is searched in the order in which moves are generated.

use super::experiment::{Compare, Quantity};
use super::grounds::Ground;
use super::{Claim, Range};

/// A claim with its tests.
pub(super) struct Tested {
    pub(super) claim: Claim,
    pub(super) parts: &'static [Part],
    /// An algorithm that is wrong, of which the first wrong node is shown.
    pub(super) culprit: Option<&'static str>,
}

/// Some comparisons on some trees.
pub(super) struct Part {
    pub(super) grounds: &'static [Ground],
    pub(super) compare: &'static [Compare],
    /// How many trees there are of the usual number: cells whose trees are large take fewer.
    pub(super) share: f64,
}

/// An algorithm with the aids of a real program.
macro_rules! real {
    ($algorithm:literal) => {
        concat!($algorithm, "+table+deepening+history+killers+hash")
    };
}
pub(super) use real;

pub(super) const fn from(low: f64, high: f64) -> Option<Range> {
    Some(Range { low, high })
}

pub(super) const LESS: Option<Range> = from(0.0, 0.999);
pub(super) const MORE: Option<Range> = from(1.001, f64::INFINITY);
pub(super) const NONE_WRONG: Option<Range> = from(0.0, 0.0);
pub(super) const SOME_WRONG: Option<Range> = from(0.001, 1.0);

pub(super) const fn compare(
    method: &'static str,
    base: &'static str,
    quantity: Quantity,
    expected: Option<Range>,
) -> Compare {
    Compare { method, base, quantity, expected }
}

pub(super) const fn leaves(
    method: &'static str,
    base: &'static str,
    expected: Option<Range>,
) -> Compare {
    compare(method, base, Quantity::Leaves, expected)
}

pub(super) const fn wrong(method: &'static str, expected: Option<Range>) -> Compare {
    compare(method, "alpha-beta", Quantity::Wrong, expected)
}

pub(super) const OTHELLO: Ground = Ground::Othello { plies: 14, depth: 7 };
pub(super) const CONNECT_FOUR: Ground = Ground::ConnectFour { plies: 8, depth: 10 };
pub(super) const KALAH: Ground = Ground::Kalah { plies: 6, depth: 8 };
pub(super) const GAMES: &[Ground] = &[OTHELLO, CONNECT_FOUR, KALAH];

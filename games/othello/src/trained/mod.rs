//! The trained evaluations of 8x8 and 6x6: patterns whose weights were fitted to games of the program against
//! itself.
//!
//! | file | one thing |
//! | --- | --- |
//! | `patterns` | which patterns there are |
//! | `features` | what a trainer fits: patterns, counts, phases |
//! | `estimate` | the estimate: their weights, looked up |
//! | `weights` | the weights of each size |
//!
//! A number is read from the point of view of the side to move: what a pattern is worth depends on whose turn it
//! is, and weights that only negate where the sides are exchanged miss values by 3 % more. A vector of numbers is from
//! one side's point of view, and a move of either side changes it by one addition for each square that changes; so
//! children are judged from a vector of the side that moves next.
//!
//! Cost on the large board: 46 look-ups in 335 KB of weights for a phase of four plies, two generations of moves, and
//! 96 additions of vectors of 16 numbers for a position of which nothing is known (or about ten after a move). On 6x6:
//! 30 look-ups in 69 KB, and 64 additions.

mod estimate;
mod features;
mod patterns;
mod weights;

pub(super) use estimate::{AnyTrained, Trained};
pub(super) use weights::{LARGE_FEATURES, SMALL_FEATURES, weights};

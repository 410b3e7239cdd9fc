//! What a player knows of a tree: the sum so far, and how much it can still change. Of a tree of known
//! value only an estimate is known, or there would be nothing left to search.

use plyglot_search::{Bounds, Knowledge, Score, Window};

use super::position::Synthetic;
use super::spec::Leaves;

/// Estimates trees of sums by the sum so far, trees of known value by that with an error of up to a
/// step, others by a random number; proves bounds from the plies left.
///
/// One ply before the end there is no error: a search to that depth sees a tree of known value as
/// it is, but in estimates, which can be compared with those of shallower searches; exact margins cannot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums;

impl Knowledge<Synthetic> for Sums {
    fn evaluate(&mut self, game: &Synthetic) -> i32 {
        match game.spec().leaves {
            Leaves::Ordered { .. } | Leaves::Steps { .. } => game.for_mover(game.sum),
            Leaves::Best { .. } if game.plies_left() <= 1 => game.for_mover(game.sum),
            Leaves::Best { step, .. } => game.for_mover(game.sum + game.guess(step)),
            Leaves::Random { range } => game.guess(range),
            Leaves::Decided { .. } => game.guess(100),
        }
    }

    fn bounds(&mut self, game: &Synthetic, _window: Window) -> Bounds {
        if matches!(game.spec().leaves, Leaves::Decided { .. }) {
            return Bounds::UNKNOWN;
        }
        let most = game.plies_left() * game.spec().largest_step() + game.spec().random_range();
        let sum = game.for_mover(game.sum);
        Bounds { lower: Score::margin(sum - most), upper: Score::margin(sum + most) }
    }

    /// The order of moves in the list is the order in which an ordered tree prefers them.
    fn rank(&mut self, game: &Synthetic, mv: u16, _depth: i32) -> i32 {
        if matches!(game.spec().leaves, Leaves::Ordered { .. }) { -i32::from(mv) } else { 0 }
    }

    fn plies_left(&self, game: &Synthetic) -> Option<i32> {
        Some(game.plies_left())
    }
}

//! What counting steps proves: which side breaks through, and how soon.
//!
//! A pawn that no opponent can meet in time wins the race if it is not the later one. This is the
//! simplest of the race patterns of A. Saffidine, N. Jouandeau and T. Cazenave ("Solving
//! Breakthrough with race patterns and job-level proof number search", 2011): one pawn of the
//! foremost row, going straight on. Cost: one step of shifts for each row that is left to go.

use plyglot_search::{Bounds, Score};

use super::position::Breakthrough;

/// One byte of a set.
#[inline]
fn row(set: u64, number: u32) -> u64 {
    set >> (8 * number) & 0xff
}

/// The squares of a row from which a pawn that goes up, `distance` steps from the goal, can be met
/// by the `pawns` above it if it goes straight on. One pawn moves down while the other moves up, so
/// that a pawn k rows above gets k / 2 columns to the side, rounded up if it moves first.
#[inline]
fn met(pawns: u64, from: u32, distance: u32, they_move_first: bool) -> u64 {
    (1..=distance).rev().fold(0, |met, above| {
        let met = met | row(pawns, from + above);
        let spreads = above % 2 == u32::from(they_move_first);
        if spreads { met | met << 1 | met >> 1 } else { met }
    })
}

/// What is proven of a position that has no outcome.
#[inline(always)] // called at every node, from two places
pub(super) fn bounds(game: &Breakthrough) -> Bounds {
    let (own, other, last) = (game.own, game.other, game.rows() as u32 - 1);
    let foremost = (63 - own.leading_zeros()) / 8;
    let (mine, theirs) = (last - foremost, other.trailing_zeros() / 8);
    let strikes = game.up_left(own) | game.up_right(own);
    if mine == 1 || (other.is_power_of_two() && strikes & other != 0) {
        return Bounds::exactly(Score::win_in(1));
    }
    // Each move takes a pawn one step further, and captures one pawn at most.
    let upper = Score::win_in(2 * mine.min(other.count_ones()) - 1);
    let lower = Score::loss_in(2 * theirs.min(own.count_ones()));
    if mine <= theirs {
        let free = row(own, foremost) & !met(other, foremost, mine, false);
        let lower = if free != 0 { Score::win_in(2 * mine - 1) } else { lower };
        return Bounds { lower, upper };
    }
    let threats = row(other, theirs);
    let two_at_once = theirs == 1 && !threats.is_power_of_two();
    let met = met(game.turned(own), last - theirs, theirs, true);
    let upper = if two_at_once || threats & !met != 0 { Score::loss_in(2 * theirs) } else { upper };
    Bounds { lower, upper }
}

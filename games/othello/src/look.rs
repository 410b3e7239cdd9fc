//! What a move is worth by a search of its own, a few plies deep: what the moves of large nodes are ranked by.
//!
//! Plain alpha-beta with the estimate at its end. It asks no table and prunes nothing else, so that a rank is the same
//! whatever was searched before. Moves are tried in the order of the replies that they leave, and what is read of the
//! patterns is kept from ply to ply.
//!
//! Cost: each ply about triples it, and two take some tens of microseconds for all moves of a node. How many pay depends on
//! the size of the tree below: [`super::size::Order`].

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::board::playable;
use super::evaluation::{Judge, Judged};
use super::hardware::{Isa, Kernel};
use super::ordering::{MOST_MOVES, REPLY, by_mobility, estimate};

/// Below all values, so that the negative of it is one, too.
pub(super) const LOWEST: i32 = i32::MIN / 2;

/// A search for the value of a position in points, from the side to move; fail soft.
pub(super) struct Look<'a, const N: usize> {
    pub(super) judge: Judge<'a>,
    /// The position from the point of view of those who are to move where the search ends.
    pub(super) judged: &'a Judged<'a>,
    /// Discs of the side to move.
    pub(super) own: u64,
    /// Discs of the other side.
    pub(super) opp: u64,
    /// The moves of the side to move. Where there are none, the estimate of the position is the value.
    pub(super) moves: u64,
    /// How deep to search, at least 1.
    pub(super) plies: u32,
    /// In points, `alpha < beta`.
    pub(super) alpha: i32,
    /// See `alpha`.
    pub(super) beta: i32,
}

/// A move, and what it leads to.
#[derive(Clone, Copy)]
struct Branch {
    square: u32,
    flips: u64,
    /// Discs of those who are to move then, and of those who moved.
    own: u64,
    opp: u64,
    replies: u64,
}

impl<const N: usize> Kernel for Look<'_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Look { judge, own, opp, moves, plies, .. } = self;
        if moves == 0 {
            estimate::<N, I>(isa, &judge.at::<N>(own, opp), own, opp, 0)
        } else if plies > 1 {
            self.search(isa)
        } else {
            self.last(isa)
        }
    }
}

impl<const N: usize> Look<'_, N> {
    /// More than a ply.
    #[inline(always)]
    fn search<I: Isa>(self, isa: I) -> i32 {
        let Look { judge, judged, moves, plies, alpha, beta, .. } = self;
        let mut branches = ArrayVec::<(i32, Branch), MOST_MOVES>::new();
        for square in squares(moves) {
            let branch = self.branch(isa, square);
            let rank = by_mobility::<N>(branch.replies, REPLY, 0, square);
            // No position has more moves than places.
            let _ = branches.try_push((rank, branch));
        }
        branches.sort_unstable_by_key(|&(rank, branch)| (Reverse(rank), branch.square));
        let mut best = LOWEST;
        for &(_, Branch { square, flips, own, opp, replies }) in &branches {
            // With an even number of plies, those who move here move where the search ends.
            let judged = judged.after(square, flips, plies % 2 == 1);
            let (alpha, beta) = (-beta, -alpha.max(best));
            let (plies, moves) = (plies - 1, replies);
            let look = Look { judge, judged: &judged, own, opp, moves, plies, alpha, beta };
            best = best.max(-isa.run::<Look<'_, N>>(look));
            if best >= -alpha {
                break;
            }
        }
        best
    }

    /// The last ply: as many estimates as there are moves, in no particular order.
    #[inline(always)]
    fn last<I: Isa>(self, isa: I) -> i32 {
        let mut best = LOWEST;
        for square in squares(self.moves) {
            let Branch { flips, own, opp, replies, .. } = self.branch(isa, square);
            let judged = self.judged.after(square, flips, true);
            best = best.max(-estimate::<N, I>(isa, &judged, own, opp, replies));
            if best >= self.beta {
                break;
            }
        }
        best
    }

    #[inline(always)]
    fn branch<I: Isa>(&self, isa: I, square: u32) -> Branch {
        let flips = isa.flips(square, self.own, self.opp);
        let (own, opp) = (self.opp ^ flips, self.own ^ flips ^ 1 << square);
        let replies = isa.line_ends(own, opp) & playable(N) & !(own | opp);
        Branch { square, flips, own, opp, replies }
    }
}

/// The squares of a set, the lowest first.
#[inline(always)]
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

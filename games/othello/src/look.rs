//! What a move is worth by a search of its own, a few plies deep: what the moves of large nodes are ranked by.
//!
//! Plain alpha-beta with the estimate at its end. It asks no table and prunes nothing else. Moves are tried in the order of the replies that they leave, and what is read of the
//! patterns is kept from ply to ply.
//!
//! Cost: each ply about triples it, and two take some tens of microseconds for all moves of a node. How many pay depends on
//! the size of the tree below: [`super::size::Order`].

use arrayvec::ArrayVec;
use plyglot_games_common::grid::squares;

use super::branch::{Branch, MOST_MOVES, REPLY, by_mobility, estimate, sort};
use super::evaluation::{Judge, Judged};
use super::hardware::{Isa, Kernel};

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
        let Look { judge, judged, own, opp, moves, plies, alpha, beta } = self;
        let mut branches = ArrayVec::<Branch, MOST_MOVES>::new();
        for square in squares(moves).map(u32::from) {
            let mut branch = Branch::of::<N, I>(isa, own, opp, square);
            branch.rank = by_mobility::<N>(branch.replies, REPLY, 0, square);
            // No position has more moves than places.
            let _ = branches.try_push(branch);
        }
        sort(&mut branches);
        let mut best = LOWEST;
        for &branch in &branches {
            // With an even number of plies, those who move here move where the search ends.
            let judged = &judged.after(branch.square, branch.flips, plies % 2 == 1);
            let (own, opp) = branch.discs(own, opp);
            let (alpha, beta) = (-beta, -alpha.max(best));
            let (plies, moves) = (plies - 1, branch.replies);
            let look = Look { judge, judged, own, opp, moves, plies, alpha, beta };
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
        for square in squares(self.moves).map(u32::from) {
            let branch = Branch::of::<N, I>(isa, self.own, self.opp, square);
            let judged = self.judged.after(square, branch.flips, true);
            let (own, opp) = branch.discs(self.own, self.opp);
            best = best.max(-estimate::<N, I>(isa, &judged, own, opp, branch.replies));
            if best >= self.beta {
                break;
            }
        }
        best
    }
}

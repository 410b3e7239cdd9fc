//! The order of moves in the endgame: few replies for the opponent first.

use super::{Isa, Node, QUARTER, Solver, corners};

/// A move with what its rank was computed from.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) square: u32,
    pub(super) flips: u64,
    pub(super) rank: i32,
}

impl<const N: usize> Solver<'_, '_, N> {
    /// Fills in the moves with their ranks; `first` is tried first if it is among them.
    #[inline(always)]
    pub(super) fn ranked<I: Isa>(
        &self,
        isa: I,
        node: Node,
        moves: u64,
        first: u32,
        out: &mut [Candidate; 40],
    ) -> usize {
        let mut count = 0;
        let mut set = moves;
        while set != 0 {
            let square = set.trailing_zeros();
            set &= set - 1;
            let flips = isa.flips(square, node.own, node.opp);
            let rank = if square == first {
                1 << 20
            } else if flips == node.opp {
                1 << 21
            } else {
                self.rank(isa, node, square, flips)
            };
            out[count & 31] = Candidate { square, flips, rank };
            count += 1;
        }
        count
    }

    #[inline(always)]
    fn rank<I: Isa>(&self, isa: I, node: Node, square: u32, flips: u64) -> i32 {
        let child = node.play(square, flips);
        let replies = self.moves(isa, child.own, child.opp);
        let to_corners = (replies & corners(N)).count_ones();
        let mut rank = -2 * (replies.count_ones() + to_corners) as i32;
        if node.parity & QUARTER[square as usize & 63] != 0 {
            rank += 1;
        }
        rank
    }
}

/// Moves the best of `candidates[from..]` to the front of them.
#[inline(always)]
pub(super) fn select(candidates: &mut [Candidate], from: usize) {
    let mut best = from;
    for index in from + 1..candidates.len() {
        if candidates[index].rank > candidates[best].rank {
            best = index;
        }
    }
    candidates.swap(from, best);
}

//! The order of moves in the endgame: few replies for the opponent first, and from some empty squares on what a
//! move is worth.

use super::{EVALUATED, Isa, Node, QUARTER, Solver, corners};
use crate::branch::{Branch, by_mobility, estimate};
use crate::size::Size;

/// What a reply of the opponent takes from a move's rank, beside the evaluation's points.
const REPLY_WHERE_EVALUATED: i32 = 64;

/// What a reply takes where nothing is evaluated, a square of an odd quarter gives, and a step of [`CLASS`] gives.
const REPLY: i32 = 32;
const ODD: i32 = 16;
const STEP: i32 = 2;

/// How good a square usually is, for moves that are otherwise equal: corners, then the edge but for the squares next to
/// corners, the middle, and last what gives corners away.
static CLASS: [i32; 64] = {
    let quarter = [[9, 2, 8, 6], [2, 1, 3, 4], [8, 3, 7, 5], [6, 4, 5, 0]];
    let mut classes = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row > 3 { 7 - row } else { row };
        let column = if column > 3 { 7 - column } else { column };
        classes[square] = quarter[row][column];
        square += 1;
    }
    classes
};

impl<const N: usize> Solver<'_, '_, N> {
    /// Fills in the moves with their ranks; `first` is tried first if it is among them. `MOVES` is a power of two, and
    /// only where it `EVALUATES` the evaluation is asked.
    #[inline(always)]
    pub(super) fn ranked<const EVALUATES: bool, const MOVES: usize, I: Isa>(
        &self,
        isa: I,
        node: Node,
        moves: u64,
        first: u32,
        out: &mut [Branch; MOVES],
    ) -> usize {
        let evaluates = EVALUATES && node.empties >= EVALUATED && self.judge.trained.is_some();
        let judged = (const { Size::of(N).is_trained } && evaluates)
            .then(|| self.judge.at::<N>(node.opp, node.own));
        let mut count = 0;
        let mut set = moves;
        while set != 0 {
            let square = set.trailing_zeros();
            set &= set - 1;
            let flips = isa.flips(square, node.own, node.opp);
            let child = node.play(square, flips);
            let replies = self.moves(isa, child.own, child.opp);
            let rank = if square == first {
                1 << 24
            } else if flips == node.opp {
                1 << 25
            } else if let Some(judged) = &judged {
                let judged = judged.after(square, flips, true);
                by_mobility::<N>(replies, REPLY_WHERE_EVALUATED, node.parity, square)
                    - estimate::<N, I>(isa, &judged, child.own, child.opp, replies)
            } else {
                Self::rank(node, square, replies)
            };
            out[count & (MOVES - 1)] = Branch { square, flips, replies, rank };
            count += 1;
        }
        count.min(MOVES)
    }

    /// The rank of a move that leaves these replies, by what costs nothing.
    #[inline(always)]
    fn rank(node: Node, square: u32, replies: u64) -> i32 {
        let to_corners = (replies & const { corners(N) }).count_ones();
        let odd = node.parity & QUARTER[square as usize & 63] != 0;
        let class = if N == 8 { STEP * CLASS[square as usize & 63] } else { 0 };
        class + if odd { ODD } else { 0 } - REPLY * (replies.count_ones() + to_corners) as i32
    }
}

/// Moves the best of `candidates[from..]` to the front of them.
#[inline(always)]
pub(super) fn select(candidates: &mut [Branch], from: usize) {
    let mut best = from;
    for index in from + 1..candidates.len() {
        if candidates[index].rank > candidates[best].rank {
            best = index;
        }
    }
    candidates.swap(from, best);
}

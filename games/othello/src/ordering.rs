//! The order of moves in the midgame: few replies for the opponent first, then what a move is worth.

use plyglot_search::{Game, MoveList};

use super::board::QUARTER;
use super::endgame::Node;
use super::evaluation::{POINTS, evaluate};
use super::hardware::{Isa, Kernel};
use super::position::{Othello, OthelloMove};
use super::stability::{Edges, corners};

/// Where one side is this many points ahead, the estimate says little about what is left to decide,
/// and moves are ranked by mobility alone.
pub(super) const LOPSIDED: i32 = 30 * POINTS;

/// From this depth on, moves are ranked by what they are worth as well as by mobility.
const EVALUATED: i32 = 3;

/// From this depth on, they are ranked by the best reply to each: a search of two plies, which pays
/// where there is a large tree below.
const LOOKED_INTO: i32 = 16;

/// What the best of `replies` leads to, in points, from the side of `own`, who moves; the estimate
/// of the position itself if there are none.
#[inline(always)]
fn best_reply<const N: usize, I: Isa>(
    isa: I,
    edges: &Edges,
    own: u64,
    opp: u64,
    mut replies: u64,
) -> i32 {
    if replies == 0 {
        return evaluate::<N, I>(isa, edges, own, opp);
    }
    let mut best = i32::MIN;
    while replies != 0 {
        let square = replies.trailing_zeros();
        replies &= replies - 1;
        let flips = isa.flips(square, own, opp);
        let value = -evaluate::<N, I>(isa, edges, opp ^ flips, own ^ flips ^ 1 << square);
        best = best.max(value);
    }
    best
}

/// The rank of a move to `square` that leaves the opponent these `replies`: few, those to corners
/// counted twice, and quarters of odd `parity` before others.
#[inline(always)]
pub(super) fn by_mobility<const N: usize>(replies: u64, parity: u8, square: u32) -> i32 {
    let to_corners = (replies & corners(N)).count_ones();
    let odd = parity & QUARTER[square as usize & 63] != 0;
    -64 * (replies.count_ones() + to_corners) as i32 + if odd { 16 } else { 0 }
}

/// Lists the moves with their ranks.
pub(super) struct Expand<'a, const N: usize> {
    pub(super) game: &'a Othello<N>,
    pub(super) depth: i32,
    pub(super) edges: &'static Edges,
    pub(super) out: &'a mut MoveList<OthelloMove>,
}

impl<const N: usize> Kernel for Expand<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Expand { game, depth, edges, out } = self;
        let (own, opp) = (game.own, game.opp);
        let node = Node::new::<N>(own, opp);
        let mut moves = isa.line_ends(own, opp) & game.empty();
        if moves == 0 {
            // A pass, if the opponent can move.
            return game.moves(out);
        }
        let worth = if depth >= EVALUATED { evaluate::<N, I>(isa, edges, own, opp) } else { 0 };
        let depth = if worth.abs() > LOPSIDED { 0 } else { depth };
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = isa.flips(square, own, opp);
            let (child_own, child_opp) = (opp ^ flips, own ^ flips ^ 1 << square);
            let empty = game.empty() ^ 1 << square;
            let replies = isa.line_ends(child_own, child_opp) & empty;
            let mut rank = by_mobility::<N>(replies, node.parity, square);
            if depth >= LOOKED_INTO {
                rank -= best_reply::<N, I>(isa, edges, child_own, child_opp, replies);
            } else if depth >= EVALUATED {
                rank -= evaluate::<N, I>(isa, edges, child_own, child_opp);
            }
            if child_own == 0 {
                rank = 1 << 24;
            }
            out.push_ranked(OthelloMove(square as u8), rank);
        }
    }
}

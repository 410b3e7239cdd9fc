//! The order of moves in the midgame: few replies for the opponent first, then what a move is worth.

use plyglot_search::{Game, MoveList};

use super::board::{QUARTER, playable};
use super::endgame::Node;
use super::evaluation::{Judge, Judged};
use super::hardware::{Isa, Kernel};
use super::position::{Othello, OthelloMove};
use super::size::{Order, Size};
use super::stability::corners;

/// From this depth on, moves are ranked by what they are worth as well as by mobility.
const EVALUATED: i32 = 3;

/// What the best of `replies` leads to, in points, from the side of `own`, who moves; the estimate
/// of the position itself if there are none. `judged` is the position from the other side's point of view.
#[inline(always)]
fn best_reply<const N: usize, I: Isa>(
    isa: I,
    judge: Judge<'_>,
    judged: &Judged<'_>,
    own: u64,
    opp: u64,
    mut replies: u64,
) -> i32 {
    if replies == 0 {
        return estimate::<N, I>(isa, &judge.at::<N>(own, opp), own, opp, 0);
    }
    let mut best = i32::MIN;
    while replies != 0 {
        let square = replies.trailing_zeros();
        replies &= replies - 1;
        let flips = isa.flips(square, own, opp);
        let (child_own, child_opp) = (opp ^ flips, own ^ flips ^ 1 << square);
        let moves = isa.line_ends(child_own, child_opp) & playable(N) & !(own | opp | 1 << square);
        let judged = judged.after_other(square, flips);
        let value = -estimate::<N, I>(isa, &judged, child_own, child_opp, moves);
        best = best.max(value);
    }
    best
}

/// The estimate where the moves of the side to move are known.
#[inline(always)]
pub(super) fn estimate<const N: usize, I: Isa>(
    isa: I,
    judged: &Judged<'_>,
    own: u64,
    opp: u64,
    own_moves: u64,
) -> i32 {
    let opp_moves = isa.line_ends(opp, own) & playable(N) & !(own | opp);
    judged.points::<N>(own, opp, own_moves, opp_moves)
}

/// What a reply of the opponent takes from a move's rank, in points; and where the trained evaluation says what the
/// move is worth, too.
pub(super) const REPLY: i32 = 64;
const REPLY_WHERE_TRAINED: i32 = 40;

/// The rank of a move to `square` that leaves the opponent these `replies`, each of which takes `reply` from it: few,
/// those to corners counted twice, and quarters of odd `parity` before others.
#[inline(always)]
pub(super) fn by_mobility<const N: usize>(
    replies: u64,
    reply: i32,
    parity: u8,
    square: u32,
) -> i32 {
    let to_corners = (replies & const { corners(N) }).count_ones();
    let odd = parity & QUARTER[square as usize & 63] != 0;
    -reply * (replies.count_ones() + to_corners) as i32 + if odd { 16 } else { 0 }
}

/// Lists the moves with their ranks.
pub(super) struct Expand<'a, const N: usize> {
    pub(super) game: &'a Othello<N>,
    pub(super) depth: i32,
    pub(super) judge: Judge<'a>,
    pub(super) out: &'a mut MoveList<OthelloMove>,
}

impl<const N: usize> Kernel for Expand<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Expand { game, depth, judge, out } = self;
        let (own, opp) = (game.own, game.opp);
        let node = Node::new::<N>(own, opp);
        let order =
            if judge.trained.is_some() { &const { Size::of(N).order } } else { &Order::HAND_MADE };
        let mut moves = isa.line_ends(own, opp) & game.empty();
        if moves == 0 {
            // A pass, if the opponent can move.
            return game.moves(out);
        }
        let looks_into = depth >= order.looked_into;
        let by_worth = depth >= EVALUATED
            && order.lopsided.is_none_or(|most| {
                estimate::<N, I>(isa, &judge.at::<N>(own, opp), own, opp, moves).abs() <= most
            });
        // The children by those who are to move there; their replies by the side to move here again.
        let (of, to) = if looks_into { (own, opp) } else { (opp, own) };
        let judged = by_worth.then(|| judge.at::<N>(of, to));
        let reply = match &judged {
            Some(judged) if judged.is_trained() && looks_into => order.reply_where_looked_into,
            Some(judged) if judged.is_trained() => REPLY_WHERE_TRAINED,
            _ => REPLY,
        };
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let flips = isa.flips(square, own, opp);
            let (child_own, child_opp) = (opp ^ flips, own ^ flips ^ 1 << square);
            let empty = game.empty() ^ 1 << square;
            let replies = isa.line_ends(child_own, child_opp) & empty;
            let mut rank = by_mobility::<N>(replies, reply, node.parity, square);
            if let Some(judged) = &judged {
                rank -= if looks_into {
                    let judged = judged.after_own(square, flips);
                    best_reply::<N, I>(isa, judge, &judged, child_own, child_opp, replies)
                } else {
                    let judged = judged.after_other(square, flips);
                    estimate::<N, I>(isa, &judged, child_own, child_opp, replies)
                };
            }
            if child_own == 0 {
                rank = 1 << 24;
            }
            out.push_ranked(OthelloMove(square as u8), rank);
        }
    }
}

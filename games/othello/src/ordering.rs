//! The order of moves in the midgame: few replies for the opponent first, then what a move is worth.

use plyglot_search::{Game, Meaning, MoveList, Score};

use super::board::{QUARTER, playable};
use super::endgame::Node;
use super::evaluation::{Judge, Judged, POINTS};
use super::hardware::{Isa, Kernel};
use super::look::{LOWEST, Look};
use super::position::{Othello, OthelloMove};
use super::size::{Order, Size};
use super::stability::corners;

/// From this depth on, moves are ranked by what they are worth as well as by mobility.
const EVALUATED: i32 = 3;

/// More moves than any position has: no game is known to reach 34.
pub(super) const MOST_MOVES: usize = 34;

/// A move with what it is ranked by. Small, since lists of them are sorted: the discs after it follow from the flips.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    pub(super) flips: u64,
    /// The opponent's moves after it.
    pub(super) replies: u64,
    pub(super) square: u32,
    /// Its rank in a list, 0 at first.
    pub(super) rank: i32,
}

impl Branch {
    /// What fills a list that is not full.
    pub(super) const NONE: Branch = Branch { flips: 0, replies: 0, square: 0, rank: 0 };

    /// The move of `own` to `square`.
    #[inline(always)]
    pub(super) fn of<const N: usize, I: Isa>(isa: I, own: u64, opp: u64, square: u32) -> Branch {
        let flips = isa.flips(square, own, opp);
        let mut branch = Branch { flips, replies: 0, square, rank: 0 };
        // The same for all moves of a position but for one bit.
        let empty = (playable(N) & !(own | opp)) ^ 1 << square;
        let (own, opp) = branch.discs(own, opp);
        branch.replies = isa.line_ends(own, opp) & empty;
        branch
    }

    /// The discs after the move of `own`: of those who are to move then, and of those who moved.
    #[inline(always)]
    pub(super) fn discs(&self, own: u64, opp: u64) -> (u64, u64) {
        (opp ^ self.flips, own ^ self.flips ^ 1 << self.square)
    }
}

/// Sorts moves by their ranks, the highest first; those of equal rank stay in their order.
///
/// By insertion: there are few, and the sorts of the standard library would be compiled again for each set of
/// instructions.
pub(super) fn sort(branches: &mut [Branch]) {
    for end in 1..branches.len() {
        let branch = branches[end];
        let mut place = end;
        while place > 0 && branches[place - 1].rank < branch.rank {
            branches[place] = branches[place - 1];
            place -= 1;
        }
        branches[place] = branch;
    }
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

/// A score in points, also where it is a margin.
fn in_points(score: Score) -> i32 {
    match score.meaning() {
        Meaning::Heuristic(points) => points,
        Meaning::Margin(discs) => discs * POINTS,
        _ => score.raw(),
    }
}

/// Lists the moves with their ranks.
pub(super) struct Expand<'a, const N: usize> {
    pub(super) game: &'a Othello<N>,
    pub(super) asked: &'a plyglot_search::Node,
    pub(super) judge: Judge<'a>,
    pub(super) out: &'a mut MoveList<OthelloMove>,
}

impl<const N: usize> Kernel for Expand<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        // Compiled once for each, so that nothing of the other is left: all numbers of the order are known then.
        match self.judge.trained {
            Some(_) => self.list(isa, &const { Size::of(N).order }),
            None => {
                let judge = Judge { trained: None, ..self.judge };
                Expand { judge, ..self }.list(isa, &Order::HAND_MADE);
            }
        }
    }
}

impl<const N: usize> Expand<'_, N> {
    #[inline(always)]
    fn list<I: Isa>(self, isa: I, order: &Order) {
        let Expand { game, asked, judge, out } = self;
        let (own, opp) = (game.own, game.opp);
        let node = Node::new::<N>(own, opp);
        let mut moves = isa.line_ends(own, opp) & game.empty();
        if moves == 0 {
            // A pass, if the opponent can move.
            return game.moves(out);
        }
        let has_move = asked.table.is_some_and(|known| known.has_move);
        let plies = order.looks(asked.depth.min(node.empties as i32), has_move);
        let by_worth = asked.depth >= EVALUATED
            && order.lopsided.is_none_or(|most| {
                estimate::<N, I>(isa, &judge.at::<N>(own, opp), own, opp, moves).abs() <= most
            });
        // The children by those who are to move where the looks end.
        let (of, to) = if plies % 2 == 1 { (own, opp) } else { (opp, own) };
        let judged = by_worth.then(|| judge.at::<N>(of, to));
        let reply = match &judged {
            Some(judged) if judged.is_trained() && plies > 0 => order.reply_where_looked_into,
            Some(judged) if judged.is_trained() => REPLY_WHERE_TRAINED,
            _ => REPLY,
        };
        // What a look at a child need not go beyond.
        let beta = match order.told_apart {
            Some(most) if plies > 0 => most - in_points(asked.window().alpha),
            _ => -LOWEST,
        };
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let branch = Branch::of::<N, I>(isa, own, opp, square);
            let (Branch { flips, replies, .. }, (own, opp)) = (branch, branch.discs(own, opp));
            let mut rank = by_mobility::<N>(replies, reply, node.parity, square);
            if let Some(judged) = &judged {
                let judged = &judged.after(square, flips, plies.is_multiple_of(2));
                rank -= if plies > 0 {
                    let (moves, alpha) = (replies, LOWEST);
                    isa.run(Look::<N> { judge, judged, own, opp, moves, plies, alpha, beta })
                } else {
                    estimate::<N, I>(isa, judged, own, opp, replies)
                };
            }
            if own == 0 {
                rank = 1 << 24;
            }
            out.push_ranked(OthelloMove(square as u8), rank);
        }
    }
}

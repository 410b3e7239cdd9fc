//! The order of moves in the midgame: few replies for the opponent first, then what a move is worth.

use plyglot_search::{Game, Meaning, MoveList, Score};

use super::board::odd_quarters;
use super::branch::{Branch, REPLY, by_mobility, estimate};
use super::evaluation::{Judge, POINTS};
use super::hardware::{Isa, Kernel};
use super::look::{LOWEST, Look};
use super::position::{Othello, OthelloMove};
use super::size::{Order, Size};

/// From this depth on, moves are ranked by what they are worth as well as by mobility.
const EVALUATED: i32 = 3;

/// What [`REPLY`] is where the trained evaluation says what the move is worth, too.
const REPLY_WHERE_TRAINED: i32 = 40;

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
        let empty = game.empty();
        let parity = odd_quarters(empty);
        let mut moves = isa.line_ends(own, opp) & empty;
        if moves == 0 {
            // A pass, if the opponent can move.
            return game.moves(out);
        }
        let has_move = asked.table.is_some_and(|known| known.has_move);
        let plies = order.looks(asked.depth.min(empty.count_ones() as i32), has_move);
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
            let mut rank = by_mobility::<N>(replies, reply, parity, square);
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

//! A move of a position with what it is ranked by, for all who order moves: the midgame, the look ahead and the
//! solver of the endgame.

use super::board::{QUARTER, playable};
use super::evaluation::Judged;
use super::hardware::Isa;
use super::stability::corners;

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

/// What a reply of the opponent takes from a move's rank, in points.
pub(super) const REPLY: i32 = 64;

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

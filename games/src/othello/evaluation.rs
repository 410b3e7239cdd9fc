//! What a position is worth: a sum of hand-made features, weighed by how far the game is.
//!
//! Each feature is a difference, the mover's count less the opponent's, so that the evaluation of a
//! position and of the same with sides exchanged are each other's negative, but for the right to
//! move. The weights are given for every eighth number of empties and interpolated between. They
//! were tuned by linear regression on final differences of discs in games of the program against
//! itself; the features are what every textbook names (P. Rosenbloom, "A World-Championship-Level
//! Othello Program", 1982; K.-F. Lee and S. Mahajan, "The Development of a World Class Othello
//! Program", 1990).
//!
//! One evaluation costs two generations of moves, two counts of stable discs and some forty
//! operations more.

use super::board::{QUARTERS, odd_quarters, playable, surround};
use super::hardware::{Isa, Task};
use super::stability::{Edges, corners, stable_discs};

/// Points of the evaluation for one disc.
pub(super) const POINTS: i32 = 16;

/// How many features there are.
pub(super) const FEATURES: usize = 21;

/// The weights, in 256ths of a disc, at 0, 8, 16, ... 64 empties; see [`features`].
#[rustfmt::skip]
const KNOTS: [[i32; FEATURES]; 9] = [
    [174, -45, 125, -354, -187, 512, 823, 98, -710, 237, -22, -1, 19, 696, 76, 886, 22, 190, 221, 127, -114],
    [57, 30, 243, -211, -202, 593, 929, 29, -788, 334, -103, -8, 44, 712, 25, 913, 16, 182, 163, 147, -63],
    [-62, -171, 255, -111, -291, 838, 1214, -324, -1057, 510, -126, -82, 96, 761, 102, 1143, -95, 363, 39, 285, -20],
    [-61, -202, 223, 11, -258, 1343, 1144, -1220, -1346, 731, -111, -140, 77, 907, 136, 1460, -144, 365, -7, 211, -126],
    [-73, -285, 261, 95, -284, 2208, 1132, -2127, -1662, 1005, 51, -163, 68, 1008, 222, 1917, -136, 298, -6, 34, -175],
    [-77, -288, 255, 118, -276, 3142, 1113, -2806, -2013, 1647, 319, -121, 51, 1067, 210, 2216, -134, 256, -18, -343, -147],
    [-77, -224, 92, 105, -334, 3579, 1205, -3143, -2018, 2301, 617, -32, 40, 1085, 217, 2257, -260, 155, -3, -508, -32],
    [-61, -184, 171, 62, -321, 3503, 1211, -3133, -1956, 2251, 545, 42, 8, 1057, 232, 2206, -163, -63, 26, -555, 152],
    [-60, -182, 169, 61, -316, 3452, 1193, -3088, -1928, 2219, 537, 41, 8, 1042, 229, 2174, -161, -62, 26, -547, 150],
];

/// The weights for each number of empties.
static WEIGHTS: [[i32; FEATURES]; 65] = {
    let mut weights = [[0; FEATURES]; 65];
    let mut empties = 0;
    while empties < 64 {
        let mut feature = 0;
        while feature < FEATURES {
            let part = (empties % 8) as i32;
            weights[empties][feature] = (KNOTS[empties / 8][feature] * (8 - part)
                + KNOTS[empties / 8 + 1][feature] * part)
                / 8;
            feature += 1;
        }
        empties += 1;
    }
    weights
};

/// Estimates a position.
pub(super) struct Evaluate<const N: usize> {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) edges: &'static Edges,
}

impl<const N: usize> Task for Evaluate<N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        evaluate::<N, I>(isa, self.edges, self.own, self.opp)
    }
}

/// The estimate in points, from the side of `own`, whose turn it is.
#[inline(always)]
pub(super) fn evaluate<const N: usize, I: Isa>(isa: I, edges: &Edges, own: u64, opp: u64) -> i32 {
    let features = features::<N, I>(isa, edges, own, opp);
    let empties = (playable(N) & !(own | opp)).count_ones();
    let weights = &WEIGHTS[empties as usize];
    let mut sum = 0;
    for feature in 0..FEATURES {
        sum += weights[feature] * features[feature];
    }
    sum * POINTS / 256
}

/// The squares diagonally and orthogonally beside the corners in `of`.
#[inline(always)]
fn beside<const N: usize>(of: u64) -> (u64, u64) {
    let diagonal = of << 9 | of << 7 | of >> 7 | of >> 9;
    let orthogonal = of << 1 | of >> 1 | of << 8 | of >> 8;
    (diagonal & const { x_squares(N) }, orthogonal & const { c_squares(N) })
}

const fn x_squares(n: usize) -> u64 {
    let inner = playable(n - 2);
    let ends = corners(n);
    (ends << 9 | ends << 7 | ends >> 7 | ends >> 9) & inner
}

const fn c_squares(n: usize) -> u64 {
    let rim = playable(n) & !playable(n - 2);
    let ends = corners(n);
    (ends << 1 | ends >> 1 | ends << 8 | ends >> 8) & rim & !ends
}

#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// What is counted of a position, the mover's less the opponent's, in the order of the weights:
///
/// the right to move; mobility; mobility as a share; potential mobility (empty squares beside the
/// other's discs); frontier (discs beside empty squares); corners; moves to corners; X squares and
/// C squares beside empty corners; stable discs but for corners; the middle of the edges; all
/// discs; parity of the empty squares; having to pass; the sixteen squares in the middle; C squares
/// held by a disc next to them on the edge; moves to X squares; moves to edges; moves into odd
/// quarters; discs in the middle of an edge beside an empty square; potential moves to X and C
/// squares.
#[inline(always)]
pub(super) fn features<const N: usize, I: Isa>(
    isa: I,
    edges: &Edges,
    own: u64,
    opp: u64,
) -> [i32; FEATURES] {
    let empty = playable(N) & !(own | opp);
    let own_moves = isa.line_ends(own, opp) & empty;
    let opp_moves = isa.line_ends(opp, own) & empty;
    let (mobility, replies) = (count(own_moves), count(opp_moves));
    let ends = corners(N);
    let (x, c) = beside::<N>(ends & empty);
    let near_empty = surround(empty);
    let own_stable = stable_discs::<N>(edges, own, opp);
    let opp_stable = stable_discs::<N>(edges, opp, own);
    let rim = const { playable(N) & !playable(N - 2) };
    let middle = rim & !ends & const { !c_squares(N) };
    let difference = |set: u64| count(own & set) - count(opp & set);
    let anchored = |discs: u64| {
        let a = discs & middle;
        count(discs & c & (a << 1 | a >> 1 | a << 8 | a >> 8))
    };
    let odd = QUARTERS[odd_quarters(empty) as usize & 15];
    [
        8,
        mobility - replies,
        16 * (mobility - replies) / (mobility + replies + 2),
        count(surround(opp) & empty) - count(surround(own) & empty),
        difference(near_empty),
        difference(ends),
        count(own_moves & ends) - count(opp_moves & ends),
        difference(x),
        difference(c),
        count(own_stable & !ends) - count(opp_stable & !ends),
        difference(middle),
        difference(!0),
        if count(empty) & 1 == 1 { 8 } else { -8 },
        i32::from(mobility == 0) - i32::from(replies == 0),
        difference(const { playable(4) }),
        anchored(own) - anchored(opp),
        count(own_moves & x) - count(opp_moves & x),
        count(own_moves & rim & !ends) - count(opp_moves & rim & !ends),
        count(own_moves & odd) - count(opp_moves & odd),
        difference(middle & near_empty),
        count(surround(opp) & empty & (x | c)) - count(surround(own) & empty & (x | c)),
    ]
}

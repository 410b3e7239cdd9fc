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

use super::board::{playable, surround};
use super::hardware::{Isa, Task};
use super::stability::{Edges, corners, stable_discs};

/// Points of the evaluation for one disc.
pub(super) const POINTS: i32 = 16;

/// How many features there are.
pub(super) const FEATURES: usize = 15;

/// The weights, in 256ths of a disc, at 0, 8, 16, ... 64 empties.
const KNOTS: [[i32; FEATURES]; 9] = [
    [0, 100, 50, 30, -10, 1500, 600, -400, -100, 200, 60, 100, 200, 0, 0],
    [0, 200, 100, 60, -20, 1800, 700, -500, -150, 250, 60, 50, 200, 0, 0],
    [0, 300, 200, 80, -30, 2000, 800, -700, -200, 300, 60, 0, 100, 0, 0],
    [0, 350, 200, 90, -30, 2200, 800, -900, -250, 300, 60, -20, 0, 0, 0],
    [0, 350, 200, 90, -30, 2200, 800, -1000, -300, 300, 60, -30, 0, 0, 0],
    [0, 350, 200, 90, -30, 2200, 800, -1100, -300, 300, 60, -40, 0, 0, 0],
    [0, 350, 200, 90, -30, 2200, 800, -1100, -300, 300, 60, -40, 0, 0, 0],
    [0, 350, 200, 90, -30, 2200, 800, -1100, -300, 300, 60, -40, 0, 0, 0],
    [0, 350, 200, 90, -30, 2200, 800, -1100, -300, 300, 60, -40, 0, 0, 0],
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

/// What is counted of a position. The names stand beside the weights' columns.
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
    let rim = const { playable(N) & !playable(N - 2) & !corners(N) & !c_squares(N) };
    let difference = |set: u64| count(own & set) - count(opp & set);
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
        difference(rim),
        difference(!0),
        if count(empty) & 1 == 1 { 8 } else { -8 },
        i32::from(mobility == 0) - i32::from(replies == 0),
        difference(const { playable(4) }),
    ]
}

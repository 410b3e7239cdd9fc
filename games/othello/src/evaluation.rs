//! What a position is worth: a sum of hand-made features, weighted by the stage of the game.
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

use plyglot_eval::Lanes;

use super::board::{QUARTERS, odd_quarters, playable, surround};
use super::hardware::{Isa, Kernel};
use super::stability::{Edges, corners, stable_discs};
use super::trained::{AnyTrained, Trained};

/// Points of the evaluation for one disc.
pub(super) const POINTS: i32 = 16;

/// How many features there are.
pub(super) const FEATURES: usize = 21;

/// The weights, in 256ths of a disc, at 0, 8, 16, ... 64 empties; see [`features`].
#[rustfmt::skip]
const KNOTS: [[i32; FEATURES]; 9] = [
    [167, 4, 123, -416, -177, 529, 785, 107, -665, 243, -36, 0, 9, 805, 63, 778, 32, 182, 243, 81, -104],
    [67, 83, 245, -265, -178, 621, 894, 51, -750, 340, -90, -16, 40, 818, 33, 785, 29, 174, 172, 95, -38],
    [-62, -86, 245, -97, -235, 892, 1153, -211, -1045, 536, -114, -93, 97, 873, 96, 933, -78, 287, 32, 200, -13],
    [-65, -168, 211, 64, -229, 1266, 1024, -830, -1342, 790, -115, -150, 79, 995, 143, 1247, -104, 277, 0, 164, -135],
    [-77, -160, 162, 146, -243, 1986, 873, -1541, -1619, 1092, 58, -175, 74, 1037, 213, 1737, -55, 170, 2, -42, -177],
    [-81, -115, 150, 122, -259, 2797, 849, -2098, -1873, 1735, 305, -161, 66, 1060, 213, 2017, -68, 59, -11, -328, -113],
    [-76, -89, 59, 91, -317, 3178, 970, -2432, -1947, 2202, 515, -96, 57, 1066, 236, 2051, -261, 20, -10, -412, -2],
    [-64, -68, 75, 87, -331, 3147, 988, -2460, -1920, 2170, 470, 6, 30, 1049, 247, 2026, -277, -117, 16, -445, 56],
    [-64, -68, 74, 86, -328, 3122, 980, -2440, -1905, 2152, 466, 6, 29, 1040, 245, 2009, -274, -116, 16, -441, 55],
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

/// What estimates are made with.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) edges: &'static Edges,
    /// The trained evaluation, in place of the hand-made one.
    pub(super) trained: Option<&'a AnyTrained>,
}

impl Judge<'_> {
    /// What may be asked about a position and those after it, from the point of view of `own`, who need not be
    /// to move there.
    #[inline(always)]
    pub(super) fn at<const N: usize>(&self, own: u64, opp: u64) -> Judged<'_> {
        // Which of them it may be is known to the compiler, which generates nothing of the others.
        match self.trained {
            Some(AnyTrained::Large(trained)) if N == 8 => {
                Judged::Large(trained, trained.numbers(own, opp))
            }
            Some(AnyTrained::Small(trained)) if N == 6 => {
                Judged::Small(trained, trained.numbers(own, opp))
            }
            _ => Judged::HandMade(self.edges),
        }
    }

    /// The estimate in points, from the side of `own`, whose turn it is.
    #[inline(always)]
    pub(super) fn evaluate<const N: usize, I: Isa>(&self, isa: I, own: u64, opp: u64) -> i32 {
        let own_moves = isa.line_ends(own, opp) & playable(N) & !(own | opp);
        let opp_moves = isa.line_ends(opp, own) & playable(N) & !(own | opp);
        self.at::<N>(own, opp).points::<N>(own, opp, own_moves, opp_moves)
    }
}

/// A position that is being judged.
#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant)] // lives in registers or on the stack of one kernel
pub(super) enum Judged<'a> {
    /// By the hand-made features.
    HandMade(&'static Edges),
    /// By patterns of the large board, with their numbers.
    Large(&'a Trained<8, 48>, Lanes<48>),
    /// By those of 6x6.
    Small(&'a Trained<6, 32>, Lanes<32>),
}

impl Judged<'_> {
    /// True if the trained evaluation judges.
    #[inline(always)]
    pub(super) fn is_trained(&self) -> bool {
        !matches!(self, Judged::HandMade(_))
    }

    /// After a move of the side from whose point of view the position is judged, or of the `other`.
    #[inline(always)]
    pub(super) fn after(&self, square: u32, flips: u64, other: bool) -> Self {
        match self {
            Judged::HandMade(edges) => Judged::HandMade(edges),
            Judged::Large(trained, numbers) => {
                Judged::Large(trained, trained.after(numbers, square, flips, other))
            }
            Judged::Small(trained, numbers) => {
                Judged::Small(trained, trained.after(numbers, square, flips, other))
            }
        }
    }

    /// The estimate in points, from the side of `own`, whose turn it is and from whose point of view the position is
    /// judged.
    #[inline(always)]
    pub(super) fn points<const N: usize>(
        &self,
        own: u64,
        opp: u64,
        own_moves: u64,
        opp_moves: u64,
    ) -> i32 {
        match self {
            Judged::HandMade(edges) => evaluate_with::<N>(edges, own, opp, own_moves, opp_moves),
            Judged::Large(trained, numbers) => {
                let (empties, mobility) = counted::<N>(own, opp, own_moves, opp_moves);
                trained.points(empties, numbers, mobility)
            }
            Judged::Small(trained, numbers) => {
                let (empties, mobility) = counted::<N>(own, opp, own_moves, opp_moves);
                trained.points(empties, numbers, mobility)
            }
        }
    }
}

/// How many squares are empty, and the difference of moves.
#[inline(always)]
fn counted<const N: usize>(own: u64, opp: u64, own_moves: u64, opp_moves: u64) -> (u32, i32) {
    let empties = (playable(N) & !(own | opp)).count_ones();
    (empties, count(own_moves) - count(opp_moves))
}

/// Estimates a position.
pub(super) struct Evaluate<'a, const N: usize> {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) judge: Judge<'a>,
}

impl<const N: usize> Kernel for Evaluate<'_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        self.judge.evaluate::<N, I>(isa, self.own, self.opp)
    }
}

/// The hand-made estimate where the moves of both sides are known.
#[inline(always)]
fn evaluate_with<const N: usize>(
    edges: &Edges,
    own: u64,
    opp: u64,
    own_moves: u64,
    opp_moves: u64,
) -> i32 {
    let features = features::<N>(edges, own, opp, own_moves, opp_moves);
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
fn features<const N: usize>(
    edges: &Edges,
    own: u64,
    opp: u64,
    own_moves: u64,
    opp_moves: u64,
) -> [i32; FEATURES] {
    let empty = playable(N) & !(own | opp);
    let (mobility, replies) = (count(own_moves), count(opp_moves));
    let ends = const { corners(N) };
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

//! The solver of the last empty squares: exact differences of discs, as fast as possible.
//!
//! Five kinds of node, by the number of empty squares:
//!
//! - the last four and fewer are unrolled (`last`), squares in odd quarters of the board first;
//! - five empties: odd quarters first, and squares beside corners last, since looking costs more than it
//!   saves there;
//! - six: moves are ordered by the mobility that they leave the opponent, and nothing is stored;
//! - above, likewise, from [`EVALUATED`] empties on by what they are worth, too, and a small table of the workers' own
//!   ([`table`]) stores what was proven; from [`LOOKED_BELOW`] on it is asked for the children first;
//! - nodes of an open window search null windows of the kinds above.
//!
//! Everywhere the opponent's stable discs bound the value from above where alpha is high enough.
//! Values are discs from the side to move, fail soft. One position visited is one node.

mod last;
mod ordering;
mod table;

use ordering::select;
pub(super) use table::Table;

use super::board::{NEIGHBOURS, QUARTER, QUARTERS, final_margin, odd_quarters, playable};
use super::branch::{Branch, sort};
use super::evaluation::Judge;
use super::hardware::{Isa, Kernel};
use super::stability::{beside_corners, corners, count_stable};
use plyglot_search::Meter;

/// Up to this many empty squares, nothing is stored. To order moves by mobility with six empty squares takes 13 % fewer
/// nodes than to order them by parity alone, in about as much time; with five, 6 % fewer in more time.
const FEW: u32 = 6;

/// From this many empty squares on, moves are ordered by the trained evaluation as well. From 10 on it is 7 % fewer nodes,
/// but in more time.
const EVALUATED: u32 = 12;

/// From this many empty squares on, the table is asked for a child that answers the node before any is searched: 4 % fewer
/// nodes, in less time.
const LOOKED_BELOW: u32 = 8;

/// More moves than any position has that comes up here; the smaller number up to this many empty squares.
const MOST_MOVES: usize = 32;
const MOST_MOVES_LATE: usize = 16;

/// Up to this many empty squares a null window takes about a millisecond, and the stop flag is not read.
const UNSTOPPED: u32 = 11;

/// The largest number of empty squares that the solver takes.
pub(super) const MOST: u32 = 30;

/// The smallest alpha at which stable discs are counted, by the number of empty squares: below,
/// there are hardly ever enough of them to cut off.
pub(super) static STABLE_FROM: [i32; 64] = {
    let mut thresholds = [99; 64];
    let start = [99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30];
    let mut empties = 0;
    while empties < 64 {
        thresholds[empties] = if empties < start.len() {
            start[empties]
        } else if 2 * empties as i32 > 62 {
            62
        } else {
            2 * empties as i32
        };
        empties += 1;
    }
    thresholds
};

/// A position as the solver sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Discs of the side to move.
    pub(super) own: u64,
    /// Discs of the other side.
    pub(super) opp: u64,
    /// Quarters of the board with an odd number of empty squares.
    pub(super) parity: u8,
    /// How many squares are empty.
    pub(super) empties: u32,
}

impl Node {
    /// The node of a position.
    pub(super) fn new<const N: usize>(own: u64, opp: u64) -> Node {
        let empty = playable(N) & !(own | opp);
        Node { own, opp, parity: odd_quarters(empty), empties: empty.count_ones() }
    }

    #[inline(always)]
    fn play(self, square: u32, flips: u64) -> Node {
        Node {
            own: self.opp ^ flips,
            opp: self.own ^ flips ^ 1 << square,
            parity: self.parity ^ QUARTER[square as usize & 63],
            empties: self.empties - 1,
        }
    }

    #[inline(always)]
    fn pass(self) -> Node {
        Node { own: self.opp, opp: self.own, ..self }
    }
}

/// What the solver works with.
pub(super) struct Solver<'a, 'stop, const N: usize> {
    table: &'a Table,
    judge: Judge<'a>,
    nodes: u64,
    meter: &'a mut Meter<'stop>,
}

/// Solves a position: what to solve, and with what.
pub(super) struct Solve<'a, 'stop, const N: usize> {
    /// At most [`MOST`] empties.
    pub(super) node: Node,
    /// In discs, `alpha < beta`.
    pub(super) alpha: i32,
    /// See `alpha`.
    pub(super) beta: i32,
    /// The table of the engine's workers.
    pub(super) table: &'a Table,
    /// What moves are ordered by, with the table of stable edges.
    pub(super) judge: Judge<'a>,
    /// Counts nodes and sees a stop.
    pub(super) meter: &'a mut Meter<'stop>,
}

impl<const N: usize> Kernel for Solve<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Solve { node, alpha, beta, table, judge, meter } = self;
        let mut solver = Solver::<N> { table, judge, nodes: 0, meter };
        let value = solver.solve(isa, node, alpha, beta);
        solver.report();
        value
    }
}

/// [`Solver::few`] as a call that stays with the instructions it was compiled for.
struct Few<'s, 'a, 'stop, const N: usize>(&'s mut Solver<'a, 'stop, N>, Node, u64, i32);

impl<const N: usize> Kernel for Few<'_, '_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        self.0.few(isa, self.1, self.2, self.3)
    }
}

/// [`Solver::five`], likewise.
struct Five<'s, 'a, 'stop, const N: usize>(&'s mut Solver<'a, 'stop, N>, Node, u64, i32);

impl<const N: usize> Kernel for Five<'_, '_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        self.0.five(isa, self.1, self.2, self.3)
    }
}

/// [`Solver::deep`], likewise.
struct Deep<'s, 'a, 'stop, const N: usize, const MOVES: usize>(
    &'s mut Solver<'a, 'stop, N>,
    Node,
    u64,
    i32,
);

impl<const N: usize, const MOVES: usize> Kernel for Deep<'_, '_, '_, N, MOVES> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        self.0.deep::<MOVES, I>(isa, self.1, self.2, self.3)
    }
}

/// [`Solver::last_four`], likewise.
struct LastFour<'s, 'a, 'stop, const N: usize>(&'s mut Solver<'a, 'stop, N>, Node, i32);

impl<const N: usize> Kernel for LastFour<'_, '_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        self.0.last(isa, self.1, self.2)
    }
}

impl<const N: usize> Solver<'_, '_, N> {
    const SQUARES: i32 = (N * N) as i32;

    fn solve<I: Isa>(&mut self, isa: I, node: Node, alpha: i32, beta: i32) -> i32 {
        if beta <= alpha + 2 {
            let moves = self.moves(isa, node.own, node.opp);
            self.null(isa, node, moves, alpha)
        } else {
            self.open(isa, node, alpha, beta)
        }
    }

    /// A null window just above `alpha`, in a position with these `moves`.
    #[inline(always)]
    fn null<I: Isa>(&mut self, isa: I, node: Node, moves: u64, alpha: i32) -> i32 {
        if node.empties > MOST_MOVES_LATE as u32 {
            isa.run(Deep::<N, MOST_MOVES>(self, node, moves, alpha))
        } else if node.empties > FEW {
            isa.run(Deep::<N, MOST_MOVES_LATE>(self, node, moves, alpha))
        } else if node.empties > 5 {
            isa.run(Few(self, node, moves, alpha))
        } else if node.empties > 4 {
            isa.run(Five(self, node, moves, alpha))
        } else {
            isa.run(LastFour(self, node, alpha))
        }
    }

    /// An open window: null windows for all moves but the best.
    fn open<I: Isa>(&mut self, isa: I, node: Node, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let moves = self.moves(isa, node.own, node.opp);
        if moves == 0 {
            if self.moves(isa, node.opp, node.own) == 0 {
                return final_margin(Self::SQUARES, node.own, node.opp);
            }
            return -self.open(isa, node.pass(), -beta, -alpha);
        }
        let mut candidates = [Branch::NONE; MOST_MOVES];
        let count = self.ranked::<true, MOST_MOVES, I>(isa, node, moves, 64, &mut candidates);
        sort(&mut candidates[..count]);
        let mut best = -Self::SQUARES - 1;
        for (index, candidate) in candidates[..count].iter().enumerate() {
            let child = node.play(candidate.square, candidate.flips);
            let from = best.max(alpha);
            let mut value = -Self::SQUARES - 1;
            if index > 0 {
                value = -self.null(isa, child, candidate.replies, -from - 1);
            }
            if index == 0 || (value > from && value < beta) {
                value = -self.open(isa, child, -beta, -from);
            }
            best = best.max(value);
            if best >= beta || self.meter.stopped() {
                break;
            }
        }
        best
    }

    /// The legal moves of `own`.
    #[inline(always)]
    fn moves<I: Isa>(&self, isa: I, own: u64, opp: u64) -> u64 {
        isa.line_ends(own, opp) & playable(N) & !(own | opp)
    }

    /// Reports the nodes since the last report.
    #[inline(always)]
    fn report(&mut self) {
        self.meter.count(std::mem::take(&mut self.nodes));
    }

    /// An upper bound by the opponent's stable discs, if it reaches down to alpha.
    #[inline(always)]
    fn stable_cut(&self, node: Node, alpha: i32) -> Option<i32> {
        if alpha < STABLE_FROM[node.empties as usize & 63] {
            return None;
        }
        let most = Self::SQUARES - 2 * count_stable::<N>(self.judge.edges, node.opp, node.own);
        (most <= alpha).then_some(most)
    }

    /// What every node does first: counts itself, and finds its value where no move has to be tried.
    #[inline(always)]
    fn without_moves<I: Isa>(&mut self, isa: I, node: Node, moves: u64, alpha: i32) -> Option<i32> {
        self.nodes += 1;
        if let Some(most) = self.stable_cut(node, alpha) {
            return Some(most);
        }
        if moves != 0 {
            return None;
        }
        let replies = self.moves(isa, node.opp, node.own);
        if replies == 0 {
            return Some(final_margin(Self::SQUARES, node.own, node.opp));
        }
        Some(-self.null(isa, node.pass(), replies, -alpha - 1))
    }

    /// Six empties: moves by mobility.
    #[inline(always)]
    pub(super) fn few<I: Isa>(&mut self, isa: I, node: Node, moves: u64, alpha: i32) -> i32 {
        if let Some(value) = self.without_moves(isa, node, moves, alpha) {
            return value;
        }
        let mut candidates = [Branch::NONE; 8];
        let count = self.ranked::<false, 8, I>(isa, node, moves, 64, &mut candidates);
        let mut best = -Self::SQUARES - 1;
        for index in 0..count {
            select(&mut candidates[..count], index);
            let Branch { square, flips, replies, .. } = candidates[index];
            let value = -isa.run(Five(self, node.play(square, flips), replies, -alpha - 1));
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
        best
    }

    /// Five empties: squares of odd quarters first, and those beside corners last.
    #[inline(always)]
    pub(super) fn five<I: Isa>(&mut self, isa: I, node: Node, moves: u64, alpha: i32) -> i32 {
        if let Some(value) = self.without_moves(isa, node, moves, alpha) {
            return value;
        }
        let odd = QUARTERS[node.parity as usize & 15];
        let late = const { beside_corners(N) };
        let mut best = -Self::SQUARES - 1;
        for mut set in
            [moves & odd & !late, moves & odd & late, moves & !odd & !late, moves & !odd & late]
        {
            while set != 0 {
                let square = set.trailing_zeros();
                set &= set - 1;
                let flips = isa.flips(square, node.own, node.opp);
                let value = -isa.run(LastFour(self, node.play(square, flips), -alpha - 1));
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// More empties: moves by mobility and what they are worth, and the table.
    #[inline(always)]
    pub(super) fn deep<const MOVES: usize, I: Isa>(
        &mut self,
        isa: I,
        node: Node,
        moves: u64,
        alpha: i32,
    ) -> i32 {
        if let Some(value) = self.without_moves(isa, node, moves, alpha) {
            return value;
        }
        self.report();
        let slot = self.table.slot(node.own, node.opp);
        let mut first = 64;
        if let Some(known) = self.table.get(slot, node.own, node.opp) {
            if i32::from(known.lower) > alpha {
                return i32::from(known.lower);
            }
            if i32::from(known.upper) <= alpha {
                return i32::from(known.upper);
            }
            first = u32::from(known.best);
        }
        let mut candidates = [Branch::NONE; MOVES];
        let count = self.ranked::<true, MOVES, I>(isa, node, moves, first, &mut candidates);
        let mut best = -Self::SQUARES - 1;
        let mut best_square = 64;
        if node.empties >= LOOKED_BELOW
            && let Some(value) = self.child_cutoff(node, &candidates[..count], alpha)
        {
            return value;
        }
        for index in 0..count {
            select(&mut candidates[..count], index);
            let Branch { square, flips, replies, .. } = candidates[index];
            let value = -self.null(isa, node.play(square, flips), replies, -alpha - 1);
            // What a stop has cut short must not be stored.
            if node.empties > UNSTOPPED && self.meter.stopped() {
                return value;
            }
            if value > best {
                best = value;
                best_square = square;
                if value > alpha {
                    break;
                }
            }
        }
        self.table.put(slot, node.own, node.opp, best, alpha, best_square as u8);
        best
    }

    /// What is known of a child that is enough for more than `alpha`, if there is one (enhanced transposition
    /// cut-off).
    #[inline(always)]
    fn child_cutoff(&self, node: Node, candidates: &[Branch], alpha: i32) -> Option<i32> {
        candidates.iter().find_map(|candidate| {
            let child = node.play(candidate.square, candidate.flips);
            let slot = self.table.slot(child.own, child.opp);
            let least = -i32::from(self.table.get(slot, child.own, child.opp)?.upper);
            (least > alpha).then_some(least)
        })
    }
}

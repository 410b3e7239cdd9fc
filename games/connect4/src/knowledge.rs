//! What a player of Connect Four knows.
//!
//! - [`Knowledge::bounds`] surveys a position (wins and losses at hand, stones and rows that are
//!   left, zugzwang) and then all positions after its safe moves, forced moves played on the way.
//!   About a third of all nodes end there.
//! - [`Knowledge::expand`] gives safe moves only, a forced one alone, and reuses what the survey
//!   found. The rank is the threats made; the engine's history of cells is worth as much.
//! - [`Knowledge::key`] distinguishes positions by what can still matter; see `liveness`.
//! - [`Knowledge::solve_leaf`] solves the last [`LEAF`] empty cells; see `endgame`.
//!
//! Cost: a few hundred bytes, and the leaf solver's table.

use plyglot_search::{
    Bounds, Game, Knowledge, Meter, MoveList, Node, NodeKey, OrderingWeights, Score, SolveCost,
    SolvePlan, SolveWindows, Window,
};

use super::board::{Geometry, MOST_COLUMNS};
use super::endgame::{Solver, Unsolved};
use super::ordering::{HISTORY, LAST, rank};
use super::position::{Cell, ConnectFour};
use super::survey::{Immediate, Range, Threats};

/// The knowledge of a Connect Four player. See the methods of its [`Knowledge`].
#[derive(Clone, Debug, Default)]
pub struct ConnectFourKnowledge {
    memo: Memo,
    solver: Solver,
    leaf: Leaf,
}

/// How many empty cells the leaf solver takes at most.
#[derive(Clone, Copy, Debug)]
struct Leaf(u32);

impl Default for Leaf {
    fn default() -> Self {
        Leaf(LEAF)
    }
}

/// What [`Knowledge::bounds`] found about the moves of a position, stored for the
/// [`Knowledge::expand`] that follows it.
#[derive(Clone, Debug, Default)]
struct Memo {
    mine: u64,
    all: u64,
    len: usize,
    moves: [SurveyedMove; MOST_COLUMNS],
    /// The highest of the moves' lower bounds.
    lower: i32,
}

impl Memo {
    #[inline(always)]
    fn is_of<S: Geometry>(&self, game: &ConnectFour<S>) -> bool {
        self.len > 0 && self.mine == game.mine && self.all == game.all
    }

    #[inline(always)]
    fn surveyed(&self) -> &[SurveyedMove] {
        &self.moves[..self.len]
    }
}

/// The leaf solver ([`Solver`]) takes positions of at most this many empty cells: there a position costs half of
/// what it does in the engine's recursion. Two more would be no faster.
const LEAF: u32 = 22;
/// Among more workers than [`FEW`], which cannot share the work within a leaf.
const LEAF_OF_MANY: u32 = 18;
const FEW: usize = 4;

/// A move and what is proven of the position after it.
#[derive(Clone, Copy, Debug, Default)]
struct SurveyedMove {
    cell: u64,
    /// The mover's threats after the move.
    threats: u64,
    lower: i32,
    upper: i32,
}

const ONE: i32 = Score::margin(1).raw();

/// The largest margin that is not above a score; estimates lie between margins 0 and 1 or -1.
#[inline(always)]
fn margin_at_or_below(score: Score) -> i32 {
    match score.raw() {
        raw if raw >= ONE => raw - ONE + 1,
        raw if raw <= -ONE => raw + ONE - 1,
        raw => -i32::from(raw < 0),
    }
}

/// The smallest margin that is not below a score.
#[inline(always)]
fn margin_at_or_above(score: Score) -> i32 {
    -margin_at_or_below(-score)
}

impl From<Range> for Bounds {
    #[inline(always)]
    fn from(range: Range) -> Bounds {
        Bounds { lower: Score::margin(range.lower), upper: Score::margin(range.upper) }
    }
}

impl<S: Geometry> Knowledge<ConnectFour<S>> for ConnectFourKnowledge {
    /// As deep as the engine itself gets, above the leaf solver: looking at the children's entries
    /// costs about as much time as it saves from 16 to 22 plies, and spares nodes.
    const ETC_DEPTH: i32 = 18;
    const LEARNS: bool = false;

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights {
            killer: 0,
            countermove: 0,
            history: HISTORY,
            ..OrderingWeights::GAME_ONLY
        }
    }

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        let leaf = Leaf(if workers > FEW { LEAF_OF_MANY } else { LEAF });
        Solver::for_workers(workers, FEW)
            .map(|solver| Self { memo: Memo::default(), solver, leaf })
            .collect()
    }

    /// Rows that are still possible and open threats, in sixteenths of a stone.
    fn evaluate(&mut self, game: &ConnectFour<S>) -> i32 {
        game.estimate()
    }

    #[inline]
    fn bounds(&mut self, game: &ConnectFour<S>, window: Window) -> Bounds {
        let (alpha, beta) = (margin_at_or_below(window.alpha), margin_at_or_above(window.beta));
        self.memo.len = 0;
        let threats = game.threats();
        match game.immediate(threats) {
            Immediate::Open(safe) if safe & (safe - 1) != 0 => {
                let range = game.quiet_range(threats.theirs, alpha, beta);
                if range.answer(alpha, beta).is_some() {
                    return range.into();
                }
                self.look_ahead(game, safe, threats, range, alpha, beta).into()
            }
            _ => game.survey(threats, alpha, beta).into(),
        }
    }

    #[inline]
    fn expand(&mut self, game: &ConnectFour<S>, _node: &Node, out: &mut MoveList<Cell>) {
        if self.memo.is_of(game) {
            // Of the moves that are proven not to exceed the best proven value, one is enough.
            let mut spare = None;
            for surveyed in self.memo.surveyed() {
                if surveyed.upper > self.memo.lower {
                    let mv = game.move_onto(surveyed.cell);
                    out.push_ranked(mv, rank(game, mv, surveyed.cell, surveyed.threats));
                } else if surveyed.lower == self.memo.lower {
                    spare = Some(surveyed);
                }
            }
            if let Some(surveyed) = spare {
                out.push_ranked(game.move_onto(surveyed.cell), LAST);
            }
            return;
        }
        let threats = game.threats();
        let mut left = match game.immediate(threats) {
            Immediate::Open(safe) => safe,
            Immediate::Wins => threats.mine & game.playable(),
            Immediate::Loses => game.playable(),
        };
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left &= left - 1;
            let threats = game.after(cell).threats_after(threats).theirs;
            let mv = game.move_onto(cell);
            out.push_ranked(mv, rank(game, mv, cell, threats));
        }
    }

    fn solve_leaf(
        &mut self,
        game: &ConnectFour<S>,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        let empties = game.geometry.area() - game.plies;
        if empties > self.leaf.0 || depth < empties as i32 {
            return None;
        }
        let (alpha, beta) = (margin_at_or_below(window.alpha), margin_at_or_above(window.beta));
        let mut end = *game;
        let mut threats = game.threats();
        let (range, turned) = end.follow(&mut threats, alpha, beta);
        let value = match range.answer(alpha, beta) {
            Some(answer) => answer,
            None => {
                let end = Unsolved { game: end, threats, hash: None };
                if turned {
                    -self.solver.search(&end, (-beta, -alpha), meter)
                } else {
                    self.solver.search(&end, (alpha, beta), meter)
                }
            }
        };
        Some(Score::margin(value))
    }

    #[inline]
    fn key(&self, game: &ConnectFour<S>) -> NodeKey {
        game.live_key()
    }

    /// That of the position or of its mirror image. Unlike [`Knowledge::key`], which leaves out stones
    /// that can be part of no row any more, it distinguishes positions that merely have the same value.
    fn canonical(&self, game: &ConnectFour<S>) -> u64 {
        let mirrored = ConnectFour {
            mine: game.geometry.mirror(game.mine),
            all: game.geometry.mirror(game.all),
            ..*game
        };
        game.key().min(mirrored.key())
    }

    #[inline]
    fn to_canonical(&self, game: &ConnectFour<S>, mv: Cell, symmetry: u8) -> Cell {
        if symmetry == 0 { mv } else { game.mirrored(mv) }
    }

    #[inline]
    fn bits_from_canonical(&self, game: &ConnectFour<S>, bits: u32, symmetry: u8) -> u32 {
        if symmetry == 0 { bits } else { u32::from(game.mirrored(Cell(bits as u16)).0) }
    }

    fn plies_left(&self, game: &ConnectFour<S>) -> Option<i32> {
        Some((game.geometry.area() - game.plies) as i32)
    }

    /// From the extremes inwards: a short win is then found where it is cheap, and its absence is
    /// cheap to prove (1,233 instead of 913 nodes a position by bisection on L1_R1). Near a draw upwards, which takes
    /// two thirds of the nodes of halving on the empty board, and nine tenths of them on L2_R2.
    ///
    /// The cost is half of what `cargo bench -p plyglot-bench --bench solve_cost` gave when solves took twice the nodes;
    /// from the start, boards of 5x5, 6x5 and 6x6 take 23 thousand, 239 thousand and 2.6 M nodes, the usual one 31 M.
    fn solve_plan(&self, game: &ConnectFour<S>) -> SolvePlan {
        let left = (game.geometry.area() - game.plies) as i32;
        let cost = Some(SolveCost::growing(18, 166, left));
        SolvePlan {
            windows: SolveWindows::InwardsTo { least: -3, most: 9 },
            cost,
            ..SolvePlan::DEFAULT
        }
    }
}

impl ConnectFourKnowledge {
    /// Surveys the positions after all safe moves and stores the results in the memo.
    #[inline(always)]
    fn look_ahead<S: Geometry>(
        &mut self,
        game: &ConnectFour<S>,
        safe: u64,
        threats: Threats,
        range: Range,
        mut alpha: i32,
        beta: i32,
    ) -> Range {
        let mut found = Range { lower: i32::MIN, upper: i32::MIN };
        let mut left = safe;
        let mut len = 0;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left &= left - 1;
            let child = game.after(cell);
            let after = child.threats_after(threats);
            let seen = child.survey(after, -beta, -alpha).flip();
            self.memo.moves[len] =
                SurveyedMove { cell, threats: after.theirs, lower: seen.lower, upper: seen.upper };
            len += 1;
            found.lower = found.lower.max(seen.lower);
            found.upper = found.upper.max(seen.upper);
            alpha = alpha.max(found.lower);
            if alpha >= beta {
                return Range { lower: found.lower, upper: range.upper };
            }
        }
        self.memo.len = len;
        self.memo.mine = game.mine;
        self.memo.all = game.all;
        self.memo.lower = found.lower;
        Range { lower: found.lower.max(range.lower), upper: found.upper.min(range.upper) }
    }
}

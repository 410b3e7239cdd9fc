//! What a player of Othello knows, as the engine asks for it.

use plyglot_search::{
    Bounds, Game, Knowledge, Meaning, Meter, MoveList, NodeKey, OrderingWeights, Score, SolvePlan,
    SolveWindows, Window,
};

use super::board::QUARTER;
use super::endgame::{Node, STABLE_FROM, Solve, Table};
use super::evaluation::{Evaluate, POINTS, evaluate};
use super::hardware::{Hardware, Isa, Task};
use super::stability::{Edges, corners, count_stable};
use super::{Othello, OthelloMove};

/// What a player of Othello knows.
#[derive(Debug)]
pub struct OthelloKnowledge<const N: usize> {
    table: Table,
    edges: &'static Edges,
    leaf: u32,
    hardware: Hardware,
}

impl<const N: usize> Default for OthelloKnowledge<N> {
    fn default() -> Self {
        OthelloKnowledge {
            table: Table::default(),
            edges: Edges::shared(),
            leaf: Self::LEAF,
            hardware: Hardware::all().pop().unwrap_or(Hardware::Portable),
        }
    }
}

impl<const N: usize> Clone for OthelloKnowledge<N> {
    /// The same knowledge, with an empty table of its own.
    fn clone(&self) -> Self {
        OthelloKnowledge { table: Table::default(), ..*self }
    }
}

impl<const N: usize> OthelloKnowledge<N> {
    /// How many empty squares are left to the solver of the endgame.
    const LEAF: u32 = 11;

    /// The same knowledge on each set of instructions that this processor has, the portable one
    /// first and the best, which is the default, last. All visit the same tree.
    pub fn on_all_hardware() -> Vec<Self> {
        let on = |hardware| OthelloKnowledge { hardware, ..Self::default() };
        Hardware::all().into_iter().map(on).collect()
    }

    /// Leaves the last `empties` squares (at most 30) to the solver of the endgame, instead of the
    /// usual number.
    pub fn with_leaf(mut self, empties: u32) -> Self {
        self.leaf = empties.min(super::endgame::MOST);
        self
    }
}

/// The largest margin whose score is at most `alpha`, or just below all margins. Margins are even.
fn margin_at_most(alpha: Score, squares: i32) -> i32 {
    match alpha.meaning() {
        Meaning::Margin(margin) => (margin & !1).clamp(-squares - 2, squares),
        Meaning::Heuristic(points) if points < 0 => -2,
        Meaning::Heuristic(_) => 0,
        _ if alpha > Score::DRAW => squares,
        _ => -squares - 2,
    }
}

/// A window of scores as margins: alpha and beta in discs.
fn in_discs(window: Window, squares: i32) -> (i32, i32) {
    let alpha = margin_at_most(window.alpha, squares);
    (alpha, (-margin_at_most(-window.beta, squares)).max(alpha + 2))
}

impl<const N: usize> Knowledge<Othello<N>> for OthelloKnowledge<N> {
    const ORDERING: OrderingWeights = OrderingWeights::GAME_ONLY;
    const ETC_DEPTH: i32 = 13;
    const TABLE_DEPTH: i32 = 3;

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        let table = Table::for_workers(workers);
        (0..workers).map(|_| OthelloKnowledge { table: table.clone(), ..*self }).collect()
    }

    fn evaluate(&mut self, game: &Othello<N>) -> i32 {
        self.hardware.run(Evaluate::<N> { own: game.own, opp: game.opp, edges: self.edges })
    }

    #[inline]
    fn expand(&mut self, game: &Othello<N>, depth: i32, out: &mut MoveList<OthelloMove>) {
        self.hardware.run(Expand { game, depth, edges: self.edges, out });
    }

    #[inline]
    fn bounds(&mut self, game: &Othello<N>, window: Window) -> Bounds {
        let squares = Othello::<N>::SQUARES;
        let (alpha, beta) = in_discs(window, squares);
        let from = STABLE_FROM[game.empties() as usize];
        let mut bounds = Bounds { lower: Score::margin(-squares), upper: Score::margin(squares) };
        if alpha >= from && alpha < squares {
            let stable = count_stable::<N>(self.edges, game.opp, game.own);
            bounds.upper = Score::margin(squares - 2 * stable);
        }
        if beta <= -from && beta > -squares {
            let stable = count_stable::<N>(self.edges, game.own, game.opp);
            bounds.lower = Score::margin(2 * stable - squares);
        }
        bounds
    }

    #[inline]
    fn solve_leaf(
        &mut self,
        game: &Othello<N>,
        window: Window,
        depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        let empties = game.empties();
        if empties > self.leaf || depth < empties as i32 {
            return None;
        }
        let (alpha, beta) = in_discs(window, Othello::<N>::SQUARES);
        let node = Node::new::<N>(game.own, game.opp);
        let (table, edges) = (&self.table, self.edges);
        Some(Score::margin(self.hardware.run(Solve::<N> {
            node,
            alpha,
            beta,
            table,
            edges,
            meter,
        })))
    }

    /// The discs alone, as the side to move sees them: who owns which colour changes nothing.
    #[inline]
    fn key(&self, game: &Othello<N>) -> NodeKey {
        NodeKey { hash: game.discs_key(), frame: 0 }
    }

    fn plies_left(&self, game: &Othello<N>) -> Option<i32> {
        Some(game.empties() as i32)
    }

    /// The even margin nearest to the estimate.
    fn predict(&self, _game: &Othello<N>, estimate: Score) -> Score {
        match estimate.meaning() {
            Meaning::Heuristic(points) => {
                let most = Othello::<N>::SQUARES;
                let pairs = (points + POINTS * points.signum()) / (2 * POINTS);
                Score::margin((2 * pairs).clamp(-most, most))
            }
            Meaning::Margin(_) => estimate,
            _ => Score::DRAW,
        }
    }

    fn solve_plan(&self, game: &Othello<N>) -> SolvePlan {
        let worth = Evaluate::<N> { own: game.own, opp: game.opp, edges: self.edges };
        let lopsided = self.hardware.run(worth).abs() > LOPSIDED;
        let most = if lopsided { 6 } else { 13 };
        SolvePlan {
            rehearse: (game.empties() as i32 - 10).clamp(0, most),
            stride: 1,
            windows: SolveWindows::AroundGuess,
        }
    }
}

/// From this depth on, moves are ranked by what they are worth as well as by mobility.
const EVALUATED: i32 = 3;

/// From this depth on, they are ranked by the best reply to each: a search of two plies, which pays
/// where there is a large tree below.
const LOOKED_INTO: i32 = 16;

/// What the best of `replies` leads to, in points, from the side of `own`, who moves; the estimate
/// of the position itself if there is none.
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

/// Where one side is this many points ahead, the estimate says little about what is left to decide,
/// and moves are ranked by mobility alone.
const LOPSIDED: i32 = 30 * POINTS;

/// Lists the moves with their ranks.
struct Expand<'a, const N: usize> {
    game: &'a Othello<N>,
    depth: i32,
    edges: &'static Edges,
    out: &'a mut MoveList<OthelloMove>,
}

impl<const N: usize> Task for Expand<'_, N> {
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
            let to_corners = (replies & corners(N)).count_ones();
            let mut rank = -64 * (replies.count_ones() + to_corners) as i32;
            if node.parity & QUARTER[square as usize & 63] != 0 {
                rank += 16;
            }
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

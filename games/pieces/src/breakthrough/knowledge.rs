//! What a player knows: pawns and how far they are, exchanges on a square, races.

use plyglot_eval::Choice;
use plyglot_games_common::grid::squares;
use plyglot_search::{
    Bounds, Candidate, FrontierValue, Knowledge, MoveList, Node, NodeKey, OptionError, OptionSpec,
    OrderingWeights, SolveCost, SolvePlan, Window,
};

use super::evaluation::{POINTS, by_row, worth};
use super::position::{Breakthrough, STRIDES, Step, relative_key};
use super::trained::{self, Trained};
use super::{frontier, race};

/// Counts pawns, the more the nearer they are to their goal; proves which side wins a race; tries
/// captures and safe advances first. On the board of 8x8 it may estimate by trained patterns instead.
#[derive(Clone, Debug)]
pub struct Pawns {
    weights: Choice<Trained>,
}

impl Pawns {
    /// For a board of this many columns and rows.
    pub fn new(columns: usize, rows: usize) -> Pawns {
        let is_trained = (columns, rows) == (8, 8);
        Pawns { weights: if is_trained { Choice::of(&trained::SOURCE) } else { Choice::absent() } }
    }
}

/// Which squares are attacked and guarded.
struct Control {
    /// Squares that the opponent attacks.
    attacked: u64,
    /// Squares that own pawns guard from the left and from the right.
    guarded: [u64; 2],
}

impl Control {
    #[inline]
    fn new(game: &Breakthrough) -> Self {
        let guarded = [game.up_right(game.own), game.up_left(game.own)];
        Control { attacked: game.attacked_from_above(game.other), guarded }
    }

    /// Captures first, those nearest to the own side above all; then the furthest advances. Steps
    /// that lose the pawn for nothing come later.
    #[inline]
    fn rank(&self, game: &Breakthrough, step: Step) -> i32 {
        let (row, last) = (i32::from(step.to) / 8, game.rows() as i32 - 1);
        let bit = 1 << step.to;
        let captures = game.other & bit != 0;
        let [left, right] = self.guarded.map(|set| i32::from(set & bit != 0));
        let moved_sideways = i32::from(step.to - step.from != STRIDES[0]);
        let guards = left + right - moved_sideways;
        let mut rank = 4 * row;
        if row == last {
            rank += 1000;
        }
        if captures {
            rank += 60 + 10 * (last - row);
        }
        if self.attacked & bit != 0 {
            rank -= if guards > 0 { 10 } else { 40 };
        }
        rank
    }
}

/// The targets worth a try; see [`Breakthrough::reach`]. A pawn one step from its goal must be
/// captured: anything else loses at once.
#[inline]
fn wanted(game: &Breakthrough) -> [u64; 3] {
    let reach = game.reach(game.own);
    let threat = game.other & 0xff00;
    let [_, left, right] = reach;
    let beyond = game.own >> (8 * (game.rows() - 2)) != 0;
    let parries = threat != 0 && !beyond && (left | right) & threat != 0;
    if parries { reach.map(|targets| targets & threat) } else { reach }
}

impl Knowledge<Breakthrough> for Pawns {
    const ANTISYMMETRIC: bool = true;
    const ETC_DEPTH: i32 = 5;
    const TABLE_DEPTH: i32 = 2;

    #[inline]
    fn ordering(&self) -> OrderingWeights {
        OrderingWeights { killer: 24, countermove: 8, history: 48, ..OrderingWeights::GAME_ONLY }
    }

    /// Estimates swing by a pawn from ply to ply, so a window around the last one is missed too often: one of
    /// 24 points takes 1.27 times the nodes of an open one, one of 96 as many.
    fn aspiration(&self) -> i32 {
        0
    }

    fn for_workers(&self, workers: usize) -> Vec<Self> {
        self.weights.make_ready();
        vec![self.clone(); workers]
    }

    #[inline]
    fn evaluate(&mut self, game: &Breakthrough) -> i32 {
        match self.weights.get() {
            Some(trained) => trained.evaluate(game),
            None => worth(game.turned(game.own)) - worth(game.other),
        }
    }

    #[inline]
    fn expand(&mut self, game: &Breakthrough, _node: &Node, out: &mut MoveList<Step>) {
        let control = Control::new(game);
        for (targets, stride) in wanted(game).into_iter().zip(STRIDES) {
            for to in squares(targets) {
                let step = Step { from: to - stride, to };
                out.push_ranked(step, control.rank(game, step));
            }
        }
    }

    fn rank(&mut self, game: &Breakthrough, step: Step, _depth: i32) -> i32 {
        Control::new(game).rank(game, step)
    }

    #[inline]
    fn bounds(&mut self, game: &Breakthrough, _window: Window) -> Bounds {
        race::bounds(game)
    }

    #[inline]
    fn search_frontier(&mut self, game: &Breakthrough, window: Window) -> Option<FrontierValue> {
        let (targets, beta) = (wanted(game), window.beta.raw());
        match self.weights.get() {
            Some(trained) => frontier::search_trained(game, trained, targets, beta),
            None => frontier::search(game, self.evaluate(game), targets, beta),
        }
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.weights.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.weights.set_option(name, value)
    }

    fn fingerprint(&self) -> u64 {
        self.weights.fingerprint()
    }

    /// A position, its mirror image and both with colours exchanged share an entry: squares are
    /// numbered as the side to move sees them.
    #[inline]
    fn key(&self, game: &Breakthrough) -> NodeKey {
        let here = (game.own, game.other);
        let there = (game.mirrored(game.own), game.mirrored(game.other));
        let (own, other) = here.min(there);
        NodeKey { hash: relative_key(own, other), symmetry: u8::from(there < here) }
    }

    #[inline]
    fn to_canonical(&self, game: &Breakthrough, step: Step, symmetry: u8) -> Step {
        if symmetry == 0 {
            return step;
        }
        let mirrored = |square: u8| square & !7 | (game.columns() as u8 - 1 - (square & 7));
        Step { from: mirrored(step.from), to: mirrored(step.to) }
    }

    #[inline]
    fn bits_from_canonical(&self, game: &Breakthrough, bits: u32, symmetry: u8) -> u32 {
        if symmetry == 0 {
            return bits;
        }
        let mirrored =
            |square: u32| square & !7 | (game.columns() as u32 - 1).wrapping_sub(square & 7) & 7;
        bits & !0xfff | mirrored(bits >> 6 & 63) << 6 | mirrored(bits & 63)
    }

    /// The steps that all pawns together are from their goals. Straight to the end with one full
    /// window is the default plan, and the best: deepening first takes a third more nodes on 4x5,
    /// deepening alone four times as many.
    fn plies_left(&self, game: &Breakthrough) -> Option<i32> {
        let rows = by_row(game.turned(game.own)).into_iter().zip(by_row(game.other));
        Some(rows.zip(0..).map(|((own, other), steps)| i32::from(own + other) * steps).sum())
    }

    /// The steps beyond a third of those of the start position tell it: of 8x8 by `cargo bench -p plyglot-bench --bench
    /// solve_cost`, which finds that positions from the games of one board are within a factor of a hundred
    /// only; from the start, 5x5 takes 34 M nodes, and 5x6 and 6x5 more than 500 M.
    fn solve_plan(&self, game: &Breakthrough) -> SolvePlan {
        let at_start = 2 * i32::from(game.columns) * (2 * i32::from(game.rows) - 3);
        let cost =
            self.plies_left(game).map(|steps| SolveCost::growing(1_000, 145, steps - at_start / 3));
        SolvePlan { cost, ..SolvePlan::DEFAULT }
    }

    #[inline]
    fn futility(&self, _game: &Breakthrough, node: &Node) -> Option<i32> {
        (node.depth <= 5).then(|| POINTS * 3 / 10 * node.depth)
    }

    /// The order of moves is good: near the horizon the first five are enough.
    #[inline]
    fn prune(&self, _game: &Breakthrough, node: &Node, candidate: &Candidate<Step>) -> bool {
        !node.pv && node.depth <= 6 && candidate.index > 4
    }

    #[inline]
    fn reduction(&self, _game: &Breakthrough, node: &Node, candidate: &Candidate<Step>) -> i32 {
        plyglot_search::late_move_reduction(node.depth, candidate.index)
    }
}

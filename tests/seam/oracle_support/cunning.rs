//! Knowledge of synthetic trees with every hook that looks to the end, each answering as wildly as
//! its contract allows.

use plyglot_check::minimax::minimax;
use plyglot_games::synthetic::{Sums, Synthetic};
use plyglot_search::{
    Bounds, Game, Knowledge, Meter, MoveList, Node, ProbCut, Score, SolvePlan, SolveWindows, Window,
};
use proptest::prelude::*;

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Cunning {
    /// The plan of an exact solve.
    pub(crate) plan: SolvePlan,
    /// Some trees of at most this many leaves are solved by the leaf solver.
    pub(crate) leaf: u32,
    /// In trees of at most this many leaves, some of the moves that are not better than another are left
    /// out.
    pub(crate) drop: u32,
    /// In some trees of at most this many leaves, something is proven of the value.
    pub(crate) proof: u32,
    /// A guess of the value, for the windows.
    pub(crate) guess: Score,
}

fn value(tree: &Synthetic) -> Score {
    minimax(&mut tree.clone(), &mut Sums, None)
}

fn left(tree: &Synthetic) -> i32 {
    Sums.plies_left(tree).expect("a tree knows its depth")
}

/// How many leaves a tree has at most.
fn leaves(tree: &Synthetic) -> u32 {
    u32::from(tree.spec().branching).saturating_pow(left(tree) as u32)
}

/// A number drawn from a tree, another for each salt.
fn drawn(tree: &Synthetic, salt: u64) -> u64 {
    (tree.key() ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33
}

/// Some score from `low` to `high`.
fn between(low: Score, high: Score, draw: u64) -> Score {
    Score::from_raw(low.raw() + (draw % ((high.raw() - low.raw()) as u64 + 1)) as i32)
}

impl Knowledge<Synthetic> for Cunning {
    const ETC_DEPTH: i32 = 2;
    const SELECTIVE_SOLVES: bool = true;

    fn evaluate(&mut self, tree: &Synthetic) -> i32 {
        Sums.evaluate(tree)
    }

    fn expand(&mut self, tree: &Synthetic, _node: &Node, out: &mut MoveList<u16>) {
        let mut moves = MoveList::new();
        tree.moves(&mut moves);
        if leaves(tree) > self.drop || drawn(tree, 1).is_multiple_of(2) {
            moves.iter().for_each(|mv| out.push(mv));
            return;
        }
        let worth = |mv| {
            let mut child = *tree;
            child.play(mv);
            let value = value(&child).from_node(1);
            if child.to_move() == tree.to_move() { value } else { -value }
        };
        let mut ranked: Vec<(Score, u16)> = moves.iter().map(|mv| (worth(mv), mv)).collect();
        ranked.sort();
        // The best must stay, at any place; of the others any may.
        let (_, best) = ranked.pop().expect("a tree has moves");
        let others = ranked.iter().map(|&(_, mv)| mv);
        others
            .filter(|&mv| drawn(tree, 7 + u64::from(mv)).is_multiple_of(3))
            .for_each(|mv| out.push(mv));
        out.push(best);
    }

    fn bounds(&mut self, tree: &Synthetic, window: Window) -> Bounds {
        let known = Sums.bounds(tree, window);
        if leaves(tree) > self.proof {
            return known;
        }
        let value = value(tree);
        let lower = Score::from_raw(value.raw() - (drawn(tree, 2) % 7) as i32);
        let upper = Score::from_raw(value.raw() + (drawn(tree, 3) % 7) as i32);
        match drawn(tree, 4) % 4 {
            0 => Bounds { lower, upper: known.upper },
            1 => Bounds { lower: known.lower, upper },
            2 => Bounds { lower, upper },
            _ => known,
        }
    }

    fn solve_leaf(
        &mut self,
        tree: &Synthetic,
        window: Window,
        _depth: i32,
        meter: &mut Meter<'_>,
    ) -> Option<Score> {
        if leaves(tree) > self.leaf || drawn(tree, 5).is_multiple_of(3) {
            return None;
        }
        meter.count(1);
        let (value, draw) = (value(tree), drawn(tree, 6));
        Some(if value <= window.alpha {
            between(value, window.alpha, draw)
        } else if value >= window.beta {
            between(window.beta, value, draw)
        } else {
            value
        })
    }

    fn plies_left(&self, tree: &Synthetic) -> Option<i32> {
        Some(left(tree))
    }

    fn solve_plan(&self, _tree: &Synthetic) -> SolvePlan {
        self.plan
    }

    fn predict(&self, _tree: &Synthetic, _estimate: Score) -> Score {
        self.guess
    }

    fn threshold(&self, _tree: &Synthetic, asked: Window) -> Option<i32> {
        Some(asked.beta.raw() % 50)
    }

    /// Recklessly: a selective pass may be wrong in all that it finds, and the proof after it must not be.
    fn probcut(&self, tree: &Synthetic, node: &Node) -> Option<ProbCut> {
        let asks = node.passes_left > 0 && node.depth > 2 && left(tree) % 3 != 0;
        asks.then_some(ProbCut::both(node.depth / 2, 3))
    }
}

/// All ways to go about an exact solve.
pub(crate) fn plans() -> impl Strategy<Value = SolvePlan> {
    (0..6, prop::sample::select(WINDOWS.to_vec()), 0..4u8).prop_map(
        |(rehearse, windows, selective_passes)| SolvePlan {
            rehearse,
            windows,
            selective_passes,
            cost: None,
        },
    )
}

/// All ways to choose windows.
const WINDOWS: [SolveWindows; 4] =
    [SolveWindows::AroundGuess, SolveWindows::Bisect, SolveWindows::Inwards, SolveWindows::Full];

//! Knowledge with hooks switched off.

use plyglot_games::synthetic::{Sums, Synthetic};
use plyglot_search::{Game, Knowledge, MoveList, Node, Score};

use super::maze::Maze;

/// A tree in which the first two moves of every third node are noisy, and in which every ninth node
/// is forced: it has to play any one of its moves. Nodes of this depth and more are kept in the table.
#[derive(Clone)]
pub(crate) struct Noisy<const KEPT: i32>;

impl<const KEPT: i32> Noisy<KEPT> {
    fn is_forced(tree: &Synthetic) -> bool {
        tree.key() % 9 == 3
    }

    fn moves(tree: &Synthetic) -> std::ops::Range<u16> {
        let branching = tree.spec().branching;
        match tree.key() % 3 {
            0 if Self::is_forced(tree) => 0..branching,
            0 => 0..2.min(branching),
            _ => 0..0,
        }
    }

    /// Quiescence by its definition: the estimate where no move is forced, or a noisy move if that
    /// is better.
    pub(crate) fn value(tree: &mut Synthetic) -> Score {
        let estimate = (!Self::is_forced(tree)).then(|| Score::heuristic(Sums.evaluate(tree)));
        let mut best = estimate.unwrap_or(-Score::INFINITY);
        let mover = tree.to_move();
        for mv in Self::moves(tree) {
            let undo = tree.play(mv);
            let value = match tree.outcome() {
                Some(outcome) => outcome.score(),
                None => Self::value(tree),
            };
            let value = value.from_node(1);
            best = best.max(if tree.to_move() == mover { value } else { -value });
            tree.undo(mv, undo);
        }
        best
    }
}

impl<const KEPT: i32> Knowledge<Synthetic> for Noisy<KEPT> {
    const QUIESCENCE: bool = true;
    const TABLE_DEPTH: i32 = KEPT;

    fn evaluate(&mut self, tree: &Synthetic) -> i32 {
        Sums.evaluate(tree)
    }

    fn noisy(&mut self, tree: &Synthetic, _node: &Node, out: &mut MoveList<u16>) {
        Self::moves(tree).for_each(|mv| out.push(mv));
    }

    fn forced(&mut self, tree: &Synthetic) -> bool {
        Self::is_forced(tree)
    }
}

/// Estimates mazes.
#[derive(Clone)]
pub(crate) struct Estimate;

impl Knowledge<Maze> for Estimate {
    fn evaluate(&mut self, maze: &Maze) -> i32 {
        maze.estimate()
    }
}

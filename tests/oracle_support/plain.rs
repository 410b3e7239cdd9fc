//! Knowledge with hooks switched off.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyglot_games::synthetic::{Sums, Synthetic};
use plyglot_search::{Game, Knowledge, MoveList, Score};

use super::maze::Maze;

/// A tree in which the first two moves of every third node are noisy.
#[derive(Clone)]
pub(crate) struct Noisy;

impl Noisy {
    fn moves(tree: &Synthetic) -> std::ops::Range<u16> {
        0..if tree.key().is_multiple_of(3) { 2.min(tree.spec().branching) } else { 0 }
    }

    /// Quiescence by its definition: the estimate, or a noisy move if that is better.
    pub(crate) fn value(tree: &mut Synthetic) -> Score {
        let mut best = Score::heuristic(Sums.evaluate(tree));
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

impl Knowledge<Synthetic> for Noisy {
    const QUIESCENCE: bool = true;

    fn evaluate(&mut self, tree: &Synthetic) -> i32 {
        Sums.evaluate(tree)
    }

    fn noisy(&mut self, tree: &Synthetic, out: &mut MoveList<u16>) {
        Self::moves(tree).for_each(|mv| out.push(mv));
    }
}

/// Estimates mazes, and never finds anything in the table: no key comes twice.
#[derive(Clone, Default)]
pub(crate) struct Unkeyed(Arc<AtomicU64>);

impl Knowledge<Maze> for Unkeyed {
    fn evaluate(&mut self, maze: &Maze) -> i32 {
        maze.estimate()
    }

    fn key(&self, _maze: &Maze) -> plyglot_search::NodeKey {
        plyglot_search::NodeKey { hash: self.0.fetch_add(1, Ordering::Relaxed), frame: 0 }
    }
}

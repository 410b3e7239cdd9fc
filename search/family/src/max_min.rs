//! Minimax in the form of its definition: one player takes the largest value, the other the
//! smallest.
//!
//! J. von Neumann, "Zur Theorie der Gesellschaftsspiele" (1928), for whole games; C. Shannon,
//! "Programming a computer for playing chess" (1950), type A, cut off at a depth and estimated
//! there. Two functions and no negation: values are from the first player's point of view, and which
//! function is called follows from who moves, so that it may be the same one twice. It visits every
//! node, as [`negamax`](super::negamax) does.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Side, Window};

/// The value for the first player.
pub(super) fn value<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, depth: i32) -> Score {
    match tree.mover() {
        Side::First => max(tree, depth),
        Side::Second => min(tree, depth),
    }
}

fn max<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, depth: i32) -> Score {
    tree.visit_for_first(Window::FULL, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let value = tree.child_for_first(Kind::Full, mv, depth, value);
            if value > best {
                best = value;
                tree.better(mv, index);
            }
            if tree.tried(index) {
                break;
            }
        }
        best
    })
}

fn min<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, depth: i32) -> Score {
    tree.visit_for_first(Window::FULL, depth, |tree, moves| {
        let mut best = Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let value = tree.child_for_first(Kind::Full, mv, depth, value);
            if value < best {
                best = value;
                tree.better(mv, index);
            }
            if tree.tried(index) {
                break;
            }
        }
        best
    })
}

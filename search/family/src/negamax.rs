//! Minimax in the negamax form: one function, since one player's gain is the other's loss.
//!
//! The form is used by D. Knuth and R. Moore ("An analysis of alpha-beta pruning", 1975), who call
//! it F1. It visits every node: b^d leaves of a uniform tree.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

pub(super) fn negamax<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, depth: i32) -> Score {
    tree.visit(Window::FULL, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let value = tree
                .child(Kind::Full, mv, Window::FULL, depth, |tree, _, depth| negamax(tree, depth));
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

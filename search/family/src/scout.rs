//! Scout: before a move is valued it is tested, by a search that only says whether it is better.
//!
//! J. Pearl, "Asymptotic properties of minimax trees and game-searching procedures" (Artificial
//! Intelligence 14, 1980): EVAL values the first move, then TESTs each other one and EVALs those that
//! pass. There the levels alternate between MAX and MIN; here both functions are the mover's, and
//! a test is asked of the opponent the other way round only where the mover changes. EVAL knows no
//! window: what a test has shown, and what other moves have reached, is not told to it, which is
//! what NegaScout mends.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// EVAL: the value of a node.
pub(super) fn eval<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, depth: i32) -> Score {
    tree.visit(Window::FULL, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let passes =
                index == 0 || tree.child(Kind::Null, mv, Window::null(best), depth, test) > best;
            if passes && !tree.has_ended() {
                let kind = if index == 0 { Kind::Full } else { Kind::Research };
                best =
                    tree.child(kind, mv, Window::FULL, depth, |tree, _, depth| eval(tree, depth));
                tree.better(mv, index);
            }
            if tree.tried(index) {
                break;
            }
        }
        best
    })
}

/// TEST: whether the value of a node is above the alpha of a null window. Says beta if it is, else
/// alpha, but for leaves, which say what they are.
fn test<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, window: Window, depth: i32) -> Score {
    tree.visit(window, depth, |tree, moves| {
        for (index, &mv) in moves.iter().enumerate() {
            let above = tree.child(Kind::Null, mv, window, depth, test) > window.alpha;
            if above {
                tree.better(mv, index);
                tree.learn(mv, depth);
            }
            if tree.tried(index) || above {
                return if above { window.beta } else { window.alpha };
            }
        }
        window.alpha
    })
}

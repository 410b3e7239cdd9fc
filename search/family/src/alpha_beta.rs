//! Alpha-beta, which leaves out what cannot change the value.
//!
//! D. Knuth and R. Moore, "An analysis of alpha-beta pruning" (1975), function F2: fail hard, the
//! answer never leaves the window. J. Fishburn, "Another optimization of alpha-beta search" (1983,
//! SIGART Newsletter 84): fail soft, the answer says more where it lies outside. With the best move
//! first everywhere a uniform tree has b^ceil(d/2) + b^floor(d/2) - 1 leaves left, the critical tree.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// Fail soft: an answer at or below alpha is an upper bound of the value, one at or above beta a
/// lower bound.
pub(super) fn fail_soft<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit(window, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let value = tree.child(Kind::Full, mv, window.raise(best), depth, fail_soft);
            if value > best {
                best = value;
                tree.better(mv, index);
            }
            if window.cuts_off(best) {
                tree.learn(mv, depth);
            }
            if tree.tried(index) || window.cuts_off(best) {
                break;
            }
        }
        best
    })
}

/// Fail hard: an answer at alpha says no more than that, one at beta as well.
pub(super) fn fail_hard<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    let value = tree.visit(window, depth, |tree, moves| {
        let mut best = window.alpha;
        for (index, &mv) in moves.iter().enumerate() {
            let value = tree.child(Kind::Full, mv, window.raise(best), depth, fail_hard);
            if value > best {
                best = value;
                tree.better(mv, index);
            }
            if window.cuts_off(best) {
                tree.learn(mv, depth);
            }
            if tree.tried(index) || window.cuts_off(best) {
                break;
            }
        }
        best
    });
    value.clamp(window.alpha, window.beta)
}

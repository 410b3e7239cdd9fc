//! Alpha-beta as two functions, one for each side, as its first descriptions have it: alpha is what
//! the maximising side has for sure, beta what the minimising side has, and each function moves one
//! of them.
//!
//! D. Edwards and T. Hart, "The alpha-beta heuristic" (MIT AI Memo 30, 1961). Fail soft, as in
//! [`alpha_beta`](super::alpha_beta), whose nodes it visits. Values and windows are from the first
//! player's point of view throughout; which function is called follows from who moves.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Side, Window};

/// The value for the first player, fail soft within a window that is the first player's, too.
pub(super) fn value<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    match tree.mover() {
        Side::First => maximise(tree, window, depth),
        Side::Second => minimise(tree, window, depth),
    }
}

/// The first player moves: alpha rises.
fn maximise<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit_for_first(window, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = Window { alpha: window.alpha.max(best), ..window };
            let value =
                tree.child_for_first(Kind::Full, mv, depth, |tree, depth| value(tree, open, depth));
            if value > best {
                best = value;
                tree.better(mv, index);
            }
            if best >= window.beta {
                tree.learn(mv, depth);
            }
            if tree.tried(index) || best >= window.beta {
                break;
            }
        }
        best
    })
}

/// The second player moves: beta falls.
fn minimise<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit_for_first(window, depth, |tree, moves| {
        let mut best = Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = Window { beta: window.beta.min(best), ..window };
            let value =
                tree.child_for_first(Kind::Full, mv, depth, |tree, depth| value(tree, open, depth));
            if value < best {
                best = value;
                tree.better(mv, index);
            }
            if best <= window.alpha {
                tree.learn(mv, depth);
            }
            if tree.tried(index) || best <= window.alpha {
                break;
            }
        }
        best
    })
}

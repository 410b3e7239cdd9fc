//! Principal variation search: the open window for the first move, null windows by plain alpha-beta
//! for the others, and PVS again for one that turns out better.
//!
//! R. Finkel and J. Fishburn, "Parallelism in alpha-beta search" (Artificial Intelligence 19, 1982),
//! as Palphabeta; T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees" (ACM
//! Computing Surveys 14, 1982), as PVS. Where NegaScout is one function, this is two: only nodes
//! with an open window are its own. As nothing is left to be searched again within a null window,
//! both visit the same nodes.

use crate::alpha_beta::fail_soft;
use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// Fail soft within an open window.
pub(super) fn pvs<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    if window.is_null() {
        return fail_soft(tree, window, depth);
    }
    tree.visit(window, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = window.raise(best);
            let mut value = if index == 0 {
                tree.child(Kind::Full, mv, open, depth, pvs)
            } else {
                tree.child(Kind::Null, mv, Window::null(open.alpha), depth, fail_soft)
            };
            if index > 0 && open.contains(value) && !tree.has_ended() {
                let again = Window::new(value, window.beta);
                value = tree.child(Kind::Research, mv, again, depth, pvs);
            }
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

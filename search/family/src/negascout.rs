//! NegaScout: the first move with the whole window, the others with a null window that asks only
//! whether they are better; one that is gets searched again.
//!
//! A. Reinefeld, "An improvement to the Scout tree-search algorithm" (ICCA Journal 6(4), 1983). The
//! second search begins at what the first has proven.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

pub(super) fn negascout<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit(window, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = window.raise(best);
            let mut value = if index == 0 {
                tree.child(Kind::Full, mv, open, depth, negascout)
            } else {
                tree.child(Kind::Null, mv, Window::null(open.alpha), depth, negascout)
            };
            if index > 0 && open.contains(value) && !tree.has_ended() {
                let again = Window::new(value, window.beta);
                value = tree.child(Kind::Research, mv, again, depth, negascout);
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

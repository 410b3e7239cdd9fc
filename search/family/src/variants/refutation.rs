//! NegaScout with refutation memory: a second search follows what the first has learnt.
//!
//! A. Reinefeld, J. Schaeffer and T. Marsland, "Information acquisition in minimal window search"
//! (IJCAI 1985). There the moves that refuted others are stored for the whole subtree; here only one
//! path of it: the line that the null window's answer rests on, from the move itself down (at a
//! node that failed high the move that did, at one that failed low the move with the largest bound).
//! The second search tries its moves first for as long as it follows it, and takes the order of
//! moves for all others. No table is needed. What is stored of a subtree is forgotten as soon as its
//! second search is through.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// Fail soft.
pub(crate) fn search<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit(window, depth, |tree, moves| {
        tree.best_of(moves, window, depth, |tree, index, mv, open| {
            if index == 0 {
                return tree.child(Kind::Full, mv, open, depth, search);
            }
            let null = Window::null(open.alpha);
            let value = tree.child(Kind::Null, mv, null, depth, search);
            if !open.contains(value) || tree.has_ended() {
                return value;
            }
            let again = Window::new(value, open.beta);
            tree.following(tree.line_with(mv), |tree| {
                tree.child(Kind::Research, mv, again, depth, search)
            })
        })
    })
}

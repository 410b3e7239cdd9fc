//! Wrong on purpose: "the beta of the re-search should be the node's alpha", from a guide to
//! NegaScout for Othello.
//!
//! A. Reinefeld's second search asks above the null window's answer and below beta. Taken
//! at its word the guide's asks above the answer and below alpha: a window turned inside out,
//! since the answer was above alpha. Every value is then at or above its beta or at or below its
//! alpha or both: the child breaks off after its first moves, and what it says of itself is neither
//! bound nor value. Nothing fails visibly: the line is legal and the value looks like one. Node
//! counts fall, which makes it look like a gain.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// NegaScout as the guide has it.
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
            // Written out, since no window may be empty where it is made as it should be.
            let again = Window { alpha: value, beta: window.alpha };
            tree.child(Kind::Research, mv, again, depth, search)
        })
    })
}

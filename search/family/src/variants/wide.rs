//! NegaScout whose null window is wider than null: (alpha, alpha + N).
//!
//! Not wrong: an answer strictly inside such a window is exact, like any other within its window,
//! and is taken as it is; only from alpha + N on is a move searched again. What is lost is
//! work: a wider window cuts off less. Where all values are multiples of N, and so is the window's
//! alpha, nothing lies inside and nothing is lost. What is made of this by a program
//! that reads the answer as yes or no is [`mistakes::wide`](crate::mistakes::wide).

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// Fail soft, with null windows that are `width` wide.
pub(crate) fn search<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
    width: i32,
) -> Score {
    let me = |tree: &mut Tree<'_, G, K>, window, depth| search(tree, window, depth, width);
    tree.visit(window, depth, |tree, moves| {
        tree.best_of(moves, window, depth, |tree, index, mv, open| {
            if index == 0 {
                return tree.child(Kind::Full, mv, open, depth, me);
            }
            let narrow = Window::new(open.alpha, Score::from_raw(open.alpha.raw() + width));
            let value = tree.child(Kind::Null, mv, narrow, depth, me);
            if value < narrow.beta || window.cuts_off(value) || tree.has_ended() {
                return value;
            }
            tree.child(Kind::Research, mv, Window::new(value, open.beta), depth, me)
        })
    })
}

//! Wrong on purpose: a null window of (alpha, alpha + N) whose answer is read as yes or no.
//!
//! The null window of A. Reinefeld's NegaScout is (alpha, alpha + 1), so that its answer can
//! only be that a move is better or that it is not. With a wider one, a program that still asks only
//! whether the search failed high takes a move that is better by less than N for one that
//! is not. Right where all values and the bounds of the window are multiples of N: a step of 2 for
//! Othello's margins. [`variants::wide`](crate::variants::wide) is the same without the
//! mistake.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// Misses moves that are better by less than `width`.
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
            if value < narrow.beta || tree.has_ended() {
                return value.min(open.alpha);
            }
            if window.cuts_off(value) {
                return value;
            }
            tree.child(Kind::Research, mv, Window::new(value, open.beta), depth, me)
        })
    })
}

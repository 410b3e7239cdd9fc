//! NegaScout that leaves shallow subtrees to plain alpha-beta, in the two readings of that advice.
//!
//! A. Reinefeld, "Spielbaum-Suchverfahren" (1989): close to the leaves a second search costs about as
//! much as the null windows before it have saved. Either every shallow subtree is left to alpha-beta,
//! or only one that is visited again. A null window is the same in both algorithms, so that what
//! differs is what is done within open windows. In a search to the end of the game it is not known how
//! many plies are left, and no subtree is shallow.

use crate::alpha_beta::fail_soft;
use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// Subtrees of at most `plies` plies go to alpha-beta. Fail soft.
pub(crate) fn always<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
    plies: i32,
) -> Score {
    if depth <= plies {
        return fail_soft(tree, window, depth);
    }
    let me = |tree: &mut Tree<'_, G, K>, window, depth| always(tree, window, depth, plies);
    tree.visit(window, depth, |tree, moves| {
        tree.best_of(moves, window, depth, |tree, index, mv, open| {
            if index == 0 {
                return tree.child(Kind::Full, mv, open, depth, me);
            }
            let value = tree.child(Kind::Null, mv, Window::null(open.alpha), depth, me);
            if !open.contains(value) || tree.has_ended() {
                return value;
            }
            tree.child(Kind::Research, mv, Window::new(value, open.beta), depth, me)
        })
    })
}

/// Subtrees of at most `plies` plies go to alpha-beta when they are visited again. Fail soft.
pub(crate) fn again<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
    plies: i32,
) -> Score {
    let me = |tree: &mut Tree<'_, G, K>, window, depth| again(tree, window, depth, plies);
    tree.visit(window, depth, |tree, moves| {
        tree.best_of(moves, window, depth, |tree, index, mv, open| {
            if index == 0 {
                return tree.child(Kind::Full, mv, open, depth, me);
            }
            let value = tree.child(Kind::Null, mv, Window::null(open.alpha), depth, me);
            if !open.contains(value) || tree.has_ended() {
                return value;
            }
            let open_again = Window::new(value, open.beta);
            tree.child(Kind::Research, mv, open_again, depth, |tree, window, depth| {
                if depth <= plies {
                    fail_soft(tree, window, depth)
                } else {
                    me(tree, window, depth)
                }
            })
        })
    })
}

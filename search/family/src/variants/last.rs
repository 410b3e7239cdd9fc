//! NegaScout with its rule that the last plies need no second search.
//!
//! A. Reinefeld, "An improvement to the Scout tree-search algorithm" (ICCA Journal 6(4), 1983). With
//! one ply left, the answer of a null window is the value of a leaf. With two left, a null window
//! that fails high has looked at every reply, each of them a leaf, and none was good enough to break
//! off: its answer is the largest of their values, exact as well. With three left the
//! replies themselves were broken off, and the answer is only a bound.
//!
//! Sources differ on where the rule begins: no second search at maximum depth - 2 (two plies left)
//! or at maximum depth - 1 (one ply left, as the condition `d < maxdepth - 1` has it). Both are right,
//! the first saves more, and beyond it lies error. It holds only where
//!
//! - the mover changes from the node to its child: where the same side moves again, that child
//!   breaks off at the first leaf above alpha, so there it is searched again;
//! - leaves are exact: no quiescence, no bounds there;
//! - a table, if there is one, answers from searches of the same depth and keeps fail-soft answers.
//!   Then what it knows of a node with one ply left that failed low is the largest of all its leaves,
//!   its value. The family's table is of that kind. One that answers from deeper searches, or
//!   is filled fail hard, gives bounds there, and breaks the rule.
//!
//! In a search to the end of the game it is not known how many plies are left, and the rule never
//! applies.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Window};

/// No second search where at most `last` plies are left; 1 and 2 are right.
pub(crate) fn search<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
    last: i32,
) -> Score {
    let me = |tree: &mut Tree<'_, G, K>, window, depth| search(tree, window, depth, last);
    tree.visit(window, depth, |tree, moves| {
        let mover = tree.mover();
        tree.best_of(moves, window, depth, |tree, index, mv, open| {
            if index == 0 {
                return tree.child(Kind::Full, mv, open, depth, me);
            }
            let mut turns = false;
            let null = Window::null(open.alpha);
            let value = tree.child(Kind::Null, mv, null, depth, |tree, window, depth| {
                turns = tree.mover() != mover;
                me(tree, window, depth)
            });
            let exact = depth <= last && (turns || depth == 1);
            if exact || !open.contains(value) || tree.has_ended() {
                return value;
            }
            let again = Window::new(value, open.beta);
            tree.child(Kind::Research, mv, again, depth, me)
        })
    })
}

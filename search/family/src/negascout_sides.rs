//! NegaScout as two functions, one for each side: what the maximising side asks just above alpha,
//! the minimising side asks just below beta.
//!
//! The algorithm is A. Reinefeld's ("An improvement to the Scout tree-search algorithm", ICCA Journal
//! 6(4), 1983), the form that of programs that were written before anyone negated. It visits the
//! nodes of [`negascout`](super::negascout). Values and windows are from the first player's point
//! of view throughout; which function is called follows from who moves.

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

/// Asks for the value of a move, for the first player.
fn ask<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    kind: Kind,
    mv: G::Move,
    window: Window,
    depth: i32,
) -> Score {
    tree.child_for_first(kind, mv, depth, |tree, depth| value(tree, window, depth))
}

/// The first player moves: is a move better than alpha?
fn maximise<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit_for_first(window, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = Window { alpha: window.alpha.max(best), ..window };
            let mut value = if index == 0 {
                ask(tree, Kind::Full, mv, open, depth)
            } else {
                let null = Window::null(open.alpha);
                ask(tree, Kind::Null, mv, null, depth)
            };
            if index > 0 && open.contains(value) && !tree.has_ended() {
                let again = Window::new(value, open.beta);
                value = ask(tree, Kind::Research, mv, again, depth);
            }
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

/// The second player moves: is a move better than beta?
fn minimise<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit_for_first(window, depth, |tree, moves| {
        let mut best = Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = Window { beta: window.beta.min(best), ..window };
            let mut value = if index == 0 {
                ask(tree, Kind::Full, mv, open, depth)
            } else {
                let null = Window::null(open.beta.prev());
                ask(tree, Kind::Null, mv, null, depth)
            };
            if index > 0 && open.contains(value) && !tree.has_ended() {
                let again = Window::new(open.alpha, value);
                value = ask(tree, Kind::Research, mv, again, depth);
            }
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

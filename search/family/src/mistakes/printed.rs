//! Wrong on purpose: NegaScout for two sides as an article printed it, that measured how little it
//! gains in a real program.
//!
//! The maximising side searches every move with the open window, not only the first; what it then
//! tests to decide whether to search again is a variable that it never set, where the answer of a
//! null window should be. Read here as C has it for a static variable: 0, the score of a draw, from
//! the first player's point of view. The second search begins at that variable, too. So:
//!
//! - a null window saves nothing on half of the levels, and
//! - wherever 0 lies within the window, a move that is worth less is searched again above 0, fails
//!   low there, and is taken for what that says: an upper bound as if it were the value.
//!
//! The minimising side is right. [`negascout_sides`](crate::negascout_sides) is the program
//! as it was meant.

use crate::tree::Tree;
use plyglot_search::{Game, Kind, Knowledge, Score, Side, Window};

/// The variable that was never set.
const NEVER_SET: Score = Score::DRAW;

/// The value for the first player, if the mistake does not strike.
pub(crate) fn value<G: Game, K: Knowledge<G>>(
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

/// The first player moves: as printed.
fn maximise<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    window: Window,
    depth: i32,
) -> Score {
    tree.visit_for_first(window, depth, |tree, moves| {
        let mut best = -Score::INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let open = Window { alpha: window.alpha.max(best), ..window };
            let mut value = ask(tree, Kind::Full, mv, open, depth);
            if index > 0 && open.contains(NEVER_SET) && !tree.has_ended() {
                let again = Window::new(NEVER_SET, open.beta);
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

/// The second player moves: as it should be.
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

//! MTD: nothing but null windows at the root, which close in on the value.
//!
//! A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms"
//! (Artificial Intelligence 87, 1996). Without a table every pass begins anew.

use crate::family::alpha_beta::fail_soft;
use crate::family::tree::Tree;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::observer::Observer;
use crate::score::Score;
use crate::window::Window;

/// MTD(f): from a first guess towards the value, each pass at the bound that the last one gave.
pub(super) fn mtd_f<G: Game, K: Knowledge<G>, O: Observer<G::Move>>(
    tree: &mut Tree<'_, G, K, O>,
    guess: Score,
    depth: i32,
) -> Score {
    let (mut lower, mut upper) = (-Score::INFINITY, Score::INFINITY);
    let mut value = guess;
    while lower < upper && !tree.halted() {
        let beta = if value == lower { value.next() } else { value };
        value = tree.pass(|tree| fail_soft(tree, Window::null(beta.prev()), depth));
        if value < beta { upper = value } else { lower = value }
    }
    value
}

//! MTD: nothing but null windows at the root, which close in on the value.
//!
//! A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms"
//! (Artificial Intelligence 87, 1996). Each pass is fail-soft alpha-beta and leaves a bound; what the
//! members of the family differ in is where they ask next. With a table large enough, MTD(+inf) visits the leaves of G.
//! Stockman's SSS* (1979) and MTD(-inf) those of its dual, DUAL* (T. Marsland, A. Reinefeld and
//! J. Schaeffer 1987), without their lists. Without a table every pass begins anew.

use crate::alpha_beta::fail_soft;
use crate::tree::Tree;
use plyglot_search::{Game, Knowledge, Score, Window};

/// What is known of the value: from `lower` to `upper`, both included.
#[derive(Clone, Copy, Debug)]
struct Proven {
    lower: Score,
    upper: Score,
}

/// Passes until nothing is left between the bounds. `ask` is told what is proven and what the last
/// pass answered, if there was one; the next asks whether the value is below its answer, which is
/// above the lower bound and at most the upper, so that every pass moves one of them.
fn close_in<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    depth: i32,
    ask: impl Fn(Proven, Option<Score>) -> Score,
) -> Score {
    let mut proven = Proven { lower: -Score::INFINITY, upper: Score::INFINITY };
    let mut last = None;
    loop {
        let beta = ask(proven, last);
        let value = fail_soft(tree, Window::null(beta.prev()), depth);
        if value < beta {
            proven.upper = value
        } else {
            proven.lower = value
        }
        if proven.lower >= proven.upper || tree.has_ended() {
            return value;
        }
        last = Some(value);
    }
}

/// MTD(f): from a first guess towards the value, each pass at the bound that the last one gave.
/// From plus infinity it is MTD(+inf), which comes down from above; from minus infinity it is
/// MTD(-inf), which comes up from below.
pub(super) fn mtd_f<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    guess: Score,
    depth: i32,
) -> Score {
    close_in(tree, depth, |proven, last| {
        let value = last.unwrap_or(guess);
        if value == proven.lower { value.next() } else { value }
    })
}

/// Bisects the range of scores that is still possible, from the whole of it: D. Eppstein's lectures
/// on game programming (1997) describe it; K. Coplan's C* (1982) is the same idea.
pub(super) fn bisect<G: Game, K: Knowledge<G>>(tree: &mut Tree<'_, G, K>, depth: i32) -> Score {
    close_in(tree, depth, |Proven { lower, upper }, _| {
        Score::from_raw(upper.raw() - (upper.raw() - lower.raw()) / 2)
    })
}

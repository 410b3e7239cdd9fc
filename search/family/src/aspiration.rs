//! Aspiration: a narrow window where the value is expected, and a wider one where it was not there.
//!
//! The form with fail-soft bounds is T. Marsland's ("A review of game-tree pruning", ICCA Journal
//! 9(1), 1986); G. Baudet ("The design and analysis of algorithms for asynchronous multiprocessors",
//! 1978) analyses what a window gains when its place is guessed. NegaScout searches inside. A window
//! that fails leaves a bound, which closes the next one on the other side: after fail low the value
//! is at most v, and (.., v) is asked.

use crate::negascout::negascout;
use crate::tree::Tree;
use plyglot_search::{Game, Knowledge, Score, Window};

/// The first window of an iteration, and what becomes of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Where the value is expected.
    pub(super) centre: Score,
    /// The first window reaches so far to both sides, at least 1.
    pub(super) width: i32,
    /// Whether the side that failed opens step by step, each twice as long as the one before, or
    /// at once as far as is asked.
    pub(super) gradual: bool,
}

impl Aim {
    /// From the centre both ways, within `asked`, which is taken whole where the centre is too far
    /// outside.
    fn first(&self, asked: Window) -> Window {
        let (low, high) = (self.centre.raw() - self.width, self.centre.raw() + self.width);
        let alpha = asked.alpha.max(Score::from_raw(low));
        let beta = asked.beta.min(Score::from_raw(high));
        if alpha < beta { Window::new(alpha, beta) } else { asked }
    }
}

/// The value, fail soft within `asked`.
pub(super) fn search<G: Game, K: Knowledge<G>>(
    tree: &mut Tree<'_, G, K>,
    asked: Window,
    aim: Aim,
    depth: i32,
) -> Score {
    let whole = asked.beta.raw() - asked.alpha.raw();
    let mut left = asked;
    let mut window = aim.first(asked);
    let mut step = if aim.gradual { aim.width } else { whole };
    loop {
        let value = negascout(tree, window, depth);
        if tree.has_ended() || window.contains(value) {
            return value;
        }
        if value <= window.alpha {
            left.beta = value
        } else {
            left.alpha = value
        }
        if left.alpha >= left.beta {
            return value;
        }
        let reach = |score: Score, by: i32| Score::from_raw(score.raw() + by);
        window = if value <= window.alpha {
            Window::new(left.alpha.max(reach(value, -step)), value)
        } else {
            Window::new(value, left.beta.min(reach(value, step)))
        };
        step = step.saturating_mul(2).min(whole);
    }
}

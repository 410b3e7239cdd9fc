//! Alpha and beta as one value: flip, null window, raise, cut off, widen.
//!
//! A window (alpha, beta) asks: is the value at most alpha, at least beta, or what is it between?
//! Fail-soft answers `v` are read as inequalities: `v <= alpha` says the value is at most `v`,
//! `v >= beta` says it is at least `v`, anything between is the value itself.

use crate::rules::score::Score;

/// An open interval of scores; `alpha < beta` always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The value is of interest only above this.
    pub alpha: Score,
    /// The value is of interest only below this.
    pub beta: Score,
}

impl Window {
    /// The window that asks for the exact value.
    pub const FULL: Window = Window { alpha: Score::MINUS_INFINITY, beta: Score::INFINITY };

    /// The window between two scores.
    ///
    /// # Panics
    /// In debug builds, if it would be empty.
    #[inline]
    pub fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha < beta, "empty window {alpha:?} .. {beta:?}");
        Window { alpha, beta }
    }

    /// The null window just above `alpha`: is the value larger than alpha?
    #[inline]
    pub fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// The same question asked by the opponent.
    #[inline]
    pub fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window for a child: flipped only where the mover changes.
    #[inline]
    pub fn for_child(self, mover_changes: bool) -> Window {
        if mover_changes { self.flip() } else { self }
    }

    /// True if nothing fits between alpha and beta.
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.next() == self.beta
    }

    /// The window above a score that was reached; unchanged if alpha is already higher.
    /// The caller has made sure that `score` does not cut off.
    #[inline]
    pub fn raise(self, score: Score) -> Window {
        Window { alpha: self.alpha.max(score), beta: self.beta }
    }

    /// True if the score is at or above beta: fail high.
    #[inline]
    pub fn cuts_off(self, score: Score) -> bool {
        score >= self.beta
    }

    /// True if the score lies strictly between alpha and beta, and is thus exact.
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The window narrowed to what is proven of the value, or the score that settles the question
    /// if nothing is left between.
    #[inline]
    pub fn narrow(self, lower: Score, upper: Score) -> Result<Window, Score> {
        if lower == -Score::INFINITY && upper == Score::INFINITY {
            Ok(self)
        } else if lower >= self.beta || lower == upper {
            Err(lower)
        } else if upper <= self.alpha {
            Err(upper)
        } else {
            Ok(Window { alpha: self.alpha.max(lower.prev()), beta: self.beta.min(upper.next()) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(points: i32) -> Score {
        Score::heuristic(points)
    }

    #[test]
    fn flipping_twice_is_nothing() {
        let window = Window::new(score(-3), score(8));
        assert_eq!(window.flip(), Window::new(score(-8), score(3)));
        assert_eq!(window.flip().flip(), window);
        assert_eq!(Window::FULL.flip(), Window::FULL);
    }

    #[test]
    fn the_opponent_asks_from_the_other_end_and_only_where_the_mover_changes() {
        let window = Window::new(score(-3), score(8));
        assert_eq!(window.for_child(true), Window::new(score(-8), score(3)));
        assert_eq!(window.for_child(false), window);
    }

    #[test]
    fn what_was_reached_raises_alpha_and_never_lowers_it() {
        let window = Window::new(score(0), score(10));
        assert_eq!(window.raise(score(4)), Window::new(score(4), score(10)));
        assert_eq!(window.raise(score(-4)), window);
        assert!(window.raise(score(4)).contains(score(5)));
        assert!(!window.raise(score(4)).contains(score(4)));
    }

    #[test]
    fn the_ends_of_a_window_are_not_within() {
        let window = Window::new(score(0), score(10));
        assert!(window.contains(score(1)) && window.contains(score(9)));
        assert!(!window.contains(score(0)) && !window.contains(score(10)));
        assert!(window.cuts_off(score(10)) && window.cuts_off(score(11)));
        assert!(!window.cuts_off(score(9)) && !window.cuts_off(score(0)));
    }

    #[test]
    fn a_null_window_contains_nothing() {
        let window = Window::null(score(5));
        assert!(window.is_null() && window.flip().is_null());
        assert!(!Window::new(score(5), score(7)).is_null() && !Window::FULL.is_null());
        assert!((0..10).all(|points| !window.contains(score(points))));
        assert!(window.cuts_off(score(6)) && !window.cuts_off(score(5)));
    }

    #[test]
    fn narrowing_keeps_every_value_that_is_still_possible() {
        let window = Window::new(score(0), score(10));
        assert_eq!(window.narrow(score(10), score(20)), Err(score(10)));
        assert_eq!(window.narrow(score(-9), score(0)), Err(score(0)));
        assert_eq!(window.narrow(score(4), score(4)), Err(score(4)));
        // What is known outside of the window changes nothing of it.
        assert_eq!(window.narrow(-Score::INFINITY, Score::INFINITY), Ok(window));
        assert_eq!(window.narrow(score(-9), score(20)), Ok(window));
        assert_eq!(window.narrow(score(-9), score(7)), Ok(Window::new(score(0), score(8))));
        assert_eq!(window.narrow(score(3), score(20)), Ok(Window::new(score(2), score(10))));
        // One side alone may be known.
        let above = window.narrow(score(3), Score::INFINITY);
        assert_eq!(above, Ok(Window::new(score(2), score(10))));
        let below = window.narrow(-Score::INFINITY, score(7));
        assert_eq!(below, Ok(Window::new(score(0), score(8))));
        let left = window.narrow(score(3), score(7)).unwrap();
        assert!(left.contains(score(3)) && left.contains(score(7)));
        assert!(!left.contains(score(2)) && !left.contains(score(8)));
    }
}

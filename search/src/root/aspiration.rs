//! The window around the last score, as a small state machine; no search in it.
//!
//! A window that fails moves only the side that failed, to well beyond the score that came back,
//! and each failure moves it further. A decided score opens that side. The fifth failure opens both:
//! entries of other depths can make a search fail high and low in turn, and the whole window is the
//! one that cannot fail.

use crate::rules::report::Bound;
use crate::rules::score::Score;
use crate::rules::window::Window;

/// The windows of one depth at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aspiration {
    window: Window,
    step: i32,
    failures: u32,
}

/// After this many failures both sides are opened altogether.
const MAX_FAILURES: u32 = 5;

impl Aspiration {
    /// The whole range of scores: for the first depths, of which nothing is known.
    pub fn open() -> Self {
        Aspiration { window: Window::FULL, step: 0, failures: 0 }
    }

    /// `half_width` points either side of the last score.
    pub fn around(guess: Score, half_width: i32) -> Self {
        if guess.is_decided() || half_width <= 0 {
            return Self::open();
        }
        let step = half_width;
        let window = Window {
            alpha: Score::from_raw(guess.raw() - step),
            beta: Score::from_raw(guess.raw() + step),
        };
        Aspiration { window, step, failures: 0 }
    }

    /// The window to search with now.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Learns what a search with some window of this depth found. True if the window changed, so
    /// that searches with the old one have become pointless.
    pub fn learn(&mut self, score: Score, bound: Bound) -> bool {
        let old = self.window;
        match bound {
            Bound::Exact => {}
            Bound::Lower if score < self.window.beta => {}
            Bound::Upper if score > self.window.alpha => {}
            Bound::Lower => {
                let beta = self.beyond(score, 1);
                // The value is at least the score, so nothing below it is of interest.
                let alpha = self.window.alpha.max(score.prev());
                self.window = Window { alpha, beta: beta.max(score.next()) };
            }
            Bound::Upper => {
                let alpha = self.beyond(score, -1);
                let beta = self.window.beta.min(score.next());
                self.window = Window { alpha: alpha.min(score.prev()), beta };
            }
        }
        if self.failures >= MAX_FAILURES {
            self.window = Window::FULL;
        }
        self.window != old
    }

    /// A score well beyond `score` in the given direction.
    fn beyond(&mut self, score: Score, sign: i32) -> Score {
        self.failures += 1;
        self.step = self.step.saturating_mul(3).min(Score::INFINITY.raw());
        let target = score.raw() + sign * self.step;
        let open = score.is_decided() || target.abs() > Score::MAX_HEURISTIC || self.step == 0;
        Score::from_raw(if open { sign * Score::INFINITY.raw() } else { target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_moves_one_side_only_and_ever_further() {
        let mut aspiration = Aspiration::around(Score::heuristic(100), 10);
        assert_eq!(aspiration.window(), Window::new(Score::heuristic(90), Score::heuristic(110)));
        assert!(aspiration.learn(Score::heuristic(115), Bound::Lower));
        let once = aspiration.window();
        assert_eq!(once, Window::new(Score::heuristic(114), Score::heuristic(145)));
        assert!(aspiration.learn(Score::heuristic(150), Bound::Lower));
        assert!(aspiration.window().beta > Score::heuristic(200));
        assert!(aspiration.window().contains(Score::heuristic(150)));
    }

    #[test]
    fn a_failure_low_is_the_mirror_image_of_one_high() {
        let mut aspiration = Aspiration::around(Score::heuristic(100), 10);
        assert!(!aspiration.learn(Score::heuristic(95), Bound::Upper), "within the window");
        assert!(aspiration.learn(Score::heuristic(85), Bound::Upper));
        assert_eq!(aspiration.window(), Window::new(Score::heuristic(55), Score::heuristic(86)));
        let edge = aspiration.window();
        assert!(aspiration.learn(edge.alpha, Bound::Upper), "alpha itself is a failure");
        assert!(aspiration.learn(aspiration.window().beta, Bound::Lower), "and so is beta");
    }

    #[test]
    fn a_side_that_would_leave_the_estimates_is_opened() {
        let mut aspiration = Aspiration::around(Score::heuristic(15_900), 50);
        assert!(aspiration.learn(Score::heuristic(15_960), Bound::Lower));
        assert_eq!(aspiration.window().beta, Score::INFINITY);
        // The greatest estimate is one.
        let mut aspiration = Aspiration::around(Score::heuristic(15_900), 20);
        assert!(aspiration.learn(Score::heuristic(Score::MAX_HEURISTIC - 60), Bound::Lower));
        assert_eq!(aspiration.window().beta, Score::heuristic(Score::MAX_HEURISTIC));
        let mut aspiration = Aspiration::around(Score::heuristic(-15_900), 50);
        assert!(aspiration.learn(Score::heuristic(-15_960), Bound::Upper));
        assert_eq!(aspiration.window().alpha, -Score::INFINITY);
    }

    #[test]
    fn around_a_decided_score_or_without_a_width_every_window_is_open() {
        for (guess, width) in [(Score::win_in(3), 10), (Score::DRAW, 0), (Score::DRAW, -1)] {
            assert_eq!(Aspiration::around(guess, width), Aspiration::open());
        }
    }

    #[test]
    fn every_chain_of_failures_ends_in_an_open_side() {
        let mut aspiration = Aspiration::around(Score::DRAW, 1);
        let mut rounds = 0;
        while aspiration.window().alpha > -Score::INFINITY {
            let alpha = aspiration.window().alpha;
            assert!(aspiration.learn(alpha, Bound::Upper));
            rounds += 1;
        }
        assert!(rounds <= MAX_FAILURES);
    }

    #[test]
    fn searches_that_contradict_each_other_end_with_the_whole_window() {
        let mut aspiration = Aspiration::around(Score::DRAW, 24);
        for round in 1.. {
            let bound = if round % 2 == 0 { Bound::Lower } else { Bound::Upper };
            let score = Score::from_raw(if round % 2 == 0 { -3 } else { -20_001 });
            if !aspiration.learn(score, bound) {
                break;
            }
            assert!(round <= MAX_FAILURES);
        }
        assert_eq!(aspiration.window(), Window::FULL);
    }

    #[test]
    fn a_decided_score_opens_the_side_at_once() {
        let mut aspiration = Aspiration::around(Score::DRAW, 10);
        aspiration.learn(Score::margin(4), Bound::Lower);
        assert_eq!(aspiration.window().beta, Score::INFINITY);
        assert!(aspiration.window().contains(Score::margin(4)));
    }

    #[test]
    fn news_from_an_older_window_changes_nothing() {
        let mut aspiration = Aspiration::around(Score::DRAW, 10);
        aspiration.learn(Score::heuristic(12), Bound::Lower);
        let window = aspiration.window();
        assert!(!aspiration.learn(Score::heuristic(12), Bound::Lower));
        assert_eq!(aspiration.window(), window);
    }
}

//! The windows of an exact solve at the root, as a small state machine; no search in it.
//!
//! It knows between which scores the value lies and picks the next question, until nothing is left
//! to ask and a move is known that reaches the value.

mod exact;

use self::exact::{LAST, at_least, at_most, score};
use crate::rules::knowledge::Bounds;
use crate::rules::report::Bound;
use crate::rules::score::{Meaning, Score};
use crate::rules::solve::SolveWindows;
use crate::rules::window::Window;

/// In which order a driver asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// As a game would have it.
    By(SolveWindows),
    /// The value is a win or a loss that is known to be forced within some distance. Whether it is
    /// within less is asked from the shortest distance upwards: each question is answered by a search
    /// no deeper than its distance, and what was proven for shorter ones answers most of the next, as
    /// in iterative deepening.
    ByDistance { wins: bool },
}

/// What is known of a value, and what to ask next.
#[derive(Clone, Debug)]
pub(crate) struct SolveDriver {
    order: Order,
    step: i32,
    lower: i32,
    upper: i32,
    guess: i32,
    /// The highest value that a known move is proven to reach.
    reached: i32,
    learnt: bool,
}

impl SolveDriver {
    /// A driver for a value that lies within `bounds`, in steps of `step`.
    pub(crate) fn new(bounds: Bounds, windows: SolveWindows, step: i32, guess: Score) -> Self {
        SolveDriver {
            order: Order::By(windows),
            step: step.max(1),
            lower: at_least(bounds.lower),
            upper: at_most(bounds.upper),
            guess: at_most(guess),
            reached: -LAST - 1,
            learnt: false,
        }
    }

    /// A driver for a win or a loss that is proven to be forced in at most as many plies as `found` says,
    /// by a move that is known.
    pub(crate) fn by_distance(found: Score) -> Self {
        let wins = found > Score::DRAW;
        let (lower, upper) = if wins {
            (at_least(found), at_most(Score::win_in(1)))
        } else {
            (at_least(Score::loss_in(1)), at_most(found))
        };
        let reached = if wins { lower } else { -LAST - 1 };
        let order = Order::ByDistance { wins };
        SolveDriver { order, step: 1, lower, upper, guess: lower, reached, learnt: true }
    }

    /// Within how many plies the next question is answered, if it asks for a distance: one more than the
    /// distance, for games that end only where no move is left.
    pub(crate) fn within(&self) -> Option<i32> {
        let Order::ByDistance { wins } = self.order else { return None };
        let question = if self.lower >= self.upper { self.lower } else { self.question() };
        match score(question).meaning() {
            Meaning::WinIn(plies) if wins => Some(plies as i32 + 1),
            Meaning::LossIn(plies) if !wins => Some(plies as i32 + 1),
            _ => None,
        }
    }

    /// Between which scores the value is proven to lie.
    pub(crate) fn proven(&self) -> Bounds {
        Bounds { lower: self.said(self.lower), upper: self.said(self.upper) }
    }

    /// The score of a number, as it is said: where distances are asked for, less than any is a win or loss of one that is
    /// not known.
    fn said(&self, number: i32) -> Score {
        let score = score(number);
        let by_distance = matches!(self.order, Order::ByDistance { .. });
        match score.meaning() {
            Meaning::Margin(size) if by_distance && size > 0 => Score::won(Score::MAX_DISTANCE),
            Meaning::Margin(_) if by_distance => Score::lost(Score::MAX_DISTANCE),
            _ => score,
        }
    }

    /// The next window to search with; `None` when the value is proven and a move reaches it.
    pub(crate) fn window(&self) -> Option<Window> {
        if self.lower >= self.upper {
            // The bounds have met without any search saying by which move.
            return (self.reached < self.lower).then(|| Window::null(score(self.lower).prev()));
        }
        if self.order == Order::By(SolveWindows::Full) {
            return Some(Window::new(score(self.lower).prev(), score(self.upper).next()));
        }
        Some(Window::null(score(self.question()).prev()))
    }

    /// The value of which is asked whether it is reached: above `lower`, at most `upper`.
    fn question(&self) -> i32 {
        let (lower, upper) = (self.lower, self.upper);
        let middle = lower + (upper - lower) / 2;
        let windows = match self.order {
            Order::ByDistance { wins: true } => return upper,
            Order::ByDistance { wins: false } => return lower + 1,
            Order::By(windows) => windows,
        };
        let question = match windows {
            SolveWindows::AroundGuess => self.guess,
            SolveWindows::Bisect | SolveWindows::Full => middle + 1,
            // Halfway to zero from the nearer extreme, as P. Pons does in "Solving Connect 4"
            // (2015): short wins and losses are cheap to find, and their absence is cheap to prove.
            SolveWindows::InwardsTo { least, most } if least <= lower && upper <= most => {
                (lower + 1).max(0)
            }
            SolveWindows::Inwards | SolveWindows::InwardsTo { .. }
                if middle <= 0 && lower / 2 < middle =>
            {
                lower / 2 + 1
            }
            SolveWindows::Inwards | SolveWindows::InwardsTo { .. }
                if middle >= 0 && upper / 2 > middle =>
            {
                upper / 2 + 1
            }
            SolveWindows::Inwards | SolveWindows::InwardsTo { .. } => middle + 1,
        };
        question.clamp(lower + 1, upper)
    }

    /// Learns what a search found. True if the next question has changed.
    pub(crate) fn learn(&mut self, found: Score, bound: Bound) -> bool {
        let old = self.window();
        self.learnt = true;
        if bound != Bound::Upper {
            let found = at_least(found);
            self.lower = self.lower.max(found);
            self.reached = self.reached.max(found);
            self.guess = found + self.step;
        }
        if bound != Bound::Lower {
            let found = at_most(found);
            self.upper = self.upper.min(found);
            self.guess = found;
        }
        // Only two entries with one key could bring this about; the later word counts.
        if self.lower > self.upper {
            match bound {
                Bound::Upper => {
                    self.lower = self.upper;
                    self.reached = self.reached.max(self.lower);
                }
                Bound::Lower | Bound::Exact => self.upper = self.lower,
            }
        }
        self.window() != old
    }

    /// True if a move that was found to score so much reaches all that is proven so far.
    pub(crate) fn is_reached_by(&self, found: Score) -> bool {
        at_least(found) >= self.lower
    }

    /// The value, once it is proven.
    pub(crate) fn value(&self) -> Option<Score> {
        (self.lower >= self.upper).then(|| score(self.lower))
    }

    /// The most that is proven by search so far: a lower bound that a known move reaches, else an
    /// upper bound.
    pub(crate) fn so_far(&self) -> Option<(Score, Bound)> {
        if self.order == (Order::ByDistance { wins: false }) {
            // That the game is lost says more than that it is not lost at once.
            Some((self.said(self.upper), Bound::Upper))
        } else if self.reached >= -LAST && self.reached >= self.lower {
            Some((self.said(self.lower), Bound::Lower))
        } else if self.learnt && self.upper < LAST {
            Some((score(self.upper), Bound::Upper))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;

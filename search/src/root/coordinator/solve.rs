//! The windows of an exact solve at the root, as a small state machine; no search in it.
//!
//! It knows between which scores the value lies and picks the next question, until nothing is left
//! to ask and a move is known that reaches the value.

use crate::rules::knowledge::Bounds;
use crate::rules::report::Bound;
use crate::rules::score::{Meaning, Score};
use crate::rules::solve::SolveWindows;
use crate::rules::window::Window;

const WIN_BASE: i32 = Score::MAX_MARGIN + 1;
const LAST: i32 = WIN_BASE + Score::MAX_DISTANCE as i32 + 1;

/// Exact scores counted without the gaps between their ranges, so that halving means something.
/// A score in a gap, which fail-soft answers and bounds may give, is not a value: what is at most that
/// is at most the next exact score below.
fn at_most(found: Score) -> i32 {
    match found.meaning() {
        Meaning::Heuristic(points) if points < 0 => -1,
        Meaning::Heuristic(_) => 0,
        Meaning::Margin(margin) if margin < -Score::MAX_MARGIN => -WIN_BASE,
        Meaning::Margin(margin) => margin.min(Score::MAX_MARGIN),
        Meaning::WinIn(plies) => WIN_BASE + (Score::MAX_DISTANCE - plies) as i32,
        Meaning::LossIn(plies) => -WIN_BASE - (Score::MAX_DISTANCE - plies) as i32,
        Meaning::Unbounded => LAST * found.raw().signum(),
    }
}

/// The same from the other side: what is at least a score in a gap is at least the next above.
fn at_least(found: Score) -> i32 {
    -at_most(-found)
}

fn score(ordinal: i32) -> Score {
    let size = ordinal.abs();
    let score = if size >= LAST {
        Score::INFINITY
    } else if size >= WIN_BASE {
        Score::win_in(Score::MAX_DISTANCE - (size - WIN_BASE) as u32)
    } else {
        Score::margin(size)
    };
    if ordinal < 0 { -score } else { score }
}

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
        Bounds { lower: score(self.lower), upper: score(self.upper) }
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
            SolveWindows::Inwards if middle <= 0 && lower / 2 < middle => lower / 2 + 1,
            SolveWindows::Inwards if middle >= 0 && upper / 2 > middle => upper / 2 + 1,
            SolveWindows::Inwards => middle + 1,
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
            Some((score(self.upper), Bound::Upper))
        } else if self.reached >= -LAST && self.reached >= self.lower {
            Some((score(self.lower), Bound::Lower))
        } else if self.learnt && self.upper < LAST {
            Some((score(self.upper), Bound::Upper))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers a window truthfully for a value, fail hard.
    fn answer(value: Score, window: Window) -> (Score, Bound) {
        let score = value.clamp(window.alpha, window.beta);
        (score, Bound::of(score, window))
    }

    fn passes(mut driver: SolveDriver, value: Score) -> usize {
        let mut passes = 0;
        while let Some(window) = driver.window() {
            let (found, bound) = answer(value, window);
            // Fail hard answers of a null window may fall into a gap; what they mean is the side.
            let found = match bound {
                Bound::Lower => value.min(found.max(window.beta)).max(window.beta),
                Bound::Upper => found,
                Bound::Exact => value,
            };
            driver.learn(found, bound);
            passes += 1;
            assert!(passes < 40_000, "no end for {value:?} {driver:?}");
        }
        assert_eq!(driver.value(), Some(value));
        passes
    }

    #[test]
    fn ordinals_and_scores_are_each_others_inverse() {
        for place in -LAST..=LAST {
            assert_eq!(at_most(score(place)), place);
            assert_eq!(at_least(score(place)), place);
        }
    }

    #[test]
    fn where_the_ranges_of_scores_meet_none_is_counted_twice_or_left_out() {
        let [margin, far, near] = [
            Score::margin(Score::MAX_MARGIN),
            Score::win_in(Score::MAX_DISTANCE),
            Score::win_in(0),
        ];
        for (below, above) in [(margin, far), (near, Score::INFINITY)] {
            assert_eq!(at_most(above), at_most(below) + 1);
            assert_eq!(at_least(-above), at_least(-below) - 1);
            for exact in [below, above, -below, -above] {
                assert_eq!(score(at_most(exact)), exact);
            }
        }
    }

    #[test]
    fn a_score_in_a_gap_counts_for_the_nearest_exact_one_on_the_side_it_bounds() {
        let last = Score::margin(Score::MAX_MARGIN);
        let gap = Score::from_raw(last.raw() + 700);
        assert_eq!((score(at_most(gap)), at_least(gap)), (last, WIN_BASE));
        assert_eq!((at_most(-gap), score(at_least(-gap))), (-WIN_BASE, -last));
        // Between the draw and the smallest margin lie the estimates.
        let gap = Score::heuristic(9);
        assert_eq!((at_most(gap), at_least(gap), at_most(-gap), at_least(-gap)), (0, 1, -1, 0));
    }

    #[test]
    fn every_plan_finds_every_value_and_a_move_for_it() {
        let bounds = Bounds { lower: Score::margin(-21), upper: Score::margin(21) };
        for windows in [
            SolveWindows::AroundGuess,
            SolveWindows::Bisect,
            SolveWindows::Inwards,
            SolveWindows::Full,
        ] {
            for value in -21..=21 {
                let guess = Score::margin(3);
                let driver = SolveDriver::new(bounds, windows, 1, guess);
                passes(driver, Score::margin(value));
            }
        }
    }

    #[test]
    fn an_answer_in_a_gap_between_exact_scores_still_settles_its_question() {
        for value in [-30, -1, 0, 1, 30].map(Score::margin).into_iter().chain([Score::win_in(9)]) {
            for windows in [SolveWindows::Bisect, SolveWindows::Inwards, SolveWindows::AroundGuess]
            {
                let mut driver = SolveDriver::new(Bounds::UNKNOWN, windows, 1, Score::DRAW);
                let mut passes = 0;
                while let Some(window) = driver.window() {
                    let (found, bound) = answer(value, window);
                    driver.learn(found, bound);
                    passes += 1;
                    assert!(passes < 40_000, "no end for {value:?} {driver:?}");
                }
                assert_eq!(driver.value(), Some(value));
            }
        }
    }

    #[test]
    fn the_next_question_halves_what_is_left_or_goes_inwards_from_the_nearer_extreme() {
        use SolveWindows::{AroundGuess, Bisect, Inwards};
        for (windows, lower, upper, asked) in [
            (Bisect, 0, 10, 6),
            (Bisect, -20, 10, -4),
            // Most of what is left lies on the losing side, then on the winning one.
            (Inwards, -20, 10, -9),
            (Inwards, -10, 20, 11),
            // Half of the extreme is no longer within, or no nearer to zero than the middle.
            (Inwards, -20, -4, -11),
            (Inwards, 4, 20, 13),
            (Inwards, -20, 0, -9),
            (Inwards, 0, 20, 11),
            (AroundGuess, -20, 20, 7),
            (AroundGuess, 10, 20, 11),
            (AroundGuess, -20, 5, 5),
        ] {
            let bounds = Bounds { lower: Score::margin(lower), upper: Score::margin(upper) };
            let driver = SolveDriver::new(bounds, windows, 1, Score::margin(7));
            let window = driver.window().expect("nothing is known yet");
            assert_eq!(window, Window::null(Score::margin(asked).prev()), "{windows:?} {lower}");
        }
    }

    #[test]
    fn around_a_guess_the_next_question_is_a_step_above_what_is_reached_or_at_the_new_bound() {
        let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
        let guess = Score::margin(4);
        let driver = SolveDriver::new(bounds, SolveWindows::AroundGuess, 2, guess);
        let asked = |driver: &SolveDriver| driver.window().expect("more to ask").beta;
        let mut higher = driver.clone();
        assert!(higher.learn(Score::margin(6), Bound::Lower));
        assert_eq!(asked(&higher), Score::margin(8));
        let mut lower = driver.clone();
        assert!(lower.learn(Score::margin(-2), Bound::Upper));
        assert_eq!(asked(&lower), Score::margin(-2));
        // The same again says nothing new.
        assert!(!lower.learn(Score::margin(-2), Bound::Upper));
        assert_eq!(lower.proven(), Bounds { upper: Score::margin(-2), ..bounds });
    }

    #[test]
    fn words_that_contradict_each_other_end_in_the_later_one() {
        let bounds = Bounds { lower: Score::margin(-20), upper: Score::margin(20) };
        let new = || SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
        for bound in [Bound::Lower, Bound::Exact] {
            let mut driver = new();
            driver.learn(Score::margin(3), Bound::Upper);
            driver.learn(Score::margin(5), bound);
            assert_eq!((driver.value(), driver.window()), (Some(Score::margin(5)), None));
        }
        let mut driver = new();
        driver.learn(Score::margin(5), Bound::Lower);
        driver.learn(Score::margin(3), Bound::Upper);
        assert_eq!((driver.value(), driver.window()), (Some(Score::margin(3)), None));
        assert!(driver.is_reached_by(Score::margin(3)) && !driver.is_reached_by(Score::margin(2)));
    }

    #[test]
    fn the_most_that_is_proven_is_a_bound_that_a_move_reaches_or_one_from_above() {
        let bounds = Bounds { lower: Score::margin(-20), upper: Score::INFINITY };
        let mut driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
        // What was known beforehand is nothing that a search has found.
        assert_eq!(driver.so_far(), None);
        driver.learn(Score::margin(9), Bound::Upper);
        assert_eq!(driver.so_far(), Some((Score::margin(9), Bound::Upper)));
        driver.learn(Score::margin(2), Bound::Lower);
        assert_eq!(driver.so_far(), Some((Score::margin(2), Bound::Lower)));
        let mut driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
        driver.learn(Score::INFINITY, Bound::Upper);
        assert_eq!(driver.so_far(), None, "no bound at all");
        // What was known beforehand, and a move that does not reach it.
        let bounds = Bounds { lower: Score::margin(4), ..bounds };
        let mut driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
        driver.learn(Score::margin(2), Bound::Lower);
        assert_eq!(driver.so_far(), None);
        driver.learn(Score::margin(9), Bound::Upper);
        assert_eq!(driver.so_far(), Some((Score::margin(9), Bound::Upper)));
    }

    #[test]
    fn bisecting_takes_the_logarithm_of_the_range() {
        let bounds = Bounds { lower: Score::margin(-64), upper: Score::margin(64) };
        for value in -64..=64 {
            let driver = SolveDriver::new(bounds, SolveWindows::Bisect, 1, Score::DRAW);
            assert!(passes(driver, Score::margin(value)) <= 9);
        }
    }

    #[test]
    fn wins_and_losses_in_n_are_found_without_any_bounds() {
        for value in [Score::win_in(5), Score::loss_in(900), Score::DRAW] {
            for windows in [SolveWindows::Bisect, SolveWindows::Inwards, SolveWindows::Full] {
                passes(SolveDriver::new(Bounds::UNKNOWN, windows, 1, Score::DRAW), value);
            }
        }
    }

    #[test]
    fn a_distance_is_proven_from_the_shortest_upwards() {
        for (found, value) in [(9, 9), (9, 5), (1, 1), (40, 3)] {
            for (found, value) in [
                (Score::win_in(found), Score::win_in(value)),
                (Score::loss_in(found), Score::loss_in(value)),
            ] {
                let mut driver = SolveDriver::by_distance(found);
                let mut deepest = 0;
                while let Some(window) = driver.window() {
                    let within = driver.within().expect("a distance is asked for");
                    assert!(within >= deepest, "{driver:?}");
                    deepest = within;
                    let (answer, bound) = answer(value, window);
                    driver.learn(answer, bound);
                }
                assert_eq!(driver.value(), Some(value));
            }
        }
    }

    #[test]
    fn a_distance_is_answered_a_ply_beyond_it() {
        // Of a win the shortest is asked for first, of a loss that it takes longer than the shortest.
        assert_eq!(SolveDriver::by_distance(Score::win_in(9)).within(), Some(2));
        assert_eq!(SolveDriver::by_distance(Score::loss_in(8)).within(), Some(3));
    }

    #[test]
    fn a_loss_whose_distance_is_known_still_asks_for_its_move() {
        let mut driver = SolveDriver::by_distance(Score::loss_in(2));
        driver.learn(Score::loss_in(1), Bound::Upper);
        assert_eq!(driver.value(), Some(Score::loss_in(1)));
        let window = driver.window().expect("no move is known that lasts as long");
        driver.learn(window.beta, Bound::Lower);
        assert_eq!(driver.window(), None);
    }

    #[test]
    fn a_value_known_beforehand_still_asks_for_its_move() {
        let known = Bounds::exactly(Score::margin(-4));
        let mut driver = SolveDriver::new(known, SolveWindows::Full, 2, Score::DRAW);
        let window = driver.window().expect("no move is known yet");
        assert!(window.cuts_off(Score::margin(-4)));
        driver.learn(Score::margin(-4), Bound::Lower);
        assert_eq!(driver.window(), None);
    }
}

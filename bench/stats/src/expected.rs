//! What a value makes one expect of the game's result.

use plyglot_search::{Bound, Meaning, Score, Verdict};

/// The expected result for one side: 0 lost, 0.5 drawn, 1 won.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Expected {
    /// From 0 to 1.
    pub result: f64,
    /// True if the result is proven, and then 0, 0.5 or 1.
    pub proven: bool,
}

impl Expected {
    /// What `verdict` makes its side to move expect, where an estimate of `scale` points is worth
    /// 1 / (1 + 1/e) = 0.73.
    ///
    /// A bound is taken as the value, but for one that proves a win or a loss, which is proof enough.
    pub fn of(verdict: Verdict, scale: i32) -> Expected {
        let Verdict { score, bound, proven } = verdict;
        if let Meaning::Heuristic(points) = score.meaning()
            && !(proven && points == 0)
        {
            let result = 1.0 / (1.0 + (-f64::from(points) / f64::from(scale.max(1))).exp());
            return Expected { result, proven: false };
        }
        let result = match score.cmp(&Score::DRAW) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let decides = match bound {
            Bound::Exact => true,
            Bound::Lower => result == 1.0,
            Bound::Upper => result == 0.0,
        };
        Expected { result, proven: proven && decides }
    }

    /// The same for the other side.
    pub fn flipped(self) -> Expected {
        Expected { result: 1.0 - self.result, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: i32 = 100;

    fn verdict(score: Score, bound: Bound, proven: bool) -> Verdict {
        Verdict { score, bound, proven }
    }

    fn expected(score: Score, proven: bool) -> Expected {
        Expected::of(verdict(score, Bound::Exact, proven), SCALE)
    }

    #[test]
    fn an_estimate_is_a_logistic_and_a_proof_is_a_result() {
        let estimate = |points| expected(Score::heuristic(points), false).result;
        assert_eq!(estimate(0), 0.5);
        assert!((estimate(SCALE) - 1.0 / (1.0 + (-1f64).exp())).abs() < 1e-12);
        assert!((estimate(-70) + estimate(70) - 1.0).abs() < 1e-12);
        let of = |score| expected(score, true);
        assert_eq!(of(Score::DRAW), Expected { result: 0.5, proven: true });
        assert_eq!(of(Score::margin(2)), Expected { result: 1.0, proven: true });
        assert_eq!(of(Score::loss_in(7)), Expected { result: 0.0, proven: true });
    }

    #[test]
    fn a_bound_proves_what_it_decides() {
        let of = |score, bound| Expected::of(verdict(score, bound, true), SCALE).proven;
        assert!(of(Score::win_in(9), Bound::Lower) && of(Score::margin(-2), Bound::Upper));
        assert!(!of(Score::margin(-2), Bound::Lower) && !of(Score::win_in(9), Bound::Upper));
        assert!(!of(Score::DRAW, Bound::Lower));
    }
}

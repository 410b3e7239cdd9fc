//! How much of the expected result a move gave away, and what that makes of it.

use plyglot_stats::Expected;

/// How bad a move was, by the expected result that it gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Less than an inaccuracy.
    Fine,
    /// [`Mark::INACCURACY`] or more, or a proven win left for something that is not proven.
    Inaccuracy,
    /// [`Mark::MISTAKE`] or more, or a proven result given away for a worse proven one.
    Mistake,
    /// [`Mark::BLUNDER`] or more.
    Blunder,
}

impl Mark {
    /// The least drop of the expected result that is an inaccuracy. These three are twice the published limits of
    /// Lichess (lila, `Advice`: 0.1, 0.2 and 0.3 on a scale from -1 to 1), so that they lie beyond what estimates of
    /// any game swing by from one depth to the next: docs/review.md has the figures.
    pub const INACCURACY: f64 = 0.10;
    /// The least drop that is a mistake.
    pub const MISTAKE: f64 = 0.20;
    /// The least drop that is a blunder.
    pub const BLUNDER: f64 = 0.30;

    /// The mark of a move after which the mover expects `played`, where the best one makes it expect `best`.
    ///
    /// Between two proven results only the results count: a slower win is no mistake, a worse result is one
    /// at least.
    pub fn of(best: Expected, played: Expected) -> Mark {
        let drop = drop(best, played);
        let by_drop = match drop {
            _ if drop >= Mark::BLUNDER => Mark::Blunder,
            _ if drop >= Mark::MISTAKE => Mark::Mistake,
            _ if drop >= Mark::INACCURACY => Mark::Inaccuracy,
            _ => Mark::Fine,
        };
        let least = match (best.proven, played.proven) {
            (true, true) if drop > 0.0 => Mark::Mistake,
            (true, false) if best.result == 1.0 => Mark::Inaccuracy,
            _ => Mark::Fine,
        };
        by_drop.max(least)
    }

    /// The word for it; none for a fine move.
    pub fn word(self) -> &'static str {
        match self {
            Mark::Fine => "",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The sign behind a move, as in chess notation.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Fine => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// How much of the expected result a move gave away, never negative.
pub(crate) fn drop(best: Expected, played: Expected) -> f64 {
    (best.result - played.result).max(0.0)
}

/// The accuracy of a move in percent, by the drop of the expected result: the published curve of Lichess
/// ("Lichess accuracy metric", 2022), 103.1668 exp(-0.04354 drop) - 3.1669 with the drop in percent.
pub(crate) fn accuracy(drop: f64) -> f64 {
    (103.1668 * (-4.354 * drop).exp() - 3.1669).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_by_the_drop_but_between_proven_results() {
        let result = |result, proven| Expected { result, proven };
        let mark = |best, played| Mark::of(result(best, false), result(played, false));
        assert_eq!(mark(0.5, 0.41), Mark::Fine);
        assert_eq!(mark(0.41, 0.5), Mark::Fine);
        assert_eq!(mark(0.61, 0.5), Mark::Inaccuracy);
        assert_eq!(mark(0.71, 0.5), Mark::Mistake);
        assert_eq!(mark(0.81, 0.5), Mark::Blunder);
        let proven = |best, played| Mark::of(result(best, true), result(played, true));
        assert_eq!(proven(1.0, 1.0), Mark::Fine);
        assert!(proven(1.0, 0.5) >= Mark::Mistake && proven(0.5, 0.0) >= Mark::Mistake);
        // A large estimate is not a win.
        let left = |best, played| Mark::of(result(best, true), result(played, false));
        assert_eq!([left(1.0, 0.999), left(0.5, 0.49)], [Mark::Inaccuracy, Mark::Fine]);
    }

    #[test]
    fn accuracy_falls_with_the_drop() {
        assert!(accuracy(0.0) > 99.9 && accuracy(0.1) < 70.0 && accuracy(1.0) == 0.0);
    }
}

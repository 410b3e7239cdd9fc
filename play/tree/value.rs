//! What is proven of a value, as whole numbers for the first player.
//!
//! A win is [`WIN`], a loss `-WIN`, a draw 0, a margin itself. How many plies a win takes is not part of it: a tree
//! proves who wins and by how much, the shortest way is for the engine to find.

use plyglot_open::{Facts, Verdict};
use plyglot_search::{Bound, Meaning, Outcome, Score, Side};

/// The value of a win that is not counted in a unit; more than any margin.
pub const WIN: i16 = 10_000;

/// How values of a game are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// True if games end with margins, false if they are only won, drawn or lost.
    pub margins: bool,
    /// The distance between neighbouring margins.
    pub step: i16,
    /// How many points of an estimate make one unit.
    pub points: i32,
    /// At how many points the side ahead is expected to make 0.73 of a win.
    pub result: i32,
}

impl Scale {
    /// That of a game.
    pub fn of(facts: &Facts) -> Scale {
        Scale {
            margins: !facts.unit.is_empty(),
            step: i16::try_from(facts.margin_step).unwrap_or(1).max(1),
            points: facts.points.max(1),
            result: facts.result_scale.max(1),
        }
    }

    /// The value of a finished game, for the first player.
    pub fn outcome(self, outcome: Outcome, mover: Side) -> i16 {
        let value = match outcome {
            Outcome::Win => WIN,
            Outcome::Draw => 0,
            Outcome::Loss => -WIN,
            Outcome::Margin(margin) => margin.clamp(-Score::MAX_MARGIN, Score::MAX_MARGIN) as i16,
        };
        seen(value, mover)
    }

    /// The next value above one.
    pub fn above(self, value: i16) -> i16 {
        match (self.margins, value) {
            (true, WIN) | (false, 1..) => WIN,
            (true, value) if value == -WIN => -(Score::MAX_MARGIN as i16),
            (true, value) => value + self.step,
            (false, 0) => WIN,
            (false, _) => 0,
        }
    }

    /// The next value below one.
    pub fn below(self, value: i16) -> i16 {
        -self.above(-value)
    }

    /// The value that an estimate points to.
    pub fn nearest(self, estimate: Score) -> i16 {
        match estimate.meaning() {
            Meaning::Margin(margin) => margin as i16,
            Meaning::WinIn(_) | Meaning::Won(_) => WIN,
            Meaning::LossIn(_) | Meaning::Lost(_) => -WIN,
            Meaning::Heuristic(points) if self.margins => {
                let (unit, step) = (self.points, i32::from(self.step));
                let steps = f64::from(points) / f64::from(unit * step);
                (steps.round() * f64::from(step)) as i16
            }
            Meaning::Heuristic(_) => 0,
            Meaning::Unbounded => estimate.raw().signum() as i16 * WIN,
        }
    }

    /// The estimate of a value in points, for comparing.
    pub(super) fn points(self, score: Score) -> i32 {
        match score.meaning() {
            Meaning::Heuristic(points) => points,
            Meaning::Margin(margin) => margin.saturating_mul(self.points),
            _ => score.raw().signum() * Score::MAX_HEURISTIC,
        }
    }
}

/// A value of the other side's view, if that is the second player's; its own inverse.
pub(super) fn seen(value: i16, by: Side) -> i16 {
    if by == Side::First { value } else { -value }
}

/// A score likewise.
pub(super) fn seen_score(score: Score, by: Side) -> Score {
    if by == Side::First { score } else { -score }
}

/// The least score that stands for a value.
pub(super) fn score(value: i16) -> Score {
    match value {
        WIN.. => Score::win_in(Score::MAX_DISTANCE),
        _ if value <= -WIN => Score::loss_in(Score::MAX_DISTANCE),
        _ => Score::margin(value.into()),
    }
}

/// Between which values a value is proven to lie, for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// At least this.
    pub lower: i16,
    /// At most this.
    pub upper: i16,
}

impl Default for Proven {
    fn default() -> Self {
        Proven::UNKNOWN
    }
}

impl Proven {
    /// Nothing is proven.
    pub const UNKNOWN: Proven = Proven { lower: -WIN, upper: WIN };

    /// The value itself.
    pub fn exactly(value: i16) -> Proven {
        Proven { lower: value, upper: value }
    }

    /// What a search has proven of a position in which `mover` is to move.
    pub fn of(verdict: &Verdict, mover: Side, scale: Scale) -> Proven {
        if !verdict.proven {
            return Proven::UNKNOWN;
        }
        let (least, most) = (at_least(verdict.score), -at_least(-verdict.score));
        let own = match verdict.bound {
            Bound::Exact => Proven { lower: least, upper: most },
            Bound::Lower => Proven { lower: least, ..Proven::UNKNOWN },
            Bound::Upper => Proven { upper: most, ..Proven::UNKNOWN },
        };
        own.seen_by(mover).rounded(scale)
    }

    /// The same from a side's point of view.
    pub fn seen_by(self, side: Side) -> Proven {
        match side {
            Side::First => self,
            Side::Second => Proven { lower: -self.upper, upper: -self.lower },
        }
    }

    /// Both hold.
    pub fn and(self, other: Proven) -> Proven {
        Proven { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether the value is at least `goal`, if that is proven.
    pub fn answers(self, goal: i16) -> Option<bool> {
        if self.lower >= goal { Some(true) } else { (self.upper < goal).then_some(false) }
    }

    /// True if the value is known.
    pub fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    /// In a game that is only won, drawn or lost, more than a draw is a win.
    fn rounded(self, scale: Scale) -> Proven {
        if scale.margins {
            return self;
        }
        let lower = if self.lower > 0 { WIN } else { self.lower };
        let upper = if self.upper < 0 { -WIN } else { self.upper };
        Proven { lower, upper }
    }
}

/// The greatest value that is not above any outcome of at least this score.
fn at_least(score: Score) -> i16 {
    match score.meaning() {
        Meaning::Heuristic(points) => i16::from(points > 0),
        Meaning::Margin(margin) => margin as i16,
        Meaning::WinIn(_) | Meaning::Won(_) => WIN,
        Meaning::LossIn(_) | Meaning::Lost(_) => -WIN,
        Meaning::Unbounded => score.raw().signum() as i16 * WIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Scale = Scale { margins: false, step: 1, points: 100, result: 100 };
    const DISCS: Scale = Scale { margins: true, step: 2, points: 100, result: 100 };

    fn of(score: Score, bound: Bound, mover: Side, scale: Scale) -> (i16, i16) {
        let proven = Proven::of(&Verdict { score, bound, proven: true }, mover, scale);
        (proven.lower, proven.upper)
    }

    #[test]
    fn what_a_search_proves_is_told_for_the_first_player() {
        let (first, second) = (Side::First, Side::Second);
        assert_eq!(of(Score::win_in(5), Bound::Lower, first, WON), (WIN, WIN));
        assert_eq!(of(Score::win_in(5), Bound::Lower, second, WON), (-WIN, -WIN));
        assert_eq!(of(Score::DRAW, Bound::Upper, first, WON), (-WIN, 0));
        assert_eq!(of(Score::DRAW, Bound::Exact, second, WON), (0, 0));
        assert_eq!(of(Score::margin(1), Bound::Lower, first, WON), (WIN, WIN));
        assert_eq!(of(Score::margin(-4), Bound::Upper, first, DISCS), (-WIN, -4));
        assert_eq!(of(Score::margin(-4), Bound::Lower, second, DISCS), (-WIN, 4));
        assert_eq!(of(Score::heuristic(3), Bound::Upper, first, DISCS), (-WIN, 0));
        assert_eq!(of(Score::heuristic(-3), Bound::Upper, first, WON), (-WIN, -WIN));
        let estimate = Verdict { score: Score::heuristic(9), bound: Bound::Exact, proven: false };
        assert_eq!(Proven::of(&estimate, first, WON), Proven::UNKNOWN);
    }

    #[test]
    fn values_have_neighbours() {
        assert_eq!([WON.above(-WIN), WON.above(0), WON.below(0)], [0, WIN, -WIN]);
        assert_eq!([DISCS.above(0), DISCS.below(-4), DISCS.above(WIN)], [2, -6, WIN]);
    }
}

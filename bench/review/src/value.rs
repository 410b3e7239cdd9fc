//! The value of a move for the side that made it.

use plyglot_open::{DoorError, Position};
use plyglot_search::{Meaning, Verdict};

/// A value in the game's unit, where it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// In the game's unit; +1, 0 or -1 where a game is only won, drawn or lost and the result is known.
    pub units: f64,
    /// True if it is proven and exact.
    pub exact: bool,
}

impl Valued {
    /// The value that `verdict` says `at` has.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn of(at: &Position, verdict: Verdict) -> Result<Valued, DoorError> {
        let exact = verdict.proven && verdict.bound == plyglot_search::Bound::Exact;
        let units = match (verdict.score.meaning(), at.value(verdict.score)?) {
            (Meaning::Heuristic(points), _) => f64::from(points) / f64::from(at.facts().points),
            (_, Some(value)) => f64::from(value),
            (_, None) => 0.0,
        };
        Ok(Valued { units, exact })
    }
}

/// What a move lost against the best, in the game's unit; `None` where the two do not compare: one is a
/// result and the other an estimate, in a game whose results have no margin.
pub fn loss(at: &Position, best: Verdict, played: Verdict) -> Result<Option<f64>, DoorError> {
    let counts_results = at.facts().unit.is_empty();
    let is_result = |verdict: Verdict| verdict.score.is_decided() || verdict.proven;
    if counts_results && is_result(best) != is_result(played) {
        return Ok(None);
    }
    let (best, played) = (Valued::of(at, best)?, Valued::of(at, played)?);
    Ok(Some((best.units - played.units).max(0.0)))
}

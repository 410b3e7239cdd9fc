//! What a move lost, in the game's unit.

use plyglot_open::{DoorError, Position};
use plyglot_search::{Meaning, Verdict};

/// What a move lost against the best, in the game's unit; `None` where the two do not compare: one is a
/// result and the other an estimate, in a game whose results have no margin.
///
/// # Errors
/// If the game's code panics.
pub fn loss(at: &Position, best: Verdict, played: Verdict) -> Result<Option<f64>, DoorError> {
    let counts_results = at.facts().unit.is_empty();
    let is_result = |verdict: Verdict| verdict.score.is_decided() || verdict.proven;
    if counts_results && is_result(best) != is_result(played) {
        return Ok(None);
    }
    Ok(Some((units(at, best)? - units(at, played)?).max(0.0)))
}

/// A value in the game's unit; +1, 0 or -1 where a game is only won, drawn or lost and the result is known.
fn units(at: &Position, verdict: Verdict) -> Result<f64, DoorError> {
    Ok(match (verdict.score.meaning(), at.value(verdict.score)?) {
        (Meaning::Heuristic(points), _) => f64::from(points) / f64::from(at.facts().points),
        (_, Some(value)) => f64::from(value),
        (_, None) => 0.0,
    })
}

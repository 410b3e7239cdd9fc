//! What a solve proves of the value on its way, as `plyglot solve` says it (`proven_between`).

use plyglot_open::{DoorError, Limits, Mv, Position};
use plyglot_search::{Bound, Bounds, Line, Score};

/// The proven bounds of a search, each None if nothing is proven there; in the unit of the game.
pub(crate) type Between = (Option<i32>, Option<i32>);

/// What is proven before a search: what the game's knowledge says, if all moves are searched.
pub(crate) fn before(at: &Position, limits: &Limits<Mv>) -> Result<Option<Bounds>, DoorError> {
    match (limits.solve, limits.root_moves.is_empty()) {
        (false, _) => Ok(None),
        (true, false) => Ok(Some(Bounds::UNKNOWN)),
        (true, true) => at.bounds().map(Some),
    }
}

/// Takes note of what a line of the search proves.
pub(crate) fn note(proven: &mut Bounds, line: &Line<Mv>) {
    let verdict = line.verdict;
    if verdict.proven && line.rank == 1 {
        if verdict.bound != Bound::Upper {
            proven.lower = proven.lower.max(verdict.score);
        }
        if verdict.bound != Bound::Lower {
            proven.upper = proven.upper.min(verdict.score);
        }
    }
}

/// The bounds in the unit of the game.
pub(crate) fn between(at: &Position, proven: Bounds) -> Result<Between, DoorError> {
    let end = |score: Score| {
        let is_open = score <= Score::MINUS_INFINITY || score >= Score::INFINITY;
        if is_open { Ok(None) } else { at.value(score) }
    };
    Ok((end(proven.lower)?, end(proven.upper)?))
}

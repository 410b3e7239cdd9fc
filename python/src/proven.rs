//! What a solve proves of the value on its way, as `plyglot solve` says it (`proven_between`).

use plyglot_open::{DoorError, Limits, Mv, Position};
use plyglot_search::{Bound, Bounds, Line};

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

//! What tables of endgames say of every move of a position.

use plyglot_open::{DoorError, Position, Verdict};
use plyglot_search::{self as engine, Bound, Bounds};
use serde::Serialize;

use crate::object::Score;
use crate::object::search::between;

/// A legal move with its value by tables of endgames.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TabledMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for who makes it, proven; `None` where it leads to a position that the tables do not hold. Where a rule
    /// that they do not know may draw the game, it is a bound, whose text names both ends.
    pub score: Option<Score>,
    /// The same as the engine has it.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
}

impl TabledMove {
    /// All legal moves at `at`, the best first; empty where no tables are used, or they hold none of the moves.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn all(at: &Position) -> Result<Vec<TabledMove>, DoorError> {
        let mut moves = at.tabled_moves()?;
        // Of equal ones, that of the game comes first.
        moves.sort_by_key(|(_, known)| {
            std::cmp::Reverse(known.map(|known| (known.lower, known.upper)))
        });
        let of = |(mv, known): (_, Option<Bounds>)| {
            let verdict = known.map(verdict);
            let score = known.map(|known| score(at, known)).transpose()?;
            Ok(TabledMove { mv: at.move_text(mv)?, score, verdict })
        };
        moves.into_iter().map(of).collect()
    }
}

/// What is proven of a move. A win of unknown distance is no less than that, and a loss no more; a win or a draw is no more
/// than the win; a draw or a loss no less than the loss.
fn verdict(Bounds { lower, upper }: Bounds) -> Verdict {
    let (score, bound) = match (lower, upper) {
        _ if lower == upper => (lower, Bound::Exact),
        _ if lower > engine::Score::DRAW && lower.is_of_unknown_distance() => (lower, Bound::Lower),
        _ if upper < engine::Score::DRAW && upper.is_of_unknown_distance() => (upper, Bound::Upper),
        _ if upper.is_decided() => (upper, Bound::Upper),
        _ => (lower, Bound::Lower),
    };
    Verdict { score, bound, proven: true }
}

fn score(at: &Position, known: Bounds) -> Result<Score, DoorError> {
    let verdict = verdict(known);
    let said = Score::new(at, verdict)?;
    if verdict.bound == Bound::Exact || said.wins_at_last.is_some() {
        return Ok(said);
    }
    let both = between(at, known.lower, known.upper, true)?;
    Ok(Score { text: both.unwrap_or(said.text), ..said })
}

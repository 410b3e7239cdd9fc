//! A score as it is read anywhere: its number, what it is worth, and its text.

use plyglot_open::{DoorError, Position, Verdict};
use plyglot_search::Meaning;
use plyglot_stats::Expected;
use serde::Serialize;

use crate::object::Kind;

/// A score, from the point of view of the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// Whether it is the value, an estimate of it, or a bound on it.
    pub kind: Kind,
    /// True only of a value or bound that holds to the end of the game.
    pub proven: bool,
    /// The value in the game's unit.
    pub value: Value,
    /// n if the side to move wins in n plies, -n if it loses in n plies; `None` where the game does not count them.
    pub win_in: Option<i64>,
    /// True of a win, false of a loss, of which the distance is not known.
    #[serde(skip)]
    pub wins_at_last: Option<bool>,
    /// How sure it is in spite of what shallow searches left out, in percent; only of what is not proven, where
    /// the game names a level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
    /// The score as the game writes it, with its bound: `+3.4`, `>= win in 7`.
    pub text: String,
    /// The expected result of the side to move, from 0 (lost) to 1 (won).
    pub expected: f64,
}

/// A number in the game's unit: whole if it is a result of the game, else an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A result of the game; of a win or loss without a margin 1 or -1.
    Whole(i32),
    /// An estimate.
    Fraction(f64),
}

impl Value {
    /// The number.
    pub fn number(self) -> f64 {
        match self {
            Value::Whole(whole) => f64::from(whole),
            Value::Fraction(fraction) => fraction,
        }
    }
}

impl Score {
    /// A score of the game of `at`, from the point of view of the side that it is said of.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn new(at: &Position, verdict: Verdict) -> Result<Score, DoorError> {
        let Verdict { score, bound, proven } = verdict;
        let (facts, meaning) = (at.facts(), score.meaning());
        let value = match (meaning, at.value(score)?) {
            (Meaning::Heuristic(points), _) if !proven => {
                Value::Fraction(f64::from(points) / f64::from(facts.points))
            }
            (_, value) => Value::Whole(value.unwrap_or(score.raw())),
        };
        let expected = Expected::of(verdict, facts.result_scale).result;
        Ok(Score {
            kind: Kind::of(bound, proven),
            proven,
            value,
            win_in: win_in(meaning),
            wins_at_last: score
                .is_of_unknown_distance()
                .then_some(score > plyglot_search::Score::DRAW),
            confidence: facts.confidence.filter(|_| !proven),
            text: at.verdict_text(&verdict)?,
            expected,
        })
    }

    /// True of the value itself, proven to the end of the game.
    pub fn is_exact(&self) -> bool {
        self.kind == Kind::Exact
    }
}

/// In how many plies the side to move wins, or loses where negative.
pub(super) fn win_in(meaning: Meaning) -> Option<i64> {
    match meaning {
        Meaning::WinIn(plies) => Some(i64::from(plies)),
        Meaning::LossIn(plies) => Some(-i64::from(plies)),
        Meaning::Heuristic(_)
        | Meaning::Margin(_)
        | Meaning::Won(_)
        | Meaning::Lost(_)
        | Meaning::Unbounded => None,
    }
}

//! The value of a position, as both programs can express it.

use std::fmt;

use minimax::{BEST_EVAL, Evaluation, WORST_EVAL};
use plyglot_search::Score;
use serde::{Serialize, Serializer};

/// A value from the side to move. The peer knows a win, a draw and a loss where we know margins and
/// distances; what it cannot distinguish is one here. The order is that of both, so the value of a
/// tree is the same whether scores are taken together at its leaves or at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// An estimate in points; a draw is 0.
    Points(i32),
    /// The side to move wins.
    Win,
}

impl Value {
    /// The value of our score.
    pub fn of_score(score: Score) -> Self {
        match score.raw() {
            _ if !score.is_decided() => Value::Points(score.raw()),
            raw if raw > 0 => Value::Win,
            _ => Value::Loss,
        }
    }

    /// The value of the peer's evaluation of a root.
    pub(super) fn of_peer(evaluation: Evaluation) -> Self {
        match evaluation {
            BEST_EVAL => Value::Win,
            WORST_EVAL => Value::Loss,
            points => Value::Points(points.into()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Loss => out.pad("loss"),
            Value::Points(points) => out.pad(&format!("{points:+}")),
            Value::Win => out.pad("win"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_scales_agree() {
        assert_eq!(Value::of_score(Score::margin(2)), Value::of_peer(BEST_EVAL));
        assert_eq!(Value::of_score(Score::loss_in(3)), Value::of_peer(WORST_EVAL));
        assert_eq!(Value::of_score(Score::DRAW), Value::of_peer(0));
        assert_eq!(Value::of_score(Score::heuristic(-7)), Value::of_peer(-7));
        assert!(Value::Loss < Value::Points(-16_000) && Value::Points(16_000) < Value::Win);
        assert_eq!([Value::Win, Value::Points(4)].map(|value| value.to_string()), ["win", "+4"]);
    }
}

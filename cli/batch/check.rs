//! Whether a result agrees with the answer that the file gives.

use plyglot_open::{DoorError, KnownAnswer, Mv, Position, Report};
use plyglot_search::Bound;

/// What can be said of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The file does not give an answer.
    Unknown,
    /// Nothing proven contradicts it, but nothing proves it either.
    Open,
    /// It agrees.
    Right,
    /// It does not.
    Wrong,
}

impl Answer {
    /// Compares a report on `position` with what its line says.
    ///
    /// A proven value must equal the known one. Without a proof, a best move is right or wrong if
    /// the file names the best moves; otherwise the question stays open.
    pub(crate) fn check(
        position: &Position,
        report: &Report<Mv>,
        known: Option<&KnownAnswer<Mv>>,
    ) -> Result<Answer, DoorError> {
        let Some(known) = known else { return Ok(Answer::Unknown) };
        let verdict = report.verdict;
        let value = if verdict.proven { position.value(verdict.score)? } else { None };
        let value_agrees = value.map(|value| match verdict.bound {
            Bound::Exact => value == known.value,
            Bound::Lower => value <= known.value,
            Bound::Upper => value >= known.value,
        });
        let move_agrees = match report.best_move() {
            Some(mv) if !known.best.is_empty() => Some(known.best.contains(&mv)),
            _ => None,
        };
        let settled = verdict.bound == Bound::Exact && value.is_some();
        Ok(match (value_agrees, move_agrees) {
            (Some(false), _) | (_, Some(false)) => Answer::Wrong,
            (Some(true), _) if settled => Answer::Right,
            (_, Some(true)) => Answer::Right,
            _ => Answer::Open,
        })
    }

    /// Right or wrong, where that can be said.
    pub(crate) fn right(self) -> Option<bool> {
        match self {
            Answer::Right => Some(true),
            Answer::Wrong => Some(false),
            Answer::Open | Answer::Unknown => None,
        }
    }

    /// In a word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Answer::Unknown => "",
            Answer::Open => "open",
            Answer::Right => "right",
            Answer::Wrong => "WRONG",
        }
    }
}

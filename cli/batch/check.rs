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
    /// Likewise, and the best move is not among those that the file names: it may be as good.
    Other,
    /// It agrees.
    Right,
    /// It does not.
    Wrong,
}

impl Answer {
    /// Compares a report on `position` with what its line says.
    ///
    /// A proven value must equal the known one, and is right whatever the move: files do not name every
    /// move that is as good. Without a proof a best move is right if the file names it; any other leaves
    /// the question open, since its value is not known.
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
            (Some(false), _) => Answer::Wrong,
            (Some(true), _) if settled => Answer::Right,
            (_, Some(true)) => Answer::Right,
            (_, Some(false)) => Answer::Other,
            _ => Answer::Open,
        })
    }

    /// Right or wrong, where that can be said.
    pub(crate) fn right(self) -> Option<bool> {
        match self {
            Answer::Right => Some(true),
            Answer::Wrong => Some(false),
            Answer::Open | Answer::Other | Answer::Unknown => None,
        }
    }

    /// In a word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Answer::Unknown => "",
            Answer::Open => "open",
            Answer::Other => "other",
            Answer::Right => "right",
            Answer::Wrong => "WRONG",
        }
    }
}

//! Whether a result agrees with the answer that the file gives.

use plyglot_open::{DoorError, KnownAnswer, Mv, Position, Report};
use plyglot_search::Bound;

/// How a result compares with the answer in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// The file does not give an answer.
    NoAnswer,
    /// Nothing proven contradicts it, but nothing proves it either.
    Open,
    /// Likewise, and the best move is not among those that the file names: it may be equally good.
    OtherMove,
    /// It agrees.
    Right,
    /// It does not.
    Wrong,
}

impl Agreement {
    /// Compares a report on `position` with what its line says.
    ///
    /// A proven value must equal the known one, and is right whatever the move: files do not name every
    /// move that is equally good. Without a proof a best move is right if the file names it; any other leaves
    /// the question open, since its value is not known.
    pub(crate) fn check(
        position: &Position,
        report: &Report<Mv>,
        known: Option<&KnownAnswer<Mv>>,
    ) -> Result<Agreement, DoorError> {
        let Some(known) = known else { return Ok(Agreement::NoAnswer) };
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
            (Some(false), _) => Agreement::Wrong,
            (Some(true), _) if settled => Agreement::Right,
            (_, Some(true)) => Agreement::Right,
            (_, Some(false)) => Agreement::OtherMove,
            _ => Agreement::Open,
        })
    }

    /// Right or wrong, where that is known.
    pub(crate) fn right(self) -> Option<bool> {
        match self {
            Agreement::Right => Some(true),
            Agreement::Wrong => Some(false),
            Agreement::Open | Agreement::OtherMove | Agreement::NoAnswer => None,
        }
    }

    /// In one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Agreement::NoAnswer => "",
            Agreement::Open => "open",
            Agreement::OtherMove => "other",
            Agreement::Right => "right",
            Agreement::Wrong => "WRONG",
        }
    }
}

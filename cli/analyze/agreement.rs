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

/// True if what was found, which bounds the value so, does not contradict what is known.
fn holds<T: PartialOrd>(bound: Bound, found: &T, known: &T) -> bool {
    match bound {
        Bound::Exact => found == known,
        Bound::Lower => found <= known,
        Bound::Upper => found >= known,
    }
}

impl Agreement {
    /// Compares a report on `position` with what its line says.
    ///
    /// A proven value, or distance to the end in plies, must equal the known one, and is right whatever the move:
    /// files do not name every move that is equally good. Without a proof a best move is right if the file
    /// names it; any other leaves the question open, since its value is not known, but for one that the file
    /// calls a mistake. Where the file names mistakes only, all others are right.
    pub(crate) fn check(
        position: &Position,
        report: &Report<Mv>,
        known: Option<&KnownAnswer<Mv>>,
    ) -> Result<Agreement, DoorError> {
        let Some(known) = known else { return Ok(Agreement::NoAnswer) };
        let verdict = report.verdict;
        let value = if verdict.proven { position.value(verdict.score)? } else { None };
        let by_value =
            value.zip(known.value).map(|(found, known)| holds(verdict.bound, &found, &known));
        let by_end = known.ends.filter(|_| verdict.proven);
        let by_end = by_end.map(|known| holds(verdict.bound, &verdict.score, &known));
        let mistake = report.best_move().is_some_and(|mv| known.avoid.contains(&mv));
        let named = match report.best_move() {
            Some(mv) if !known.best.is_empty() => Some(known.best.contains(&mv)),
            Some(_) if !known.avoid.is_empty() => Some(!mistake),
            _ => None,
        };
        let agrees = [by_value, by_end];
        let settled = verdict.bound == Bound::Exact && agrees.contains(&Some(true));
        Ok(match named {
            _ if agrees.contains(&Some(false)) => Agreement::Wrong,
            _ if settled => Agreement::Right,
            _ if mistake => Agreement::Wrong,
            Some(true) => Agreement::Right,
            Some(false) => Agreement::OtherMove,
            None => Agreement::Open,
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

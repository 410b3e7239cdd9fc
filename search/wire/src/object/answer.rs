//! The answer that a file gives, and whether a result agrees with it.

use std::cmp::Ordering;

use plyglot_open::{DoorError, KnownAnswer, Mv, Position, Report};
use plyglot_search::Bound;
use serde::Serialize;

use crate::object::score::win_in;

/// The answer that the file's line gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The value in the game's unit, from the side to move; `None` if the file does not say.
    pub value: Option<i32>,
    /// The moves that are best; empty if the file does not say.
    pub best_moves: Vec<String>,
    /// Moves that are mistakes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub avoid_moves: Vec<String>,
    /// In how many plies the side to move wins, or loses where negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_in: Option<i64>,
    /// `win`, `draw` or `loss` for the side to move, where the file says no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// Whether the result agrees; `None` if nothing proven decides it.
    pub right: Option<bool>,
}

impl Answer {
    /// What is known of `at`, and how a result compares with it.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn new(
        at: &Position,
        known: &KnownAnswer<Mv>,
        agreement: Agreement,
    ) -> Result<Answer, DoorError> {
        let texts = |moves: &[Mv]| -> Result<Vec<String>, DoorError> {
            moves.iter().map(|&mv| at.move_text(mv)).collect()
        };
        Ok(Answer {
            value: known.value,
            best_moves: texts(&known.best)?,
            avoid_moves: texts(&known.avoid)?,
            ends_in: known.ends.and_then(|score| win_in(score.meaning())),
            result: known.result.map(result_word),
            right: agreement.right(),
        })
    }
}

/// What the side to move achieves, in one word.
pub fn result_word(result: Ordering) -> &'static str {
    match result {
        Ordering::Greater => "win",
        Ordering::Equal => "draw",
        Ordering::Less => "loss",
    }
}

/// How a result compares with the answer in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
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
    /// A proven value, distance to the end in plies, or result must equal the known one, and is right whatever the move:
    /// files do not name every move that is equally good. Without a proof a best move is right if the file
    /// names it; any other leaves the question open, since its value is not known, but for one that the file
    /// calls a mistake. Where the file names mistakes only, all others are right.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn check(
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
        let found = value.map(|value| value.cmp(&0));
        let by_result =
            found.zip(known.result).map(|(found, known)| holds(verdict.bound, &found, &known));
        // A bound decides the result where it leaves no better, or no worse, one.
        let is_decided = match verdict.bound {
            Bound::Exact => true,
            Bound::Lower => found == Some(Ordering::Greater),
            Bound::Upper => found == Some(Ordering::Less),
        };
        let mistake = report.best_move().is_some_and(|mv| known.avoid.contains(&mv));
        let named = match report.best_move() {
            Some(mv) if !known.best.is_empty() => Some(known.best.contains(&mv)),
            Some(_) if !known.avoid.is_empty() => Some(!mistake),
            _ => None,
        };
        let agrees = [by_value, by_end, by_result];
        let settled = verdict.bound == Bound::Exact && agrees.contains(&Some(true))
            || is_decided && by_result == Some(true);
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
    pub fn right(self) -> Option<bool> {
        match self {
            Agreement::Right => Some(true),
            Agreement::Wrong => Some(false),
            Agreement::Open | Agreement::OtherMove | Agreement::NoAnswer => None,
        }
    }

    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Agreement::NoAnswer => "",
            Agreement::Open => "open",
            Agreement::OtherMove => "other",
            Agreement::Right => "right",
            Agreement::Wrong => "WRONG",
        }
    }
}

//! A number that is tuned: an option of the game's knowledge or of the engine, and between what it may lie.

use plyglot_open::Open;
use plyglot_search::OptionKind;
use serde::{Deserialize, Serialize};

use crate::tune::error::TuneError;

/// How far a range goes where nothing is said and the number is 0.
const AROUND_ZERO: i64 = 16;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Number {
    /// The option.
    pub name: String,
    /// The least that is tried.
    pub least: i64,
    /// The greatest that is tried.
    pub greatest: i64,
    /// What it is now.
    pub start: i64,
}

impl Number {
    /// A number of a game. Without a range, from 0 (or the least that is allowed) to twice what it is.
    ///
    /// # Errors
    /// If the game has no such number, or the range is empty or beyond what the number may be.
    pub fn of(game: &dyn Open, name: &str, range: Option<(i64, i64)>) -> Result<Number, TuneError> {
        let all = Number::all(game);
        let Some((number, within)) = all.iter().find(|(number, _)| number.name == name) else {
            let known = all.into_iter().map(|(number, _)| number.name).collect();
            return Err(TuneError::Unknown { name: name.into(), known });
        };
        let Some((least, greatest)) = range else { return Ok(number.clone()) };
        if least >= greatest || least < within.0 || greatest > within.1 {
            return Err(TuneError::Range { name: name.into(), least, greatest, within: *within });
        }
        Ok(Number { least, greatest, ..number.clone() })
    }

    /// All numbers of a game and of the engine, each with the usual range.
    ///
    /// # Errors
    /// If there are none.
    pub fn all_of(game: &dyn Open) -> Result<Vec<Number>, TuneError> {
        let all: Vec<Number> = Number::all(game).into_iter().map(|(number, _)| number).collect();
        if all.is_empty() { Err(TuneError::NoNumbers(game.facts().name.clone())) } else { Ok(all) }
    }

    /// Each number with its usual range and what it may be.
    fn all(game: &dyn Open) -> Vec<(Number, (i64, i64))> {
        let number = |option: &plyglot_search::OptionSpec| {
            let OptionKind::Number { min, max } = option.kind else { return None };
            let start: i64 = option.value.parse().ok()?;
            let reach = if start == 0 { AROUND_ZERO } else { start.saturating_abs() };
            let least = start.saturating_sub(reach).max(min);
            let greatest = start.saturating_add(reach).min(max);
            let name = option.name.clone();
            (least < greatest).then_some((Number { name, least, greatest, start }, (min, max)))
        };
        game.options().iter().filter_map(number).collect()
    }

    /// The value at a place of the range, 0 to 1.
    pub(crate) fn value(&self, place: f64) -> i64 {
        let value = self.least as f64 + place * self.width();
        (value.round() as i64).clamp(self.least, self.greatest)
    }

    /// The place of a value.
    pub(crate) fn place(&self, value: i64) -> f64 {
        ((value as f64 - self.least as f64) / self.width()).clamp(0.0, 1.0)
    }

    /// From the least to the greatest.
    pub(crate) fn width(&self) -> f64 {
        self.greatest as f64 - self.least as f64
    }
}

//! What is to be proven of the position at the root, and which question comes next.

use plyglot_open::Facts;
use plyglot_search::{Score, Side};

use super::error::TreeError;
use super::value::{Proven, Scale, WIN, seen};

/// What is to be proven of the position at the root, for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The exact value, whatever it is.
    Value,
    /// That the value lies between these.
    Between(Proven),
}

/// How a target stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is proven.
    Proven,
    /// It is proven that it does not hold.
    Refuted,
    /// The next question: is the value at least this?
    Open(i16),
}

impl Target {
    /// A target as people write it, for the side to move: `value`, `win`, `draw`, `loss`, a margin such as `+38`, or a
    /// bound, such as `>=draw` or `<=-4`.
    ///
    /// # Errors
    /// [`TreeError::Target`] of what is none; [`TreeError::Repeats`] where nothing can be proven.
    pub fn parse(text: &str, mover: Side, facts: &Facts) -> Result<Target, TreeError> {
        if facts.can_repeat {
            return Err(TreeError::Repeats { game: facts.name.clone() });
        }
        let scale = Scale::of(facts);
        let word = text.trim().to_ascii_lowercase();
        if word == "value" {
            return Ok(Target::Value);
        }
        let bound = |least: bool, rest: &str| {
            let value = value(rest.trim(), scale)?;
            Some(if least {
                Proven { lower: value.lower, ..Proven::UNKNOWN }
            } else {
                Proven { upper: value.upper, ..Proven::UNKNOWN }
            })
        };
        let between = match (word.strip_prefix(">="), word.strip_prefix("<=")) {
            (Some(rest), _) => bound(true, rest),
            (_, Some(rest)) => bound(false, rest),
            _ => value(&word, scale),
        };
        let between = between.ok_or_else(|| TreeError::Target {
            text: text.into(),
            game: facts.name.clone(),
            expected: match scale.margins {
                true => "value, win, draw, loss or a margin such as -4 is expected",
                false => "value, win, draw or loss is expected",
            },
        })?;
        Ok(Target::Between(between.seen_by(mover)))
    }

    /// How it stands where so much is proven, and the value is guessed to be `guess`.
    pub(super) fn standing(self, proven: Proven, guess: Score, scale: Scale) -> Standing {
        let Proven { lower, upper } = proven;
        match self {
            Target::Value if proven.is_exact() => Standing::Proven,
            Target::Value => {
                let guess = scale.nearest(guess);
                Standing::Open(guess.clamp(scale.above(lower), upper.max(scale.above(lower))))
            }
            Target::Between(wanted) if upper < wanted.lower || lower > wanted.upper => {
                Standing::Refuted
            }
            Target::Between(wanted) if lower < wanted.lower => Standing::Open(wanted.lower),
            Target::Between(wanted) if upper > wanted.upper => {
                Standing::Open(scale.above(wanted.upper))
            }
            Target::Between(_) => Standing::Proven,
        }
    }

    /// What a certificate of it has to say, where so much is proven; `None` if that is not enough.
    pub(super) fn claims(self, proven: Proven) -> Option<Proven> {
        match self {
            Target::Value => proven.is_exact().then_some(proven),
            Target::Between(wanted) => {
                (proven.lower >= wanted.lower && proven.upper <= wanted.upper).then_some(wanted)
            }
        }
    }
}

/// The values that a word stands for, for who says it.
fn value(word: &str, scale: Scale) -> Option<Proven> {
    let win = if scale.margins { Proven { lower: 1, upper: WIN } } else { Proven::exactly(WIN) };
    match word {
        "win" => Some(win),
        "draw" => Some(Proven::exactly(0)),
        "loss" => Some(win.seen_by(Side::Second)),
        _ if !scale.margins => None,
        _ => {
            let number: i16 = word.parse().ok()?;
            let is_value = number.unsigned_abs() <= Score::MAX_MARGIN as u16;
            is_value.then_some(Proven::exactly(seen(number, Side::First)))
        }
    }
}

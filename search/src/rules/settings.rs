//! What is to be otherwise than a game's knowledge says, as options beside the game's own.

use crate::rules::knowledge::OrderingWeights;
use crate::rules::option::{OptionError, OptionKind, OptionSpec};
use crate::rules::score::Score;
use crate::rules::tuned::Off;

/// What is to be otherwise than a game's knowledge says. Nothing by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// In place of [`Knowledge::aspiration`].
    pub aspiration: Option<i32>,
    /// In place of [`OrderingWeights::killer`].
    pub killer: Option<i32>,
    /// In place of [`OrderingWeights::countermove`].
    pub countermove: Option<i32>,
    /// In place of [`OrderingWeights::history`].
    pub history: Option<i32>,
    /// What is switched off.
    pub off: Off,
}

// Not generic, so that it is compiled once and not for each game.
impl Tuning {
    /// The game's weights, but for those that are otherwise.
    pub(super) fn weights(&self, game: OrderingWeights) -> OrderingWeights {
        OrderingWeights {
            killer: self.killer.unwrap_or(game.killer),
            countermove: self.countermove.unwrap_or(game.countermove),
            history: self.history.unwrap_or(game.history),
        }
    }

    /// The options of a game, `own`, and those of the engine beside them. `default` are the numbers that the game
    /// has; whether the engine `orders` moves decides which of them there are.
    pub(super) fn beside(
        &self,
        own: Vec<OptionSpec>,
        orders: bool,
        default: (i32, OrderingWeights),
    ) -> Vec<OptionSpec> {
        let value = (self.aspiration.unwrap_or(default.0), self.weights(default.1));
        let mut options = own;
        let numbers = numbers(&options, orders);
        let switches = has_no(&options, OFF).then(|| OptionSpec {
            name: OFF.into(),
            about: "heuristics and hooks that are switched off, to measure what they bring".into(),
            kind: OptionKind::Words(
                Off::SWITCHES.iter().map(|switch| switch.name.into()).collect(),
            ),
            default: Off::default().to_string(),
            value: self.off.to_string(),
        });
        options.extend(numbers.into_iter().map(|number| OptionSpec {
            name: number.name.into(),
            about: number.about.into(),
            kind: number.kind(),
            default: number.of(default.0, default.1),
            value: number.of(value.0, value.1),
        }));
        options.extend(switches);
        options
    }

    /// Sets one of `all` options, unless it is one of the game's `own`: gives its name then.
    pub(super) fn set(
        &mut self,
        own: &[OptionSpec],
        all: &[OptionSpec],
        orders: bool,
        (name, value): (&str, &str),
    ) -> Result<Option<String>, OptionError> {
        if name.eq_ignore_ascii_case(OFF) && has_no(own, OFF) {
            OptionSpec::check(all, OFF, value)?;
            self.off = Off::parse(value).unwrap_or_default();
            return Ok(None);
        }
        let mut numbers = numbers(own, orders).into_iter();
        let Some(number) = numbers.find(|number| number.name.eq_ignore_ascii_case(name)) else {
            // A refusal names all options that there are.
            return Ok(Some(OptionSpec::check(all, name, value)?.name.clone()));
        };
        let refused = || OptionError::Value {
            name: number.name.into(),
            kind: number.kind(),
            value: value.into(),
        };
        let known = value.parse().ok().filter(|known| (0..=number.max).contains(known));
        *(number.place)(self) = Some(known.ok_or_else(refused)?);
        Ok(None)
    }
}

/// True if a game has no option of that name.
fn has_no(own: &[OptionSpec], name: &str) -> bool {
    own.iter().all(|spec| !spec.name.eq_ignore_ascii_case(name))
}

/// The engine's numbers that can be set beside options of the game.
fn numbers(own: &[OptionSpec], orders: bool) -> Vec<&'static Number> {
    let has_place = |number: &&Number| (orders || !number.of_ordering) && has_no(own, number.name);
    NUMBERS.iter().filter(has_place).collect()
}

/// The option's name.
const OFF: &str = "off";

/// A number that can be set whatever the game.
struct Number {
    name: &'static str,
    about: &'static str,
    max: i32,
    /// Whether it is of use only where [`Knowledge::ENGINE_ORDERING`] says so.
    of_ordering: bool,
    place: fn(&mut Tuning) -> &mut Option<i32>,
    /// What is used, of the half-width and the weights.
    used: fn(i32, OrderingWeights) -> i32,
}

static NUMBERS: [Number; 4] = [
    Number {
        name: "aspiration",
        about: "half the width of the first window, in points; 0 opens it",
        max: Score::MAX_HEURISTIC,
        of_ordering: false,
        place: |tuning| &mut tuning.aspiration,
        used: |aspiration, _| aspiration,
    },
    Number {
        name: "killer",
        about: "what a killer adds to a move's rank",
        max: OrderingWeights::MAX_BONUS,
        of_ordering: true,
        place: |tuning| &mut tuning.killer,
        used: |_, weights| weights.killer,
    },
    Number {
        name: "countermove",
        about: "what a countermove adds to a move's rank",
        max: OrderingWeights::MAX_BONUS,
        of_ordering: true,
        place: |tuning| &mut tuning.countermove,
        used: |_, weights| weights.countermove,
    },
    Number {
        name: "history",
        about: "the most that history adds to a move's rank",
        max: OrderingWeights::MAX_HISTORY,
        of_ordering: true,
        place: |tuning| &mut tuning.history,
        used: |_, weights| weights.history,
    },
];

impl Number {
    fn kind(&self) -> OptionKind {
        OptionKind::Number { min: 0, max: self.max.into() }
    }

    fn of(&self, aspiration: i32, weights: OrderingWeights) -> String {
        (self.used)(aspiration, weights).clamp(0, self.max).to_string()
    }
}

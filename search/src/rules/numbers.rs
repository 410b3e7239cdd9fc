//! The engine's numbers that are options of any game: their names, their ranges, and where each is kept.

use crate::rules::knowledge::{Constants, OrderingWeights};
use crate::rules::option::{OptionKind, OptionSpec};
use crate::rules::score::Score;
use crate::rules::tuned::Tuning;

/// A number that can be set whatever the game.
pub(super) struct Number {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) max: i32,
    /// Whether it is of use to a game with these constants.
    of_use: fn(&Constants) -> bool,
    pub(super) place: fn(&mut Tuning) -> &mut Option<i32>,
    /// What is used.
    used: fn(&Numbers) -> i32,
}

/// The numbers of a game.
pub(super) struct Numbers {
    pub(super) aspiration: i32,
    pub(super) correction: i32,
    pub(super) ordering: OrderingWeights,
}

static NUMBERS: [Number; 6] = [
    Number {
        name: "aspiration",
        about: "half the width of the first window, in points; 0 is the full window",
        max: Score::MAX_HEURISTIC,
        of_use: |_| true,
        place: |tuning| &mut tuning.aspiration,
        used: |numbers| numbers.aspiration,
    },
    Number {
        name: "correction",
        about: "the most by which an estimate is corrected for each aspect of a position, in points",
        max: Score::MAX_HEURISTIC,
        of_use: |constants| constants.corrected,
        place: |tuning| &mut tuning.correction,
        used: |numbers| numbers.correction,
    },
    Number {
        name: "killer",
        about: "what a killer adds to a move's rank",
        max: OrderingWeights::MAX_BONUS,
        of_use: |constants| constants.engine_ordering,
        place: |tuning| &mut tuning.killer,
        used: |numbers| numbers.ordering.killer,
    },
    Number {
        name: "countermove",
        about: "what a countermove adds to a move's rank",
        max: OrderingWeights::MAX_BONUS,
        of_use: |constants| constants.engine_ordering,
        place: |tuning| &mut tuning.countermove,
        used: |numbers| numbers.ordering.countermove,
    },
    Number {
        name: "history",
        about: "the most that history adds to a move's rank",
        max: OrderingWeights::MAX_HISTORY,
        of_use: |constants| constants.engine_ordering,
        place: |tuning| &mut tuning.history,
        used: |numbers| numbers.ordering.history,
    },
    Number {
        name: "continuation",
        about: "the most that what followed on the last two moves adds to a move's rank, each",
        max: OrderingWeights::MAX_HISTORY,
        of_use: |constants| constants.engine_ordering,
        place: |tuning| &mut tuning.continuation,
        used: |numbers| numbers.ordering.continuation,
    },
];

impl Number {
    pub(super) fn kind(&self) -> OptionKind {
        OptionKind::Number { min: 0, max: self.max.into() }
    }

    pub(super) fn of(&self, numbers: &Numbers) -> String {
        (self.used)(numbers).clamp(0, self.max).to_string()
    }
}

/// True if a game has no option of that name.
pub(super) fn has_no(own: &[OptionSpec], name: &str) -> bool {
    own.iter().all(|spec| !spec.name.eq_ignore_ascii_case(name))
}

/// The engine's numbers that can be set beside options of the game.
pub(super) fn numbers(own: &[OptionSpec], constants: &Constants) -> Vec<&'static Number> {
    let has_place = |number: &&Number| (number.of_use)(constants) && has_no(own, number.name);
    NUMBERS.iter().filter(has_place).collect()
}

//! The option `weights` of the size that is played.

use plyglot_eval::Choice;
use plyglot_search::{OptionError, OptionSpec};

use super::estimate::{Large, Small};

/// Which weights the evaluation of a size has.
#[derive(Clone, Debug)]
pub(crate) enum Weights {
    /// Of the large board.
    Large(Choice<Large>),
    /// Of 6x6.
    Small(Choice<Small>),
}

/// The trained evaluation of a size.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyTrained<'a> {
    /// Of the large board.
    Large(&'a Large),
    /// Of 6x6.
    Small(&'a Small),
}

impl Weights {
    /// The name of the option.
    pub(crate) const OPTION: &'static str = Choice::<Large>::OPTION;

    /// Those that come with the game; `None` for a size that has no patterns.
    pub(crate) fn built_in(side: usize) -> Option<Weights> {
        match side {
            8 => Some(Weights::Large(Choice::built_in())),
            6 => Some(Weights::Small(Choice::built_in())),
            _ => None,
        }
    }

    /// The trained evaluation, if there is one.
    #[inline(always)]
    pub(crate) fn get(&self) -> Option<AnyTrained<'_>> {
        match self {
            Weights::Large(choice) => choice.get().map(AnyTrained::Large),
            Weights::Small(choice) => choice.get().map(AnyTrained::Small),
        }
    }

    /// True if there is one, for which nothing is unpacked.
    #[inline]
    pub(crate) fn are_used(&self) -> bool {
        match self {
            Weights::Large(choice) => choice.is_some(),
            Weights::Small(choice) => choice.is_some(),
        }
    }

    /// Unpacks those that come with the game, if that is not done yet.
    pub(crate) fn make_ready(&self) {
        match self {
            Weights::Large(choice) => choice.make_ready(),
            Weights::Small(choice) => choice.make_ready(),
        }
    }

    /// The option, set as it is.
    pub(crate) fn option(&self) -> OptionSpec {
        match self {
            Weights::Large(choice) => choice.option(),
            Weights::Small(choice) => choice.option(),
        }
    }

    /// Sets the option.
    pub(crate) fn set(&mut self, value: &str) -> Result<(), OptionError> {
        match self {
            Weights::Large(choice) => choice.set(value),
            Weights::Small(choice) => choice.set(value),
        }
    }

    /// A number that is another for other weights.
    pub(crate) fn fingerprint(&self) -> u64 {
        match self {
            Weights::Large(choice) => choice.fingerprint(),
            Weights::Small(choice) => choice.fingerprint(),
        }
    }
}

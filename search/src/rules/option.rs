//! Options: what a game's knowledge can be set to by name, before it is searched with.

use std::fmt;

use thiserror::Error;

use crate::rules::reading::{quoted, shortened};

/// An option, and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name by which it is set, in small letters with hyphens.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// The values that it takes.
    pub kind: OptionKind,
    /// The value if nothing is said.
    pub default: String,
    /// The present value.
    pub value: String,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number.
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// `true` or `false`.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// Some of these words, joined by `+`, or `none`.
    Words(Vec<String>),
    /// Any text, but not the path of a file.
    Text,
    /// One of these words, or the path of a file. A service for strangers takes the words alone.
    File(Vec<String>),
}

/// An option that cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("unknown option {:?}{}", quoted(.name), listed(.known))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// The option does not take that value.
    #[error("option {name}: {kind} is needed, not {:?}", quoted(.value))]
    Value {
        /// The option.
        name: String,
        /// What it takes.
        kind: OptionKind,
        /// What it was to be set to.
        value: String,
    },
    /// The value names something that cannot be used, such as a damaged file.
    #[error("option {name}: {}", shortened(.message, 1_000))]
    Unusable {
        /// The option.
        name: String,
        /// What is wrong with the value, in one line.
        message: String,
    },
}

fn listed(known: &[String]) -> String {
    match known {
        [] => ": the game has none".into(),
        known => format!("; expected one of {}", known.join(", ")),
    }
}

impl OptionKind {
    /// True if the option takes this value. A text may still turn out to be unusable.
    pub fn takes(&self, value: &str) -> bool {
        match self {
            OptionKind::Number { min, max } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            OptionKind::Switch => matches!(value, "true" | "false"),
            OptionKind::Choice(words) => words.iter().any(|word| word == value),
            OptionKind::Words(words) => {
                value == "none" || value.split('+').all(|one| words.iter().any(|word| word == one))
            }
            OptionKind::Text => true,
            OptionKind::File(_) => !value.is_empty(),
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Number { min, max } => write!(out, "a whole number from {min} to {max}"),
            OptionKind::Switch => out.write_str("true or false"),
            OptionKind::Choice(words) => write!(out, "one of {}", words.join(", ")),
            OptionKind::Words(words) => {
                write!(out, "none, or some of {} joined by +", words.join(", "))
            }
            OptionKind::Text => out.write_str("a text"),
            OptionKind::File(words) => write!(out, "{} or the path of a file", words.join(", ")),
        }
    }
}

impl OptionSpec {
    /// Checks a value for the option of that name among `specs`, in any case.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub fn check<'a>(
        specs: &'a [OptionSpec],
        name: &str,
        value: &str,
    ) -> Result<&'a OptionSpec, OptionError> {
        let known = || specs.iter().map(|spec| spec.name.clone()).collect();
        let spec = specs.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec =
            spec.ok_or_else(|| OptionError::Unknown { name: name.into(), known: known() })?;
        if spec.kind.takes(value) {
            return Ok(spec);
        }
        let (name, kind) = (spec.name.clone(), spec.kind.clone());
        Err(OptionError::Value { name, kind, value: value.into() })
    }
}

//! Claims about these algorithms, tested.
//!
//! A [`Claim`] is a sentence with its source. Each is tested by one or more experiments: some
//! methods on some cells of trees, and for each pair of methods a quantity with the range in which
//! it lies if the claim is true. A claim holds if all its figures lie in range, holds in part
//! if some do, and fails if none does; a figure outside with an interval that reaches inside
//! counts neither for nor against it.
//!
//! Everything is paired on the same trees, as in a [`Study`](super::Study); medians with bootstrap
//! intervals. Cost: the full run takes some minutes on two cores; with fewer trees it takes less and
//! its intervals widen.

mod check;
mod culprit;
mod experiment;
mod grounds;
mod list;
mod memory;
mod savings;
mod tested;
mod windows;
mod words;

mod records;
pub use check::{Checked, ClaimError, ClaimOptions, ClaimProgress, check};
pub use experiment::{Evidence, Quantity};
pub use list::claims;
pub use records::write_claims;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use plyglot_stats::Estimate;

/// A statement about the algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// A short name, to ask for it.
    pub name: &'static str,
    /// The statement.
    pub says: &'static str,
    /// Who states it, and where.
    pub source: &'static str,
}

/// From its name: what it says stands in the list.
impl<'de> Deserialize<'de> for Claim {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Claim, D::Error> {
        #[derive(Deserialize)]
        struct Named {
            name: String,
        }
        let Named { name } = Named::deserialize(from)?;
        let claim = claims().find(|claim| claim.name == name);
        claim.ok_or_else(|| D::Error::custom(format!("unknown claim {name:?}")))
    }
}

/// The result of testing a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimResult {
    /// Every figure is as the claim states.
    Holds,
    /// Some are.
    InPart,
    /// None is.
    Fails,
    /// No figure decides it.
    Unknown,
}

impl ClaimResult {
    /// The verdict on a claim from its figures. A figure of too few trees to refute it keeps it from
    /// holding.
    fn on(evidence: &[Evidence]) -> Self {
        match ClaimResult::of(evidence.iter().map(|part| part.agrees)) {
            ClaimResult::Holds if evidence.iter().any(|part| part.too_few().is_some()) => {
                ClaimResult::Unknown
            }
            verdict => verdict,
        }
    }

    /// The verdict on a claim from those on its parts; parts without one only inform.
    fn of(parts: impl IntoIterator<Item = Option<Agrees>>) -> Self {
        let (mut yes, mut no) = (false, false);
        for part in parts.into_iter().flatten() {
            yes |= part == Agrees::Yes;
            no |= part == Agrees::No;
        }
        match (yes, no) {
            (true, true) => ClaimResult::InPart,
            (true, false) => ClaimResult::Holds,
            (false, true) => ClaimResult::Fails,
            (false, false) => ClaimResult::Unknown,
        }
    }

    /// In a word or two.
    pub fn text(self) -> &'static str {
        match self {
            ClaimResult::Holds => "holds",
            ClaimResult::InPart => "in part",
            ClaimResult::Fails => "fails",
            ClaimResult::Unknown => "undecided",
        }
    }
}

/// A range of values, both ends included; an open end is infinite, and null in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// Lower end.
    #[serde(deserialize_with = "below")]
    pub low: f64,
    /// Upper end.
    #[serde(deserialize_with = "above")]
    pub high: f64,
}

fn below<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NEG_INFINITY))
}

fn above<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::INFINITY))
}

/// Whether a figure is as a claim states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Agrees {
    /// It lies in the range.
    Yes,
    /// It lies outside, but its interval reaches into the range, or there are fewer than six trees: more trees
    /// are needed.
    Open,
    /// It lies outside with all of its interval.
    No,
}

impl Range {
    /// Whether what is known of a value is as it should be.
    fn judge(&self, found: &Estimate) -> Agrees {
        if (self.low..=self.high).contains(&found.value) {
            Agrees::Yes
        } else if found.low <= self.high && found.high >= self.low {
            Agrees::Open
        } else {
            Agrees::No
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_if_none_of_its_parts_says_otherwise() {
        let (yes, open, no) = (Some(Agrees::Yes), Some(Agrees::Open), Some(Agrees::No));
        assert_eq!(ClaimResult::of([yes, None, open]), ClaimResult::Holds);
        assert_eq!(ClaimResult::of([yes, no]), ClaimResult::InPart);
        assert_eq!(ClaimResult::of([no, open, None]), ClaimResult::Fails);
        assert_eq!(ClaimResult::of([None, open]), ClaimResult::Unknown);
    }

    #[test]
    fn a_claim_does_not_hold_while_a_figure_has_too_few_trees() {
        let part = |agrees, trees| Evidence {
            on: "a tree".into(),
            first_best: None,
            method: "negascout".into(),
            base: None,
            quantity: Quantity::Leaves,
            trees,
            found: None,
            expected: None,
            agrees: Some(agrees),
        };
        let holds = |trees| ClaimResult::on(&[part(Agrees::Yes, trees), part(Agrees::Open, trees)]);
        assert_eq!((holds(6), holds(5)), (ClaimResult::Holds, ClaimResult::Unknown));
        assert_eq!(ClaimResult::on(&[part(Agrees::Yes, 1)]), ClaimResult::Holds);
    }

    #[test]
    fn a_figure_is_judged_by_its_interval_only_where_it_lies_outside() {
        let range = Range { low: 0.7, high: 0.8 };
        let found = |value, low, high| Estimate { value, low, high };
        assert_eq!(range.judge(&found(0.75, 0.5, 1.5)), Agrees::Yes);
        assert_eq!(range.judge(&found(0.85, 0.79, 0.9)), Agrees::Open);
        assert_eq!(range.judge(&found(0.85, 0.81, 0.9)), Agrees::No);
        let open = Range { low: 1.0, high: f64::INFINITY };
        assert_eq!(open.judge(&Estimate::exactly(7.0)), Agrees::Yes);
    }
}

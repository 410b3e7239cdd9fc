//! One test of a claim: a quantity of a method, mostly against another method on the same trees.

use plyglot_family::{Counts, Method};
use serde::{Deserialize, Serialize};

use super::{Agrees, Range};
use crate::family::study::{Pair, Study};
use plyglot_stats::{Estimate, FEWEST_FOR_VERDICT, mean_interval, median_interval};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// Leaves valued, as a ratio.
    Leaves,
    /// Visits, as a ratio.
    Visits,
    /// Time, as a ratio.
    Seconds,
    /// Nodes that the table answered, as a ratio.
    TableCutoffs,
    /// The share of look-ups that the table answered, as a ratio.
    TableShare,
    /// Searches from the root in an iteration, of the method alone.
    Passes,
    /// The share of trees of which the method found another value.
    Wrong,
}

/// A method looked at on one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The trees.
    pub on: String,
    /// At how many of a hundred of their nodes the first move is the best, where they were built so.
    pub first_best: Option<f64>,
    /// The method.
    pub method: String,
    /// What it is set against, if it is.
    pub base: Option<String>,
    /// What was looked at.
    pub quantity: Quantity,
    /// On how many trees.
    pub trees: usize,
    /// What was found; `None` if no tree was searched through by both.
    pub found: Option<Estimate>,
    /// Where it lies if the claim is true; `None` where the claim states nothing.
    pub expected: Option<Range>,
    /// Whether what was found is as the claim states; `None` where it states nothing or nothing
    /// was found.
    pub agrees: Option<Agrees>,
}

/// A comparison that an experiment makes in each of its cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compare {
    pub(super) method: &'static str,
    /// Empty where the method is looked at alone.
    pub(super) base: &'static str,
    pub(super) quantity: Quantity,
    pub(super) expected: Option<Range>,
}

impl Quantity {
    /// What it is called in a table.
    pub fn text(self) -> &'static str {
        match self {
            Quantity::Leaves => "leaves",
            Quantity::Visits => "nodes",
            Quantity::Seconds => "time",
            Quantity::TableCutoffs => "table cut-offs",
            Quantity::TableShare => "share of look-ups answered",
            Quantity::Passes => "passes an iteration",
            Quantity::Wrong => "wrong values",
        }
    }

    /// True of a ratio to the base; the others belong to the method alone.
    pub fn is_ratio(self) -> bool {
        !matches!(self, Quantity::Passes | Quantity::Wrong)
    }

    /// What it is over all pairs.
    fn estimate(self, pairs: &[Pair<'_>], seed: u64) -> Option<Estimate> {
        let counted = |of: fn(&Counts) -> f64| {
            ratio(pairs, seed, |pair| of(&pair.found.counts) / of(&pair.base.counts))
        };
        match self {
            Quantity::Leaves => counted(|counts| counts.leaves as f64),
            Quantity::Visits => counted(|counts| counts.visits() as f64),
            Quantity::TableCutoffs => counted(|counts| counts.table_cutoffs as f64),
            Quantity::TableShare => {
                counted(|counts| counts.table_cutoffs as f64 / counts.probes as f64)
            }
            Quantity::Seconds => ratio(pairs, seed, |pair| pair.found.seconds / pair.base.seconds),
            Quantity::Passes => ratio(pairs, seed, |pair| {
                pair.found.counts.passes as f64 / pair.found.iterations as f64
            }),
            Quantity::Wrong => {
                let wrong = |pair: &Pair<'_>| f64::from(pair.found.value != pair.base.value);
                mean_interval(&pairs.iter().map(wrong).collect::<Vec<_>>(), seed)
            }
        }
    }
}

/// The median over the trees of what is finite.
fn ratio(pairs: &[Pair<'_>], seed: u64, of: impl Fn(&Pair<'_>) -> f64) -> Option<Estimate> {
    let ratios: Vec<f64> = pairs.iter().map(of).filter(|ratio| ratio.is_finite()).collect();
    median_interval(&ratios, seed)
}

impl Compare {
    /// What is looked at.
    pub(super) fn method(&self) -> Option<Method> {
        self.method.parse().ok()
    }

    /// What it is set against, if it is.
    pub(super) fn base(&self) -> Option<Method> {
        self.base.parse().ok()
    }

    /// Its result in one cell of a study.
    pub(super) fn look(&self, study: &Study, cell: usize, seed: u64) -> Evidence {
        let place = |method: Option<Method>| study.method(&method?);
        let pairs = match (place(self.base().or(self.method())), place(self.method())) {
            (Some(base), Some(method)) => study.pairs(cell, base, method),
            _ => Vec::new(),
        };
        let found = self.quantity.estimate(&pairs, seed);
        let agrees = self.expected.zip(found).map(|(expected, found)| expected.judge(&found));
        // Few trees refute nothing, but that one wrong value is one too many.
        let refutes = pairs.len() >= FEWEST_FOR_VERDICT
            || self.quantity == Quantity::Wrong && found.is_some_and(|found| found.value > 0.0);
        let agrees = agrees.map(|agrees| match agrees {
            Agrees::No if !refutes => Agrees::Open,
            agrees => agrees,
        });
        Evidence {
            on: study.cells[cell].name.clone(),
            first_best: study.cells[cell].first_best,
            method: self.method.into(),
            base: self.base().map(|base| base.to_string()),
            quantity: self.quantity,
            trees: pairs.len(),
            found,
            expected: self.expected,
            agrees,
        }
    }
}

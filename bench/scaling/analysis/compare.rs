//! Which of two ways to search is faster, and whether the study can decide it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::reduce::Reduced;
use crate::scaling::goal::Goal;
use crate::scaling::sample::SchemeName;
use crate::scaling::study::{Design, Study};
use plyglot_stats::{Estimate, FEWEST_FOR_VERDICT, geometric_mean_interval_of_few};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// The time to the goal.
    Time,
    /// Nodes per second, where the goal is to use up a time.
    Rate,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// The interval lies above 1.
    Faster,
    /// The interval lies below 1.
    Slower,
    /// The interval holds 1, or there are fewer than [`Comparison::FEWEST`] positions: the
    /// difference, if there is one, is too small for this study.
    Unresolved,
    /// Other work ran on the machine meanwhile ([`Study::disturbance`]): times say nothing.
    Disturbed,
}

/// Two ways to search compared, paired by position.
///
/// Where there is no difference, one comparison of twenty still finds one; of a whole table
/// of them some do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What is compared.
    pub measure: Measure,
    /// The scheme in question.
    pub scheme: SchemeName,
    /// How many threads.
    pub threads: usize,
    /// The scheme that it is compared to, with as many threads; `None` compares it to one thread.
    pub against: Option<SchemeName>,
    /// In how many positions both reached the goal.
    pub positions: usize,
    /// How many times as fast it is.
    pub ratio: Estimate,
    /// Whether that is a difference.
    pub resolution: Resolution,
}

impl Comparison {
    /// Fewer positions than this decide nothing ([`FEWEST_FOR_VERDICT`]).
    pub const FEWEST: usize = FEWEST_FOR_VERDICT;

    /// True if there are too few positions for a verdict. The interval is then too narrow as well, and
    /// should not be shown.
    pub fn too_few(&self) -> bool {
        self.positions < Self::FEWEST
    }
}

impl fmt::Display for Comparison {
    /// The verdict in a line.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { scheme, threads, ratio, positions, .. } = self;
        let against = match self.against {
            Some(scheme) => format!("{scheme} with as many"),
            None => "one thread".into(),
        };
        let verdict = match self.resolution {
            Resolution::Faster => "faster",
            Resolution::Slower => "slower",
            Resolution::Unresolved if self.too_few() => {
                let (value, fewest) = (ratio.value, Self::FEWEST);
                return write!(
                    out,
                    "{scheme} with {threads} threads against {against}: {value:.2} times as fast; no \
                     verdict: it needs {fewest} positions, and there are {positions}"
                );
            }
            Resolution::Unresolved => "no difference shown",
            Resolution::Disturbed => "no verdict, since other work ran on the machine",
        };
        write!(
            out,
            "{scheme} with {threads} threads against {against}: {verdict}, {ratio} times as fast \
             over {positions} positions"
        )
    }
}

/// The reduced samples of one way to search.
pub(super) type Way = (Option<SchemeName>, usize, Vec<Reduced>);

/// Every scheme against one thread, then every other scheme against the first one.
pub(super) fn all(study: &Study, alone: &[Reduced], ways: &[Way]) -> Vec<Comparison> {
    let design = &study.design;
    let mut comparisons = Vec::new();
    for (scheme, threads, these) in ways {
        let Some(scheme) = *scheme else { continue };
        comparisons.extend(compare(design, (scheme, *threads, these), (None, alone)));
    }
    let Some(&first) = design.schemes.first() else { return comparisons };
    for (scheme, threads, these) in ways {
        let Some(scheme) = scheme.filter(|scheme| *scheme != first) else { continue };
        let firsts = ways.iter().find(|way| (way.0, way.1) == (Some(first), *threads));
        let Some((_, _, firsts)) = firsts else { continue };
        comparisons.extend(compare(design, (scheme, *threads, these), (Some(first), firsts)));
    }
    if study.disturbance().is_some() {
        comparisons
            .iter_mut()
            .for_each(|one: &mut Comparison| one.resolution = Resolution::Disturbed);
    }
    comparisons
}

/// `None` if they have no position in common.
fn compare(
    design: &Design,
    (scheme, threads, these): (SchemeName, usize, &[Reduced]),
    (against, others): (Option<SchemeName>, &[Reduced]),
) -> Option<Comparison> {
    let measure =
        if matches!(design.goal, Goal::Budget(_)) { Measure::Rate } else { Measure::Time };
    let ratio = |(other, this): (&Reduced, &Reduced)| match measure {
        Measure::Time => other.seconds / this.seconds,
        Measure::Rate => this.rate / other.rate,
    };
    let ratios: Vec<f64> = Reduced::paired(others, these).map(ratio).collect();
    let ratio = geometric_mean_interval_of_few(&ratios, design.seed)?;
    let positions = ratios.len();
    let resolution = if positions < Comparison::FEWEST || !ratio.excludes(1.0) {
        Resolution::Unresolved
    } else if ratio.value > 1.0 {
        Resolution::Faster
    } else {
        Resolution::Slower
    };
    Some(Comparison { measure, scheme, threads, against, positions, ratio, resolution })
}

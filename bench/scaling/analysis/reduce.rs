//! The repeats of a search reduced to one, and searches of the same position paired.

use crate::scaling::sample::{Sample, SchemeName};
use crate::scaling::study::Study;
use plyglot_stats::median;

/// What one way to search a position gave: the medians of its repeats that reached the goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reduced {
    pub(super) position: usize,
    /// Above zero.
    pub(super) seconds: f64,
    /// Above zero.
    pub(super) nodes: f64,
    /// Nodes per second; above zero.
    pub(super) rate: f64,
    pub(super) first_result: Option<f64>,
    pub(super) depth: f64,
    /// The scores of all repeats.
    pub(super) scores: Vec<String>,
}

impl Reduced {
    /// All positions that a way to search brought to the goal, in their order. What took no time
    /// or no nodes at all gives no ratio and is left out.
    pub(super) fn all(study: &Study, scheme: Option<SchemeName>, threads: usize) -> Vec<Self> {
        let samples = reached(study, scheme, threads);
        let one = |position| {
            let repeats: Vec<&Sample> =
                samples.iter().copied().filter(|sample| sample.case.position == position).collect();
            Reduced::new(position, &repeats)
        };
        (0..study.design.positions.len()).filter_map(one).collect()
    }

    fn new(position: usize, repeats: &[&Sample]) -> Option<Self> {
        let middle = |figure: &dyn Fn(&Sample) -> f64| {
            median(&repeats.iter().map(|sample| figure(sample)).collect::<Vec<_>>())
        };
        let firsts: Vec<f64> = repeats.iter().filter_map(|sample| sample.first_result).collect();
        let reduced = Reduced {
            position,
            seconds: middle(&|sample| sample.seconds)?,
            nodes: middle(&|sample| sample.counters.nodes as f64)?,
            rate: middle(&Sample::rate)?,
            first_result: median(&firsts).filter(|seconds| *seconds > 0.0),
            depth: middle(&|sample| f64::from(sample.depth))?,
            scores: repeats.iter().map(|sample| sample.score.clone()).collect(),
        };
        let sound = |figure: f64| figure.is_finite() && figure > 0.0;
        [reduced.seconds, reduced.nodes, reduced.rate].into_iter().all(sound).then_some(reduced)
    }

    /// Both searches of every position that has both; `left` and `right` are in the order of their
    /// positions.
    pub(super) fn paired<'a>(
        left: &'a [Reduced],
        right: &'a [Reduced],
    ) -> impl Iterator<Item = (&'a Reduced, &'a Reduced)> {
        left.iter().filter_map(|left| {
            let place = right.binary_search_by_key(&left.position, |right| right.position).ok()?;
            Some((left, &right[place]))
        })
    }
}

/// The samples of one way to search that reached the goal.
pub(super) fn reached(study: &Study, scheme: Option<SchemeName>, threads: usize) -> Vec<&Sample> {
    let belongs = |sample: &&Sample| {
        let case = &sample.case;
        sample.reached && sample.error.is_none() && (case.scheme, case.threads) == (scheme, threads)
    };
    study.samples.iter().filter(belongs).collect()
}

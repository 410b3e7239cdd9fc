//! One scheme with one number of threads against one thread.

use super::reduce::{Reduced, reached};
use super::{Agreement, Cell, CellAccount, PositionRatios};
use crate::scaling::counters::PerMillion;
use crate::scaling::goal::Goal;
use crate::scaling::sample::{Sample, SchemeName};
use crate::scaling::study::Study;
use plyglot_search::Counters;
use plyglot_stats::{Estimate, Fences, geometric_mean_interval_of_few, mean_interval_of_few};

impl Cell {
    pub(super) fn new(
        study: &Study,
        (scheme, threads): (Option<SchemeName>, usize),
        alone: &[Reduced],
        these: &[Reduced],
    ) -> Self {
        let design = &study.design;
        let timed = matches!(design.goal, Goal::Budget(_));
        let samples = reached(study, scheme, threads);
        let work = counted(&samples);
        let pairs: Vec<_> = Reduced::paired(alone, these).collect();
        let per_position: Vec<_> =
            pairs.iter().map(|(one, many)| ratios(one, many, timed)).collect();
        let geometric = |figure: &dyn Fn(&PositionRatios) -> Option<f64>| {
            estimate(per_position.iter().filter_map(figure), design.seed)
        };
        let sooner =
            |(one, many): &(&Reduced, &Reduced)| Some(one.first_result? / many.first_result?);
        let deeper: Vec<f64> = pairs.iter().map(|(one, many)| many.depth - one.depth).collect();
        Cell {
            scheme,
            threads,
            positions: pairs.len(),
            speedup: geometric(&|position| position.speedup),
            rate: geometric(&|position| Some(position.rate)),
            overhead: geometric(&|position| position.overhead),
            first_result: estimate(pairs.iter().filter_map(sooner), design.seed),
            depth_gain: mean_interval_of_few(&deeper, design.seed).filter(|_| timed),
            per_million: PerMillion::of(&work),
            hit_rate: share(work.hits, work.probes),
            repeated: design.account.then(|| share(work.repeated, work.nodes)),
            account: CellAccount::of(&samples, alone),
            agreement: Agreement::of(alone, these),
            outliers: outliers(&per_position),
            per_position,
            missing: (design.positions.len() * design.repeats).saturating_sub(samples.len()),
        }
    }
}

impl Agreement {
    fn of(alone: &[Reduced], these: &[Reduced]) -> Self {
        let mut agreement = Agreement::default();
        for (one, many) in Reduced::paired(alone, these) {
            agreement.of += 1;
            if many.scores.iter().all(|score| one.scores.contains(score)) {
                agreement.agree += 1;
            } else {
                agreement.differ.push(one.position);
            }
        }
        agreement
    }
}

fn ratios(one: &Reduced, many: &Reduced, timed: bool) -> PositionRatios {
    PositionRatios {
        position: one.position,
        speedup: (!timed).then_some(one.seconds / many.seconds),
        overhead: (!timed).then_some(many.nodes / one.nodes),
        rate: many.rate / one.rate,
    }
}

fn estimate(ratios: impl Iterator<Item = f64>, seed: u64) -> Option<Estimate> {
    geometric_mean_interval_of_few(&ratios.collect::<Vec<_>>(), seed)
}

/// The positions outside the fences around the logarithms of what was compared.
fn outliers(positions: &[PositionRatios]) -> Vec<usize> {
    let logarithm = |position: &PositionRatios| position.speedup.unwrap_or(position.rate).ln();
    let logarithms: Vec<f64> = positions.iter().map(logarithm).collect();
    let Some(fences) = Fences::around(&logarithms) else { return Vec::new() };
    let outside = positions.iter().filter(|position| fences.exclude(logarithm(position)));
    outside.map(|position| position.position).collect()
}

/// What all searches of a cell did together.
fn counted(samples: &[&Sample]) -> Counters {
    let mut sum = Counters::default();
    samples.iter().for_each(|sample| sum.add(&sample.counters));
    sum
}

/// A part of a whole, 0 to 1; of nothing it is nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

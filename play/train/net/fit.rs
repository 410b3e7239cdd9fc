//! The fit of a net: epochs of batches in an order that is drawn, with steps that grow smaller, until the error on
//! what is held out no longer falls.
//!
//! Cost: about 3 microseconds a position and core for 64 lanes where 32 inputs are on.

use plyglot_eval::net::{Net, NetWeights, OUTPUT_ONE, Views};
use plyglot_open::Stop;
use plyglot_search::random::{SplitMix, mix};
use plyglot_search::{Inputs, Side};
use rayon::prelude::*;

use crate::train::net::NetPlan;
use crate::train::net::adam::{Adam, Reach};
use crate::train::net::curve::{cosine, logistic};
use crate::train::net::model::{Held, Model, Sample};
use crate::train::net::samples::{Data, Rows, Samples};

/// The most epochs, and the fewest.
const EPOCHS: (usize, usize) = (16, 5);
/// How many positions are looked at in all, between these: more games need fewer epochs.
const LOOKS: usize = 64_000_000;
/// After this many epochs without a gain on what is held out, the fit ends.
const PATIENCE: usize = 4;
/// Positions of a batch, and the parts that it is cut into, whatever the number of threads.
const BATCH: usize = 2048;
const PARTS: usize = 4;
/// The size of the first steps, that where a net is trained further, and of the last.
const RATE: f32 = 2e-3;
const FURTHER: f32 = 2e-4;
const LAST_RATE: f32 = 2e-5;
/// The parts of the game that have an output of their own.
const OUTPUTS: usize = 8;

/// What a fit found.
pub(crate) struct Fitted {
    pub(crate) weights: NetWeights,
    /// How many epochs led there.
    pub(crate) epochs: usize,
    /// For each part of the game: positions trained on and held out, and the mean absolute error on the latter, in
    /// points.
    pub(crate) parts: Vec<(usize, usize, Option<f64>)>,
    /// By how much whole numbers say otherwise, in the mean and at most, in points.
    pub(crate) rounding: (f64, f64),
    /// The time of an epoch for each position, in nanoseconds.
    pub(crate) nanoseconds: f64,
}

/// What every part of a fit needs.
struct Task<'a> {
    rows: Rows,
    bounds: &'a [u32],
    scale: f32,
    /// The size of the first steps.
    rate: f32,
}

impl Task<'_> {
    /// Runs over positions, each with the symmetry that is given, and hands on what it takes to go back.
    fn each(
        &self,
        model: &Model,
        samples: &Samples,
        which: &mut dyn Iterator<Item = (usize, usize)>,
        mut then: impl FnMut(usize, &Sample<'_>, &Held, f32),
    ) {
        let (mut found, mut held) = ([Vec::new(), Vec::new()], model.held());
        for (sample, symmetry) in which {
            let on = self.rows.of(samples, sample, symmetry, &mut found);
            let taken = Sample { rows: &found, part: NetWeights::part(self.bounds, on) };
            let output = model.output(&taken, &mut held);
            then(sample, &taken, &held, output + samples.own[sample] / self.scale);
        }
    }

    /// The mean squared difference in results, and for each part of the game how many positions there are and the sum
    /// of the differences in points.
    fn error(&self, model: &Model, samples: &Samples) -> (f64, Vec<(usize, f64)>) {
        let all: Vec<usize> = (0..samples.len()).collect();
        let part = |part: &[usize]| {
            let (mut squares, mut parts) = (0.0, vec![(0, 0.0); model.output_bias.len()]);
            let which = &mut part.iter().map(|&sample| (sample, 0));
            self.each(model, samples, which, |sample, taken, _, said| {
                let label = samples.labels[sample];
                let off = logistic(said) - logistic(label / self.scale);
                squares += f64::from(off * off);
                parts[taken.part].0 += 1;
                parts[taken.part].1 += f64::from((said * self.scale - label).abs());
            });
            (squares, parts)
        };
        let found: Vec<_> = all.par_chunks(8192).map(part).collect();
        let mut sums = (0.0, vec![(0, 0.0); model.output_bias.len()]);
        for (squares, parts) in found {
            sums.0 += squares;
            for (sum, part) in sums.1.iter_mut().zip(parts) {
                *sum = (sum.0 + part.0, sum.1 + part.1);
            }
        }
        (sums.0 / samples.len().max(1) as f64, sums.1)
    }
}

/// The order of an epoch, in batches, with the symmetry in which each position is seen.
fn epoch(
    task: &Task<'_>,
    samples: &Samples,
    (model, adam, gradients): (&mut Model, &mut Adam, &mut [Model]),
    (number, of, seed): (usize, usize, u64),
    reach: Reach,
    stop: &Stop,
) {
    let mut random = SplitMix(mix(seed ^ number as u64));
    let order: Vec<u32> = random.shuffled(0..samples.len() as u32);
    let batches = order.len().div_ceil(BATCH);
    for (place, batch) in order.chunks(BATCH).enumerate() {
        if stop.is_raised() {
            return;
        }
        let done = (number * batches + place) as f32 / (of * batches) as f32;
        let share = 0.5 + 0.5 * cosine(std::f32::consts::PI * done);
        let rate = LAST_RATE + (task.rate - LAST_RATE) * share;
        let each = batch.len().div_ceil(PARTS);
        let symmetries = task.rows.symmetries() as u64;
        gradients.par_iter_mut().zip(batch.par_chunks(each)).for_each(|(gradient, part)| {
            gradient.clear();
            let symmetry = |sample: u32| {
                (mix(seed ^ u64::from(sample) << 16 ^ number as u64) % symmetries) as usize
            };
            let which = &mut part.iter().map(|&sample| (sample as usize, symmetry(sample)));
            task.each(model, samples, which, |sample, taken, held, said| {
                let says = logistic(said);
                let off = says - logistic(samples.labels[sample] / task.scale);
                let by = 2.0 * off * says * (1.0 - says) / batch.len() as f32;
                model.back(taken, held, by, gradient);
            });
        });
        let used = batch.len().div_ceil(each);
        let (first, others) = gradients.split_at_mut(1);
        others[..used - 1].iter().for_each(|other| first[0].add(other));
        adam.step(model, &first[0], rate, reach);
    }
}

/// Fits a net: `further` if that is given, which is of this plan and scale, else one that is drawn. `scale` are the points
/// of an output of 1; nothing, where `stop` is raised before it ends.
pub(crate) fn fit(
    data: &Data,
    inputs: &Inputs,
    plan: NetPlan,
    (scale, seed): (i32, u64),
    further: Option<&NetWeights>,
    stop: &Stop,
    mut show: impl FnMut(usize),
) -> Option<Fitted> {
    let (train, views) = (&data.train, Views::new(inputs));
    let bounds = further.map_or_else(|| data.bounds(OUTPUTS), |net| net.bounds.clone());
    let rate = if further.is_some() { FURTHER } else { RATE };
    let task = Task { rows: Rows::new(inputs, &views), bounds: &bounds, scale: scale as f32, rate };
    let on: Vec<u32> = (0..train.len()).map(|sample| train.on(sample)).collect();
    let most = on.iter().max().copied().unwrap_or(0) as f32;
    let mean = on.iter().map(|&on| f64::from(on)).sum::<f64>() / on.len().max(1) as f64;
    // Accumulators of more inputs than were ever seen fit 16 bits, and weights of the output 8.
    let reach =
        Reach { rows: (126.0 / (1.25 * most + 4.0)).min(1.98), output: 127.0 / OUTPUT_ONE as f32 };
    let (width, outputs) = (plan.width, bounds.len() + 1);
    let mut model = match further {
        Some(net) => Model::of(net),
        None => {
            let drawn = Model::drawn(width, views.rows(), outputs, mean as f32, mix(seed));
            without_unseen(drawn, &task, train)
        }
    };
    let mut adam = Adam::new(&model);
    let mut gradients = vec![Model::zero(width, views.rows(), outputs); PARTS];
    let (mut best, mut least, mut misses) = ((model.clone(), 0), f64::INFINITY, 0);
    let mut nanoseconds = 0.0;
    let epochs = (LOOKS / train.len().max(1)).clamp(EPOCHS.1, EPOCHS.0);
    for number in 0..epochs {
        show(number);
        let begun = std::time::Instant::now();
        let parts = (&mut model, &mut adam, &mut gradients[..]);
        epoch(&task, train, parts, (number, epochs, seed), reach, stop);
        if stop.is_raised() {
            return None;
        }
        nanoseconds = begun.elapsed().as_secs_f64() * 1e9 / train.len().max(1) as f64;
        let (error, _) = task.error(&model, &data.held_out);
        if error < least || data.held_out.len() == 0 {
            (best, least, misses) = ((model.clone(), number + 1), error, 0);
        } else {
            misses += 1;
            if misses == PATIENCE {
                break;
            }
        }
    }
    let (model, epochs) = best;
    let weights = model.whole(&bounds, scale, plan.adds);
    let (_, held_out) = task.error(&model, &data.held_out);
    let mut trained = vec![0; bounds.len() + 1];
    on.iter().for_each(|&on| trained[NetWeights::part(&bounds, on)] += 1);
    let parts = trained.into_iter().zip(held_out);
    let parts = parts.map(|(trained, (held_out, sum))| {
        (trained, held_out, (held_out > 0).then(|| sum / held_out as f64))
    });
    let rounding = rounding(&task, &model, &data.held_out, Net::new(weights.clone(), views));
    Some(Fitted { parts: parts.collect(), weights, epochs, rounding, nanoseconds })
}

/// A row that no position has an input of is not to say anything where one comes up in a search.
fn without_unseen(mut model: Model, task: &Task<'_>, train: &Samples) -> Model {
    let mut seen = vec![false; model.rows.len() / model.width];
    let mut found = [Vec::new(), Vec::new()];
    for sample in 0..train.len() {
        for symmetry in 0..task.rows.symmetries() {
            task.rows.of(train, sample, symmetry, &mut found);
            found.iter().flatten().for_each(|&row| seen[row as usize] = true);
        }
    }
    for (row, _) in model.rows.chunks_mut(model.width).zip(seen).filter(|(_, seen)| !seen) {
        row.fill(0.0);
    }
    model
}

/// By how much whole numbers say otherwise, in the mean and at most, in points.
fn rounding(task: &Task<'_>, model: &Model, samples: &Samples, net: Net) -> (f64, f64) {
    let mut own = net.accumulators();
    let (mut sum, mut most) = (0.0, 0.0f64);
    let which = &mut (0..samples.len()).map(|sample| (sample, 0));
    task.each(model, samples, which, |sample, _, _, said| {
        own.see(|planes| samples.words(sample).for_each(|(place, word)| planes[place] = word));
        let side = if samples.second[sample] { Side::Second } else { Side::First };
        let whole = f64::from(net.judge(&mut own, side)) + f64::from(samples.own[sample]);
        let off = (whole - f64::from(said * task.scale)).abs();
        (sum, most) = (sum + off, most.max(off));
    });
    (sum / samples.len().max(1) as f64, most)
}

//! The net in floating point: what it says, and how that changes with each weight.

use plyglot_eval::net::{NetWeights, ONE, OUTPUT_ONE};
use plyglot_search::random::SplitMix;

/// The weights of a net, or what is to be added to each. Only [`Model::output`] and [`Model::back`], where
/// the time goes, are compiled for each width.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model {
    /// How many lanes.
    pub(crate) width: usize,
    /// One for each lane.
    pub(crate) bias: Vec<f32>,
    /// Row by row, a weight for each lane.
    pub(crate) rows: Vec<f32>,
    /// For each part of the game, what the side to move counts and the other, a weight for each lane.
    pub(crate) output: Vec<f32>,
    pub(crate) output_bias: Vec<f32>,
}

/// A position as the model takes it.
pub(crate) struct Sample<'a> {
    /// The rows of the side to move and of the other.
    pub(crate) rows: &'a [Vec<u32>; 2],
    pub(crate) part: usize,
}

/// The accumulators of the side to move and of the other, held between 0 and 1; made once and used again and again.
pub(crate) struct Held([Vec<f32>; 2]);

/// Calls what is compiled for the width of the model.
macro_rules! by_width {
    ($model:ident.$compiled:ident($($argument:expr),+)) => {
        match $model.width {
            16 => $model.$compiled::<16>($($argument),+),
            32 => $model.$compiled::<32>($($argument),+),
            96 => $model.$compiled::<96>($($argument),+),
            128 => $model.$compiled::<128>($($argument),+),
            256 => $model.$compiled::<256>($($argument),+),
            _ => $model.$compiled::<64>($($argument),+),
        }
    };
}

impl Model {
    /// All zero.
    pub(crate) fn zero(width: usize, rows: usize, parts: usize) -> Self {
        Model {
            width,
            bias: vec![0.0; width],
            rows: vec![0.0; rows * width],
            output: vec![0.0; 2 * parts * width],
            output_bias: vec![0.0; parts],
        }
    }

    /// Drawn, for positions in which about `on` inputs are on.
    pub(crate) fn drawn(width: usize, rows: usize, parts: usize, on: f32, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        // From -1 to 1.
        let mut draw = || (random.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let mut model = Model::zero(width, rows, parts);
        let (reach, small) = (0.7 / on.max(1.0).sqrt(), 0.5 / (width as f32).sqrt());
        model.bias.iter_mut().for_each(|weight| *weight = 0.25 + 0.25 * draw());
        model.rows.iter_mut().for_each(|weight| *weight = reach * draw());
        let output: Vec<f32> = (0..2 * width).map(|_| small * draw()).collect();
        model.output.chunks_mut(2 * width).for_each(|part| part.copy_from_slice(&output));
        model
    }

    /// Room for [`Model::output`].
    pub(crate) fn held(&self) -> Held {
        Held([vec![0.0; self.width], vec![0.0; self.width]])
    }

    fn all(&mut self) -> [&mut Vec<f32>; 4] {
        [&mut self.bias, &mut self.rows, &mut self.output, &mut self.output_bias]
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.all().into_iter().for_each(|weights| weights.fill(0.0));
    }

    /// Adds another.
    pub(crate) fn add(&mut self, other: &Self) {
        let others = [&other.bias, &other.rows, &other.output, &other.output_bias];
        for (own, other) in self.all().into_iter().zip(others) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }

    /// The output, and the accumulators that it follows from.
    pub(crate) fn output(&self, sample: &Sample<'_>, held: &mut Held) -> f32 {
        by_width!(self.output_of(sample, held))
    }

    fn output_of<const W: usize>(&self, sample: &Sample<'_>, held: &mut Held) -> f32 {
        let (rows, output) = (lanes::<W>(&self.rows), lanes::<W>(&self.output));
        let mut sums = [0.0; W];
        for (side, (held, list)) in held.0.iter_mut().zip(sample.rows).enumerate() {
            let [held, ..] = held.as_chunks_mut().0 else { continue };
            *held = lanes(&self.bias)[0];
            for &row in list {
                add(held, &rows[row as usize]);
            }
            held.iter_mut().for_each(|lane| *lane = lane.clamp(0.0, 1.0));
            let weights = &output[2 * sample.part + side];
            for lane in 0..W {
                sums[lane] += held[lane] * held[lane] * weights[lane];
            }
        }
        self.output_bias[sample.part] + sums.iter().sum::<f32>()
    }

    /// Adds to `gradient` how the output changes with each weight, times `by`, where [`Model::output`] gave `held`.
    pub(crate) fn back(&self, sample: &Sample<'_>, held: &Held, by: f32, gradient: &mut Self) {
        by_width!(self.back_of(sample, held, by, gradient))
    }

    fn back_of<const W: usize>(
        &self,
        sample: &Sample<'_>,
        held: &Held,
        by: f32,
        gradient: &mut Self,
    ) {
        gradient.output_bias[sample.part] += by;
        let (bias, rows) = (gradient.bias.as_chunks_mut::<W>().0, gradient.rows.as_chunks_mut().0);
        for side in 0..2 {
            let (held, place) = (&lanes::<W>(&held.0[side])[0], 2 * sample.part + side);
            let weights = &lanes::<W>(&self.output)[place];
            let changed = &mut gradient.output.as_chunks_mut::<W>().0[place];
            let mut lanes = [0.0; W];
            for lane in 0..W {
                changed[lane] += by * held[lane] * held[lane];
                let inside =
                    if held[lane] > 0.0 && held[lane] < 1.0 { 2.0 * held[lane] } else { 0.0 };
                lanes[lane] = by * weights[lane] * inside;
            }
            add(&mut bias[0], &lanes);
            for &row in &sample.rows[side] {
                add(&mut rows[row as usize], &lanes);
            }
        }
    }

    /// A net of whole numbers, whose weights lie in the middle of what is rounded to them.
    pub(crate) fn of(net: &NetWeights) -> Self {
        let one = ONE as f32;
        let word = |&weight: &i16| f32::from(weight) / one;
        let byte = |&weight: &i8| f32::from(weight) / OUTPUT_ONE as f32;
        let bias = |&bias: &i32| (f64::from(bias) / f64::from(ONE * ONE * OUTPUT_ONE)) as f32;
        Model {
            width: net.width,
            bias: net.bias.iter().map(word).collect(),
            rows: net.rows.iter().map(word).collect(),
            output: net.output.iter().map(byte).collect(),
            output_bias: net.output_bias.iter().map(bias).collect(),
        }
    }

    /// In whole numbers.
    pub(crate) fn whole(&self, bounds: &[u32], scale: i32, adds: bool) -> NetWeights {
        let one = ONE as f32;
        let word = |weight: &f32| (weight * one).round() as i16;
        // The cast saturates.
        let byte = |weight: &f32| ((weight * OUTPUT_ONE as f32).round() as i8).max(-i8::MAX);
        let bias =
            |bias: &f32| (f64::from(bias * one * one) * f64::from(OUTPUT_ONE)).round() as i32;
        NetWeights {
            width: self.width,
            bounds: bounds.to_vec(),
            scale,
            adds,
            bias: self.bias.iter().map(word).collect(),
            rows: self.rows.iter().map(word).collect(),
            output: self.output.iter().map(byte).collect(),
            output_bias: self.output_bias.iter().map(bias).collect(),
        }
    }
}

/// Weights by rows of lanes.
fn lanes<const W: usize>(weights: &[f32]) -> &[[f32; W]] {
    weights.as_chunks().0
}

#[inline(always)]
fn add<const W: usize>(to: &mut [f32; W], what: &[f32; W]) {
    for lane in 0..W {
        to[lane] += what[lane];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: f32 = 1e-3;

    #[test]
    fn a_net_of_whole_numbers_is_the_same_there_and_back() {
        let mut model = Model::drawn(32, 12, 3, 4.0, 7);
        model.output_bias = vec![0.1, -0.2, 0.3];
        let whole = model.whole(&[5, 9], 160, true);
        assert_eq!(Model::of(&whole).whole(&[5, 9], 160, true), whole);
    }

    /// The gradient against what a small step changes, for each kind of weight.
    #[test]
    fn the_gradient_is_what_a_small_step_changes() {
        let mut model = Model::drawn(16, 12, 3, 4.0, 7);
        model.output_bias = vec![0.1, -0.2, 0.3];
        let rows = [vec![0, 3, 7, 11], vec![1, 2, 9, 10]];
        let sample = Sample { rows: &rows, part: 1 };
        let (mut held, mut gradient) = (model.held(), Model::zero(16, 12, 3));
        model.output(&sample, &mut held);
        model.back(&sample, &held, 1.0, &mut gradient);
        let by_steps = |place: &dyn Fn(&mut Model) -> &mut f32| {
            let said = |step: f32| {
                let mut other = model.clone();
                *place(&mut other) += step;
                other.output(&sample, &mut other.held())
            };
            // So small that no lane passes the end of its range on the way.
            (said(STEP) - said(-STEP)) / (2.0 * STEP)
        };
        let near = |told: f32, place: &dyn Fn(&mut Model) -> &mut f32, what: &str| {
            let found = by_steps(place);
            assert!((told - found).abs() < 2e-3, "{what}: {told} and not {found}");
        };
        for lane in 0..16 {
            near(gradient.bias[lane], &|model| &mut model.bias[lane], "bias");
            for side in 0..2 {
                let place = 16 * (2 + side) + lane;
                near(gradient.output[place], &|model| &mut model.output[place], "output");
                assert_eq!(gradient.output[16 * side + lane], 0.0, "another part of the game");
            }
            for row in 0..12 {
                let place = 16 * row + lane;
                near(gradient.rows[place], &|model| &mut model.rows[place], "row");
            }
        }
        near(gradient.output_bias[1], &|model| &mut model.output_bias[1], "bias of the output");
        assert!(gradient.rows[3 * 16..][..16].iter().any(|&change| change != 0.0));
    }
}

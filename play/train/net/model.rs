//! The net in floating point: what it says, and how that changes with each weight.

use plyglot_eval::net::{NetWeights, ONE, OUTPUT_ONE};
use plyglot_search::random::SplitMix;

/// The weights of a net, or what is to be added to each; `W` lanes wide.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Model<const W: usize> {
    pub(crate) bias: [f32; W],
    pub(crate) rows: Vec<[f32; W]>,
    /// For each part of the game, what the side to move counts and the other.
    pub(crate) output: Vec<[[f32; W]; 2]>,
    pub(crate) output_bias: Vec<f32>,
}

/// A position as the model takes it.
pub(crate) struct Sample<'a> {
    /// The rows of the side to move and of the other.
    pub(crate) rows: &'a [Vec<u32>; 2],
    pub(crate) part: usize,
}

impl<const W: usize> Model<W> {
    /// All zero.
    pub(crate) fn zero(rows: usize, parts: usize) -> Self {
        Model {
            bias: [0.0; W],
            rows: vec![[0.0; W]; rows],
            output: vec![[[0.0; W]; 2]; parts],
            output_bias: vec![0.0; parts],
        }
    }

    /// Drawn, for positions in which about `on` inputs are on.
    pub(crate) fn drawn(rows: usize, parts: usize, on: f32, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        // From -1 to 1.
        let mut draw = || (random.bits() >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let mut model = Model::zero(rows, parts);
        let (reach, small) = (0.7 / on.max(1.0).sqrt(), 0.5 / (W as f32).sqrt());
        model.bias.iter_mut().for_each(|weight| *weight = 0.25 + 0.25 * draw());
        for row in &mut model.rows {
            row.iter_mut().for_each(|weight| *weight = reach * draw());
        }
        let output: [[f32; W]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| small * draw()));
        model.output.fill(output);
        model
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.bias = [0.0; W];
        self.rows.fill([0.0; W]);
        self.output.fill([[0.0; W]; 2]);
        self.output_bias.fill(0.0);
    }

    /// Adds another.
    pub(crate) fn add(&mut self, other: &Self) {
        add(&mut self.bias, &other.bias);
        self.rows.iter_mut().zip(&other.rows).for_each(|(own, other)| add(own, other));
        for (own, other) in self.output.iter_mut().zip(&other.output) {
            own.iter_mut().zip(other).for_each(|(own, other)| add(own, other));
        }
        for (own, other) in self.output_bias.iter_mut().zip(&other.output_bias) {
            *own += other;
        }
    }

    /// The accumulators of the side to move and of the other, held between 0 and 1, and the output.
    pub(crate) fn output(&self, sample: &Sample<'_>) -> ([[f32; W]; 2], f32) {
        let mut held = [self.bias; 2];
        for (held, rows) in held.iter_mut().zip(sample.rows) {
            for &row in rows {
                add(held, &self.rows[row as usize]);
            }
            held.iter_mut().for_each(|lane| *lane = lane.clamp(0.0, 1.0));
        }
        let mut sums = [0.0; W];
        for (held, weights) in held.iter().zip(&self.output[sample.part]) {
            for lane in 0..W {
                sums[lane] += held[lane] * held[lane] * weights[lane];
            }
        }
        (held, self.output_bias[sample.part] + sums.iter().sum::<f32>())
    }

    /// Adds to `gradient` how the output changes with each weight, times `by`, where [`Model::output`] gave `held`.
    pub(crate) fn back(
        &self,
        sample: &Sample<'_>,
        held: &[[f32; W]; 2],
        by: f32,
        gradient: &mut Self,
    ) {
        gradient.output_bias[sample.part] += by;
        for side in 0..2 {
            let (held, weights) = (&held[side], &self.output[sample.part][side]);
            let changed = &mut gradient.output[sample.part][side];
            let mut lanes = [0.0; W];
            for lane in 0..W {
                changed[lane] += by * held[lane] * held[lane];
                let inside =
                    if held[lane] > 0.0 && held[lane] < 1.0 { 2.0 * held[lane] } else { 0.0 };
                lanes[lane] = by * weights[lane] * inside;
            }
            add(&mut gradient.bias, &lanes);
            for &row in &sample.rows[side] {
                add(&mut gradient.rows[row as usize], &lanes);
            }
        }
    }

    /// In whole numbers.
    pub(crate) fn whole(&self, bounds: &[u32], scale: i32, adds: bool) -> NetWeights {
        let one = ONE as f32;
        let word = |weight: &f32| (weight * one).round() as i16;
        let output = self.output.iter().flatten().flatten();
        // The cast saturates.
        let byte = |weight: &f32| ((weight * OUTPUT_ONE as f32).round() as i8).max(-i8::MAX);
        let bias =
            |bias: &f32| (f64::from(bias * one * one) * f64::from(OUTPUT_ONE)).round() as i32;
        NetWeights {
            width: W,
            bounds: bounds.to_vec(),
            scale,
            adds,
            bias: self.bias.iter().map(word).collect(),
            rows: self.rows.iter().flatten().map(word).collect(),
            output: output.map(byte).collect(),
            output_bias: self.output_bias.iter().map(bias).collect(),
        }
    }
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

    /// The gradient against what a small step changes, for each kind of weight.
    #[test]
    fn the_gradient_is_what_a_small_step_changes() {
        let mut model: Model<16> = Model::drawn(12, 3, 4.0, 7);
        model.output_bias = vec![0.1, -0.2, 0.3];
        let rows = [vec![0, 3, 7, 11], vec![1, 2, 9, 10]];
        let sample = Sample { rows: &rows, part: 1 };
        let (held, _) = model.output(&sample);
        let mut gradient = Model::zero(12, 3);
        model.back(&sample, &held, 1.0, &mut gradient);
        let by_steps = |place: &dyn Fn(&mut Model<16>) -> &mut f32| {
            let said = |step: f32| {
                let mut other = model.clone();
                *place(&mut other) += step;
                other.output(&sample).1
            };
            // So small that no lane passes the end of its range on the way.
            (said(STEP) - said(-STEP)) / (2.0 * STEP)
        };
        let near = |told: f32, place: &dyn Fn(&mut Model<16>) -> &mut f32, what: &str| {
            let found = by_steps(place);
            assert!((told - found).abs() < 2e-3, "{what}: {told} and not {found}");
        };
        for lane in 0..16 {
            near(gradient.bias[lane], &|model| &mut model.bias[lane], "bias");
            for side in 0..2 {
                let told = gradient.output[1][side][lane];
                near(told, &|model| &mut model.output[1][side][lane], "output");
                assert_eq!(gradient.output[0][side][lane], 0.0, "another part of the game");
            }
            for row in 0..12 {
                near(gradient.rows[row][lane], &|model| &mut model.rows[row][lane], "row");
            }
        }
        near(gradient.output_bias[1], &|model| &mut model.output_bias[1], "bias of the output");
        assert!(gradient.rows[3].iter().any(|&change| change != 0.0));
    }
}

//! Adam (D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015).

use rayon::prelude::*;

use crate::train::net::model::Model;

/// How quickly the mean of the gradient and that of its square forget.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// Keeps quotients from growing without bound.
const LEAST: f32 = 1e-8;
/// Weights that one processor takes at a time.
const PART: usize = 1 << 13;

/// The means that Adam keeps of each weight.
pub(crate) struct Adam {
    mean: Model,
    square: Model,
    /// [`MEAN`] and [`SQUARE`] to the power of the steps that were made.
    forgotten: (f32, f32),
}

/// How far the weights of the rows and those of the output may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) rows: f32,
    pub(crate) output: f32,
}

/// One step of some weights.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    reach: f32,
    /// What the means are to be divided by.
    known: (f32, f32),
}

impl Step {
    #[inline(always)]
    fn of(&self, weight: &mut f32, (mean, square): (&mut f32, &mut f32), gradient: f32) {
        *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
        *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
        let by = (*mean / self.known.0) / ((*square / self.known.1).sqrt() + LEAST);
        *weight = (*weight - self.rate * by).clamp(-self.reach, self.reach);
    }

    fn all(&self, weights: &mut [f32], mean: &mut [f32], square: &mut [f32], gradient: &[f32]) {
        let means = mean.iter_mut().zip(square);
        for ((weight, means), gradient) in weights.iter_mut().zip(means).zip(gradient) {
            self.of(weight, means, *gradient);
        }
    }
}

impl Adam {
    pub(crate) fn new(model: &Model) -> Self {
        let mut zero = model.clone();
        zero.clear();
        Adam { mean: zero.clone(), square: zero, forgotten: (1.0, 1.0) }
    }

    /// Takes a step down the gradient.
    pub(crate) fn step(&mut self, model: &mut Model, gradient: &Model, rate: f32, reach: Reach) {
        self.forgotten = (self.forgotten.0 * MEAN, self.forgotten.1 * SQUARE);
        let known = (1.0 - self.forgotten.0, 1.0 - self.forgotten.1);
        let rows = Step { rate, reach: reach.rows, known };
        let output = Step { rate, reach: reach.output, known };
        let (mean, square) = (&mut self.mean, &mut self.square);
        rows.all(&mut model.bias, &mut mean.bias, &mut square.bias, &gradient.bias);
        // Each weight is for itself, so that the parts may be of any size.
        let means = mean.rows.par_chunks_mut(PART).zip(square.rows.par_chunks_mut(PART));
        let weights = model.rows.par_chunks_mut(PART).zip(means);
        weights.zip(gradient.rows.par_chunks(PART)).for_each(
            |((weights, (mean, square)), gradient)| rows.all(weights, mean, square, gradient),
        );
        output.all(&mut model.output, &mut mean.output, &mut square.output, &gradient.output);
        let free = Step { reach: f32::INFINITY, ..output };
        let (mean, square) = (&mut mean.output_bias, &mut square.output_bias);
        free.all(&mut model.output_bias, mean, square, &gradient.output_bias);
    }
}

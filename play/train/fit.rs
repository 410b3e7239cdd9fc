//! The weights of a phase by linear regression: least squares with a pull towards the weights of the next
//! phase, by conjugate gradients with a diagonal preconditioner (M. Hestenes, E. Stiefel 1952).
//!
//! The pull keeps a weight that few positions tell about near to what the next phase says of it, and one that
//! none tells about there. How strong it has to be depends on how much chance is in the labels, so a strong
//! one is tried first, then weaker ones from there on. The iterations end when the error on positions that
//! are held out no longer falls, and the best weights by it are taken.
//!
//! Cost: one pass over the rows an iteration, on all cores, about 0.1 s for a million rows of 50 features.

use rayon::prelude::*;

use crate::train::rows::Rows;

/// How strongly a weight is pulled, in positions that would tell of it: results of games between weak players
/// need the strongest, exact margins the weakest.
const PULLS: [f32; 3] = [1200.0, 120.0, 12.0];
/// The most iterations with one of them.
const MOST: usize = 100;
/// After this many looks at what is held out without a gain, the fit ends.
const PATIENCE: usize = 3;
/// Iterations between two looks.
const LOOK: usize = 3;
/// How many parts the rows are cut into, whatever the number of threads: sums are then always the same.
const PARTS: usize = 16;

/// What a fit found.
pub(crate) struct Fitted {
    /// In points.
    pub(crate) weights: Vec<f32>,
    /// How many iterations led there.
    pub(crate) iterations: usize,
}

/// The mean absolute error of weights on rows, in points; `None` without rows.
pub(crate) fn error(rows: &Rows, weights: &[f32]) -> Option<f64> {
    let all: Vec<usize> = (0..rows.len()).collect();
    let off = |&row: &usize| f64::from((rows.dot(row, weights) - rows.labels[row]).abs());
    let sums: Vec<f64> = all.par_chunks(10_000).map(|part| part.iter().map(off).sum()).collect();
    (rows.len() > 0).then(|| sums.iter().sum::<f64>() / rows.len() as f64)
}

/// The mean squared error of weights on rows: what the fit makes small. By the mean absolute error no weights at
/// all would be the best ones of a game that is mostly drawn.
fn squared(rows: &Rows, weights: &[f32]) -> Option<f64> {
    let all: Vec<usize> = (0..rows.len()).collect();
    let off = |&row: &usize| f64::from(rows.dot(row, weights) - rows.labels[row]).powi(2);
    let sums: Vec<f64> = all.par_chunks(10_000).map(|part| part.iter().map(off).sum()).collect();
    (rows.len() > 0).then(|| sums.iter().sum::<f64>() / rows.len() as f64)
}

/// Fits weights to rows, from `prior` on.
pub(crate) fn fit(train: &Rows, held_out: &Rows, prior: &[f32]) -> Fitted {
    let mut best = Fitted { weights: prior.to_vec(), iterations: 0 };
    let Some(mut least) = squared(held_out, prior).filter(|_| train.len() > 0) else {
        return best;
    };
    for pull in PULLS {
        let before = least;
        best = fit_with(pull, (train, held_out), prior, best, &mut least);
        if least >= before {
            break;
        }
    }
    best
}

/// The same with one pull, from the best weights so far on.
fn fit_with(
    pull: f32,
    (train, held_out): (&Rows, &Rows),
    prior: &[f32],
    mut best: Fitted,
    least: &mut f64,
) -> Fitted {
    let size = prior.len();
    let mut weights = best.weights.clone();
    let before = best.iterations;
    let scale = diagonal(train, size, pull);
    let off: Vec<f32> =
        (0..train.len()).map(|row| train.labels[row] - train.dot(row, &weights)).collect();
    let mut residual = transposed(train, size, |row| off[row]);
    for (residual, (weight, prior)) in residual.iter_mut().zip(weights.iter().zip(prior)) {
        *residual -= pull * (weight - prior);
    }
    let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, d)| r / d).collect();
    let mut power = dot(&residual, &direction);
    let mut misses = 0;
    for iteration in 1..=MOST {
        let mut image = transposed(train, size, |row| train.dot(row, &direction));
        for (image, step) in image.iter_mut().zip(&direction) {
            *image += pull * step;
        }
        let curvature = dot(&direction, &image);
        if curvature <= 0.0 || power <= 0.0 {
            break;
        }
        let step = (power / curvature) as f32;
        for (weight, direction) in weights.iter_mut().zip(&direction) {
            *weight += step * direction;
        }
        for (residual, image) in residual.iter_mut().zip(&image) {
            *residual -= step * image;
        }
        let scaled: Vec<f32> = residual.iter().zip(&scale).map(|(r, d)| r / d).collect();
        let next = dot(&residual, &scaled);
        let share = (next / power) as f32;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + share * *direction;
        }
        power = next;
        if iteration % LOOK == 0 {
            match squared(held_out, &weights) {
                Some(now) if now < *least => {
                    (*least, misses) = (now, 0);
                    best = Fitted { weights: weights.clone(), iterations: before + iteration };
                }
                _ => misses += 1,
            }
            if misses >= PATIENCE {
                break;
            }
        }
    }
    best
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

/// The diagonal of the matrix that is inverted.
fn diagonal(rows: &Rows, size: usize, pull: f32) -> Vec<f32> {
    let mut sums = vec![pull; size];
    for row in 0..rows.len() {
        for (index, count) in rows.row(row) {
            sums[index] += count * count;
        }
    }
    sums
}

/// The sum of the rows, each times its `factor`.
fn transposed(rows: &Rows, size: usize, factor: impl Fn(usize) -> f32 + Sync) -> Vec<f32> {
    let length = rows.len().div_ceil(PARTS).max(1);
    let part = |part: usize| {
        let mut sums = vec![0.0; size];
        for row in (part * length).min(rows.len())..((part + 1) * length).min(rows.len()) {
            let factor = factor(row);
            for (index, count) in rows.row(row) {
                sums[index] += factor * count;
            }
        }
        sums
    };
    let parts: Vec<Vec<f32>> = (0..PARTS).into_par_iter().map(part).collect();
    let mut sums = vec![0.0; size];
    for part in parts {
        for (sum, more) in sums.iter_mut().zip(part) {
            *sum += more;
        }
    }
    sums
}

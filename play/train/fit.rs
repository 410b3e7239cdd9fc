//! The weights of a phase by linear regression: least squares with a pull towards the weights of the next
//! phase, by conjugate gradients with a diagonal preconditioner (M. Hestenes, E. Stiefel 1952).
//!
//! Where a game is only won, drawn or lost, a lead that wins counts no more than one that wins twice over: estimates and
//! labels are compared by the results that they let expect (a logistic regression), in some steps of Newton, each of
//! them least squares again.
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

/// How often the results are made least squares anew, at most.
const STEPS: usize = 8;
/// A step that leaves more of the loss is the last one.
const ENOUGH: f64 = 0.9999;

/// By what an estimate is compared with its label.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// By points.
    Points,
    /// By the results to be expected, a logistic of the points over this scale.
    Results(f32),
}

impl Aim {
    /// What is made small: half the squared error in points, or the cross entropy of the results, as large near 0.
    fn loss(self, label: f32, estimate: f32) -> f64 {
        match self {
            Aim::Points => f64::from(label - estimate).powi(2) / 2.0,
            Aim::Results(scale) => {
                let scale = f64::from(scale);
                let expected = logistic(f64::from(label) / scale);
                let lead = f64::from(estimate) / scale;
                // The logarithm of 1 + e^lead, which must not overflow.
                let soft = lead.max(0.0) + (-lead.abs()).exp().ln_1p();
                4.0 * scale * scale * (soft - expected * lead)
            }
        }
    }

    /// How fast that falls as the estimate grows, and how fast this slope changes.
    fn slope(self, label: f32, estimate: f32) -> (f32, f32) {
        match self {
            Aim::Points => (label - estimate, 1.0),
            Aim::Results(scale) => {
                let of = |points: f32| logistic(f64::from(points / scale)) as f32;
                let (wanted, now) = (of(label), of(estimate));
                (4.0 * scale * (wanted - now), 4.0 * now * (1.0 - now))
            }
        }
    }

    fn steps(self) -> usize {
        match self {
            Aim::Points => 1,
            Aim::Results(_) => STEPS,
        }
    }
}

fn logistic(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

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

/// The mean loss of weights on rows: what the fit makes small. By the mean absolute error no weights at all would be
/// the best ones of a game that is mostly drawn.
fn loss(aim: Aim, rows: &Rows, weights: &[f32]) -> Option<f64> {
    let all: Vec<usize> = (0..rows.len()).collect();
    let of = |&row: &usize| aim.loss(rows.labels[row], rows.dot(row, weights));
    let sums: Vec<f64> = all.par_chunks(10_000).map(|part| part.iter().map(of).sum()).collect();
    (rows.len() > 0).then(|| sums.iter().sum::<f64>() / rows.len() as f64)
}

/// Fits weights to rows, from `prior` on.
pub(crate) fn fit(aim: Aim, train: &Rows, held_out: &Rows, prior: &[f32]) -> Fitted {
    let mut best = Fitted { weights: prior.to_vec(), iterations: 0 };
    let Some(mut least) = loss(aim, held_out, prior).filter(|_| train.len() > 0) else {
        return best;
    };
    for pull in PULLS {
        let before = least;
        for _ in 0..aim.steps() {
            let step = least;
            best = fit_with(aim, pull, (train, held_out), prior, best, &mut least);
            if least >= step * ENOUGH {
                break;
            }
        }
        if least >= before {
            break;
        }
    }
    best
}

/// The same with one pull, from the best weights so far on.
fn fit_with(
    aim: Aim,
    pull: f32,
    (train, held_out): (&Rows, &Rows),
    prior: &[f32],
    mut best: Fitted,
    least: &mut f64,
) -> Fitted {
    let size = prior.len();
    let mut weights = best.weights.clone();
    let before = best.iterations;
    let slope = |row| aim.slope(train.labels[row], train.dot(row, &weights));
    let (off, counts): (Vec<f32>, Vec<f32>) = (0..train.len()).into_par_iter().map(slope).unzip();
    let scale = diagonal(train, size, pull, &counts);
    let mut residual = transposed(train, size, |row| off[row]);
    for (residual, (weight, prior)) in residual.iter_mut().zip(weights.iter().zip(prior)) {
        *residual -= pull * (weight - prior);
    }
    let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, d)| r / d).collect();
    let mut power = dot(&residual, &direction);
    let mut misses = 0;
    for iteration in 1..=MOST {
        let mut image = transposed(train, size, |row| counts[row] * train.dot(row, &direction));
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
            match loss(aim, held_out, &weights) {
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

/// The diagonal of the matrix that is inverted; each row counts as much as is said.
fn diagonal(rows: &Rows, size: usize, pull: f32, counts: &[f32]) -> Vec<f32> {
    let mut sums = vec![pull; size];
    for (row, weight) in counts.iter().enumerate() {
        for (index, count) in rows.row(row) {
            sums[index] += weight * count * count;
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

#[cfg(test)]
mod tests {
    use plyglot_open::Active;
    use plyglot_search::random::SplitMix;

    use super::*;

    /// Rows of three features, counted up to four times, labelled by `label` of their weighted sum.
    fn rows(number: usize, seed: u64, label: impl Fn(i32) -> i32) -> Rows {
        let (mut rows, mut random) = (Rows::default(), SplitMix(seed));
        for _ in 0..number {
            let mut active = Active::new();
            let counts = [0, 1, 2].map(|_| random.below(9).unwrap_or(0) as i32 - 4);
            (0..).zip(counts).for_each(|(index, count)| active.push(index, count as i16));
            rows.push(&active, label(100 * counts[0] - 30 * counts[1] + 5 * counts[2]));
        }
        rows
    }

    #[test]
    fn points_are_fitted_as_they_are() {
        let fitted =
            fit(Aim::Points, &rows(4_000, 1, |sum| sum), &rows(400, 2, |sum| sum), &[0.0; 3]);
        for (weight, right) in fitted.weights.iter().zip([100.0, -30.0, 5.0]) {
            assert!((weight - right).abs() < 1.0, "{:?}", fitted.weights);
        }
    }

    /// What wins is labelled by one number however far ahead it is, so that least squares in points would make the
    /// weights too small.
    #[test]
    fn results_are_fitted_by_what_they_let_expect() {
        let won = |sum: i32| sum.clamp(-300, 300);
        let data = (rows(4_000, 1, won), rows(400, 2, won));
        let by = |aim| fit(aim, &data.0, &data.1, &[0.0; 3]).weights[0];
        let (points, results) = (by(Aim::Points), by(Aim::Results(100.0)));
        assert!(results > 85.0 && points < results - 5.0, "{points} and {results}");
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        for aim in [Aim::Points, Aim::Results(160.0)] {
            for (label, at) in [(0.0, 0.0), (300.0, -50.0), (-480.0, 900.0), (20.0, 25.0)] {
                let loss = |estimate: f64| aim.loss(label, estimate as f32);
                let (slope, change) = aim.slope(label, at as f32);
                let (before, after) = (loss(at - 1.0), loss(at + 1.0));
                let measured = (before - after) / 2.0;
                assert!(
                    (measured - f64::from(slope)).abs() < 0.05 + measured.abs() / 50.0,
                    "{aim:?} {label} {at}"
                );
                let bend = before + after - 2.0 * loss(at);
                assert!(
                    (bend - f64::from(change)).abs() < 0.05,
                    "{aim:?} {label} {at}: {bend} {change}"
                );
            }
        }
    }
}

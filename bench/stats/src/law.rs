//! Least squares for the one formula of which both scaling laws are cases.
//!
//! The formula is linear in its parameters but for the division, so a weighted linear fit of
//! N / speed-up starts near the answer, and a few damped Gauss-Newton steps (K. Levenberg 1944,
//! D. Marquardt 1963) finish it.

use super::point::Point;

/// speed-up(N) = N / (1 + sigma (N - 1) + kappa N (N - 1)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Law {
    pub(super) sigma: f64,
    pub(super) kappa: f64,
}

impl Law {
    fn divisor(self, threads: f64) -> f64 {
        1.0 + self.sigma * (threads - 1.0) + self.kappa * threads * (threads - 1.0)
    }

    pub(super) fn at(self, threads: usize) -> f64 {
        threads as f64 / self.divisor(threads as f64)
    }

    /// True where the parameters make sense.
    fn is_sensible(self) -> bool {
        (0.0..=1.0).contains(&self.sigma) && self.kappa >= 0.0
    }

    /// The sum of squared residuals; infinite where a divisor is not above zero.
    fn misfit(self, points: &[Point]) -> f64 {
        let square = |point: &Point| {
            let sound = self.divisor(point.threads as f64) > 0.0;
            if sound { (point.speedup - self.at(point.threads)).powi(2) } else { f64::INFINITY }
        };
        points.iter().map(square).sum()
    }
}

/// Which parameters may move.
#[derive(Clone, Copy)]
struct Free {
    sigma: bool,
    kappa: bool,
}

/// The sensible law with the least squares: either one within the bounds, or the best one along
/// them. `kappa` stays zero unless it is asked for.
pub(super) fn fit(points: &[Point], kappa: bool) -> Law {
    let both = Free { sigma: true, kappa };
    let edge = Free { sigma: false, kappa };
    let zero = Law { sigma: 0.0, kappa: 0.0 };
    let serial = Law { sigma: 1.0, kappa: 0.0 };
    let sigma_alone = Free { sigma: true, kappa: false };
    let tries = [(zero, both), (zero, sigma_alone), (zero, edge), (serial, edge)];
    let fitted = tries.into_iter().map(|(start, free)| descend(start, free, points));
    fitted
        .chain([zero, serial])
        .filter(|law| law.is_sensible())
        .min_by(|left, right| left.misfit(points).total_cmp(&right.misfit(points)))
        .unwrap_or(zero)
}

const STEPS: usize = 200;

/// Moves the free parameters of `law` to the least squares, wherever that is.
fn descend(law: Law, free: Free, points: &[Point]) -> Law {
    let start = linear(law, free, points);
    let mut best = if start.misfit(points).is_finite() { start } else { law };
    let mut misfit = best.misfit(points);
    let mut damping = 1e-3;
    for _ in 0..STEPS {
        // The formula falls by N (N - 1) / divisor^2 with sigma, N times that with kappa.
        let slope = |point: &Point| {
            let threads = point.threads as f64;
            -threads * (threads - 1.0) / best.divisor(threads).powi(2)
        };
        let normal = Normal::new(points, free, |point| {
            let slope = slope(point);
            let residual = point.speedup - best.at(point.threads);
            (slope, slope * point.threads as f64, residual)
        });
        let (sigma, kappa) = normal.solve(damping);
        let next = Law { sigma: best.sigma + sigma, kappa: best.kappa + kappa };
        let reached = next.misfit(points);
        if reached < misfit {
            (best, misfit) = (next, reached);
            damping /= 10.0;
        } else if damping < 1e9 {
            damping *= 10.0;
        } else {
            break;
        }
    }
    best
}

/// The least squares of N / speed-up - 1, which is linear in what is free. Weighted so that its
/// residuals count about as those of the speed-up do.
fn linear(law: Law, free: Free, points: &[Point]) -> Law {
    let normal = Normal::new(points, free, |point| {
        let threads = point.threads as f64;
        let weight = point.speedup.powi(2) / threads;
        let left = threads / point.speedup - law.divisor(threads);
        let slope = weight * (threads - 1.0);
        (slope, slope * threads, weight * left)
    });
    let (sigma, kappa) = normal.solve(0.0);
    Law { sigma: law.sigma + sigma, kappa: law.kappa + kappa }
}

/// Normal equations of two parameters.
struct Normal {
    matrix: [[f64; 2]; 2],
    right: [f64; 2],
}

impl Normal {
    /// From what each point gives: the slopes of both parameters, and what is left over.
    fn new(points: &[Point], free: Free, row: impl Fn(&Point) -> (f64, f64, f64)) -> Self {
        let mut normal = Normal { matrix: [[0.0; 2]; 2], right: [0.0; 2] };
        for point in points {
            let (sigma, kappa, left) = row(point);
            let sigma = if free.sigma { sigma } else { 0.0 };
            let kappa = if free.kappa { kappa } else { 0.0 };
            normal.matrix[0][0] += sigma * sigma;
            normal.matrix[0][1] += sigma * kappa;
            normal.matrix[1][1] += kappa * kappa;
            normal.right[0] += sigma * left;
            normal.right[1] += kappa * left;
        }
        normal.matrix[1][0] = normal.matrix[0][1];
        // What may not move is solved for zero.
        for place in 0..2 {
            if normal.matrix[place][place] == 0.0 {
                normal.matrix[place][place] = 1.0;
            }
        }
        normal
    }

    /// How far to move each parameter; not at all where the equations do not determine it.
    fn solve(&self, damping: f64) -> (f64, f64) {
        let [[a, b], [c, d]] = self.matrix;
        let (a, d) = (a * (1.0 + damping), d * (1.0 + damping));
        let determinant = a * d - b * c;
        let [x, y] = self.right;
        let moves = ((x * d - b * y) / determinant, (a * y - c * x) / determinant);
        if moves.0.is_finite() && moves.1.is_finite() { moves } else { (0.0, 0.0) }
    }
}

//! Models of how speed-up grows with the number of threads, fitted by least squares on the
//! speed-ups.
//!
//! A model describes and extrapolates; that it fits does not show that its story is true. Its
//! parameters are limited to where the story makes sense, so speed-ups beyond the number of threads
//! show as residuals.

use serde::{Deserialize, Serialize};

use super::law::{Law, fit};
use super::point::Point;

/// Fewer thread counts than this are not fitted. One thread, whose speed-up is 1 in every model,
/// does not count.
pub const FEWEST_POINTS: usize = 3;

/// How well a model fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Residuals {
    /// Measured speed-up less the model's, by rising thread count, without one thread.
    pub residuals: Vec<f64>,
    /// Root of their mean square.
    pub rms: f64,
    /// Share of the measured speed-ups' variance that the model explains (R squared): at most 1,
    /// below 0 if their mean would describe them better.
    pub r_squared: f64,
}

/// Amdahl's law: a share of the work is done by one thread alone.
///
/// speed-up(N) = N / (1 + serial (N - 1)); G. Amdahl, "Validity of the single processor approach to
/// achieving large scale computing capabilities", 1967.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Amdahl {
    /// The share of the work that cannot be shared, 0 to 1.
    pub serial: f64,
    /// How well it fits.
    pub quality: Residuals,
}

/// The universal scalability law: threads wait for each other, and each has to stay consistent with every
/// other.
///
/// speed-up(N) = N / (1 + sigma (N - 1) + kappa N (N - 1)); N. Gunther, "A simple capacity model of
/// massively parallel transaction systems", 1993.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scalability {
    /// Contention: the share of the work that is done one after the other, 0 to 1.
    pub sigma: f64,
    /// Coherency: what each pair of threads costs, as a share of the work; at least 0.
    pub kappa: f64,
    /// How well it fits.
    pub quality: Residuals,
}

impl Amdahl {
    /// The law that comes nearest to the points; `None` with fewer than [`FEWEST_POINTS`] thread
    /// counts above one. Speed-ups that are not finite numbers above zero are skipped.
    pub fn fit(points: &[Point]) -> Option<Amdahl> {
        let points = fit_for_use(points)?;
        let law = fit(&points, false);
        Some(Amdahl { serial: law.sigma, quality: Residuals::of(law, &points) })
    }

    /// The speed-up that the law gives this number of threads.
    pub fn at(&self, threads: usize) -> f64 {
        Law { sigma: self.serial, kappa: 0.0 }.at(threads)
    }
}

impl Scalability {
    /// The law that comes nearest to the points; `None` as for [`Amdahl::fit`].
    pub fn fit(points: &[Point]) -> Option<Scalability> {
        let points = fit_for_use(points)?;
        let law = fit(&points, true);
        let Law { sigma, kappa } = law;
        Some(Scalability { sigma, kappa, quality: Residuals::of(law, &points) })
    }

    /// The speed-up that the law gives this number of threads.
    pub fn at(&self, threads: usize) -> f64 {
        Law { sigma: self.sigma, kappa: self.kappa }.at(threads)
    }

    /// The number of threads beyond which more of them slow the search down; `None` if there is no
    /// such number.
    pub fn peak(&self) -> Option<f64> {
        (self.kappa > 0.0).then(|| ((1.0 - self.sigma) / self.kappa).sqrt())
    }
}

impl Residuals {
    fn of(law: Law, points: &[Point]) -> Self {
        let residuals: Vec<f64> =
            points.iter().map(|point| point.speedup - law.at(point.threads)).collect();
        let count = points.len() as f64;
        let squares: f64 = residuals.iter().map(|residual| residual * residual).sum();
        let mean = points.iter().map(|point| point.speedup).sum::<f64>() / count;
        let variance: f64 = points.iter().map(|point| (point.speedup - mean).powi(2)).sum();
        // Equal speed-ups leave no variance to explain.
        let r_squared = if variance > 0.0 { 1.0 - squares / variance } else { 0.0 };
        Residuals { residuals, rms: (squares / count).sqrt(), r_squared }
    }
}

/// The points above one thread, by rising thread count; `None` if they are too few.
fn fit_for_use(points: &[Point]) -> Option<Vec<Point>> {
    let sound = |point: &Point| point.speedup.is_finite() && point.speedup > 0.0;
    let mut points: Vec<Point> =
        points.iter().copied().filter(|point| point.threads > 1 && sound(point)).collect();
    points.sort_by_key(|point| point.threads);
    let different = points.chunk_by(|left, right| left.threads == right.threads).count();
    (different >= FEWEST_POINTS).then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(speedups: &[(usize, f64)]) -> Vec<Point> {
        speedups.iter().map(|&(threads, speedup)| Point { threads, speedup }).collect()
    }

    #[test]
    fn a_law_is_found_in_what_follows_it() {
        // A tenth serial: 2 / 1.1, 4 / 1.3, 8 / 1.7.
        let measured = points(&[(1, 1.0), (2, 2.0 / 1.1), (4, 4.0 / 1.3), (8, 8.0 / 1.7)]);
        let amdahl = Amdahl::fit(&measured).expect("three thread counts");
        assert!((amdahl.serial - 0.1).abs() < 1e-9 && amdahl.quality.rms < 1e-9);
        assert!((amdahl.quality.r_squared - 1.0).abs() < 1e-9);
        assert!((amdahl.at(16) - 16.0 / 2.5).abs() < 1e-8);
        // sigma 0.1, kappa 0.05: 2 / (1 + 0.1 + 0.1), 4 / (1 + 0.3 + 0.6), 8 / (1 + 0.7 + 2.8).
        let measured = points(&[(2, 2.0 / 1.2), (4, 4.0 / 1.9), (8, 8.0 / 4.5)]);
        let law = Scalability::fit(&measured).expect("three thread counts");
        assert!((law.sigma - 0.1).abs() < 1e-9 && (law.kappa - 0.05).abs() < 1e-9, "{law:?}");
        assert!((law.peak().expect("it has one") - 18_f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn residuals_are_what_the_law_leaves_over() {
        // Nothing between 0 and 1 explains more than ideal speed-up: 2.5 - 2, 4 - 4, 9 - 8.
        let amdahl = Amdahl::fit(&points(&[(8, 9.0), (2, 2.5), (4, 4.0)])).expect("three");
        assert_eq!((amdahl.serial, amdahl.at(8)), (0.0, 8.0));
        assert_eq!(amdahl.quality.residuals, [0.5, 0.0, 1.0]);
        assert!((amdahl.quality.rms - (1.25_f64 / 3.0).sqrt()).abs() < 1e-12);
        // The mean is 15.5 / 3; squares about it are 7.111 + 1.361 + 14.694.
        assert!((amdahl.quality.r_squared - (1.0 - 1.25 / 23.166_666)).abs() < 1e-6);
    }

    #[test]
    fn speed_ups_that_fall_have_a_peak() {
        let falling = points(&[(2, 1.8), (8, 4.0), (32, 4.5), (128, 2.0)]);
        let law = Scalability::fit(&falling).expect("four");
        assert!(law.peak().is_some_and(|peak| (10.0..40.0).contains(&peak)), "{law:?}");
        assert!(law.quality.rms < Amdahl::fit(&falling).expect("four").quality.rms);
        // Slower than one thread throughout: as serial as the law knows.
        let slow = Amdahl::fit(&points(&[(2, 0.9), (4, 0.8), (8, 0.7)])).expect("three");
        assert_eq!(slow.serial, 1.0);
    }

    #[test]
    fn too_few_thread_counts_are_not_fitted() {
        let two = points(&[(1, 1.0), (2, 1.9), (4, 3.5), (4, 3.6), (8, f64::NAN), (16, 0.0)]);
        assert_eq!(Amdahl::fit(&two), None);
        assert_eq!(Scalability::fit(&two), None);
    }
}

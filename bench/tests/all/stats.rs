//! What holds of the statistics for any measurements.

use plyglot_stats::{
    Amdahl, Estimate, Fences, Point, Scalability, geometric_mean, geometric_mean_interval, median,
    quantile,
};
use proptest::prelude::*;

fn ratios(fewest: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.01..100.0, fewest..40)
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(1.0)
}

fn curve(counts: &[usize], speedup: impl Fn(f64) -> f64) -> Vec<Point> {
    counts.iter().map(|&threads| Point { threads, speedup: speedup(threads as f64) }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn reciprocal_ratios_have_the_reciprocal_mean(ratios in ratios(1)) {
        let turned: Vec<f64> = ratios.iter().map(|ratio| 1.0 / ratio).collect();
        let (mean, other) = (geometric_mean(&ratios).unwrap(), geometric_mean(&turned).unwrap());
        prop_assert!(near(mean * other, 1.0));
    }

    #[test]
    fn a_mean_scales_with_its_ratios_and_lies_among_them(ratios in ratios(1), by in 0.1..10.0) {
        let scaled: Vec<f64> = ratios.iter().map(|ratio| ratio * by).collect();
        let mean = geometric_mean(&ratios).unwrap();
        prop_assert!(near(geometric_mean(&scaled).unwrap(), mean * by));
        let least = quantile(&ratios, 0.0).unwrap();
        let most = quantile(&ratios, 1.0).unwrap();
        prop_assert!(least * (1.0 - 1e-9) <= mean && mean <= most * (1.0 + 1e-9));
        prop_assert!((least..=most).contains(&median(&ratios).unwrap()));
    }

    #[test]
    fn an_interval_holds_its_value_and_stays_among_the_ratios(ratios in ratios(1), seed: u64) {
        let Estimate { value, low, high } = geometric_mean_interval(&ratios, seed).unwrap();
        prop_assert!(near(value, geometric_mean(&ratios).unwrap()));
        prop_assert!(low <= value && value <= high);
        prop_assert!(low >= quantile(&ratios, 0.0).unwrap() * (1.0 - 1e-9));
        prop_assert!(high <= quantile(&ratios, 1.0).unwrap() * (1.0 + 1e-9));
    }

    #[test]
    fn an_interval_of_reciprocals_is_turned_over(ratios in ratios(1), seed: u64) {
        let turned: Vec<f64> = ratios.iter().map(|ratio| 1.0 / ratio).collect();
        let straight = geometric_mean_interval(&ratios, seed).unwrap();
        let other = geometric_mean_interval(&turned, seed).unwrap();
        prop_assert!(near(straight.low * other.high, 1.0), "{straight} {other}");
        prop_assert!(near(straight.high * other.low, 1.0), "{straight} {other}");
    }

    #[test]
    fn a_value_far_from_the_rest_is_outside_the_fences(ratios in ratios(8)) {
        let fences = Fences::around(&ratios).unwrap();
        prop_assert!(!fences.exclude(median(&ratios).unwrap()));
        prop_assert!(fences.exclude(1e6) && fences.exclude(-1e6));
    }

    #[test]
    fn amdahls_share_is_recovered(serial in 0.0..1.0_f64) {
        let points = curve(&[2, 4, 8, 32, 256], |n| n / (1.0 + serial * (n - 1.0)));
        let fit = Amdahl::fit(&points).unwrap();
        prop_assert!((fit.serial - serial).abs() < 1e-6, "{fit:?}");
        prop_assert!(near(fit.at(1), 1.0) && fit.quality.rms < 1e-6);
    }

    #[test]
    fn contention_and_coherency_are_recovered(sigma in 0.0..0.5_f64, kappa in 0.0..0.01_f64) {
        let points =
            curve(&[2, 4, 8, 32, 256], |n| n / (1.0 + sigma * (n - 1.0) + kappa * n * (n - 1.0)));
        let fit = Scalability::fit(&points).unwrap();
        prop_assert!((fit.sigma - sigma).abs() < 1e-5, "{fit:?}");
        prop_assert!((fit.kappa - kappa).abs() < 1e-5, "{fit:?}");
    }

    #[test]
    fn more_parameters_never_fit_worse(speedups in prop::collection::vec(0.2..40.0, 4)) {
        let points: Vec<_> = [2, 4, 8, 16]
            .into_iter()
            .zip(speedups)
            .map(|(threads, speedup)| Point { threads, speedup })
            .collect();
        let (amdahl, law) = (Amdahl::fit(&points).unwrap(), Scalability::fit(&points).unwrap());
        prop_assert!(law.quality.rms <= amdahl.quality.rms + 1e-9);
        prop_assert!((0.0..=1.0).contains(&law.sigma) && law.kappa >= 0.0);
        // No law within the bounds does better.
        for step in 0..=20 {
            let serial = f64::from(step) / 20.0;
            let misfit: f64 = points
                .iter()
                .map(|point| {
                    let n = point.threads as f64;
                    (point.speedup - n / (1.0 + serial * (n - 1.0))).powi(2)
                })
                .sum();
            prop_assert!(amdahl.quality.rms <= (misfit / 4.0).sqrt() + 1e-9, "serial {serial}");
        }
    }
}

//! Student's t: the interval of a mean of few values.
//!
//! From few values the percentile bootstrap is too narrow: it draws from these alone. Student's interval (W. S. Gosset,
//! "The probable error of a mean", 1908) allows for that, and assumes that the values are about normal, as logarithms of
//! ratios are.

use super::bootstrap::mean_interval;
use super::describe::{logarithms, mean};
use super::estimate::Estimate;

/// With fewer values than this an interval is Student's, with as many and more it is bootstrapped.
pub const FEWEST_FOR_BOOTSTRAP: usize = 12;

/// What 97.5 % of the distribution lie below, for 1, 2, ... degrees of freedom.
const QUANTILES: [f64; FEWEST_FOR_BOOTSTRAP - 2] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
    2.262_157, 2.228_139,
];

/// The arithmetic mean with its 95 % interval: Student's of few values, else the bootstrap's. `None` of no values; one
/// value alone has an interval of no width.
pub fn mean_interval_of_few(values: &[f64], seed: u64) -> Option<Estimate> {
    let Some(quantile) = values.len().checked_sub(2).and_then(|place| QUANTILES.get(place)) else {
        return mean_interval(values, seed);
    };
    let value = mean(values)?;
    let squares: f64 = values.iter().map(|own| (own - value).powi(2)).sum();
    let count = values.len() as f64;
    let reach = quantile * (squares / (count - 1.0) / count).sqrt();
    Some(Estimate { value, low: value - reach, high: value + reach })
}

/// The geometric mean with its interval, that of the mean of the logarithms; `None` of no ratios, or if one is not
/// finite and above zero.
pub fn geometric_mean_interval_of_few(ratios: &[f64], seed: u64) -> Option<Estimate> {
    let Estimate { value, low, high } = mean_interval_of_few(&logarithms(ratios)?, seed)?;
    Some(Estimate { value: value.exp(), low: low.exp(), high: high.exp() })
}

#[cfg(test)]
mod tests {
    use plyglot_search::random::SplitMix;

    use super::*;

    /// The share of the distribution with this many degrees of freedom that lies between 0 and `t`, by Simpson's rule;
    /// the constant of the density is that which makes half of it lie above 0.
    fn between(freedom: f64, t: f64) -> f64 {
        let density = |x: f64| (1.0 + x * x / freedom).powf(-(freedom + 1.0) / 2.0);
        let simpson = |f: &dyn Fn(f64) -> f64, end: f64| {
            let steps = 20_000;
            let width = end / f64::from(steps);
            let weight = |step: i32| match step {
                0 => 1.0,
                _ if step == steps => 1.0,
                _ if step % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let sum: f64 = (0..=steps).map(|step| weight(step) * f(f64::from(step) * width)).sum();
            sum * width / 3.0
        };
        // x = u / (1 - u): all numbers above 0 in a stretch of finite length.
        let all = simpson(
            &|u| if u < 1.0 { density(u / (1.0 - u)) / (1.0 - u).powi(2) } else { end(freedom) },
            1.0,
        );
        simpson(&density, t) / all / 2.0
    }

    /// What the integrand above comes to at the end of the stretch.
    fn end(freedom: f64) -> f64 {
        if freedom == 1.0 { 1.0 } else { 0.0 }
    }

    #[test]
    fn the_quantiles_are_those_of_the_distribution() {
        for (place, quantile) in QUANTILES.into_iter().enumerate() {
            let share = between((place + 1) as f64, quantile);
            assert!((share - 0.475).abs() < 1e-6, "{}: {share}", place + 1);
        }
    }

    #[test]
    fn the_interval_holds_the_mean_in_95_of_100_samples() {
        let mut random = SplitMix(5);
        for many in [2, 3, 6, 11] {
            let mut normal =
                || (0..12).map(|_| random.bits() as f64 / 2f64.powi(64)).sum::<f64>() - 6.0;
            let samples = 20_000;
            let held = (0..samples)
                .filter(|_| {
                    let values: Vec<f64> = (0..many).map(|_| normal()).collect();
                    mean_interval_of_few(&values, 1).is_some_and(|found| !found.excludes(0.0))
                })
                .count();
            let share = held as f64 / f64::from(samples);
            assert!((share - 0.95).abs() < 0.006, "{many}: {share}");
        }
    }

    #[test]
    fn many_values_and_one_have_the_interval_of_the_bootstrap() {
        let many: Vec<f64> = (1..=FEWEST_FOR_BOOTSTRAP).map(|value| value as f64).collect();
        assert_eq!(mean_interval_of_few(&many, 3), mean_interval(&many, 3));
        assert_eq!(mean_interval_of_few(&[3.0], 3), Some(Estimate::exactly(3.0)));
        assert_eq!(mean_interval_of_few(&[], 3), None);
        let few = &many[1..];
        let (student, drawn) = (mean_interval_of_few(few, 3), mean_interval(few, 3));
        let width = |found: Option<Estimate>| found.map(|found| found.high - found.low);
        assert!(width(student) > width(drawn), "{student:?} {drawn:?}");
        assert_eq!(geometric_mean_interval_of_few(&[1.0, 0.0], 3), None);
        let twice = geometric_mean_interval_of_few(&[2.0, 2.0, 2.0], 3).expect("ratios");
        assert!((twice.value - 2.0).abs() < 1e-12 && (twice.high - twice.low).abs() < 1e-12);
    }
}

//! The percentile bootstrap: how much a statistic would differ with other positions.

use plyglot_search::random::SplitMix;

use super::describe::{logarithms, mean, quantile_of_sorted};
use super::estimate::Estimate;

/// The number of resamples: the ends of the interval then differ by about a fiftieth of its width
/// from seed to seed.
pub const RESAMPLES: usize = 10_000;

/// The share of resamples beyond each end of the interval.
const TAIL: f64 = 0.025;

/// A statistic of the values with its 95 % percentile interval: the values are drawn as many
/// times as there are, with replacement, [`RESAMPLES`] times. `None` of no values.
///
/// Equal seeds draw alike. An interval from fewer than five values is too narrow, and of one
/// value it is that value.
pub fn bootstrap(
    values: &[f64],
    seed: u64,
    statistic: impl Fn(&[f64]) -> Option<f64>,
) -> Option<Estimate> {
    let value = statistic(values)?;
    let mut random = SplitMix(seed);
    let mut drawn = vec![0.0; values.len()];
    let mut found = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        for place in &mut drawn {
            *place = values[random.below(values.len())?];
        }
        found.push(statistic(&drawn)?);
    }
    found.sort_unstable_by(f64::total_cmp);
    // Sums in another order differ in the last place, which must not put the value outside.
    let low = quantile_of_sorted(&found, TAIL)?.min(value);
    let high = quantile_of_sorted(&found, 1.0 - TAIL)?.max(value);
    Some(Estimate { value, low, high })
}

/// The arithmetic mean with its interval; `None` of no values.
pub fn mean_interval(values: &[f64], seed: u64) -> Option<Estimate> {
    bootstrap(values, seed, mean)
}

/// The geometric mean with its interval; `None` of no ratios, or if one is not finite and above
/// zero.
pub fn geometric_mean_interval(ratios: &[f64], seed: u64) -> Option<Estimate> {
    let Estimate { value, low, high } = mean_interval(&logarithms(ratios)?, seed)?;
    Some(Estimate { value: value.exp(), low: low.exp(), high: high.exp() })
}

/// The median with its interval; `None` of no values. Several times as fast as [`bootstrap`] with
/// [`median`](super::median), of which it is a special case.
pub fn median_interval(values: &[f64], seed: u64) -> Option<Estimate> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let value = quantile_of_sorted(&sorted, 0.5)?;
    if sorted.first() == sorted.last() {
        return Some(Estimate::exactly(value));
    }
    let many = sorted.len();
    let mut random = SplitMix(seed);
    // Ranks are drawn rather than values: whole numbers are faster to put in order.
    let mut drawn = vec![0; many];
    let mut found = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        for place in &mut drawn {
            *place = random.below(many)?;
        }
        let (below, &mut upper, _) = drawn.select_nth_unstable(many / 2);
        let lower = if many.is_multiple_of(2) { below.iter().copied().max()? } else { upper };
        found.push((sorted[lower] + sorted[upper]) / 2.0);
    }
    found.sort_unstable_by(f64::total_cmp);
    let low = quantile_of_sorted(&found, TAIL)?.min(value);
    let high = quantile_of_sorted(&found, 1.0 - TAIL)?.max(value);
    Some(Estimate { value, low, high })
}

#[cfg(test)]
mod tests {
    use super::super::median;
    use super::*;

    #[test]
    fn the_median_by_ranks_is_the_median() {
        assert_eq!(median_interval(&[], 1), None);
        assert_eq!(median_interval(&[2.5; 4], 1), Some(Estimate::exactly(2.5)));
        for many in [1, 2, 3, 8, 21] {
            let values: Vec<f64> = (0..many).map(|place| f64::from(place * place % 17)).collect();
            assert_eq!(median_interval(&values, 3), bootstrap(&values, 3, median), "{many}");
        }
    }

    #[test]
    fn nothing_varies_where_all_values_are_equal() {
        assert_eq!(mean_interval(&[], 1), None);
        assert_eq!(mean_interval(&[3.0], 1), Some(Estimate::exactly(3.0)));
        assert_eq!(mean_interval(&[0.5; 7], 1), Some(Estimate::exactly(0.5)));
        assert_eq!(geometric_mean_interval(&[1.0, -1.0], 1), None);
    }

    #[test]
    fn two_values_give_the_interval_between_them() {
        // A quarter of all resamples is (0, 0), another (1, 1).
        let estimate = mean_interval(&[0.0, 1.0], 7);
        assert_eq!(estimate, Some(Estimate { value: 0.5, low: 0.0, high: 1.0 }));
    }

    #[test]
    fn many_values_give_the_interval_of_the_normal_law() {
        // Zeros and ones, fifty each: the mean of a resample has a standard deviation of a
        // twentieth, so 95 % lie within 1.96 of it.
        let values: Vec<f64> = (0..100).map(|place| f64::from(place % 2)).collect();
        let estimate = mean_interval(&values, 3).expect("values");
        assert_eq!(estimate.value, 0.5);
        assert!((estimate.low - 0.402).abs() < 0.011, "{estimate}");
        assert!((estimate.high - 0.598).abs() < 0.011, "{estimate}");
    }

    #[test]
    fn a_seed_repeats_itself() {
        let ratios: Vec<f64> = (1..30).map(|place| f64::from(place).sqrt()).collect();
        let first = geometric_mean_interval(&ratios, 5);
        assert_eq!(first, geometric_mean_interval(&ratios, 5));
        assert_ne!(first, geometric_mean_interval(&ratios, 6));
    }
}

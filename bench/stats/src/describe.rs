//! Means, quantiles and Tukey's fences of plain numbers.

/// The arithmetic mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The geometric mean; `None` of nothing, or if a value is not finite and above zero.
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    mean(&logarithms(ratios)?).map(f64::exp)
}

/// The natural logarithms; `None` if a value is not finite and above zero.
pub(super) fn logarithms(ratios: &[f64]) -> Option<Vec<f64>> {
    let logarithm = |ratio: &f64| (ratio.is_finite() && *ratio > 0.0).then(|| ratio.ln());
    ratios.iter().map(logarithm).collect()
}

/// The median, which of an even number is the mean of the two in the middle; `None` of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value below which a share of the values lies, 0 to 1, by linear interpolation between
/// neighbours (type 7 of R. Hyndman and Y. Fan, "Sample quantiles in statistical packages", 1996);
/// `None` of nothing.
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    quantile_of_sorted(&sorted, share)
}

pub(super) fn quantile_of_sorted(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

/// Tukey's fences: what lies outside them differs from the rest (J. Tukey, "Exploratory data
/// analysis", 1977).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fences {
    /// One and a half times the middle half's width below its lower end.
    pub low: f64,
    /// As far above its upper end.
    pub high: f64,
}

impl Fences {
    /// The fences around some values; `None` of fewer than four, which have no outliers.
    pub fn around(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let first = quantile_of_sorted(&sorted, 0.25).filter(|_| sorted.len() >= 4)?;
        let third = quantile_of_sorted(&sorted, 0.75)?;
        let reach = 1.5 * (third - first);
        Some(Fences { low: first - reach, high: third + reach })
    }

    /// True of a value that lies outside.
    pub fn exclude(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometric_mean_multiplies() {
        assert_eq!(geometric_mean(&[2.0, 8.0]).map(|mean| (mean * 1e9).round()), Some(4e9));
        assert_eq!(geometric_mean(&[0.5, 2.0]), Some(1.0));
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(geometric_mean(&[1.0, f64::INFINITY]), None);
        assert_eq!(geometric_mean(&[1.0, f64::NAN]), None);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), Some(3.0));
        let five = [50.0, 10.0, 40.0, 20.0, 30.0];
        assert_eq!(quantile(&five, 0.0), Some(10.0));
        assert_eq!(quantile(&five, 1.0), Some(50.0));
        assert_eq!(quantile(&five, 0.25), Some(20.0));
        assert_eq!(quantile(&five, 0.375), Some(25.0));
    }

    #[test]
    fn fences_stand_one_and_a_half_widths_off() {
        // Quartiles of 1 to 9 are 3 and 7.
        let values: Vec<f64> = (1..=9).map(f64::from).collect();
        let fences = Fences::around(&values).expect("nine values");
        assert_eq!(fences, Fences { low: -3.0, high: 13.0 });
        assert!(!fences.exclude(-3.0) && !fences.exclude(13.0));
        assert!(fences.exclude(-3.1) && fences.exclude(13.1));
        assert_eq!(Fences::around(&[1.0, 1.0, 100.0]), None);
    }
}

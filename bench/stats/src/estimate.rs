//! A value with the interval that it is known to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Fewer values than this decide nothing: five of five in favour of one side come about by chance in one of
/// sixteen comparisons, which is more than the 5 % that the interval promises.
pub const FEWEST_FOR_VERDICT: usize = 6;

/// A value with its 95 % interval, all three in the unit of what is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The statistic of what was measured.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval; equal to the lower one where nothing varied.
    pub high: f64,
}

impl Estimate {
    /// A value that is known exactly.
    pub fn exactly(value: f64) -> Self {
        Estimate { value, low: value, high: value }
    }

    /// True if `value` lies outside the interval: a difference from it is then resolved.
    pub fn excludes(&self, value: f64) -> bool {
        value < self.low || value > self.high
    }
}

impl fmt::Display for Estimate {
    /// `3.52 (3.31 to 3.77)`, with the precision of the format, or two places.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = out.precision().unwrap_or(2);
        let Estimate { value, low, high } = self;
        write!(out, "{value:.places$} ({low:.places$} to {high:.places$})")
    }
}

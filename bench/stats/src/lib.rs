//! Statistics of ratios: what a few dozen paired measurements show, and how surely.
//!
//! Ratios are averaged as they multiply, by geometric means, so that "twice as fast here, half as
//! fast there" cancel out. Intervals are percentile bootstraps (B. Efron, "Bootstrap methods:
//! another look at the jackknife", 1979): they assume no distribution, only that the measured
//! positions are drawn like those that a reader has in mind. Ten thousand resamples of forty
//! positions cost a millisecond or two. Of few values they are too narrow; there is Student's t for these.

mod bootstrap;
mod describe;
mod estimate;
mod expected;
mod fit;
mod law;
mod normal;
mod point;
mod root;
mod student;

pub use bootstrap::{
    RESAMPLES, bootstrap, geometric_mean_interval, mean_interval, median_interval,
};
pub use describe::{Fences, geometric_mean, mean, median, quantile};
pub use estimate::{Estimate, FEWEST_FOR_VERDICT};
pub use expected::Expected;
pub use fit::{Amdahl, FEWEST_POINTS, Residuals, Scalability};
pub use normal::{TWO_SIDED_95, normal_below};
pub use point::Point;
pub use root::root;
pub use student::{FEWEST_FOR_BOOTSTRAP, geometric_mean_interval_of_few, mean_interval_of_few};

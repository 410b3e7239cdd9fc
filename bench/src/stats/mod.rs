//! Statistics of ratios: what a few dozen paired measurements say, and how surely.

mod estimate;
mod fit;

pub use estimate::Estimate;
pub use fit::{Amdahl, Residuals, Scalability};

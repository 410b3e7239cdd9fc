//! The normal distribution.

/// How many standard deviations around the mean hold 95 % of a normal distribution.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The share of a normal distribution that lies below `z` standard deviations.
pub fn normal_below(z: f64) -> f64 {
    f64::midpoint(1.0, libm::erf(z / std::f64::consts::SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_below_is_that_of_tables() {
        assert!((normal_below(TWO_SIDED_95) - 0.975).abs() < 1e-12);
        assert!((normal_below(-1.0) - 0.158_655_253_931_457).abs() < 1e-12);
        assert_eq!([f64::NEG_INFINITY, 0.0, f64::INFINITY].map(normal_below), [0.0, 0.5, 1.0]);
    }
}

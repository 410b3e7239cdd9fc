//! The logistic. That of the standard library is the system's, which is not the same everywhere; this one is made of
//! sums, products and quotients alone.

/// 1 / (1 + e^-x), within 1e-6.
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x.clamp(-30.0, 30.0)))
}

/// e^x for -30 to 30: a power of two times a short series.
fn exp(x: f32) -> f32 {
    let twos = x * std::f32::consts::LOG2_E;
    let whole = (twos + 0.5).floor();
    let rest = (twos - whole) * std::f32::consts::LN_2;
    let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let part = series.into_iter().fold(0.0, |sum, term| sum * rest + term);
    part * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The cosine of a number from 0 to pi: a series about the middle.
pub(crate) fn cosine(x: f32) -> f32 {
    let from = std::f32::consts::FRAC_PI_2 - x;
    let square = from * from;
    let series =
        [-1.0 / 39_916_800.0, 1.0 / 362_880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0, 1.0];
    from * series.into_iter().fold(0.0, |sum, term| sum * square + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curves_are_those_of_the_standard_library() {
        for step in -400..=400 {
            let x = step as f32 / 16.0;
            assert!((logistic(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-6, "{x}");
        }
        for step in 0..=100 {
            let x = std::f32::consts::PI * step as f32 / 100.0;
            assert!((cosine(x) - x.cos()).abs() < 1e-5, "{x}");
        }
    }
}

//! The root of a function between two points where its signs differ.
//!
//! The method is ITP (I. Oliveira, R. Takahashi, "An enhancement of the bisection method average
//! performance preserving minmax optimality", ACM TOMS 47, 2020): a step of false position, pulled towards
//! the middle, and never so far from it that bisection would have been much faster. It takes the ends' values
//! as given, so that they may be infinite: then it bisects.

/// How far the step is pulled to the middle, as a multiple of the squared width.
const PULL: f64 = 0.1;
/// How many evaluations more than bisection it may take.
const SLACK: f64 = 0.99;
/// More steps than any bracket of doubles takes.
const MOST_STEPS: i32 = 2_000;

/// Where `f` is zero, to `tolerance`: between a point where it is `negative` and one where it is
/// `positive`. Either may be the larger one.
pub fn root(f: impl Fn(f64) -> f64, negative: f64, positive: f64, tolerance: f64) -> f64 {
    let (mut below, mut above) = (negative, positive);
    let (mut at_below, mut at_above) = (f64::NEG_INFINITY, f64::INFINITY);
    let bisections = ((above - below).abs() / (2.0 * tolerance)).log2().ceil();
    for step in 0..MOST_STEPS {
        let width = above - below;
        if width.abs() <= 2.0 * tolerance {
            break;
        }
        let middle = f64::midpoint(below, above);
        // How far from the middle the step may be without costing more than the slack.
        let reach = tolerance * (bisections + SLACK - f64::from(step)).exp2() - width / 2.0;
        let secant = (at_above * below - at_below * above) / (at_above - at_below);
        let away = (middle - secant).abs();
        // Without a secant, where an end's value is infinite, it is the middle.
        let towards = (middle - secant) / away;
        let pull = PULL * width.powi(2);
        let step_to = if pull <= away { secant + towards * pull } else { middle };
        let x = if (step_to - middle).abs() <= reach { step_to } else { middle - towards * reach };
        match f(x) {
            0.0 => return x,
            y if y < 0.0 => (below, at_below) = (x, y),
            y => (above, at_above) = (x, y),
        }
    }
    f64::midpoint(below, above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_found_whichever_end_is_the_larger() {
        for tolerance in [1e-3, 1e-7, 1e-12] {
            let cube = root(|x| x.powi(3) - 2.0, 0.0, 5.0, tolerance);
            assert!((cube - 2f64.cbrt()).abs() <= 2.0 * tolerance, "{cube}");
            let falling = root(|x| 1.0 / x - 1.0 / (2.0 - x) - 1.0, 2.0, 0.0, tolerance);
            assert!((falling - (2.0 - 2f64.sqrt())).abs() <= 2.0 * tolerance, "{falling}");
        }
        assert_eq!(root(|x| x, -1.0, 1.0, 1e-9), 0.0);
    }

    #[test]
    fn a_function_that_is_not_a_number_ends_too() {
        assert!(root(|_| f64::NAN, 0.0, 1.0, 1e-9).is_finite());
    }
}

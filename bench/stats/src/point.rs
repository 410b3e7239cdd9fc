//! What the models of scaling are fitted to.

/// A measured speed-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// With how many threads.
    pub threads: usize,
    /// How many times as fast as one.
    pub speedup: f64,
}

//! Models of how speed-up grows with the number of threads.

use serde::{Deserialize, Serialize};

/// How well a model fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Residuals {
    /// Measured speed-up less the model's, by rising thread count.
    pub residuals: Vec<f64>,
    /// Root of their mean square.
    pub rms: f64,
    /// Share of the measured speed-ups' variance that the model explains (R squared); at most 1.
    pub r_squared: f64,
}

/// Amdahl's law: a share of the work is done by one thread alone.
///
/// speed-up(N) = N / (1 + serial (N - 1)); G. Amdahl, "Validity of the single processor approach to
/// achieving large scale computing capabilities", 1967.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Amdahl {
    /// The share of the work that cannot be shared, 0 to 1.
    pub serial: f64,
    /// How well it fits.
    pub quality: Residuals,
}

/// The universal scalability law: threads wait for each other, and each has to keep up with every
/// other.
///
/// speed-up(N) = N / (1 + sigma (N - 1) + kappa N (N - 1)); N. Gunther, "A simple capacity model of
/// massively parallel transaction systems", 1993.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scalability {
    /// Contention: the share of the work that is done one after the other.
    pub sigma: f64,
    /// Coherency: what each pair of threads costs.
    pub kappa: f64,
    /// How well it fits.
    pub quality: Residuals,
}

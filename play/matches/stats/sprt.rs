//! The sequential probability ratio test (A. Wald, 1945): play until one of two hypotheses on the difference in
//! strength is much more likely than the other.
//!
//! The ratio is the generalised one: of all distributions of pairs with the hypothesis' mean, the one most
//! likely to give what was seen (M. Van den Bergh, "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution"; for normalised Elo his "Comments on normalized Elo",
//! section 4.1). Tolerances and the 0.001 that stands for an empty count are fastchess's, so that both stop
//! at the same game.
//!
//! Cost: about a hundred evaluations of a sum of five terms, some microseconds a call.

use std::fmt;
use std::str::FromStr;

use plyglot_stats::root;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NORMAL_UNIT, Pairs, WORTH};

/// What the hypotheses of a test are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo, as it is shown.
    #[default]
    Logistic,
    /// Normalised Elo.
    Normalised,
}

impl fmt::Display for Model {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Model::Logistic => "logistic",
            Model::Normalised => "normalised",
        })
    }
}

/// A test of two hypotheses: A is `elo0` stronger than B, or A is `elo1` stronger.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: Model,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The second hypothesis is accepted: A is stronger.
    Passed,
    /// The first hypothesis is accepted.
    Failed,
    /// Neither yet.
    Open,
}

impl fmt::Display for Decision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Decision::Passed => "passed",
            Decision::Failed => "failed",
            Decision::Open => "open",
        })
    }
}

/// Hypotheses that are not two numbers in order.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("two numbers ELO0,ELO1 are needed, the first below the second, such as 0,20; not {0:?}")]
pub struct SprtError(String);

impl FromStr for Sprt {
    type Err = SprtError;

    /// `ELO0,ELO1`.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers =
            text.split_once(',').map(|pair| (pair.0.trim().parse(), pair.1.trim().parse()));
        match numbers {
            Some((Ok(elo0), Ok(elo1))) => {
                Sprt::new(elo0, elo1, Model::Logistic).ok_or_else(|| SprtError(text.into()))
            }
            _ => Err(SprtError(text.into())),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "({}, {})", self.elo0, self.elo1)
    }
}

/// The chance of either mistake.
const MISTAKE: f64 = 0.05;
/// What an empty count is taken for.
const EMPTY: f64 = 1e-3;
/// Differences beyond these are no difference between players but a mistake of typing.
const MOST: f64 = 2_000.0;
const LOGISTIC_TOLERANCE: f64 = 1e-3;
const NORMALISED_TOLERANCE: f64 = 1e-7;
/// When the iteration for normalised Elo is done.
const SETTLED: f64 = 1e-4;
const MOST_ROUNDS: usize = 10;

impl Sprt {
    /// A test with a chance of 5 % for either mistake; `None` unless `elo0` is below `elo1` and both are
    /// numbers of a sensible size.
    pub fn new(elo0: f64, elo1: f64, model: Model) -> Option<Sprt> {
        let sensible = elo0 < elo1 && elo0 >= -MOST && elo1 <= MOST;
        sensible.then_some(Sprt { elo0, elo1, model })
    }

    /// The same hypotheses in another unit.
    pub fn in_model(self, model: Model) -> Sprt {
        Sprt { model, ..self }
    }

    /// What the hypotheses are in.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The hypotheses.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The log likelihood ratio at which the first hypothesis is accepted, and that for the second.
    pub fn bounds(&self) -> [f64; 2] {
        let upper = ((1.0 - MISTAKE) / MISTAKE).ln();
        [-upper, upper]
    }

    /// What the results say so far.
    pub fn decision(&self, pairs: &Pairs) -> Decision {
        let ([lower, upper], llr) = (self.bounds(), self.llr(pairs));
        match llr {
            _ if llr >= upper => Decision::Passed,
            _ if llr <= lower => Decision::Failed,
            _ => Decision::Open,
        }
    }

    /// The log likelihood ratio: how much more likely the results are under the second hypothesis. Zero without a
    /// pair.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { EMPTY } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalised => with_effect(&seen, std::f64::consts::SQRT_2 * elo / NORMAL_UNIT),
        };
        let (first, second) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = second.iter().zip(first).map(|(second, first)| second.ln() - first.ln());
        total * ratios.zip(seen).map(|(ratio, share)| ratio * share).sum::<f64>()
    }
}

/// Of the distributions with this mean, the one most likely to give what was seen.
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &WORTH.map(|worth| worth - mean), LOGISTIC_TOLERANCE)
}

/// Of the distributions whose mean is `effect` standard deviations above one half, the one most likely to
/// give what was seen. It is found by iteration, from the uniform one.
fn with_effect(seen: &[f64; 5], effect: f64) -> [f64; 5] {
    let mut found = [0.2; 5];
    for _ in 0..MOST_ROUNDS {
        let mean: f64 = WORTH.iter().zip(found).map(|(worth, share)| worth * share).sum();
        let square = |(worth, share): (&f64, f64)| share * (worth - mean) * (worth - mean);
        let deviation = WORTH.iter().zip(found).map(square).sum::<f64>().sqrt();
        let slopes = WORTH.map(|worth| {
            let away = (worth - mean) / deviation;
            worth - 0.5 - 0.5 * effect * deviation * (1.0 + away * away)
        });
        let next = tilted(seen, &slopes, NORMALISED_TOLERANCE);
        let moved = next.iter().zip(found).map(|(next, last)| (next - last).abs());
        let moved = moved.fold(0.0, f64::max);
        found = next;
        if moved < SETTLED {
            break;
        }
    }
    found
}

/// The shares `seen / (1 + t slope)` with the t that makes their mean slope zero.
fn tilted(seen: &[f64; 5], slopes: &[f64; 5], tolerance: f64) -> [f64; 5] {
    let least = slopes.iter().copied().fold(f64::INFINITY, f64::min);
    let most = slopes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean_slope = |t: f64| -> f64 {
        seen.iter().zip(slopes).map(|(share, slope)| share * slope / (1.0 + t * slope)).sum()
    };
    // It falls from plus to minus infinity between the poles.
    let t = root(mean_slope, -1.0 / least, -1.0 / most, tolerance);
    let mut tilted = *seen;
    tilted.iter_mut().zip(slopes).for_each(|(share, slope)| *share /= 1.0 + t * slope);
    tilted
}

//! What each search of a study is to reach.

use std::fmt;
use std::time::Duration;

use plyglot_search::{Ended, Limits, Report};
use serde::{Deserialize, Serialize};

/// What each search of a study is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// This depth, in plies. A proof that needs less counts as reaching it.
    Depth(u32),
    /// The exact value, to the end of the game.
    Solve,
    /// To use up this time (in JSON: seconds). Every search then takes the same time, so what is
    /// compared is nodes per second and the depth that was reached, not the time to a goal. Real
    /// time only.
    Budget(#[serde(with = "seconds")] Duration),
}

impl Goal {
    /// The limits of a search for this goal.
    pub fn limits<M>(&self) -> Limits<M> {
        let limits = match *self {
            Goal::Depth(plies) => Limits::depth(plies),
            Goal::Solve => Limits::solve(),
            Goal::Budget(time) => Limits::time(time),
        };
        limits.without_whole_lines()
    }

    /// True if a search has reached this goal.
    pub fn is_reached_by<M>(&self, report: &Report<M>) -> bool {
        let exact = report.verdict.is_exact();
        let depth = report.lines.first().map_or(0, |line| line.depth);
        exact
            || match *self {
                Goal::Depth(plies) => depth >= plies && report.ended == Ended::Depth,
                Goal::Solve => false,
                Goal::Budget(_) => report.ended == Ended::Time,
            }
    }
}

impl fmt::Display for Goal {
    /// `to depth 12`, `to solve`, `for 2.5 s`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Depth(plies) => write!(out, "to depth {plies}"),
            Goal::Solve => out.write_str("to solve"),
            Goal::Budget(time) => write!(out, "for {} s", time.as_secs_f64()),
        }
    }
}

/// A duration as a number of seconds.
mod seconds {
    use std::time::Duration;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}

//! What a training tells: as it goes on, and at its end.

use plyglot_eval::net::Selectivity;
use serde::Serialize;

use crate::train::check::Checked;
use crate::train::gate::Gate;
use crate::train::plan::{Plan, Round};
use crate::train::selectivity::Trial;

/// The error of a phase on games that were not trained on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseError {
    /// The phase.
    #[serde(rename = "phase")]
    pub name: String,
    /// How many positions it was fitted to.
    pub positions: usize,
    /// How many were held out.
    pub held_out: usize,
    /// The mean absolute difference to the labels of those, in points.
    pub error: Option<f64>,
    /// The iterations of the fit.
    pub iterations: usize,
    /// The error against deeper searches, after the last round.
    pub checked: Option<Checked>,
}

/// What a training is doing.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A round begins.
    Begins {
        /// Its number, from 0.
        round: usize,
        /// What is to be played.
        plan: Round,
    },
    /// A game has ended.
    Played {
        /// How many of the round have.
        games: u32,
        /// How many there are to be.
        of: u32,
    },
    /// The weights are being fitted.
    Fits {
        /// To what: a phase, from the last one of the game on, or an epoch of a net.
        what: &'a str,
    },
    /// The weights of a round meet those of before.
    Meets {
        /// Games that were played.
        games: u64,
        /// How many there are at most.
        of: u32,
    },
    /// A round has ended, and its weights are written if they are kept.
    Ends {
        /// Its number, from 0.
        round: usize,
        /// Phase by phase, whether they are kept or not.
        phases: &'a [PhaseError],
        /// What the match against the weights of before has shown; `None` if there was none.
        gate: Option<&'a Gate>,
    },
    /// It is tried what a search by the net may leave out.
    Tries {
        /// All that is left out in this match.
        selectivity: &'a Selectivity,
        /// Games that were played.
        games: u64,
        /// How many there are at most.
        of: u32,
    },
    /// The weights are checked by deeper searches.
    Checks,
}

/// How a training ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was played, which may be less than was planned.
    pub plan: Plan,
    /// Games that were played in all.
    pub games: u64,
    /// Games of other trainings that were learnt from, too.
    pub also: u64,
    /// Positions that the last fit was made from.
    pub positions: u64,
    /// Round by round.
    pub rounds: Vec<Ended>,
    /// Phase by phase, of the weights that were written.
    pub phases: Vec<PhaseError>,
    /// The length of the file of weights, in bytes.
    pub bytes: usize,
    /// What is to be said of a net.
    pub net: Option<NetFacts>,
    /// What was tried of what a search by the net may leave out; what was kept is in its file.
    pub trials: Vec<Trial>,
    /// True if it was ended early.
    pub stopped: bool,
}

impl Finished {
    /// What a search by the net leaves out.
    pub fn selectivity(&self) -> Selectivity {
        let kept = self.trials.iter().rfind(|trial| trial.gate.kept);
        kept.map_or_else(Selectivity::default, |trial| trial.tried)
    }
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Games that were played.
    pub games: usize,
    /// Positions that its weights were fitted to.
    pub positions: usize,
    /// Their mean absolute error on what was held out, in points.
    pub error: Option<f64>,
    /// What the match against the weights of before has shown; `None` if there was none.
    pub gate: Option<Gate>,
}

/// What is to be said of a net beside the errors of its phases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NetFacts {
    /// How wide its accumulators are.
    pub width: usize,
    /// By how much its whole numbers say otherwise than what was fitted, in the mean, in points.
    pub rounding: f64,
    /// The same, at most.
    pub most_rounding: f64,
    /// What an epoch of the fit took for each position, in nanoseconds.
    #[serde(rename = "position_ns")]
    pub nanoseconds: f64,
}

/// What a search leaves out, in words. `unit` is what estimates are shown in, and how many points that is.
pub fn left_out(
    Selectivity { margin, reductions }: Selectivity,
    (unit, points): (&str, f64),
) -> String {
    let margin = (margin > 0).then(|| {
        format!(
            "positions {:.2} {unit} and more a ply above the window",
            f64::from(margin) / points
        )
    });
    let reductions = reductions.then(|| "plies of late moves".into());
    let all: Vec<String> = margin.into_iter().chain(reductions).collect();
    if all.is_empty() { "nothing".into() } else { all.join(", ") }
}

/// The mean error of phases on what was held out, in points.
pub fn mean_error(phases: &[PhaseError]) -> Option<f64> {
    let held_out: usize = phases.iter().map(|phase| phase.held_out).sum();
    let sum: f64 =
        phases.iter().filter_map(|phase| Some(phase.error? * phase.held_out as f64)).sum();
    (held_out > 0).then(|| sum / held_out as f64)
}

//! The objects `training_round` and `training` of `docs/json.md`, for whoever shows a training.

use std::path::Path;
use std::time::Duration;

use plyglot_eval::net::Selectivity;
use serde::Serialize;

use crate::train::gate::Gate;
use crate::train::plan::Round;
use crate::train::selectivity::Trial;
use crate::train::told::{Finished, NetFacts, PhaseError};

/// The fields of `training_round`: a round that has ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundEnded<'a> {
    /// The game with its size.
    pub game: &'a str,
    /// Its number, from 1.
    pub round: usize,
    /// Phase by phase.
    pub phases: &'a [PhaseError],
    /// What the match against the weights of before has shown; `None` if there was none.
    pub gate: Option<GateFields>,
}

/// What a match against the weights of before has shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GateFields {
    /// How many games were played.
    pub games: u64,
    /// The Elo of the new weights over those of before; `None` where it is infinite.
    pub elo: Option<f64>,
    /// The least with 95 % confidence.
    pub low: Option<f64>,
    /// The most.
    pub high: Option<f64>,
    /// Whether they take their place.
    pub kept: bool,
}

impl From<&Gate> for GateFields {
    fn from(gate: &Gate) -> GateFields {
        let Gate { games, elo, kept } = *gate;
        GateFields {
            games,
            elo: elo.and_then(|elo| elo.value),
            low: elo.and_then(|elo| elo.low),
            high: elo.and_then(|elo| elo.high),
            kept,
        }
    }
}

/// A round of a training that has ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundFields {
    /// What was played.
    #[serde(flatten)]
    pub plan: Round,
    /// Positions that its weights were fitted to.
    pub positions: usize,
    /// Their mean absolute error on what was held out, in points.
    pub error: Option<f64>,
    /// What the match against the weights of before has shown; `None` if there was none.
    pub gate: Option<GateFields>,
}

/// What a search by a net leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SelectivityFields {
    /// Points for each ply by which the estimate has to be above beta for a node to be left unseen; 0 if it never is.
    pub margin: i32,
    /// Whether late moves are searched less deep.
    pub reductions: bool,
}

impl From<Selectivity> for SelectivityFields {
    fn from(Selectivity { margin, reductions }: Selectivity) -> SelectivityFields {
        SelectivityFields { margin, reductions }
    }
}

/// What was tried of what a search by a net may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TrialFields {
    /// All that was left out.
    #[serde(flatten)]
    pub tried: SelectivityFields,
    /// The match against the same net with what was kept before.
    #[serde(flatten)]
    pub gate: GateFields,
}

impl From<&Trial> for TrialFields {
    fn from(trial: &Trial) -> TrialFields {
        TrialFields { tried: trial.tried.into(), gate: (&trial.gate).into() }
    }
}

/// The fields of `training`: the whole of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary<'a> {
    /// The game with its size.
    pub game: &'a str,
    /// The file of weights.
    pub output: String,
    /// Its length; 0 if no round has ended.
    pub bytes: usize,
    /// The seed of the games.
    pub seed: u64,
    /// The rounds that ended.
    pub rounds: Vec<RoundFields>,
    /// Games in all.
    pub games: u64,
    /// Games of other trainings that were learnt from, too.
    pub also: u64,
    /// Positions of the last fit.
    pub positions: u64,
    /// Phase by phase.
    pub phases: &'a [PhaseError],
    /// What is to be said of a net.
    pub net: Option<NetFacts>,
    /// What a search by the net leaves out.
    pub selectivity: SelectivityFields,
    /// What was tried of that, in its order.
    pub trials: Vec<TrialFields>,
    /// True if it was ended early.
    pub interrupted: bool,
    /// How long it took, in milliseconds.
    pub time_ms: f64,
}

impl<'a> Summary<'a> {
    /// Of a training that wrote its weights to `output`.
    pub fn new(
        game: &'a str,
        finished: &'a Finished,
        output: &Path,
        time: Duration,
    ) -> Summary<'a> {
        let rounds = finished.plan.rounds.iter().zip(&finished.rounds);
        let rounds = rounds.map(|(&plan, ended)| RoundFields {
            plan,
            positions: ended.positions,
            error: ended.error,
            gate: ended.gate.as_ref().map(GateFields::from),
        });
        Summary {
            game,
            output: output.display().to_string(),
            bytes: finished.bytes,
            seed: finished.plan.seed,
            rounds: rounds.collect(),
            games: finished.games,
            also: finished.also,
            positions: finished.positions,
            phases: &finished.phases,
            net: finished.net,
            selectivity: finished.selectivity().into(),
            trials: finished.trials.iter().map(TrialFields::from).collect(),
            interrupted: finished.stopped,
            time_ms: time.as_secs_f64() * 1e3,
        }
    }
}

//! What a training says, as the values of the package: the objects of `plyglot-play`, field by field under their names.

use plyglot_play::train::object::{
    GateFields, RoundFields, SelectivityFields, Summary, TrialFields,
};
use plyglot_play::train::{Checked, Event, NetFacts, PhaseError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::values::value;

/// What a training is doing.
#[derive(Clone, Debug)]
pub(crate) struct Doing {
    round: usize,
    rounds: usize,
    games: u32,
    of: u32,
    doing: &'static str,
    phases: Vec<PhaseError>,
}

impl Doing {
    /// A training of this many rounds begins.
    pub(crate) fn begins(rounds: usize) -> Doing {
        Doing { round: 0, rounds, games: 0, of: 0, doing: "playing", phases: Vec::new() }
    }

    /// What it is doing after an event.
    pub(crate) fn follows(&mut self, event: &Event<'_>) {
        self.phases.clear();
        self.doing = match event {
            Event::Begins { round, plan } => {
                (self.round, self.games, self.of) = (round + 1, 0, plan.games);
                "playing"
            }
            Event::Played { games, .. } => {
                self.games = *games;
                "playing"
            }
            Event::Fits { .. } => "fitting",
            Event::Meets { .. } => "comparing",
            Event::Tries { .. } => "trying",
            Event::Ends { phases, .. } => {
                self.phases = phases.to_vec();
                "ended"
            }
            Event::Checks => "checking",
        };
    }

    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let Doing { round, rounds, games, of, doing, phases } = self;
        let phases = all(py, &phases, phase)?;
        value!(py, "TrainingInfo" { round, rounds, games, of, doing, phases })
    }
}

/// A training that has ended.
pub(crate) fn training<'py>(py: Python<'py>, found: &Summary<'_>) -> PyResult<Bound<'py, PyAny>> {
    value!(py, "Training" {
        game: found.game,
        output: &found.output,
        bytes: found.bytes,
        seed: found.seed,
        rounds: all(py, &found.rounds, round)?,
        games: found.games,
        also: found.also,
        positions: found.positions,
        phases: all(py, found.phases, phase)?,
        net: found.net.map(|facts| net(py, facts)).transpose()?,
        selectivity: selectivity(py, found.selectivity)?,
        trials: all(py, &found.trials, trial)?,
        time: found.time_ms / 1e3,
    })
}

fn all<'py, T>(
    py: Python<'py>,
    of: &[T],
    value: impl Fn(Python<'py>, &T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, of.iter().map(|of| value(py, of)).collect::<PyResult<Vec<_>>>()?)
}

fn round<'py>(py: Python<'py>, of: &RoundFields) -> PyResult<Bound<'py, PyAny>> {
    value!(py, "TrainingRound" {
        games: of.plan.games,
        depths: of.plan.depths,
        result: of.plan.result,
        positions: of.positions,
        error: of.error,
        gate: of.gate.map(|of| gate(py, of)).transpose()?,
    })
}

fn gate(py: Python<'_>, of: GateFields) -> PyResult<Bound<'_, PyAny>> {
    let GateFields { games, elo, low, high, kept } = of;
    value!(py, "TrainingGate" { games, elo, low, high, kept })
}

fn selectivity(py: Python<'_>, of: SelectivityFields) -> PyResult<Bound<'_, PyAny>> {
    let SelectivityFields { margin, reductions } = of;
    value!(py, "TrainingSelectivity" { margin, reductions })
}

fn trial<'py>(py: Python<'py>, of: &TrialFields) -> PyResult<Bound<'py, PyAny>> {
    value!(py, "TrainingTrial" { tried: selectivity(py, of.tried)?, gate: gate(py, of.gate)? })
}

fn phase<'py>(py: Python<'py>, of: &PhaseError) -> PyResult<Bound<'py, PyAny>> {
    value!(py, "TrainingPhase" {
        phase: &of.name,
        positions: of.positions,
        held_out: of.held_out,
        error: of.error,
        iterations: of.iterations,
        checked: of.checked.map(|of| checked(py, of)).transpose()?,
    })
}

fn checked(py: Python<'_>, of: Checked) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "TrainingCheck" { positions: of.positions, exact: of.exact, error: of.error })
}

fn net(py: Python<'_>, of: NetFacts) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "TrainingNet" {
        width: of.width,
        rounding: of.rounding,
        most_rounding: of.most_rounding,
        position_ns: of.nanoseconds,
    })
}

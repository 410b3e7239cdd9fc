//! A player that is an engine of this process.

use std::time::{Duration, Instant};

use plyglot_clock::{Clock, Lag, TimeControl};
use plyglot_open::{Ask, DoorError, Engine, Limits, Open, Position, Stop};

use super::spec::EngineSpec;
use super::turn::{Choice, Fault, FaultKind, Player, Trouble, Turn};
use crate::matches::control::Control;

/// What a move of an engine loses at least between its search and the referee's clock.
const OVERHEAD: Duration = Duration::from_millis(1);

/// An engine that plays.
pub(super) struct EnginePlayer {
    engine: Box<dyn Engine>,
    control: Control,
    /// How late its answers have been in this game.
    lag: Lag,
}

impl EnginePlayer {
    pub(super) fn new(
        game: &dyn Open,
        spec: &EngineSpec,
        control: Control,
    ) -> Result<EnginePlayer, DoorError> {
        let engine = game.engine(&spec.config, None)?;
        let engine = match &spec.book {
            Some(book) => book.before(engine),
            None => engine,
        };
        Ok(EnginePlayer { engine, control, lag: Lag::default() })
    }

    /// How long to think about this move.
    fn time_control(&self, turn: &Turn<'_>) -> Result<TimeControl, DoorError> {
        let clock = match turn.clock {
            Some(clock) => Some(Clock { plies_left: turn.at.plies_left()?, ..clock }),
            None => None,
        };
        let overhead = self.lag.or(OVERHEAD);
        Ok(TimeControl { clock, per_move: self.control.time, overhead })
    }

    fn search(&mut self, turn: &Turn<'_>) -> Result<Option<Choice>, DoorError> {
        let begun = Instant::now();
        let budget = self.time_control(turn)?.budget();
        // A forced move needs no time on the clock.
        let forced = (turn.clock.is_some() && turn.at.moves()?.len() == 1).then_some(1);
        let limits = self.control.limits();
        let depth = limits.depth.into_iter().chain(forced).min();
        let limits = Limits { depth, ..limits };
        let limits = budget.map_or(limits.clone(), |budget| budget.applied_to(limits));
        let report = self.engine.run(&Ask::new(turn.at, &limits))?;
        if let Some(budget) = budget {
            // One that ends early is late by what it waited for besides.
            self.lag.note(budget.hard.min(report.elapsed), begun.elapsed());
        }
        let depth = report.lines.first().map(|line| line.depth);
        Ok(report.best_move().map(|mv| Choice {
            mv,
            verdict: Some(report.verdict),
            depth,
            nodes: Some(report.nodes),
        }))
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, _: &Position, _: &Stop) -> Result<(), Trouble> {
        self.engine.clear();
        self.lag = Lag::default();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Trouble> {
        let _watch = turn.stop.watch(self.engine.handle());
        let found = self.search(turn);
        if turn.stop.is_raised() {
            return Err(Trouble::Stopped);
        }
        let fault = |message: String| Trouble::from(Fault::new(FaultKind::Crash, message));
        found
            .map_err(|error| fault(error.to_string()))?
            .ok_or_else(|| fault("the search ended without a move".into()))
    }
}

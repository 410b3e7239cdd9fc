//! The real lab: one new engine for each search.
//!
//! A new engine uses nothing that was searched before, whatever its game's knowledge stores.
//! Making it (a table, threads) takes some milliseconds, which are not part of the time that is
//! measured.

use std::time::{Duration, Instant};

use plyglot_open::{Ask, DoorError, Mv, Open, Stop};
use plyglot_search::{Config, Ended, Report, Scheme};

use super::account::SampleAccount;
use super::goal::Goal;
use super::lab::{Lab, LabError};
use super::sample::{PlannedSearch, Sample};
use super::scores;
use super::study::{Design, Position};

/// Searches the positions of a design with real engines.
pub struct EngineLab<'a> {
    game: &'a dyn Open,
    positions: Vec<plyglot_open::Position>,
    goal: Goal,
    /// What all engines have in common.
    config: Config,
    stop: Stop,
}

impl<'a> EngineLab<'a> {
    /// A lab for the positions of a design, which are of this game. `stop` stops its searches.
    ///
    /// # Errors
    /// [`LabError::Position`], for the first text that is not a position of the game.
    pub fn new(design: &Design, game: &'a dyn Open, stop: &Stop) -> Result<Self, LabError> {
        let read = |position: &Position| {
            let failed = |error| LabError::Position { name: position.name.clone(), error };
            game.parse(&position.text).map_err(failed)
        };
        Ok(EngineLab {
            game,
            positions: design.positions.iter().map(read).collect::<Result<_, _>>()?,
            goal: design.goal,
            config: Config {
                hash_bytes: design.hash_bytes,
                schedule: design.clock.schedule(),
                account: design.account,
                ..Config::default()
            },
            stop: stop.clone(),
        })
    }

    fn sample(
        &self,
        case: &PlannedSearch,
        position: &plyglot_open::Position,
        report: &Report<Mv>,
        wall: Duration,
    ) -> Result<Sample, DoorError> {
        Ok(Sample {
            case: *case,
            seconds: report.elapsed.as_secs_f64(),
            wall_seconds: wall.as_secs_f64(),
            first_result: report.first_result.map(|time| time.as_secs_f64()),
            counters: report.counters,
            depth: report.lines.first().map_or(0, |line| line.depth),
            score: position.verdict_text(&report.verdict)?,
            proven: report.verdict.is_exact(),
            reached: self.goal.is_reached_by(report),
            account: report.account.as_deref().map(SampleAccount::of),
            error: None,
        })
    }
}

impl Lab for EngineLab<'_> {
    fn run(&self, case: &PlannedSearch) -> Result<Sample, LabError> {
        let number = case.position;
        let position = self.positions.get(number).ok_or(LabError::NoPosition(number))?;
        let scheme = case.scheme.map_or_else(Scheme::default, |name| name.0);
        let config = Config { threads: case.threads, scheme, ..self.config.clone() };
        let limits = self.goal.limits();
        let mut engine = self.game.engine(&config, None)?;
        let watch = self.stop.watch(engine.handle());
        let begin = Instant::now();
        let report = engine.run(&Ask::new(position, &limits))?;
        let wall = begin.elapsed();
        drop(watch);
        if report.ended == Ended::Stopped {
            return Err(LabError::Stopped);
        }
        Ok(self.sample(case, position, &report, wall)?)
    }

    fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }

    fn check(&self, sample: &Sample) -> Result<(), String> {
        let number = sample.case.position;
        let position = self.positions.get(number).ok_or_else(|| format!("position {number}"))?;
        scores::check(position, &sample.score, sample.proven)
    }
}

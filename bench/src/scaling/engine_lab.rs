//! The real lab: one new engine for each search.
//!
//! A new engine leans on nothing that was searched before, whatever its game's knowledge keeps.
//! Making it (a table, threads) takes some milliseconds, which are no part of the time that is
//! measured.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyglot_games::catalogue::Setup;
use plyglot_search::{Bound, Config, Describe, Ended, Engine, Knowledge, Report, Scheme};

use super::case::{Case, Sample};
use super::goal::Goal;
use super::halt::Halt;
use super::lab::{Lab, LabError};
use super::study::{Design, Position};

/// Searches the positions of a design with real engines.
#[derive(Debug)]
pub struct EngineLab<G, K> {
    positions: Vec<G>,
    // Knowledge need not be shareable between threads; it is only cloned under the lock.
    knowledge: Mutex<K>,
    goal: Goal,
    /// What all engines have in common.
    config: Config,
    halt: Halt,
}

impl<G: Describe, K: Knowledge<G>> EngineLab<G, K> {
    /// A lab for the positions of a design. `halt` stops its searches.
    ///
    /// # Errors
    /// [`LabError::Position`], for the first text that is no position of the game.
    pub fn new(design: &Design, setup: &Setup<G, K>, halt: &Halt) -> Result<Self, LabError> {
        let read = |position: &Position| {
            let failed = |error| LabError::Position { name: position.name.clone(), error };
            setup.start.parse(&position.text).map_err(failed)
        };
        Ok(EngineLab {
            positions: design.positions.iter().map(read).collect::<Result<_, _>>()?,
            knowledge: Mutex::new(setup.knowledge.clone()),
            goal: design.goal,
            config: Config {
                hash_bytes: design.hash_bytes,
                schedule: design.clock.schedule(),
                count_repeated: design.count_repeated,
                ..Config::default()
            },
            halt: halt.clone(),
        })
    }

    fn knowledge(&self) -> K {
        self.knowledge.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn sample(&self, case: &Case, game: &G, report: &Report<G::Move>, wall: Duration) -> Sample {
        let counters = report.counters;
        Sample {
            case: *case,
            seconds: report.elapsed.as_secs_f64(),
            wall_seconds: wall.as_secs_f64(),
            first_result: report.first_result.map(|time| time.as_secs_f64()),
            nodes: report.nodes,
            probes: counters.probes,
            hits: counters.hits,
            collisions: counters.collisions,
            researches: counters.researches,
            put_off: counters.put_off,
            settled: counters.settled,
            splits: counters.splits,
            repeated: counters.repeated,
            depth: report.lines.first().map_or(0, |line| line.depth),
            score: report.verdict.text(game),
            proven: report.verdict.proven && report.verdict.bound == Bound::Exact,
            reached: self.goal.is_reached_by(report),
            error: None,
        }
    }
}

impl<G: Describe, K: Knowledge<G>> Lab for EngineLab<G, K> {
    fn run(&self, case: &Case) -> Result<Sample, LabError> {
        let game = self.positions.get(case.position).ok_or(LabError::NoPosition(case.position))?;
        let scheme = case.scheme.map_or_else(Scheme::default, |name| name.0);
        let config = Config { threads: case.threads, scheme, ..self.config.clone() };
        let mut engine = Engine::new(&config, self.knowledge())?;
        let watch = self.halt.watch(engine.stopper());
        let begin = Instant::now();
        let report = engine.search(game, &self.goal.limits())?;
        let wall = begin.elapsed();
        drop(watch);
        if report.ended == Ended::Stopped {
            return Err(LabError::Stopped);
        }
        Ok(self.sample(case, game, &report, wall))
    }
}

//! Sets of positions with known answers, solved one after the other: how long, how many nodes, how
//! many right.
//!
//! One engine solves a whole set; its table is aged and not cleared between positions. Times are
//! the engine's own, so that reading the file is not part of them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyglot_bench::scaling::{CeilingError, together};
use plyglot_search::{Config, Describe, Engine, EngineError, Knowledge, Limits, SearchError};
use thiserror::Error;

/// Why a set could not be measured.
#[derive(Debug, Error)]
pub(crate) enum SetError {
    /// A line is not a position with a known answer.
    #[error("line {line}: {message}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What was wrong with it.
        message: String,
    },
    /// The engine could not be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The system gave no more threads.
    #[error(transparent)]
    Threads(#[from] CeilingError),
}

/// Positions with their exact values in the game's unit.
#[derive(Clone, Debug)]
pub(crate) struct Set<G> {
    positions: Vec<(G, i32)>,
}

/// What solving a set took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Taken {
    /// How many positions there were.
    pub(crate) positions: usize,
    /// How many of them were proven to have their known value.
    pub(crate) right: usize,
    /// Positions visited in all searches.
    pub(crate) nodes: u64,
    /// Time in all searches.
    pub(crate) time: Duration,
}

impl Taken {
    /// Mean time of a position.
    pub(crate) fn mean_time(&self) -> Duration {
        self.time / self.positions.max(1) as u32
    }

    /// Mean nodes of a position.
    pub(crate) fn mean_nodes(&self) -> f64 {
        self.nodes as f64 / self.positions.max(1) as f64
    }
}

impl<G: Describe> Set<G> {
    /// Reads a set from lines, of which at most `most` are taken.
    ///
    /// # Errors
    /// The first line that is not a position with a known answer.
    pub(crate) fn read(start: &G, lines: &str, most: usize) -> Result<Self, SetError> {
        let read = |(index, line): (usize, &str)| -> Result<(G, i32), SetError> {
            let failed = |message: String| SetError::Line { line: index + 1, message };
            let (game, known) =
                start.parse_record(line).map_err(|error| failed(error.to_string()))?;
            let value = known.and_then(|known| known.value);
            let value = value.ok_or_else(|| failed("the line gives no known value".into()))?;
            Ok((game, value))
        };
        let positions = lines.lines().take(most).enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(Set { positions })
    }

    /// Solves the whole set with a fresh engine.
    ///
    /// # Errors
    /// If the engine cannot be made or a search fails.
    pub(crate) fn solve<K: Knowledge<G>>(
        &self,
        config: &Config,
        know: &K,
    ) -> Result<Taken, SetError> {
        let mut engine = Engine::new(config, know.clone())?;
        let mut taken = Taken { positions: self.positions.len(), ..Taken::default() };
        for (game, value) in &self.positions {
            let report = engine.search(game, &Limits::solve())?;
            let proven = report.verdict.proven && game.value(report.verdict.score) == Some(*value);
            taken.right += usize::from(proven);
            taken.nodes += report.nodes;
            taken.time += report.elapsed;
        }
        Ok(taken)
    }

    /// The machine's own ceiling: how much more is done in the same time by `copies` independent
    /// one-thread engines at once, each with its own table and the whole set, than by one alone.
    ///
    /// # Errors
    /// If an engine cannot be made or a search fails.
    pub(crate) fn ceiling<K: Knowledge<G>>(
        &self,
        config: &Config,
        know: &K,
        copies: usize,
    ) -> Result<f64, SetError> {
        let config = Config { threads: 1, ..config.clone() };
        let started = Instant::now();
        self.solve(&config, know)?;
        let alone = started.elapsed();
        // Knowledge need not be shareable between threads.
        let own: Vec<_> = (0..copies).map(|_| Mutex::new(know.clone())).collect();
        let times = together(copies, |copy| {
            let know = own[copy].lock().unwrap_or_else(PoisonError::into_inner);
            let started = Instant::now();
            self.solve(&config, &*know).map(|_| started.elapsed())
        })?;
        let times = times.into_iter().collect::<Result<Vec<_>, _>>()?;
        let slowest = times.into_iter().max().unwrap_or(alone);
        Ok(copies as f64 * alone.as_secs_f64() / slowest.as_secs_f64())
    }
}

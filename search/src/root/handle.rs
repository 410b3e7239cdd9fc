//! What others hold of an engine while it searches: to stop it, to lend its workers, to read its figures.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::rules::limits::{LimitError, Limits};
use crate::shared::control::Control;
use crate::shared::current::Current;
use crate::shared::stop::StopReason;

/// Stops an engine's searches and reads their live figures, from any thread and without the engine.
#[derive(Clone, Debug)]
pub struct Handle {
    pub(super) control: Arc<Control>,
    /// The one search that it stops, if not any.
    pub(super) search: Option<u64>,
}

/// An engine's workers cannot be lent out.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "all {workers} workers of this engine take part in every search: only real threads that each \
     search the whole tree can leave one"
)]
pub struct LendError {
    /// How many workers the engine has.
    pub workers: usize,
}

impl Handle {
    /// Ends the running search, or the next one if none runs.
    pub fn stop(&self) {
        match self.search {
            None => self.control.stop().raise(StopReason::Person),
            Some(search) => self.control.stop().raise_in(search),
        }
    }

    /// A handle that stops only the search that runs now, or the next one if none does: a stop that
    /// comes when that search has ended leaves the one after it alone.
    pub fn for_one_search(&self) -> Handle {
        Handle { search: Some(self.control.stop().search()), ..self.clone() }
    }

    /// From now on the running search, or the next one if none runs, has this much time and this soft limit, as
    /// [`crate::Limits::time`] and [`crate::Limits::soft_time`] but counted from now, in place of those that it had;
    /// `None` is none.
    ///
    /// # Errors
    /// See [`crate::Limits::check`]; and if the threads are virtual.
    pub fn set_time(
        &self,
        time: Option<Duration>,
        soft_time: Option<Duration>,
    ) -> Result<(), LimitError> {
        let times = Limits::<u32> { time, soft_time, ..Limits::default() };
        if times.is_timed() && self.control.is_virtual() {
            return Err(LimitError::TimeOnVirtualThreads);
        }
        times.check()?;
        self.control.set_time(self.search, time, soft_time);
        Ok(())
    }

    /// From now on `workers` workers take part in searches, at least one and at most as many as the engine
    /// has. Those beyond leave a running search within about a millisecond, so that their processors
    /// are free for other work; those that are wanted again come back to it. Gives how many it is.
    ///
    /// # Errors
    /// If the engine's workers take turns, or share single nodes.
    pub fn set_workers(&self, workers: usize) -> Result<usize, LendError> {
        self.control.want(workers).map_err(|workers| LendError { workers })
    }

    /// Positions visited so far by the running search, or by the last one, as far as its workers
    /// have said: each does so about twice a millisecond.
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// How many positions the running search, or the last one, found in tables of endgames, likewise.
    pub fn tbhits(&self) -> u64 {
        self.control.tbhits()
    }

    /// What the running search is working on; `None` between searches, and until its first task begins.
    pub fn current(&self) -> Option<Current> {
        self.control.current.read()
    }

    /// Time since the running search, or the last one, began; virtual where its threads are.
    pub fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }
}

//! The shared stop flag, and the one seam through which the engine reads a clock.

use std::fmt;
use std::time::{Duration, Instant};

use crate::sync::{AtomicBool, Ordering};

/// Tells every worker of a search to come home. Raised by anybody, lowered only by the engine
/// before a search.
///
/// All accesses are relaxed: the flag carries no data. What a stopped worker has to hand over
/// travels through the coordinator's lock, and a worker that sees the flag a little late only
/// searches a little longer.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicBool);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        StopFlag(AtomicBool::new(false))
    }

    /// Raises the flag.
    #[inline]
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag.
    #[inline]
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// True if the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where the time comes from. Real searches use [`WallClock`]; tests bring a clock of their own.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock.
#[derive(Debug)]
pub struct WallClock(Instant);

impl Default for WallClock {
    fn default() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

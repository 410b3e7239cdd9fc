//! Time that never goes back, made of a clock that may.
//!
//! The system's monotonic clock does not go back, but [`Clock`] is a seam: what is behind it is another's code. A
//! limit that is measured by a clock that is set back by an hour would be reached an hour late. Here such a step is
//! left out: time goes on from what was read last. A leap forward is believed, since a machine that was suspended
//! looks the same; a limit is then reached at once. While the clock stands still no time passes.
//!
//! Cost: one read-modify-write a look, about twice a millisecond.

use std::sync::Arc;
use std::time::Duration;

use crate::shared::stop::Clock;
use crate::sync::{AtomicU64, Ordering};

/// A clock whose steps back are left out. Its atomics are relaxed: times guard no other data.
#[derive(Debug)]
pub(crate) struct SteadyClock {
    clock: Arc<dyn Clock>,
    /// The latest time that was given, in nanoseconds.
    latest: AtomicU64,
    /// What the steps back add up to.
    lost: AtomicU64,
}

/// A reading that is behind by less comes from a thread that had to wait between reading and comparing; it counts as
/// the latest time.
const STEP: u64 = 1_000_000_000;

impl SteadyClock {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        SteadyClock { clock, latest: AtomicU64::new(0), lost: AtomicU64::new(0) }
    }

    pub(crate) fn now(&self) -> Duration {
        let lost = self.lost.load(Ordering::Relaxed);
        // Read again for a thread that has waited for a processor longer than a step.
        let behind = self.behind(lost);
        let behind = if behind < STEP { behind } else { self.behind(lost) };
        if behind >= STEP {
            // Of several threads that see the step one leaves it out.
            let whole = lost.saturating_add(behind);
            let _ = self.lost.compare_exchange(lost, whole, Ordering::Relaxed, Ordering::Relaxed);
        }
        Duration::from_nanos(self.latest.load(Ordering::Relaxed))
    }

    /// Reads the clock, and says by how much it is behind the latest time.
    fn behind(&self, lost: u64) -> u64 {
        let read = u64::try_from(self.clock.now().as_nanos()).unwrap_or(u64::MAX);
        let now = read.saturating_add(lost);
        self.latest.fetch_max(now, Ordering::Relaxed).saturating_sub(now)
    }
}

//! Threads that do the same at the same time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, OnceLock, RwLock};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::CeilingError;

/// Room for the longest line of a search, which the thread that asks for it takes part in.
const STACK_BYTES: usize = 16 << 20;

/// Runs `work` on this number of threads at once, with room for a search on each, and returns what each
/// gave, by its number. Either all of them run or, if the system cannot start as many, none.
///
/// # Errors
/// If the system does not start as many.
///
/// # Panics
/// If one of them does.
pub fn together<T: Send>(
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, CeilingError> {
    let (gate, cancelled) = (RwLock::new(()), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let closed = gate.write();
        let (work, gate, cancelled) = (&work, &gate, &cancelled);
        let begin = |number| {
            let run = move || {
                drop(gate.read());
                // Relaxed: the gate orders it.
                (!cancelled.load(Ordering::Relaxed)).then(|| work(number))
            };
            Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run)
        };
        let started: Result<Vec<_>, _> = (0..threads).map(begin).collect();
        cancelled.store(started.is_err(), Ordering::Relaxed); // relaxed: the gate orders it
        drop(closed);
        let started = started.map_err(|error| CeilingError::Threads { threads, error })?;
        let results = started.into_iter().filter_map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        Ok(results.collect())
    })
}

/// A stretch of time that begins for all threads when the last of them is ready.
pub(super) struct Slot {
    ready: Barrier,
    begun: OnceLock<Instant>,
    length: Duration,
}

impl Slot {
    pub(super) fn new(threads: usize, length: Duration) -> Self {
        Slot { ready: Barrier::new(threads), begun: OnceLock::new(), length }
    }

    /// Waits for all threads.
    pub(super) fn begin(&self) {
        self.ready.wait();
        self.begun.get_or_init(Instant::now);
    }

    /// The time since the beginning.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.get().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// What is left of the slot; `None` if nothing is.
    pub(super) fn left(&self) -> Option<Duration> {
        self.length.checked_sub(self.elapsed()).filter(|left| !left.is_zero())
    }
}

/// How much all threads did in a second, from how much each did, and when, since the slot began, it
/// had done it. The time is that of the last one: where there are more threads than processors, some
/// come late to their turn, and none counts as if it had run alone.
pub(super) fn per_second(done: &[(u64, Duration)]) -> f64 {
    let amount: u64 = done.iter().map(|(amount, _)| amount).sum();
    let time = done.iter().map(|(_, time)| *time).max().unwrap_or_default();
    if time.is_zero() { 0.0 } else { amount as f64 / time.as_secs_f64() }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn all_threads_run_at_once() {
        let slot = Slot::new(5, Duration::from_millis(1));
        let arrived = AtomicUsize::new(0);
        let seen = together(5, |number| {
            arrived.fetch_add(1, Ordering::SeqCst);
            slot.begin();
            (number, arrived.load(Ordering::SeqCst))
        });
        let expected: Vec<_> = (0..5).map(|number| (number, 5)).collect();
        assert_eq!(seen.expect("five threads"), expected);
    }

    #[test]
    fn a_slot_ends_after_its_length() {
        let slot = Slot::new(1, Duration::from_millis(5));
        slot.begin();
        assert!(slot.left().is_none_or(|left| left <= Duration::from_millis(5)));
        std::thread::sleep(Duration::from_millis(6));
        assert_eq!(slot.left(), None);
    }

    #[test]
    fn the_rate_is_that_of_all_until_the_last() {
        let seconds = Duration::from_secs;
        assert_eq!(per_second(&[(30, seconds(1)), (10, seconds(4))]), 10.0);
        assert_eq!(per_second(&[]), 0.0);
    }
}

//! The one thing that says "stop", above the engine: it ends something long early, whatever that consists of.
//!
//! A walk looks at it, an engine under it is stopped, and whatever else has to end is called. Studies end by it, and
//! so does the program on Ctrl-C.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::root::handle::Handle;

/// Ends something long early: what runs is stopped, and nothing new is begun. Clones are handles of the same.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Relaxed: it carries no data. Who looks at it a little late works a little longer; who is called instead
    /// is registered, and called, under the lock.
    raised: AtomicBool,
    running: Mutex<Running>,
}

/// What is under a stop.
#[derive(Default)]
struct Running {
    begun: u64,
    ends: HashMap<u64, Box<dyn Fn() + Send>>,
}

impl fmt::Debug for Running {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Running({} of {})", self.ends.len(), self.begun)
    }
}

impl Stop {
    /// Stops what runs, and what begins later.
    pub fn raise(&self) {
        let running = self.running();
        // Set under the lock: what begins later sees it, what began earlier is called.
        self.0.raised.store(true, Ordering::Relaxed);
        running.ends.values().for_each(|end| end());
    }

    /// Lets what begins from now on run. What was stopped stays stopped.
    pub fn lower(&self) {
        let _running = self.running();
        self.0.raised.store(false, Ordering::Relaxed);
    }

    /// True once it was raised. A relaxed load: a walk may look at each of its nodes.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }

    /// True while something is under it that it would end.
    pub fn is_watching(&self) -> bool {
        !self.running().ends.is_empty()
    }

    /// Puts an engine under this stop until the watch is dropped; one that comes after the stop was raised is
    /// stopped at once.
    pub fn watch(&self, engine: Handle) -> Watch {
        Watch { stop: self.clone(), number: self.begin(Box::new(move || engine.stop())) }
    }

    /// Registers what ends something, permanently; called at once if the stop was raised already. It must not
    /// call this stop.
    pub fn calls(&self, end: impl Fn() + Send + 'static) {
        self.begin(Box::new(end));
    }

    fn begin(&self, end: Box<dyn Fn() + Send>) -> u64 {
        let mut running = self.running();
        if self.is_raised() {
            end();
        }
        running.begun += 1;
        let number = running.begun;
        running.ends.insert(number, end);
        number
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine under a [`Stop`].
#[derive(Debug)]
#[must_use = "the engine is under the stop until this is dropped"]
pub struct Watch {
    stop: Stop,
    number: u64,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.running().ends.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn what_begins_after_the_stop_is_ended_at_once() {
        let stop = Stop::default();
        let calls = Arc::new(AtomicUsize::new(0));
        let count = || {
            let calls = Arc::clone(&calls);
            move || {
                calls.fetch_add(1, Ordering::Relaxed);
            }
        };
        stop.calls(count());
        assert_eq!((stop.is_raised(), calls.load(Ordering::Relaxed)), (false, 0));
        stop.clone().raise();
        assert_eq!((stop.is_raised(), calls.load(Ordering::Relaxed)), (true, 1));
        stop.calls(count());
        assert_eq!(calls.load(Ordering::Relaxed), 2);
        stop.lower();
        stop.calls(count());
        assert_eq!((stop.is_raised(), calls.load(Ordering::Relaxed)), (false, 2));
    }
}

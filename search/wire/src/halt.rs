//! Ends something long early: whatever is running is stopped, and nothing new is begun. Studies end by it,
//! and so does the program on Ctrl-C.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_open::Handle;

/// Ends something long early. Clones are handles of the same.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    raised: AtomicBool,
    running: Mutex<Running>,
}

#[derive(Default)]
struct Running {
    begun: u64,
    stops: HashMap<u64, Box<dyn Fn() + Send>>,
}

impl fmt::Debug for Running {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Running({} of {})", self.stops.len(), self.begun)
    }
}

impl Halt {
    /// Stops what is running, and what begins later.
    pub fn raise(&self) {
        let running = self.running();
        // Set under the lock: what begins later sees it, what began earlier is stopped.
        self.0.raised.store(true, Ordering::SeqCst);
        running.stops.values().for_each(|stop| stop());
    }

    /// True once it was raised.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }

    /// Puts an engine under this halt until the watch is dropped; one that begins after the halt is
    /// stopped at once.
    pub fn watch(&self, engine: Handle) -> Watch<'_> {
        Watch { halt: self, number: self.begin(Box::new(move || engine.stop())) }
    }

    /// Puts an engine under this halt permanently, likewise.
    pub fn stops(&self, engine: Handle) {
        self.calls(move || engine.stop());
    }

    /// Registers what stops something, permanently; called at once if the halt was raised already. It must not
    /// call this halt.
    pub fn calls(&self, stop: impl Fn() + Send + 'static) {
        self.begin(Box::new(stop));
    }

    fn begin(&self, stop: Box<dyn Fn() + Send>) -> u64 {
        let mut running = self.running();
        if self.is_raised() {
            stop();
        }
        running.begun += 1;
        let number = running.begun;
        running.stops.insert(number, stop);
        number
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine under a [`Halt`].
#[derive(Debug)]
pub struct Watch<'a> {
    halt: &'a Halt,
    number: u64,
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.halt.running().stops.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn what_begins_after_the_halt_is_stopped_at_once() {
        let halt = Halt::default();
        let calls = Arc::new(AtomicUsize::new(0));
        let count = || {
            let calls = Arc::clone(&calls);
            move || {
                calls.fetch_add(1, Ordering::Relaxed);
            }
        };
        halt.calls(count());
        assert_eq!((halt.is_raised(), calls.load(Ordering::Relaxed)), (false, 0));
        halt.clone().raise();
        assert_eq!((halt.is_raised(), calls.load(Ordering::Relaxed)), (true, 1));
        halt.calls(count());
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }
}

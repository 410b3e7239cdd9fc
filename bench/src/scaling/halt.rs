//! Ends a study early: whatever is being searched is stopped, and nothing new is begun.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_open::Handle;

/// Ends a study early. Clones are handles of the same.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    raised: AtomicBool,
    running: Mutex<Running>,
}

#[derive(Debug, Default)]
struct Running {
    begun: u64,
    engines: HashMap<u64, Handle>,
}

impl Halt {
    /// Stops what is being searched, and what anybody might still begin.
    pub fn raise(&self) {
        let running = self.running();
        // Set under the lock: whoever begins later sees it, whoever began earlier is stopped.
        self.0.raised.store(true, Ordering::SeqCst);
        running.engines.values().for_each(Handle::stop);
    }

    /// True once it was raised.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst)
    }

    /// Puts an engine under this halt until the watch is dropped; one that has come too late is
    /// stopped at once.
    pub fn watch(&self, engine: Handle) -> Watch<'_> {
        let mut running = self.running();
        if self.is_raised() {
            engine.stop();
        }
        running.begun += 1;
        let number = running.begun;
        running.engines.insert(number, engine);
        Watch { halt: self, number }
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
        self.halt.running().engines.remove(&self.number);
    }
}

//! Ctrl-C, and being asked to end: the one place that knows of signals.
//!
//! The first time, running searches are stopped and what they have found is printed; the second
//! time the program ends at once. A terminal that is closed and a polite kill count alike.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_search::Stopper;

use crate::errors::INTERRUPTED;

/// Whether the person has had enough, and what is to be stopped then.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    happened: AtomicBool,
    stoppers: Mutex<Vec<Stopper>>,
}

impl Interrupt {
    /// Listens from now on. Where the system refuses, Ctrl-C ends the program as it always does.
    pub(crate) fn listen() -> Arc<Interrupt> {
        let interrupt = Arc::new(Interrupt::default());
        let shared = Arc::clone(&interrupt);
        let _ = ctrlc::set_handler(move || {
            if shared.happened() {
                process::exit(INTERRUPTED.into());
            }
            shared.raise();
        });
        interrupt
    }

    /// Stops everything that is registered, and what will be.
    pub(crate) fn raise(&self) {
        let stoppers = self.stoppers.lock().unwrap_or_else(PoisonError::into_inner);
        // Set under the lock: whoever registers later sees it, whoever was earlier is stopped.
        self.happened.store(true, Ordering::SeqCst);
        stoppers.iter().for_each(Stopper::stop);
    }

    /// Registers a search that an interrupt stops; at once if it has happened already.
    pub(crate) fn stops(&self, stopper: Stopper) {
        let mut stoppers = self.stoppers.lock().unwrap_or_else(PoisonError::into_inner);
        if self.happened() {
            stopper.stop();
        }
        stoppers.push(stopper);
    }

    /// True once it has happened.
    pub(crate) fn happened(&self) -> bool {
        self.happened.load(Ordering::SeqCst)
    }
}

//! Ctrl-C, and being asked to end: the one place that knows of signals.
//!
//! The first time, whatever runs is stopped and what it has found is printed; the second time the
//! program ends at once. A terminal that is closed and a polite kill count alike.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_open::Handle;

use crate::errors::INTERRUPTED;

/// Whether the person has had enough, and what is to be stopped then.
#[derive(Default)]
pub(crate) struct Interrupt {
    happened: AtomicBool,
    stops: Mutex<Vec<Box<dyn Fn() + Send>>>,
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
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        // Set under the lock: whoever registers later sees it, whoever was earlier is stopped.
        self.happened.store(true, Ordering::SeqCst);
        stops.iter().for_each(|stop| stop());
    }

    /// Registers a search that an interrupt stops; at once if it has happened already.
    pub(crate) fn stops(&self, handle: Handle) {
        self.calls(move || handle.stop());
    }

    /// Registers what an interrupt does to stop something; at once if it has happened already.
    pub(crate) fn calls(&self, stop: impl Fn() + Send + 'static) {
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        if self.happened() {
            stop();
        }
        stops.push(Box::new(stop));
    }

    /// True once it has happened.
    pub(crate) fn happened(&self) -> bool {
        self.happened.load(Ordering::SeqCst)
    }
}

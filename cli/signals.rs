//! Ctrl-C and requests to end: the one place that handles signals.
//!
//! The first signal stops what runs, and what it has found is printed; the second one ends the program
//! at once. A terminal that is closed (SIGHUP) and SIGTERM count like Ctrl-C.

use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_open::Handle;
use plyglot_search::StopFlag;
use plyglot_wire::halt::Halt;

use crate::errors::INTERRUPTED;

/// The flag that an interrupt raises, from now on. Where the system refuses, Ctrl-C ends the program at
/// once.
pub(crate) fn listen() -> Halt {
    let halt = Halt::default();
    let raised = halt.clone();
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() {
            process::exit(INTERRUPTED.into());
        }
        raised.raise();
    });
    halt
}

/// Ctrl-C in a game: while the engine thinks it ends that search, and otherwise the program.
#[derive(Clone, Default)]
pub(crate) struct Interrupts(Arc<Mutex<Option<Handle>>>);

impl Interrupts {
    /// From now on.
    pub(crate) fn listen() -> Interrupts {
        let interrupts = Interrupts::default();
        let heard = interrupts.clone();
        let _ = ctrlc::set_handler(move || match heard.search().take() {
            // A second one, before the search has come back, ends the program.
            Some(handle) => handle.stop(),
            None => process::exit(INTERRUPTED.into()),
        });
        interrupts
    }

    /// The engine of this handle thinks until what is returned is dropped.
    pub(crate) fn thinking(&self, handle: Handle) -> Thinking {
        *self.search() = Some(handle.for_one_search());
        Thinking(self.clone())
    }

    fn search(&self) -> MutexGuard<'_, Option<Handle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine thinks.
pub(crate) struct Thinking(Interrupts);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.search().take();
    }
}

/// A flag of its own that an interrupt raises, for searches that know nothing of signals.
pub(crate) fn stop_flag() -> Arc<StopFlag> {
    let flag = Arc::new(StopFlag::new());
    let raised = Arc::clone(&flag);
    listen().calls(move || raised.raise());
    flag
}

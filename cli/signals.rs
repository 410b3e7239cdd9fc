//! Ctrl-C and requests to end: the one place that handles signals.
//!
//! The first signal stops what runs, and what it has found is printed; the second one ends the program
//! at once. A terminal that is closed (SIGHUP) and SIGTERM count like Ctrl-C.

use std::process;
use std::sync::Arc;

use plyglot_journal::halt::Halt;
use plyglot_search::StopFlag;

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

/// A flag of its own that an interrupt raises, for searches that know nothing of signals.
pub(crate) fn stop_flag() -> Arc<StopFlag> {
    let flag = Arc::new(StopFlag::new());
    let raised = Arc::clone(&flag);
    listen().calls(move || raised.raise());
    flag
}

//! Ctrl-C, and being asked to end: the one place that knows of signals.
//!
//! The first time, whatever runs is stopped and what it has found is printed; the second time the
//! program ends at once. A terminal that is closed and a polite kill count alike.

use std::process;

use plyglot_journal::halt::Halt;

use crate::errors::INTERRUPTED;

/// What an interrupt raises, from now on. Where the system refuses, Ctrl-C ends the program as it always
/// does.
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

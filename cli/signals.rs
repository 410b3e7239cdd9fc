//! Ctrl-C and requests to end: the one place that handles signals.
//!
//! The first signal stops what runs, and what it has found is printed; the second one ends the program
//! at once. A terminal that is closed (SIGHUP) and SIGTERM count like Ctrl-C.

use std::process;

use plyglot_open::Stop;

use crate::errors::INTERRUPTED;

/// The stop that an interrupt raises, from now on. Where the system refuses, Ctrl-C ends the program at once.
pub(crate) fn listen() -> Stop {
    listen_while(|stop| !stop.is_raised())
}

/// The same in a game: while an engine that is under the stop thinks, an interrupt ends that search, and otherwise the
/// program. It is to be lowered for the next search.
pub(crate) fn listen_in_game() -> Stop {
    listen_while(|stop| stop.is_watching() && !stop.is_raised())
}

fn listen_while(is_heard: impl Fn(&Stop) -> bool + Send + 'static) -> Stop {
    let stop = Stop::default();
    let raised = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if !is_heard(&raised) {
            process::exit(INTERRUPTED.into());
        }
        raised.raise();
    });
    stop
}

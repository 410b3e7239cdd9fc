//! Ctrl-C and requests to end: the one place that handles signals.
//!
//! The first signal stops what runs, and what it has found is printed; the second one ends the program at once, from
//! within the handler of the signal: no thread that is busy or blocked can hold it up. A terminal that is closed
//! (SIGHUP) and SIGTERM count like Ctrl-C. What the program was started to ignore (`nohup`, a job in the background of a
//! script) stays ignored.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_open::Stop;

use crate::errors::INTERRUPTED;

/// The stop that an interrupt raises, from now on. Where the system refuses, Ctrl-C ends the program at once.
pub(crate) fn listen() -> Stop {
    let stop = Stop::default();
    let raised = stop.clone();
    let _ = system::handle(Arc::default(), move |_| raised.raise());
    stop
}

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The program is asked to end.
    Ending,
}

/// What signals have said in a game: Ctrl-C makes an engine that thinks for a user move, and any other signal, or
/// any while the engine plays both sides, leaves the game. While the user is asked for a line each ends the program.
///
/// `leaving` and `asks` are sequentially consistent, since each side sets its own flag before it looks at the other's:
/// so either the question is not asked, or the signal ends the program. `last` and `alone` stand for themselves, and are
/// relaxed; what stops a search is the stop, which has a lock.
#[derive(Clone, Debug, Default)]
pub(crate) struct InGame {
    stop: Stop,
    /// One has come since the user has last said something: the next one ends the program.
    last: Arc<AtomicBool>,
    leaving: Arc<AtomicBool>,
    asks: Arc<AtomicBool>,
    alone: Arc<AtomicBool>,
}

impl InGame {
    /// Listens from now on.
    pub(crate) fn listen() -> InGame {
        let game = InGame::default();
        let (heard, last) = (game.clone(), Arc::clone(&game.last));
        let _ = system::handle(last, move |signal| {
            if signal == Signal::Ending || heard.alone.load(Ordering::Relaxed) {
                heard.leaving.store(true, Ordering::SeqCst);
                if heard.asks.load(Ordering::SeqCst) {
                    process::exit(INTERRUPTED.into());
                }
            }
            heard.stop.raise();
        });
        game
    }

    /// The stop of the next search. One that came too late for the last search is not for this one, unless the game
    /// is left.
    pub(crate) fn next(&self) -> &Stop {
        self.stop.lower();
        if self.is_leaving() {
            self.stop.raise();
        }
        &self.stop
    }

    /// True once the game is to be left.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::SeqCst)
    }

    /// Says whether the engine plays both sides.
    pub(crate) fn alone(&self, alone: bool) {
        self.alone.store(alone, Ordering::Relaxed);
    }

    /// Asks the user for something, unless the game is to be left: meanwhile every signal ends the program, and
    /// afterwards the next one is the first.
    pub(crate) fn asking<T>(&self, ask: impl FnOnce() -> T) -> Option<T> {
        self.last.store(true, Ordering::Relaxed);
        self.asks.store(true, Ordering::SeqCst);
        if self.is_leaving() {
            return None;
        }
        let answer = ask();
        self.asks.store(false, Ordering::SeqCst);
        self.last.store(false, Ordering::Relaxed);
        Some(answer)
    }
}

#[cfg(unix)]
mod system {
    use std::mem::MaybeUninit;
    use std::ptr;
    use std::thread;

    use libc::c_int;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    use super::*;

    /// Hands signals to `heard`, on a thread of its own. One that comes while `last` is set ends the program; each
    /// one sets it.
    pub(super) fn handle(
        last: Arc<AtomicBool>,
        heard: impl Fn(Signal) + Send + 'static,
    ) -> io::Result<()> {
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
        let mut ours = Signals::new(signals.clone())?;
        for signal in signals {
            // In this order: the first signal sets what the second one finds set.
            flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&last))?;
            flag::register(signal, Arc::clone(&last))?;
        }
        let listen = move || {
            for signal in ours.forever() {
                heard(if signal == SIGINT { Signal::Interrupt } else { Signal::Ending });
            }
        };
        thread::Builder::new().name("signals".into()).spawn(listen).map(drop)
    }

    /// Whether the program was started to ignore a signal.
    fn is_ignored(signal: c_int) -> bool {
        let mut action = MaybeUninit::<libc::sigaction>::uninit();
        // SAFETY: without a new action the call changes nothing; it writes the present one to a place that is large
        // enough for it and lives as long as the call.
        let asked = unsafe { libc::sigaction(signal, ptr::null(), action.as_mut_ptr()) };
        // SAFETY: the call has written it, where it says that it did not fail.
        asked == 0 && unsafe { action.assume_init() }.sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
mod system {
    use super::*;

    /// Hands what asks the program to end to `heard`. What comes while `last` is set ends the program; each one sets
    /// it.
    pub(super) fn handle(
        last: Arc<AtomicBool>,
        heard: impl Fn(Signal) + Send + 'static,
    ) -> io::Result<()> {
        let handler = move || {
            if last.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED.into());
            }
            heard(Signal::Interrupt);
        };
        ctrlc::set_handler(handler).map_err(io::Error::other)
    }
}

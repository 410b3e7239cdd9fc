//! Waiting from Python: the interpreter is released meanwhile, and Ctrl-C is noticed.
//!
//! Laws of this crate, without which two threads could wait for each other's lock:
//! - every call through the door is made with the interpreter released, since it may run the code of a game
//!   that is written in Python;
//! - no lock is held while the interpreter is being waited for.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyglot_open::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::home::Home;
use crate::inside::{self, GameId};

/// How often a wait looks whether a signal has come.
const TICK: Duration = Duration::from_millis(20);

/// How long the end of the interpreter waits for what still runs.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a method of a game may take to return after a stop, before Ctrl-C is raised in it.
const GRACE: Duration = Duration::from_millis(200);

/// How long it is waited for in all: one that sleeps, or that catches what is raised in it, is left behind.
pub(crate) const LEFT_BEHIND: Duration = Duration::from_secs(1);

/// What runs, to be stopped when the interpreter ends.
static RUNNING: LazyLock<Mutex<HashMap<u64, (Home, Stop)>>> = LazyLock::new(Mutex::default);
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A lock that outlives a panic: what it guards is put right before anything may panic.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that runs beside the interpreter, until this is dropped.
pub(crate) struct Running(u64);

impl Running {
    /// Notes what `stop` ends.
    pub(crate) fn new(stop: &Stop) -> Running {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        locked(&RUNNING).insert(number, (Home::here(), stop.clone()));
        Running(number)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        locked(&RUNNING).remove(&self.0);
    }
}

/// Asks again and again until there is an answer. `ask` gets how long it may wait each time; a signal that
/// comes meanwhile calls `stop`, and is raised once there is an answer to the stop. `games` are those in Python whose
/// methods may be what is waited for: one that does not return is interrupted, too, and then left behind.
///
/// # Errors
/// What the handler of the signal has raised: `KeyboardInterrupt`.
pub(crate) fn until<T: Send>(
    py: Python<'_>,
    games: &[GameId],
    stop: impl Fn() + Sync + Send,
    mut ask: impl FnMut(Duration) -> Option<T> + Send,
) -> PyResult<T> {
    loop {
        if let Some(answer) = py.detach(|| ask(TICK)) {
            return Ok(answer);
        }
        if let Err(interrupt) = py.check_signals() {
            py.detach(&stop);
            let (begun, mut told) = (Instant::now(), games.is_empty());
            while py.detach(|| ask(TICK)).is_none() {
                // A second signal waits for nothing.
                py.check_signals()?;
                if !told && begun.elapsed() > GRACE {
                    inside::interrupt(py, Some(games));
                    told = true;
                }
                if !games.is_empty() && begun.elapsed() > LEFT_BEHIND {
                    break;
                }
            }
            return Err(interrupt);
        }
    }
}

/// The next thing that comes; see [`until`].
///
/// # Errors
/// Likewise, and if nothing can come any more.
pub(crate) fn received<T: Send>(
    py: Python<'_>,
    games: &[GameId],
    stop: impl Fn() + Sync + Send,
    receiver: &mut Receiver<T>,
) -> PyResult<T> {
    let answer = until(py, games, stop, move |tick| match receiver.recv_timeout(tick) {
        Ok(came) => Some(Some(came)),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(None),
    })?;
    answer.ok_or_else(|| PyRuntimeError::new_err("a thread has ended without an answer"))
}

/// Stops everything that runs and waits for its end. Called when the interpreter ends: what runs then could
/// need it.
#[pyfunction]
pub(crate) fn stop_all(py: Python<'_>) {
    let ended_by = |deadline: Instant| loop {
        let running = locked(&RUNNING);
        let here = running.values().filter(|(home, _)| home.is_here());
        let stops: Vec<Stop> = here.map(|(_, stop)| stop.clone()).collect();
        drop(running);
        if stops.is_empty() || Instant::now() > deadline {
            return stops.is_empty();
        }
        stops.iter().for_each(Stop::raise);
        std::thread::sleep(Duration::from_millis(1));
    };
    let begun = Instant::now();
    if !py.detach(|| ended_by(begun + GRACE)) {
        inside::interrupt(py, None);
        py.detach(|| ended_by(begun + PATIENCE));
    }
}

//! Where workers wait between searches, how a search calls them, lets them go and waits for them.
//!
//! A round is posted with its job, and no worker is woken: a search that is over in a moment costs its workers
//! nothing. The worker that finds that it is worth sharing calls others by the [`Bell`]. A worker takes
//! the job, works, and comes back; one that came back early (it was wanted elsewhere) comes again when
//! it is called again. To drain the round is to wait for those at work; who was called and has not woken
//! yet is not waited for.
//!
//! One lock and two condition variables; a call costs a wake-up for each worker. The bell knows
//! nothing of the jobs, so that a searcher can ring it without their type.
//!
//! Model-checked under loom (`search/tests/loom_gate.rs`), so it uses only [`crate::sync`].

use crate::sync::{Arc, Condvar, Mutex};

/// The meeting point of one caller and `workers` workers.
#[derive(Debug)]
pub struct Gate<J> {
    bell: Arc<Bell>,
    /// There as long as a round is open or a worker is at work.
    job: Mutex<Option<Arc<J>>>,
}

/// Calls workers to the round that is open.
#[derive(Debug)]
pub struct Bell {
    state: Mutex<GateState>,
    rung: Condvar,
    home: Condvar,
}

#[derive(Debug, Default)]
struct GateState {
    open: bool,
    /// How many workers, from the first, were called to the round.
    called: usize,
    /// Counts calls, so that each is answered once.
    calls: u64,
    at_work: usize,
    closed: bool,
}

impl Bell {
    /// Calls the first `workers` workers to the round that is open; those who are at work already
    /// go on. Without an open round nothing happens.
    pub fn call(&self, workers: usize) {
        let mut state = self.state.lock();
        if state.open {
            state.called = workers;
            state.calls += 1;
            self.rung.notify_all();
        }
    }

    /// Waits until this worker is called, or the gate closes. True if it is called; it is at work then.
    fn wait(&self, worker: usize, answered: &mut u64) -> bool {
        let mut state = self.state.lock();
        loop {
            if state.open && state.calls > *answered && worker < state.called {
                *answered = state.calls;
                state.at_work += 1;
                return true;
            }
            if state.closed {
                return false;
            }
            self.rung.wait(&mut state);
        }
    }

    /// A worker is back.
    fn back(&self) {
        let mut state = self.state.lock();
        state.at_work -= 1;
        if state.at_work == 0 {
            self.home.notify_all();
        }
    }
}

/// Reports a worker back on every way out of its work.
struct AtWork<'a>(&'a Bell);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.back();
    }
}

impl<J> Default for Gate<J> {
    fn default() -> Self {
        Gate::new()
    }
}

impl<J> Gate<J> {
    /// A gate with no round open.
    pub fn new() -> Self {
        let bell = Bell {
            state: Mutex::new(GateState::default()),
            rung: Condvar::new(),
            home: Condvar::new(),
        };
        Gate { bell: Arc::new(bell), job: Mutex::new(None) }
    }

    /// What calls the workers.
    pub fn bell(&self) -> &Arc<Bell> {
        &self.bell
    }

    /// Opens a round with a job for the workers that are called to it.
    ///
    /// # Panics
    /// If the last round was not drained.
    pub fn post(&self, job: Arc<J>) {
        *self.job.lock() = Some(job);
        let mut state = self.bell.state.lock();
        assert!(!state.open && state.at_work == 0, "the last round was not drained");
        state.open = true;
        state.called = 0;
    }

    /// Closes the round, if one is open, and waits until all workers are back from it.
    pub fn drain(&self) {
        let mut state = self.bell.state.lock();
        state.open = false;
        while state.at_work > 0 {
            self.bell.home.wait(&mut state);
        }
        drop(state);
        *self.job.lock() = None;
    }

    /// Ends the workers for good. A round that is open is finished first by those at work.
    pub fn close(&self) {
        self.bell.state.lock().closed = true;
        self.bell.rung.notify_all();
    }

    /// A worker's life: sleeps until it is called, works, comes back; until the gate closes. Should
    /// `work` unwind, the worker is reported back all the same.
    pub fn serve(&self, worker: usize, mut work: impl FnMut(&J)) {
        let mut answered = 0;
        while self.bell.wait(worker, &mut answered) {
            let back = AtWork(&self.bell);
            let job = self.job.lock().clone();
            if let Some(job) = job {
                work(&job);
                // The job goes before the worker is back, so that after a drain nothing else holds it.
                drop(job);
            }
            drop(back);
        }
    }
}

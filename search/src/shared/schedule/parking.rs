//! Where the threads of a pool are parked between searches, how a search calls them, lets them go and waits for them.
//!
//! A job is posted, and no worker is woken: a search that is over in a moment costs its workers nothing. The
//! worker that finds that it is worth sharing calls others by the [`Unparker`]. A worker takes the job, works, and
//! comes back; one that came back early (it was wanted elsewhere) comes again when it is called again. To drain
//! the job is to wait for those at work; who was called and has not woken yet is not waited for.
//!
//! One lock and two condition variables; a call costs a wake-up for each worker. The unparker knows
//! nothing of the jobs, so that a searcher can call without their type. Not crossbeam's `Parker`: that parks one
//! thread, and a call here has to reach many and be forgotten when the job is drained.
//!
//! Model-checked under loom (`search/tests/loom_parking.rs`), so it uses only [`crate::sync`]. Why no wake-up is
//! lost: README.md in this folder.

use crate::sync::{Arc, Condvar, Mutex};

/// The meeting point of one caller and `workers` workers.
#[derive(Debug)]
pub struct Parking<J> {
    unparker: Arc<Unparker>,
    /// There as long as a job is open or a worker is at work.
    job: Mutex<Option<Arc<J>>>,
}

/// Calls workers to the job that is open.
#[derive(Debug)]
pub struct Unparker {
    state: Mutex<ParkingState>,
    /// A call was made, or the parking was closed.
    unparked: Condvar,
    /// The last worker at work has come back.
    all_back: Condvar,
}

#[derive(Debug, Default)]
struct ParkingState {
    /// There is a job to which workers may be called.
    open: bool,
    /// Workers were called to the job: it is shared.
    shared: bool,
    /// How many workers, from the first, were called to it.
    called: usize,
    /// Counts calls, so that each is answered once.
    calls: u64,
    at_work: usize,
    closed: bool,
}

impl Unparker {
    /// Calls workers to the job that is open, from the first on as many as `wanted` says; those who are at
    /// work already go on. Without an open job nothing happens.
    ///
    /// `wanted` is asked under the lock: a number that grows before [`Unparker::call_again`] is seen by one of
    /// the two calls, whichever comes first.
    pub fn call(&self, wanted: impl FnOnce() -> usize) {
        let mut state = self.state.lock();
        if state.open {
            state.shared = true;
            self.unpark(&mut state, wanted());
        }
    }

    /// More workers are wanted: they come to the job that is open, if it is shared. One that is not yet will
    /// call them itself.
    pub fn call_again(&self, wanted: impl FnOnce() -> usize) {
        let mut state = self.state.lock();
        if state.open && state.shared {
            self.unpark(&mut state, wanted());
        }
    }

    fn unpark(&self, state: &mut ParkingState, called: usize) {
        state.called = called;
        state.calls += 1;
        self.unparked.notify_all();
    }

    /// Waits until this worker is called, or the parking closes. True if it is called; it is at work then.
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
            self.unparked.wait(&mut state);
        }
    }

    /// A worker is back.
    fn back(&self) {
        let mut state = self.state.lock();
        state.at_work -= 1;
        if state.at_work == 0 {
            self.all_back.notify_all();
        }
    }
}

/// Reports a worker back on every way out of its work.
struct AtWork<'a>(&'a Unparker);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.back();
    }
}

impl<J> Default for Parking<J> {
    fn default() -> Self {
        Parking::new()
    }
}

impl<J> Parking<J> {
    /// A parking without a job.
    pub fn new() -> Self {
        let unparker = Unparker {
            state: Mutex::new(ParkingState::default()),
            unparked: Condvar::new(),
            all_back: Condvar::new(),
        };
        Parking { unparker: Arc::new(unparker), job: Mutex::new(None) }
    }

    /// What calls the workers.
    pub fn unparker(&self) -> &Arc<Unparker> {
        &self.unparker
    }

    /// Opens a job for the workers that are called to it.
    ///
    /// # Panics
    /// If the last job was not drained.
    pub fn post(&self, job: Arc<J>) {
        *self.job.lock() = Some(job);
        let mut state = self.unparker.state.lock();
        assert!(!state.open && state.at_work == 0, "the last job was not drained");
        (state.open, state.shared, state.called) = (true, false, 0);
    }

    /// Closes the job, if one is open, and waits until all workers are back from it.
    pub fn drain(&self) {
        let mut state = self.unparker.state.lock();
        state.open = false;
        while state.at_work > 0 {
            self.unparker.all_back.wait(&mut state);
        }
        drop(state);
        *self.job.lock() = None;
    }

    /// Ends the workers for good. A job that is open is finished first by those at work.
    pub fn close(&self) {
        self.unparker.state.lock().closed = true;
        self.unparker.unparked.notify_all();
    }

    /// A worker's life: parked until it is called, works, comes back; until the parking closes. Should
    /// `work` unwind, the worker is reported back all the same.
    pub fn serve(&self, worker: usize, mut work: impl FnMut(&J)) {
        let mut answered = 0;
        while self.unparker.wait(worker, &mut answered) {
            let back = AtWork(&self.unparker);
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

//! Where workers wait between searches, and how a search calls them and waits for them.
//!
//! One lock and two condition variables. A round opens with a job for every seat; each seat takes
//! it once, works, and comes back; the caller drains the round before it opens the next. A round
//! costs a wake-up for each seat, which is why small searches never open one.
//!
//! Model-checked under loom (`search/tests/loom_gate.rs`), so it uses only [`crate::sync`].

use crate::sync::{Arc, Condvar, Mutex};

/// The meeting point of one caller and `seats` workers.
#[derive(Debug)]
pub struct Gate<J> {
    state: Mutex<State<J>>,
    opened: Condvar,
    drained: Condvar,
    seats: usize,
}

#[derive(Debug)]
struct State<J> {
    job: Option<Arc<J>>,
    round: u64,
    working: usize,
    closed: bool,
}

impl<J> Gate<J> {
    /// A gate for `seats` workers, with no round open.
    pub fn new(seats: usize) -> Self {
        let state = State { job: None, round: 0, working: 0, closed: false };
        Gate { state: Mutex::new(state), opened: Condvar::new(), drained: Condvar::new(), seats }
    }

    /// Opens a round: every worker gets the job.
    ///
    /// # Panics
    /// If the last round was not drained.
    pub fn open(&self, job: Arc<J>) {
        let mut state = self.state.lock();
        assert_eq!(state.working, 0, "the last round was not drained");
        state.job = Some(job);
        state.round += 1;
        state.working = self.seats;
        self.opened.notify_all();
    }

    /// Waits until every worker has come back from the round, if one is open.
    pub fn drain(&self) {
        let mut state = self.state.lock();
        while state.working > 0 {
            self.drained.wait(&mut state);
        }
        state.job = None;
    }

    /// Sends the workers home for good. A round that is open is finished first.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.opened.notify_all();
    }

    /// A worker's life: sleeps until a round opens, works, comes back; until the gate closes.
    ///
    /// `work` must not unwind: the caller would wait for this seat for ever.
    pub fn serve(&self, mut work: impl FnMut(&J)) {
        let mut seen = 0;
        while let Some(job) = self.wait(&mut seen) {
            work(&job);
            // The job goes before the seat does, so that after a drain nobody else holds it.
            drop(job);
            let mut state = self.state.lock();
            state.working -= 1;
            if state.working == 0 {
                state.job = None;
                self.drained.notify_one();
            }
        }
    }

    fn wait(&self, seen: &mut u64) -> Option<Arc<J>> {
        let mut state = self.state.lock();
        loop {
            if state.round > *seen {
                *seen = state.round;
                return state.job.clone();
            }
            if state.closed {
                return None;
            }
            self.opened.wait(&mut state);
        }
    }
}

//! The engine's threads: created once, parked at a [`Gate`] between searches.

use std::io;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use super::STACK_BYTES;
use super::gate::Gate;

/// Threads that work on one job at a time, all together. Dropping it ends them.
pub(crate) struct Pool<J> {
    gate: Arc<Gate<J>>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + Sync + 'static> Pool<J> {
    /// Starts `seats` threads; `worker` makes what each of them does with a job, given its place
    /// from 0. Making it happens on the thread itself.
    ///
    /// # Errors
    /// Which thread the system refused, from 0, and what it said; those started before it end.
    pub(crate) fn start<W: FnMut(&J)>(
        seats: usize,
        worker: impl Fn(usize) -> W + Clone + Send + 'static,
    ) -> Result<Self, (usize, io::Error)> {
        let mut pool = Pool { gate: Arc::new(Gate::new(seats)), threads: Vec::new() };
        for seat in 0..seats {
            let gate = Arc::clone(&pool.gate);
            let worker = worker.clone();
            let thread = Builder::new()
                .name(format!("plyglot-worker-{}", seat + 1))
                .stack_size(STACK_BYTES)
                .spawn(move || gate.serve(worker(seat)));
            match thread {
                Ok(thread) => pool.threads.push(thread),
                Err(error) => return Err((seat, error)),
            }
        }
        Ok(pool)
    }

    /// The gate at which the threads wait.
    pub(crate) fn gate(&self) -> &Arc<Gate<J>> {
        &self.gate
    }
}

impl<J> Drop for Pool<J> {
    fn drop(&mut self) {
        self.gate.close();
        for thread in self.threads.drain(..) {
            // A worker that panicked has nothing more to tell.
            let _ = thread.join();
        }
    }
}

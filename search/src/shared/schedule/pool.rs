//! The engine's threads: created once, parked at a [`Gate`] between searches.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

use super::gate::Gate;
use crate::shared::search_error::panic_message;
use crate::sync::Arc;

/// Threads that work on one job at a time, all together. Dropping it ends them.
pub(crate) struct Pool<J> {
    gate: Arc<Gate<J>>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + Sync + 'static> Pool<J> {
    /// Starts `count` threads at a gate; `worker` makes what each of them does with a job, given its place
    /// from 0. Making it happens on the thread itself.
    ///
    /// # Errors
    /// Which thread the system refused, from 0, and what it said; those started before it end.
    pub(crate) fn start<W: FnMut(&J)>(
        gate: Arc<Gate<J>>,
        (count, stack_bytes): (usize, usize),
        worker: impl Fn(usize) -> W + Clone + Send + 'static,
    ) -> Result<Self, (usize, io::Error)> {
        let mut pool = Pool { gate, threads: Vec::new() };
        for index in 0..count {
            let gate = Arc::clone(&pool.gate);
            let worker = worker.clone();
            let life = Box::new(move || live(&gate, index, worker(index)));
            match spawn(index, stack_bytes, life) {
                Ok(thread) => pool.threads.push(thread),
                Err(error) => return Err((index, error)),
            }
        }
        Ok(pool)
    }

    /// The gate at which the threads wait.
    pub(crate) fn gate(&self) -> &Arc<Gate<J>> {
        &self.gate
    }
}

/// Not generic, so that what the standard library needs for a thread is compiled once.
fn spawn(
    index: usize,
    stack_bytes: usize,
    life: Box<dyn FnOnce() + Send>,
) -> io::Result<JoinHandle<()>> {
    let named = Builder::new().name(format!("plyglot-worker-{}", index + 1));
    named.stack_size(stack_bytes).spawn(life)
}

/// A thread's life. What still unwinds out of a worker's share, the drop of a value of the game for
/// example, must not cost the pool the thread.
fn live<J>(gate: &Gate<J>, index: usize, mut work: impl FnMut(&J)) {
    while let Err(panic) = catch_unwind(AssertUnwindSafe(|| gate.serve(index, &mut work))) {
        // The gate was told that the worker is back; nothing else waits for it.
        let _ = panic_message(panic);
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

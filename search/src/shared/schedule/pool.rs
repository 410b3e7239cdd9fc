//! The engine's threads: created once, parked in a [`Parking`] between searches.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle};

use super::parking::Parking;
use crate::shared::search_error::panic_message;
use crate::sync::Arc;

/// Threads that work on one job at a time, all together. Dropping it ends them.
pub(crate) struct Pool<J> {
    parking: Arc<Parking<J>>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + Sync + 'static> Pool<J> {
    /// Starts `count` parked threads; `worker` makes what each of them does with a job, given its place
    /// from 0. Making it happens on the thread itself.
    ///
    /// # Errors
    /// Which thread the system refused, from 0, and what it said; those started before it end.
    pub(crate) fn start<W: FnMut(&J)>(
        parking: Arc<Parking<J>>,
        (count, stack_bytes): (usize, usize),
        worker: impl Fn(usize) -> W + Clone + Send + 'static,
    ) -> Result<Self, (usize, io::Error)> {
        let mut pool = Pool { parking, threads: Vec::new() };
        for index in 0..count {
            let parking = Arc::clone(&pool.parking);
            let worker = worker.clone();
            let life = Box::new(move || live(&parking, index, worker(index)));
            match spawn(index, stack_bytes, life) {
                Ok(thread) => pool.threads.push(thread),
                Err(error) => return Err((index, error)),
            }
        }
        Ok(pool)
    }

    /// Where the threads are parked.
    pub(crate) fn parking(&self) -> &Arc<Parking<J>> {
        &self.parking
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
fn live<J>(parking: &Parking<J>, index: usize, mut work: impl FnMut(&J)) {
    while let Err(panic) = catch_unwind(AssertUnwindSafe(|| parking.serve(index, &mut work))) {
        // The parking was told that the worker is back; nothing else waits for it.
        let _ = panic_message(panic);
    }
}

impl<J> Drop for Pool<J> {
    fn drop(&mut self) {
        self.parking.close();
        for thread in self.threads.drain(..) {
            // A worker that panicked has nothing more to tell.
            let _ = thread.join();
        }
    }
}

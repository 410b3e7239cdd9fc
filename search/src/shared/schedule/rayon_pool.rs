//! The threads of an engine whose workers split nodes: rayon's, which find split points by stealing
//! and wait for one another by working.

use std::io;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::shared::groups::Placement;

/// Threads among which work is stolen. Dropping it ends them.
pub(crate) struct RayonPool {
    /// Only empty while it is dropped.
    pool: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl RayonPool {
    /// Starts `count` threads, each in its place.
    ///
    /// # Errors
    /// Which thread the system refused, from 0, and what it said; those started before it end.
    pub(crate) fn start(
        count: usize,
        stack_bytes: usize,
        placement: &Arc<Placement>,
    ) -> Result<Self, (usize, io::Error)> {
        let mut threads = Vec::new();
        let mut refused = None;
        let pool = ThreadPoolBuilder::new()
            .num_threads(count)
            .spawn_handler(|thread| {
                let place = thread.index();
                let builder =
                    Builder::new().name(format!("plyglot-worker-{place}")).stack_size(stack_bytes);
                let placement = Arc::clone(placement);
                let life = move || {
                    placement.bind(place);
                    thread.run();
                };
                let spawned = builder.spawn(life).map(|handle| threads.push(handle));
                spawned.inspect_err(|_| refused = Some(place))
            })
            .build();
        match pool {
            Ok(pool) => Ok(RayonPool { pool: Some(pool), threads }),
            Err(error) => Err((refused.unwrap_or(threads.len()), io::Error::other(error))),
        }
    }

    /// The threads' pool.
    pub(crate) fn pool(&self) -> &ThreadPool {
        self.pool.as_ref().expect("there until it is dropped")
    }
}

/// Goes on with `work` on one of the pool's threads, and comes back when it is done. Not generic, as
/// [`offer_and_work`] is not: what rayon needs for it is compiled once and not for every game.
pub(crate) fn install(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

/// Posts `offers` offers, which idle threads steal and accept by calling `offer`,
/// and does `work` meanwhile; comes back when all of it is done. To be called on a thread of a pool.
pub(crate) fn offer_and_work(
    offers: usize,
    offer: &(dyn Fn() + Sync),
    work: &mut (dyn FnMut() + Send),
) {
    rayon::scope(|scope| {
        for _ in 0..offers {
            scope.spawn(|_| offer());
        }
        work();
    });
}

impl Drop for RayonPool {
    fn drop(&mut self) {
        self.pool = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing more to tell.
            let _ = thread.join();
        }
    }
}

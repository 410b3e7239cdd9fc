//! Processes that were forked from one in which this module was imported already: `multiprocessing` does so by
//! default before Python 3.14.
//!
//! A child has the memory of its parent and none of its threads. An engine that was made before cannot search there
//! and says so; what is made anew can. Tables are cleared, and lines counted, by the threads that rayon starts once a
//! process: in a child these are threads of a pool of its own.

use std::collections::HashMap;
use std::process;
use std::sync::{Arc, LazyLock, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::waiting::locked;

/// The process that has imported this module.
static HOME: LazyLock<u32> = LazyLock::new(process::id);

static POOLS: LazyLock<Mutex<HashMap<u32, Arc<ThreadPool>>>> = LazyLock::new(Mutex::default);

/// Notes which process it is. Called when the module is imported.
pub(crate) fn at_home() {
    LazyLock::force(&HOME);
}

/// Does what may use rayon's threads, on such as there are in this process.
pub(crate) fn on_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if process::id() == *HOME {
        return work();
    }
    let mut pools = locked(&POOLS);
    let known = pools.get(&process::id()).cloned();
    let pool = known.or_else(|| ThreadPoolBuilder::new().build().ok().map(Arc::new));
    if let Some(pool) = &pool {
        pools.insert(process::id(), Arc::clone(pool));
    }
    drop(pools);
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

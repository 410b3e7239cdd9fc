//! Why an engine could not be made.

use thiserror::Error;

use crate::shared::config::Config;
use crate::table::TableError;

/// Why an engine could not be made.
#[derive(Debug, Error)]
pub enum EngineError {
    /// Not a possible number of threads.
    #[error("{0} threads: an engine has 1 to {max}", max = Config::MAX_THREADS)]
    Threads(usize),
    /// Virtual threads cannot take turns of no nodes.
    #[error("virtual threads need turns of at least one node")]
    EmptyTurns,
    /// This library was compiled without the feature `virtual`.
    #[error(
        "virtual threads are not part of this build: plyglot-search needs its feature `virtual`"
    )]
    NoVirtualThreads,
    /// An observer sees what one thread does, no more.
    #[error("{0} threads: a search that is watched has one")]
    Watched(usize),
    /// There is no memory for the table, or its size is refused.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no memory for what the workers have beside the table.
    #[error("the system refused the {}K of memory that {workers} workers need; fewer need less", bytes.div_ceil(1 << 10))]
    Memory {
        /// How many workers there are.
        workers: usize,
        /// How much they need, in bytes.
        bytes: usize,
    },
    /// The system refused a thread.
    #[error("the system refused worker thread {worker}: {error}")]
    Spawn {
        /// Which worker, from 1.
        worker: usize,
        /// What the system said.
        error: std::io::Error,
    },
}

//! The machine's own ceiling: what it gives to threads that have nothing to do with one another, and
//! what its memory gives to threads that share a table. Speed-ups of real threads are set beside it,
//! since no scheme can have more than there is.
//!
//! | file | one thing |
//! | --- | --- |
//! | `throughput` | independent one-thread searches at once, each with a table of its own |
//! | `probes` | look-ups of random places of one table |
//! | `together` | threads that do the same at the same time |
//!
//! Everything is measured in slots of a fixed length, a tenth of a second by default. A [`Stop`] ends
//! the slot that runs, which then does not count, and those before it do. Times are wall times of a
//! machine that should have nothing else to do.

mod probes;
mod throughput;
mod together;

use std::io;
use std::time::Duration;

use plyglot_open::{DoorError, Stop};
use plyglot_search::TableError;
use thiserror::Error;

pub use self::together::together;

/// How the ceiling is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CeilingPlan {
    /// The thread counts. One thread is measured in any case.
    pub threads: Vec<usize>,
    /// How often each slot is repeated.
    pub rounds: usize,
    /// Length of a slot.
    pub slot: Duration,
    /// Size of the table of each of the independent searches, in bytes.
    pub hash_bytes: usize,
    /// Sizes of the tables in which places are looked up, in bytes: one like that of an engine, and
    /// one far larger than the caches, say.
    pub probe_bytes: Vec<usize>,
    /// Seed of the order of slots and of the bootstrap.
    pub seed: u64,
}

impl Default for CeilingPlan {
    /// One thread and as many as there are processors; three rounds of a tenth of a second each;
    /// engines with 64 MiB; look-ups in 64 MiB and in 1 GiB.
    fn default() -> Self {
        CeilingPlan {
            threads: vec![1, num_cpus::get()],
            rounds: 3,
            slot: Duration::from_millis(100),
            hash_bytes: 64 << 20,
            probe_bytes: vec![64 << 20, 1 << 30],
            seed: 1,
        }
    }
}

impl CeilingPlan {
    /// The thread counts in rising order, each once, and one thread in any case.
    fn counts(&self) -> Vec<usize> {
        let mut counts: Vec<_> =
            self.threads.iter().map(|&count| count.max(1)).chain([1]).collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    }
}

/// The progress of the measuring, in slots, and whether it continues.
struct Steps<'a> {
    stop: &'a Stop,
    progress: &'a mut dyn FnMut(usize, usize),
    done: usize,
    total: usize,
}

impl Steps<'_> {
    fn stopped(&self) -> bool {
        self.stop.is_raised()
    }

    fn next(&mut self) {
        self.done += 1;
        (self.progress)(self.done, self.total);
    }
}

/// Why the ceiling could not be measured.
#[derive(Debug, Error)]
pub enum CeilingError {
    /// An engine could not be made, or a search failed.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// A table to look up places in is impossible.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system gave no more threads.
    #[error("{threads} threads could not be started: {error}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// The system's error.
        error: io::Error,
    },
}

//! How workers get the processor: real threads, created once and parked between searches, which run
//! freely or, as virtual threads, take turns ([`Turns`]); and threads that steal work from one another,
//! for schemes that hand out single moves.
//!
//! The states, who wakes whom, why no wake-up is lost, and which memory orderings carry what: `README.md` in this
//! folder.

use std::io;

use thiserror::Error;

#[cfg(all(feature = "virtual", not(target_family = "wasm")))]
mod fibers;
mod parking;
mod pool;
pub(crate) mod rayon_pool;
pub(crate) mod stack;
#[cfg(all(feature = "virtual", not(target_family = "wasm")))]
mod turns;
#[cfg(not(all(feature = "virtual", not(target_family = "wasm"))))]
#[path = "no_turns.rs"]
mod turns;

pub use parking::{Parking, Unparker};
pub(crate) use pool::Pool;
pub(crate) use rayon_pool::RayonPool;
#[cfg(all(feature = "virtual", not(target_family = "wasm")))]
pub use turns::NANOS_PER_NODE;
pub use turns::Turns;

/// Why not all workers that take turns came to their ends in good order.
#[derive(Debug, Error)]
pub enum RunError {
    /// None has begun: there is no room for their stacks.
    #[error("the system has no room for the stack of worker {worker}: {error}")]
    NoStack {
        /// The worker for which there was none, from 0.
        worker: usize,
        /// What the system said.
        error: io::Error,
    },
    /// A worker panicked and did not catch it; the others have ended.
    #[error("virtual thread {worker} panicked: {message}")]
    Unwound {
        /// The first such worker, from 0.
        worker: usize,
        /// The panic's message.
        message: String,
    },
}

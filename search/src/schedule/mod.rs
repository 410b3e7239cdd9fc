//! How workers get the processor: real threads, created once and parked between searches, which run
//! freely or, as virtual threads, take turns ([`Baton`]); and threads that steal work from one another,
//! for schemes that hand out single moves.

mod baton;
mod gate;
mod pool;
pub(crate) mod stealers;

/// Room for a line of [`crate::MAX_PLY`] plies with generous frames. Only what is used is backed
/// by memory.
const STACK_BYTES: usize = 8 << 20;

pub use baton::{Baton, NANOS_PER_NODE};
pub use gate::Gate;
pub(crate) use pool::Pool;
pub(crate) use stealers::Stealers;

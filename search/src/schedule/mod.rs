//! How workers get the processor: real threads, created once and parked between searches, which run
//! freely or, as virtual threads, take turns ([`Baton`]).

mod baton;
mod gate;
mod pool;

pub use baton::{Baton, NANOS_PER_NODE};
pub use gate::Gate;
pub(crate) use pool::Pool;

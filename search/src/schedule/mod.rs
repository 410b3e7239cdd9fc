//! How workers get the processor: real threads, created once and parked between searches.

mod gate;
mod pool;

pub use gate::Gate;
pub(crate) use pool::Pool;

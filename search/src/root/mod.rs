//! The root of a search: the loop in which every worker deepens, the coordinator that hands out depths and
//! merges lines, and the engine that a caller has in hand.
//!
//! Touched once a task, never inside the recursion; locks are allowed here.

pub(crate) mod aspiration;
mod coordinator;
mod deepen;
mod follow;
mod job;
mod packed;
mod parts;

mod split_helpers;
mod worker;
mod workers;

pub(crate) mod engine;
pub(crate) mod handle;
pub(crate) mod stop;

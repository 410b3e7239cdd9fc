//! The root of a search: the loop in which every worker deepens, the coordinator that hands out depths and
//! merges lines, and the engine that a caller has in hand.
//!
//! Touched once a task, never inside the recursion; locks are allowed here.

pub(crate) mod aspiration;
mod coordinator;
mod deepen;
mod follow;
mod job;
mod parts;
mod reporter;
mod root_moves;
mod split_helpers;
mod whole_lines;
mod worker;
mod workers;

pub(crate) mod engine;
pub(crate) mod engine_error;
pub(crate) mod handle;
pub(crate) mod request;
pub(crate) mod stop;

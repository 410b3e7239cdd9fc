//! What the workers of one search share beside the table: how they are stopped and limited, by which
//! scheme they divide the work, who searches what at the moment, and how they get the processor.
//!
//! Cost: what a worker reads at every node is private to it; here it looks a few thousand times a second.

pub(crate) mod config;
pub(crate) mod scheme;

pub(crate) mod budget;
pub(crate) mod stop;

// For the model checks in `tests/`, which see a crate from outside.
pub mod schedule;
pub(crate) mod search_error;

pub(crate) mod current;
pub(crate) mod steady;

pub(crate) mod control;

pub(crate) mod account;
pub(crate) mod busy;
pub(crate) mod groups;
pub(crate) mod team;

pub(crate) mod knowledge_pool;
pub(crate) mod mode;
pub(crate) mod past;
pub(crate) mod split;

//! The commands: each takes its arguments, has the work done, and shows what was found. What several of
//! them need is in the rooms that they use: `input`, `args` and `output`.

pub(crate) mod analyze;
mod batch;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod completions;
pub(crate) mod farm;
pub(crate) mod games;
pub(crate) mod journal;
pub(crate) mod r#match;
pub(crate) mod merge;
mod origin;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod review;
mod run;
mod solve;
mod tables;
pub(crate) mod trace;
pub(crate) mod train;
pub(crate) mod tune;

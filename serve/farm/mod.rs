//! Positions over many machines: a file is divided into shards ([`shard`]) by its lines or by what its positions
//! are likely to cost ([`cost`]), each shard is searched by a process of its own, and what they wrote is merged
//! ([`merge`]) into what one process would have written.
//!
//! Nothing here searches: a shard is a run of `plyglot analyze`, `solve` or `review` with `--shard`, so that
//! GNU parallel, a Slurm array and the farm all start the same program. The farm ([`run`]) writes the shards as a
//! job of HyperQueue, follows it, and has what failed tried again; [`runner`] is all that knows HyperQueue. [`tree`] has it start the
//! workers of a tree.

pub mod cost;
pub mod merge;
pub mod part;
pub mod run;
pub mod runner;
pub mod shard;
pub mod tree;

//! What comes in and out of searches, and what long ones leave behind.
//!
//! - What comes in: positions, moves, games and files of them ([`read`](mod@read)).
//! - The objects of `docs/json.md` ([`mod@object`]): a result is said here once, and every face shows what these say;
//!   what is proven on the way to it ([`mod@proven`]); games with comments on their moves ([`annotated`]).
//! - The files of long runs: journals that are continued where they ended ([`journal`]), with the results of searches
//!   in them ([`report`], [`counters`]), files that are replaced whole or not at all ([`beside`]), and tasks that are
//!   [`spread`] over threads until they are done or stopped.
//!
//! Nothing here prints.

pub mod annotated;
pub mod beside;
pub mod counters;
pub mod journal;
pub mod object;
pub mod proven;
pub mod read;
pub mod report;
pub mod spread;

pub use object::{
    Agreement, Answer, Count, Effort, Ended, Error, Info, Kind, Line, Over, ProvenBetween, SCHEMA,
    Score, SourceFields, TabledMove, Value, answer, between, milliseconds, object, rate,
    result_word,
};

//! The files of long runs: journals that are continued where they ended ([`journal`]), with the results of searches
//! in them ([`report`], [`counters`]), files that are replaced whole or not at all ([`beside`]), and tasks that are
//! [`spread`] over threads until they are done or stopped.

pub mod beside;
pub mod counters;
pub mod journal;
pub mod report;
pub mod spread;

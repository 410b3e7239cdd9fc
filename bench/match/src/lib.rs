//! Matches.

pub mod stats;

//! What the oracle's tests stand on.

pub mod maze;
pub mod plain;
pub mod positions;

//! What the oracle's tests stand on.

pub(crate) mod cunning;
pub(crate) mod maze;
pub(crate) mod plain;
pub(crate) mod positions;
pub(crate) mod probe;
pub(crate) mod untyped;

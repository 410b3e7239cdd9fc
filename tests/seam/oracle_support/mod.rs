//! What the oracle's tests share.

pub(crate) mod cunning;
pub(crate) mod maze;
pub(crate) mod plain;
pub(crate) mod positions;
pub(crate) mod probe;

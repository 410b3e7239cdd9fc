//! Variants of NegaScout, each in what it does in its own way. All are right.

pub(super) mod last;
pub(super) mod refutation;
pub(super) mod shallow;
pub(super) mod wide;

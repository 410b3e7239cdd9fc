//! The numbers that show whether the search has changed: its signature, and its speed beside an earlier
//! build. The Criterion benches and the recorded runs are here, too. The studies are crates of their own
//! beside this one.
//!
//! Everything here returns values; the program prints them.

mod signature;
pub mod speed;

pub use signature::{
    DEPTH, ENDINGS, HASH_BYTES, NODES, PLIES, Part, Signature, SignatureError, signature,
};

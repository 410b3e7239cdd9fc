//! Measuring plyglot. Everything here returns values; the program prints them.

pub mod by_hand;
pub mod family;
mod forward;
#[cfg(feature = "peers")]
pub mod peers;
pub mod positions;
pub mod random;
pub mod report;
pub mod scaling;
pub mod sets;
mod signature;
pub mod stats;
pub mod trace;

pub use signature::{
    DEPTH, ENDINGS, HASH_BYTES, NODES, PLIES, Part, Signature, SignatureError, signature,
};

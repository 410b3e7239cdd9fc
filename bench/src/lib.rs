//! Measuring plyglot. Everything here returns values; the program prints them.

pub mod beside;
pub mod family;
pub mod halt;
pub mod journal;
#[cfg(feature = "peers")]
pub mod peers;
pub mod positions;
pub mod report;
pub mod scaling;
mod signature;
pub mod speed;
pub mod stats;
pub mod trace;

pub use signature::{
    DEPTH, ENDINGS, HASH_BYTES, NODES, PLIES, Part, Signature, SignatureError, signature,
};

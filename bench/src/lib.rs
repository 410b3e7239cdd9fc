//! Measuring plyglot. Everything here returns values; the program prints them.

mod signature;

pub use signature::{DEPTH, HASH_BYTES, NODES, PLIES, Part, Signature, SignatureError, signature};

//! Measuring plyglot. Everything here returns values; the program prints them.

pub mod sets;
mod signature;

pub use signature::{DEPTH, HASH_BYTES, NODES, PLIES, Part, Signature, SignatureError, signature};

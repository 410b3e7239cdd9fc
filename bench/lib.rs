//! What is measured: how speed scales with threads ([`scaling`]), the textbook algorithms on the same trees
//! ([`family`]), what each heuristic is worth ([`ablation`]), a search visit by visit ([`trace`]), and the numbers
//! that show whether the search has changed: its [`signature()`] and its [`speed`] beside an earlier build. The Criterion
//! benches and the recorded runs are here, too.
//!
//! Everything here returns values; the program prints them, and the crate `plyglot-report` draws them.

pub mod ablation;
mod cpu;
pub mod family;
pub mod scaling;
mod signature;
pub mod speed;
pub mod trace;

pub use signature::{
    DEPTH, ENDINGS, HASH_BYTES, NODES, PLIES, Part, REACH, Signature, SignatureError, THREADS,
    ThreadsPart, of_game, signature, threads,
};

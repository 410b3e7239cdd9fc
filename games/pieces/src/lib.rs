//! Games of pieces that move across a board: Breakthrough and English draughts.
//!
//! They share a crate, and others another, so that crates of about the same weight are compiled side
//! by side.

pub mod breakthrough;
pub mod draughts;

//! Games of filling a board: Domineering and Hex.
//!
//! They share a crate, and others another, so that crates of about the same weight are compiled side
//! by side.

pub mod domineering;
pub mod hex;

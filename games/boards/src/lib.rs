//! Games of pieces on larger boards: Breakthrough, Domineering, English draughts and Hex.
//!
//! They share a crate, and others another, so that crates of about the same weight are compiled side
//! by side.

pub mod breakthrough;
pub mod domineering;
pub mod draughts;
pub mod hex;

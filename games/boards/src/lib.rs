//! Games in which a board is filled: Domineering and Hex.
//!
//! The games are divided into crates of about the same weight, which are compiled side by side.

pub mod domineering;
pub mod hex;

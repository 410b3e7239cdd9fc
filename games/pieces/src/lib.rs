//! Games in which pieces move across a board: Breakthrough and English draughts.
//!
//! The games are divided into crates of about the same weight, which are compiled side by side.

pub mod breakthrough;
pub mod draughts;

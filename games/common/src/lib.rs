//! What the games of plyglot share: boards of lettered columns and numbered rows, files of games in
//! brackets, and a small table for solvers of the last plies.
//!
//! What is hot is marked `inline`, for the games are crates of their own.

pub mod grid;
pub mod properties;
pub mod slots;

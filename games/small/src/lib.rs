//! Small games: tic-tac-toe, Kalah, Dots and Boxes; and synthetic trees, to measure a search on.
//!
//! The games are divided into crates of about the same weight, which are compiled side by side.

pub mod dots_and_boxes;
pub mod kalah;
pub mod synthetic;
pub mod tictactoe;

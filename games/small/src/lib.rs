//! Small games: tic-tac-toe, Kalah, Dots and Boxes, and synthetic trees, which are no games at all.
//!
//! They share a crate, and others another, so that crates of about the same weight are compiled side
//! by side.

pub mod dots_and_boxes;
pub mod kalah;
pub mod synthetic;
pub mod tictactoe;

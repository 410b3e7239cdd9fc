//! The built-in games of plyglot, and their catalogue.
//!
//! The games are crates of their own, so that their searchers, the larger part of the program's code,
//! are compiled side by side. This crate brings them together.

pub mod catalogue;

pub use plyglot_boards::{domineering, hex};
pub use plyglot_pieces::{breakthrough, draughts};
pub use plyglot_small::{dots_and_boxes, kalah, synthetic, tictactoe};
pub use {plyglot_chess as chess, plyglot_connect4 as connect4, plyglot_othello as othello};

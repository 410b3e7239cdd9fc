//! The games that plyglot speaks, and the catalogue that hands them to the engine.

pub mod breakthrough;
pub mod catalogue;
pub mod connect4;
pub mod domineering;
pub mod dots_and_boxes;
pub mod draughts;
mod grid;
pub mod hex;
pub mod kalah;
mod mix;
pub mod othello;
mod slots;
pub mod synthetic;
pub mod tictactoe;

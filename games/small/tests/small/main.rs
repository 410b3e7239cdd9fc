//! The tests of the games of this crate, as one program.

mod dots_and_boxes;
mod kalah;
mod synthetic;
mod tictactoe;

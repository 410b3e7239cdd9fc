//! The tests of chess, as one program.

mod laws;
mod notations;
mod perft;
mod values;

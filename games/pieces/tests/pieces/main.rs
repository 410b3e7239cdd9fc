//! The tests of the games of this crate, as one program.

mod breakthrough;
mod draughts;

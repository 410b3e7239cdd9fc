//! The tests of the games of this crate, as one program.

mod domineering;
mod hex;

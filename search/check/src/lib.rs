//! What a game is held against: the laws that its rules and its knowledge must obey ([`laws`]), its value by
//! definition ([`minimax`]), the number of its lines ([`perft`]). And [`guide`], which writes a game from
//! an empty file and solves it.
//!
//! Nothing of this is used by a search; it is for the tests of a game and of the engine.

pub mod laws;
pub mod minimax;
pub mod perft;

pub mod guide;

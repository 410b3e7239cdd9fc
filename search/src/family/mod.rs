//! The textbook algorithms, each a short file that reads like its paper: the oracle and the
//! measuring stick for the engine. None of them shares code with it.

pub mod minimax;

//! Nets: an evaluation that is learned from what the board shows.
//!
//! A perspective net with one hidden layer (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions
//! for computer shogi", 2018): each side sees the planes of the game ([`plyglot_search::Inputs`]) from its own view,
//! the rows of what stands on the board are summed into an accumulator for each view, and the output is a sum over
//! the squares of both accumulators, held between 0 and 1, with weights for each part of the game. What the game
//! estimates by itself may be added: then the net learns only what that leaves out.
//!
//! | file | one thing |
//! | --- | --- |
//! | `views` | which row each input has in the view of each side |
//! | `weights` | the weights in whole numbers |
//! | `file` | their file |
//! | `judge` | the estimate: accumulators, updated by what has changed since the last position, and the output |
//! | `instructions` | the same code, compiled for what the processor has |
//!
//! Whole numbers only, in one order that is free: all machines and instructions get the same estimate. Cost: with AVX2,
//! 64 wide, an estimate takes about 70 ns where two moves have changed eight inputs. An accumulator is kept for
//! the last position alone, so no hook of the recursion is used.

mod file;
mod instructions;
mod judge;
mod views;
mod weights;

pub use file::NetFile;
pub use judge::{Accumulators, Net};
pub use views::Views;
pub use weights::{NetWeights, ONE, OUTPUT_ONE, Selectivity};

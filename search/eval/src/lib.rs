//! Evaluations with trained weights: what a game declares, what a trainer fits, what a player reads.
//!
//! A game says which features a position has ([`Features`]): patterns (cells with their states, whose
//! mirror images share weights: [`Pattern`]), counts, and a phase of the game. Its estimate is linear: the sum
//! over the active features of weight times count, with weights of their own for each phase. From
//! that a trainer makes the weights ([`Weights`], kept in a file by [`WeightFile`]), and the player
//! of the game reads them, by [`Weights::evaluate`] or by faster code of its own over the same
//! numbers.
//!
//! | file | one thing |
//! | --- | --- |
//! | `layout` | which weights there are, and their hash |
//! | `features` | what a game declares; the active features of a position |
//! | `pattern` | cells with states: which indices share a weight, by symmetry and exchanged sides |
//! | `weights` | the weights, rounded to 16 bits, and the estimate from them |
//! | `lanes` | the numbers of all patterns of a position, as a vector, and how a move changes it |
//! | `tables` | a board of patterns and counts, and its weights as they are looked up |
//! | `file` | the file of weights: written, read, refused |
//! | `choice` | the option `weights` of a game |
//!
//! It knows no game, and of the engine only what an option is. Cost: a weight is 2 bytes; a file of 800,000 weights is read in
//! about 15 ms.

mod choice;
mod container;
mod features;
mod file;
mod lanes;
mod layout;
pub mod net;
mod pattern;
mod tables;
mod weights;

pub use choice::{Choice, Source};
pub use features::{Active, Features};
pub use file::{About, WeightError, WeightFile};
pub use lanes::{Lanes, Reader};
pub use layout::{Group, Layout};
pub use pattern::{Pattern, Symmetry, Tie};
pub use tables::{Board, Tables};
pub use weights::Weights;

//! What the results of a match say: Elo, normalised Elo, likelihood of superiority, and the sequential test.
//!
//! Games are played in pairs, both from one opening with the sides exchanged, and a pair is the unit of all
//! statistics: its two games are not independent of each other, pairs are. So everything rests on five
//! counts, the pairs in which A made 0, 0.5, 1, 1.5 and 2 points.
//!
//! Pure functions of counts. The formulas are those of fastchess and of Stockfish's Fishtest, and
//! `data/fastchess.txt` holds them to fastchess's own figures.

mod elo;
#[cfg(test)]
mod simulation;
mod sprt;
#[cfg(test)]
mod tests;

pub use elo::{Pairs, Rating};
pub use sprt::{Decision, Model, Sprt, SprtError};

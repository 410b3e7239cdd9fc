//! What is done with players of any game: a played game is reviewed ([`review`]), players meet in matches
//! ([`mod@matches`]), their evaluations are trained ([`train`]) and their numbers tuned ([`tune`]).
//!
//! Everything here is above the door, for any game, and returns values; the program prints them. One crate,
//! since training and tuning are matches, and matches are judged as reviews are.

pub mod matches;
pub mod review;
pub mod train;
pub mod tune;

//! What is done with players of any game: a played game is reviewed ([`review`]), players meet in matches
//! ([`mod@matches`]), their evaluations are trained ([`train`]) and their numbers tuned ([`tune`]); endings are solved for
//! good ([`tables`]), and what is known of a game is kept in a tree on disk ([`mod@tree`]). What is started for that ends
//! with it ([`group`]).
//!
//! Everything here is above the door, for any game, and returns values; the program prints them. One crate,
//! since training and tuning are matches, and matches are judged as reviews are.

pub mod group;
pub mod matches;
pub mod review;
pub mod tables;
pub mod train;
pub mod tree;
pub mod tune;

//! The guide: a game of one's own, from an empty file to a solved game.
//!
//! One game leads through all pages but one: Hexapawn (M. Gardner, "How to build a game-learning machine
//! and then teach it to play and to win", 1962), pawns only, on a board of any size. Every snippet
//! is compiled and run by the tests, and every figure names the command that made it.
//!
//! | page | what it gives |
//! | --- | --- |
//! | [`rules`] | the rules against the trait [`plyglot_search::Game`]: enough to solve it on all cores |
//! | [`describe`] | what people see of it: enough for the whole program, `analyze`, `play`, `trace`, `bench` |
//! | [`board`] | what a page in the browser draws, and what a person clicks on |
//! | [`mistakes`] | a check that finds the mistakes in the rules, and the likeliest of them |
//! | [`repetition`] | a second game, Hare and Hounds, whose positions come back: repetition, counters, an open end |
//! | [`knowledge`] | what a player knows: each hook, and how much faster it makes a game |
//! | [`slow_or_wrong`] | what to do about a search that takes too long, or says what cannot be |
//!
//! The pages hold no code of the engine: nothing here is compiled into a program.

pub mod rules;

pub mod board;
pub mod describe;
pub mod mistakes;
pub mod repetition;

pub mod knowledge;
pub mod slow_or_wrong;

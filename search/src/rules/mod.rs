//! What a game author reads: scores and windows, the rules of a game ([`Game`](game::Game)), what a
//! player of it knows ([`Knowledge`](knowledge::Knowledge)), what people see of it
//! ([`Describe`](describe::Describe)), the limits of a search and its report.
//!
//! Plain values and traits. Nothing here knows of workers, the table or the recursion.

pub(crate) mod score;
pub(crate) mod window;

pub(crate) mod game;

pub(crate) mod boxed;
pub(crate) mod describe;
pub mod endings;
pub mod hash;
mod hooks;
pub(crate) mod inputs;
pub(crate) mod knowledge;
pub(crate) mod layer;
pub(crate) mod meter;
pub(crate) mod node;
pub(crate) mod numbers;
pub(crate) mod option;
pub(crate) mod pace;
pub(crate) mod plain;
pub(crate) mod reading;
pub mod recorded;
pub(crate) mod settings;
pub(crate) mod solve;
pub(crate) mod tuned;
pub(crate) mod value;

pub(crate) mod limits;

pub(crate) mod account;
pub(crate) mod report;

pub(crate) mod observer;

pub mod shape;

pub mod random;

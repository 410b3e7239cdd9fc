//! Trait [`Endings`]: how a game numbers the positions of its endings, so that tables can hold the value of each.
//!
//! A class is what people speak of: king and rook against king, two kings against one. Its positions are numbered from 0;
//! numbers to which no position belongs are allowed, since gaps cost little in a table. Tables are made class by class,
//! by retrograde analysis, and a search looks values up by [`Endings::place`]. A game that declares no classes can
//! still be put into a table whole, all positions that a start leads to.
//!
//! [`Kinds`] numbers the ways to put a few pieces on a board, which is most of what a game has to do.
//!
//! # The laws
//! 1. [`Endings::place`] gives back the class and the number from which [`Endings::position`] made a position.
//! 2. Positions of one place have one value; a symmetry, or an exchange of the sides, may lead from one to the other.
//! 3. A move leads from a class to the same one or to an earlier one, or to a position that is in no class and has an
//!    outcome.
//! 4. Nothing but the value counts: a clock of plies without progress is 0 in positions that are made.
//!
//! Cost: none in a search that uses no tables; with tables one call of [`Endings::place`] for each node.

mod kinds;

pub use kinds::{Kinds, choose};

/// A class of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What people call it; its file bears this name: letters, digits, `-` and `_` alone.
    pub name: String,
    /// How many pieces it has, by which people choose what tables they want.
    pub pieces: u32,
    /// How many numbers there are: one more than the largest.
    pub size: u64,
}

/// Where a position stands in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of its class in [`Endings::classes`].
    pub class: usize,
    /// Its number in the class.
    pub index: u64,
}

/// The classes of endings of a game of one size. See the module for its laws.
pub trait Endings<G>: Send + Sync {
    /// All classes: moves lead to the same class or to an earlier one.
    fn classes(&self) -> &[Class];

    /// The position with a number of a class, which is below its size; `None` where there is none.
    fn position(&self, place: Place) -> Option<G>;

    /// Where a position stands; `None` if it is in no class.
    fn place(&self, at: &G) -> Option<Place>;

    /// In how many plies the game may be drawn by a rule that the classes do not know, such as that of fifty moves: what
    /// is won in no more plies is won. `u32::MAX` where there is no such rule.
    fn plies_to_draw(&self, _at: &G) -> u32 {
        u32::MAX
    }
}

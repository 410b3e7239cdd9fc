//! The listener that sees every visit, of whatever type.
//!
//! An algorithm of the family is compiled for each game, and would be once more for each type of
//! observer. This is for reading and checking, not for speed, so the tree asks at run time whether
//! there is a listener: a branch at each end of a visit, and a call through a table where there is.

use plyglot_search::{Left, Observer, Visit};

/// An [`Observer`] whose type is forgotten. One that does not watch is none at all.
pub(crate) trait Listener<M> {
    /// See [`Observer::enter`].
    fn enter(&mut self, visit: Visit<M>);

    /// See [`Observer::leave`].
    fn leave(&mut self, left: Left<M>);
}

impl<M, O: Observer<M>> Listener<M> for O {
    fn enter(&mut self, visit: Visit<M>) {
        Observer::enter(self, visit);
    }

    fn leave(&mut self, left: Left<M>) {
        Observer::leave(self, left);
    }
}

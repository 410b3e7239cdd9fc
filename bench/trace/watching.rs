//! The observer of what is traced and compared: algorithms of the family and the engine alike.

use plyglot_open::{Mv, Visits};
use plyglot_search::{Left, Observer, Stop, Visit};

use super::record::Recording;
use super::tally::Plies;

/// Writes down and counts.
pub(super) struct Watching<'a> {
    pub(super) recording: &'a mut Recording<Mv>,
    /// Where visits are counted, if they are.
    pub(super) plies: Option<&'a mut Plies>,
    /// The engine is stopped as soon as this is raised. Algorithms look at it themselves.
    pub(super) stop: Option<&'a Stop>,
}

impl Observer<Mv> for Watching<'_> {
    fn enter(&mut self, visit: Visit<Mv>) {
        self.recording.enter(visit);
        if let Some(plies) = &mut self.plies {
            plies.enter(visit);
        }
    }

    fn leave(&mut self, left: Left<Mv>) {
        self.recording.leave(left);
        if let Some(plies) = &mut self.plies {
            plies.leave(left);
        }
    }
}

impl Visits for Watching<'_> {
    fn enter(&mut self, visit: Visit<Mv>) {
        Observer::enter(self, visit);
    }

    fn leave(&mut self, left: Left<Mv>) {
        Observer::leave(self, left);
    }

    fn wants_stop(&self) -> bool {
        self.stop.is_some_and(Stop::is_raised)
    }
}

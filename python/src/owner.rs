//! Where an engine is: here, or lent to what it does.

use std::mem;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use plyglot_open::{Config, Engine as Searcher, Stop};

use crate::games::Opened;
use crate::home::Home;
use crate::waiting::locked;

/// The engine itself, or where it is.
pub(crate) enum Place {
    Here(Box<dyn Searcher>),
    /// Lent to what the stop ends.
    Lent(Stop),
    Closed,
}

/// An engine that is lent to one search at a time.
pub(crate) struct Owner {
    pub(crate) game: Opened,
    pub(crate) config: Config,
    pub(crate) home: Home,
    pub(crate) place: Mutex<Place>,
    pub(crate) back: Condvar,
}

/// Why an engine is not lent.
pub(crate) enum Refusal {
    Busy,
    Closed,
    Forked,
}

impl Owner {
    /// The engine, once a search that was stopped has given it back; `None` if that takes longer than `tick`.
    pub(crate) fn lend(
        &self,
        stop: &Stop,
        tick: Duration,
    ) -> Option<Result<Box<dyn Searcher>, Refusal>> {
        if !self.home.is_here() {
            return Some(Err(Refusal::Forked));
        }
        let mut place = locked(&self.place);
        if let Place::Lent(other) = &*place {
            if !other.is_raised() {
                return Some(Err(Refusal::Busy));
            }
            let waited = self.back.wait_timeout(place, tick);
            place = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match &*place {
            Place::Lent(_) => None,
            Place::Closed => Some(Err(Refusal::Closed)),
            Place::Here(_) => match mem::replace(&mut *place, Place::Lent(stop.clone())) {
                Place::Here(engine) => Some(Ok(engine)),
                _ => None,
            },
        }
    }

    pub(crate) fn give_back(&self, engine: Box<dyn Searcher>) {
        let mut place = locked(&self.place);
        if matches!(*place, Place::Lent(_)) {
            *place = Place::Here(engine);
        }
        drop(place);
        self.back.notify_all();
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if !self.home.is_here() {
            // Its threads stayed with the other process: there is nothing to wait for.
            mem::forget(mem::replace(&mut *locked(&self.place), Place::Closed));
        }
    }
}

//! Where an engine is: here, or lent to what it does.

use std::mem;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use plyglot_open::{Config, Engine as Searcher, Stop};

use crate::games::Opened;
use crate::home::Home;
use crate::inside;
use crate::waiting::locked;

/// The engine itself, or where it is.
pub(crate) enum Place {
    Here(Box<dyn Searcher>),
    /// Lent to what the stop ends, a search of this number.
    Lent(Stop, u64),
    /// Lent to what was stopped, and closed once that gives it back.
    Closing,
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
    /// It is asked for by a method of its game that the search must wait for.
    Inside,
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
        if let Place::Lent(other, search) = &*place {
            if !other.is_raised() {
                return Some(Err(Refusal::Busy));
            }
            if inside::is_inside(self.game.id(), *search) {
                return Some(Err(Refusal::Inside));
            }
            let waited = self.back.wait_timeout(place, tick);
            place = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match &*place {
            Place::Lent(..) => None,
            Place::Closing | Place::Closed => Some(Err(Refusal::Closed)),
            Place::Here(_) => {
                let lent = Place::Lent(stop.clone(), inside::begins());
                match mem::replace(&mut *place, lent) {
                    Place::Here(engine) => Some(Ok(engine)),
                    _ => None,
                }
            }
        }
    }

    pub(crate) fn give_back(&self, engine: Box<dyn Searcher>) {
        let mut place = locked(&self.place);
        let mut engine = Some(engine);
        match *place {
            Place::Lent(..) => *place = engine.take().map_or(Place::Closed, Place::Here),
            Place::Closing => *place = Place::Closed,
            Place::Here(_) | Place::Closed => {}
        }
        drop(place);
        self.back.notify_all();
        // One that was closed meanwhile is freed without the lock.
        drop(engine);
    }

    /// True once nothing is to be waited for before it is closed: it is here, or closed, or what it is lent to waits for
    /// the method of the game that asks. Waits as long as `tick`.
    pub(crate) fn is_back(&self, tick: Duration) -> bool {
        let may_wait = |place: &Place| match place {
            Place::Lent(_, search) => !inside::is_inside(self.game.id(), *search),
            Place::Here(_) | Place::Closing | Place::Closed => false,
        };
        let place = locked(&self.place);
        if !may_wait(&place) {
            return true;
        }
        let place = self.back.wait_timeout(place, tick).unwrap_or_else(PoisonError::into_inner).0;
        !may_wait(&place)
    }

    /// Closes it: at once where it is here, else once it is given back, which nothing waits for.
    pub(crate) fn close(&self) {
        let mut place = locked(&self.place);
        let now = mem::replace(&mut *place, Place::Closed);
        if matches!(now, Place::Lent(..) | Place::Closing) {
            *place = Place::Closing;
        }
        drop(place);
        self.back.notify_all();
        drop(now);
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

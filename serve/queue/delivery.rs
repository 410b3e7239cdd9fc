//! How events get to who asked: in order, the end last and once, and without harm from a receiver that panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_search::panic_message;

use crate::queue::query::{End, Event, Found};

/// Where the events of a query go.
#[derive(Clone)]
pub(crate) struct Delivery(Arc<Shared>);

struct Shared {
    to: Box<dyn Fn(Event) + Send + Sync>,
    /// True once the end was delivered. Held while an event is, so that none overtakes another.
    ended: Mutex<bool>,
}

impl Delivery {
    pub(crate) fn new(to: impl Fn(Event) + Send + Sync + 'static) -> Delivery {
        Delivery(Arc::new(Shared { to: Box::new(to), ended: Mutex::new(false) }))
    }

    pub(crate) fn found(&self, found: Found) {
        let ended = self.0.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if !*ended {
            self.send(Event::Found(found));
        }
    }

    /// Delivers the end, unless that was done.
    pub(crate) fn end(&self, end: End) {
        let mut ended = self.0.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut *ended, true) {
            self.send(Event::Ended(end));
        }
    }

    fn send(&self, event: Event) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (self.0.to)(event))) {
            // A receiver that panics has lost its event; nothing else depends on it.
            let _ = panic_message(panic);
        }
    }
}

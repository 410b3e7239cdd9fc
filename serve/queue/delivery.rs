//! How news get to who asked: in order, the end last and once, and without harm from a receiver that panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_search::panic_message;

use crate::queue::query::{End, News, QueryProgress};

/// Where the news of a query go.
#[derive(Clone)]
pub(crate) struct Delivery(Arc<Shared>);

struct Shared {
    to: Box<dyn Fn(News) + Send + Sync>,
    /// True once the end was delivered. Held while any are, so that none overtake others.
    ended: Mutex<bool>,
}

impl Delivery {
    pub(crate) fn new(to: impl Fn(News) + Send + Sync + 'static) -> Delivery {
        Delivery(Arc::new(Shared { to: Box::new(to), ended: Mutex::new(false) }))
    }

    pub(crate) fn progress(&self, progress: QueryProgress) {
        let ended = self.0.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if !*ended {
            self.send(News::Progress(progress));
        }
    }

    /// Delivers the end, unless that was done.
    pub(crate) fn end(&self, end: End) {
        let mut ended = self.0.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut *ended, true) {
            self.send(News::Ended(end));
        }
    }

    fn send(&self, news: News) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (self.0.to)(news))) {
            // A receiver that panics has lost its news; nothing else depends on it.
            let _ = panic_message(panic);
        }
    }
}

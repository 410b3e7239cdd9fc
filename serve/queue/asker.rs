//! Who asks one query after the other, all of which end when it is stopped.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_open::Stop;

use crate::queue::{News, Query, Service, SubmitError, Ticket};

/// Asks one query after the other.
pub(crate) struct Asker<'a> {
    service: &'a Arc<Service>,
    stop: &'a Stop,
    now: Arc<Mutex<Option<Ticket>>>,
}

impl<'a> Asker<'a> {
    /// One whose queries end when `stop` is raised.
    pub(crate) fn new(service: &'a Arc<Service>, stop: &'a Stop) -> Asker<'a> {
        let now = Arc::new(Mutex::new(None));
        let (ended, current) = (Arc::clone(service), Arc::clone(&now));
        stop.calls(move || {
            if let Some(ticket) = *current.lock().unwrap_or_else(PoisonError::into_inner) {
                ended.cancel(ticket);
            }
        });
        Asker { service, stop, now }
    }

    /// Asks; what is found comes through the channel, its end last.
    ///
    /// # Errors
    /// If the query is not taken.
    pub(crate) fn ask(&self, query: Query) -> Result<(Ticket, Receiver<News>), SubmitError> {
        let (sender, news) = channel();
        let ticket = self.service.submit(query, move |said| {
            let _ = sender.send(said);
        })?;
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = Some(ticket);
        // A stop that came before it was known has missed it.
        if self.stop.is_raised() {
            self.service.cancel(ticket);
        }
        Ok((ticket, news))
    }
}

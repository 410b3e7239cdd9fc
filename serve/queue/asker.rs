//! Who asks one query after the other, all of which end when it is stopped.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plyglot_open::Stop;

use crate::queue::{End, News, Query, QueryError, Service, SubmitError, Ticket};

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

    /// Asks; what is found comes through the channel, its end last. After a stop nothing is asked, and that is its end.
    ///
    /// # Errors
    /// If the query is not taken.
    pub(crate) fn ask(
        &self,
        query: Query,
    ) -> Result<(Option<Ticket>, Receiver<News>), SubmitError> {
        let (sender, news) = channel();
        if self.stop.is_raised() {
            let end = End { result: Err(QueryError::Cancelled), waited: Duration::ZERO };
            let _ = sender.send(News::Ended(end));
            return Ok((None, news));
        }
        let ticket = self.service.submit(query, move |said| {
            let _ = sender.send(said);
        })?;
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = Some(ticket);
        // A stop that came before it was known has missed it.
        if self.stop.is_raised() {
            self.service.cancel(ticket);
        }
        Ok((Some(ticket), news))
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;
    use plyglot_open::Limits;

    use super::*;
    use crate::queue::Settings;

    #[test]
    fn after_a_stop_no_search_begins() {
        let settings = Settings { threads: 1, hash_bytes: 8 << 20, ..Settings::default() };
        let service = Arc::new(Service::start(&settings).unwrap());
        let game: Arc<dyn plyglot_open::Open> = builtin().open("tictactoe").unwrap().into();
        let start = game.start().unwrap();
        let query = || Query::new(Arc::clone(&game), start.clone(), Limits::solve());
        let stop = Stop::default();
        let asker = Asker::new(&service, &stop);
        stop.raise();
        // A search of so small a game would end before it is cancelled.
        for _ in 0..100 {
            let (ticket, news) = asker.ask(query()).unwrap();
            let News::Ended(End { result, .. }) = news.recv().unwrap() else {
                panic!("a search has begun");
            };
            assert!(matches!(result, Err(QueryError::Cancelled)), "{result:?}");
            assert!(ticket.is_none());
        }
    }
}

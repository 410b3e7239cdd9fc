//! Who searches for a page: a service on its threads, or, where the page may have no threads, the thread that answers.
//!
//! What a search finds is passed on as it comes in both cases. The answering thread hears nothing while it searches, so
//! whoever wants no more of it has to end it from outside; its engine stays for the next position of the same game.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyglot_open::{Ask, Config, DoorError, Engine, Open, Stop};
use plyglot_wire::object;

use crate::board::lines::Lines;
use crate::queue::{Asker, End, Key, News, Query, QueryError, QueryProgress, Service, SubmitError};

/// How often to look whether the page is still there.
const LOOK: Duration = Duration::from_millis(100);
/// How often a page hears that the program is alive.
const BEAT: Duration = Duration::from_millis(500);

/// Who searches for pages.
pub(crate) enum Searcher {
    Service(Arc<Service>),
    Here(Here),
}

/// The thread that answers.
pub(crate) struct Here {
    hash_bytes: usize,
    /// Takes a line of the answer.
    tell: Arc<dyn Fn(&str) + Send + Sync>,
    engine: Mutex<Option<(Key, Box<dyn Engine>)>>,
}

impl Searcher {
    /// The thread that answers, with a table of this size; what it finds goes to `tell`.
    pub(crate) fn here(hash_bytes: usize, tell: impl Fn(&str) + Send + Sync + 'static) -> Searcher {
        Searcher::Here(Here { hash_bytes, tell: Arc::new(tell), engine: Mutex::default() })
    }

    /// How many threads search.
    pub(crate) fn threads(&self) -> usize {
        match self {
            Searcher::Service(service) => service.settings().threads,
            Searcher::Here(_) => 1,
        }
    }

    /// All tables together.
    pub(crate) fn hash_bytes(&self) -> usize {
        match self {
            Searcher::Service(service) => service.settings().hash_bytes,
            Searcher::Here(here) => here.hash_bytes,
        }
    }

    /// Who asks it, until `stop` is raised.
    pub(crate) fn asked_until<'a>(&'a self, stop: &'a Stop) -> Asking<'a> {
        match self {
            Searcher::Service(service) => Asking::Service(service, Asker::new(service, stop)),
            Searcher::Here(here) => Asking::Here(here),
        }
    }
}

/// Who asks for one search after the other.
pub(crate) enum Asking<'a> {
    Service(&'a Service, Asker<'a>),
    Here(&'a Here),
}

impl Asking<'_> {
    /// Searches. Where the query asks for reports, what is found goes to `lines`.
    ///
    /// # Errors
    /// If the page has closed; then the query is ended.
    pub(crate) fn search(
        &self,
        query: Query,
        lines: &mut dyn Lines,
    ) -> io::Result<Result<End, SubmitError>> {
        let (service, asker) = match self {
            Asking::Service(service, asker) => (service, asker),
            Asking::Here(here) => return Ok(Ok(here.search(&query))),
        };
        let at = query.position.clone();
        let (ticket, news) = match asker.ask(query) {
            Ok(asked) => asked,
            Err(error) => return Ok(Err(error)),
        };
        let end = pass_on(&news, lines, |lines, progress| {
            progress.infos(&at).try_for_each(|info| lines.line(&object("info", &info)))
        });
        if end.is_err() {
            ticket.map(|ticket| service.cancel(ticket));
        }
        end.map(Ok)
    }
}

impl Here {
    fn search(&self, query: &Query) -> End {
        let key = Key::of(&*query.game);
        let known = self.kept().take().filter(|(of, _)| *of == key);
        let engine = known.map_or_else(|| self.engine(&*query.game), |(_, engine)| Ok(engine));
        let result = engine.map_err(QueryError::from).and_then(|mut engine| {
            let ask = Ask::new(&query.position, &query.limits);
            let ask = if query.report_every.is_some() {
                let (tell, at) = (Arc::clone(&self.tell), query.position.clone());
                ask.telling(move |progress| {
                    let found = QueryProgress { lines: vec![progress], threads: 1 };
                    found.infos(&at).for_each(|info| tell(&object("info", &info)));
                })
            } else {
                ask
            };
            let report = engine.run(&ask)?;
            *self.kept() = Some((key, engine));
            Ok(report)
        });
        End { result, waited: Duration::ZERO }
    }

    fn engine(&self, game: &dyn Open) -> Result<Box<dyn Engine>, DoorError> {
        game.engine(&Config::single(self.hash_bytes), None)
    }

    fn kept(&self) -> MutexGuard<'_, Option<(Key, Box<dyn Engine>)>> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes on what is found, up to the end.
fn pass_on(
    news: &Receiver<News>,
    lines: &mut dyn Lines,
    mut write: impl FnMut(&mut dyn Lines, &QueryProgress) -> io::Result<()>,
) -> io::Result<End> {
    let mut beat = Instant::now() + BEAT;
    let mut look = Instant::now() + LOOK;
    loop {
        match news.recv_timeout(LOOK) {
            Ok(News::Progress(progress)) => write(lines, &progress)?,
            Ok(News::Ended(end)) => return Ok(end),
            Err(RecvTimeoutError::Timeout) => {}
            // The service has gone without an end, which is a mistake of it.
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let now = Instant::now();
        if now >= look {
            look = now + LOOK;
            if lines.is_closed() {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
        }
        if now >= beat {
            beat = now + BEAT;
            lines.beat()?;
        }
    }
}

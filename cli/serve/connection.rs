//! A connection: requests are read from one end, answers are written to the other, each by a thread of its own.
//!
//! Ids belong to the connection. Its end is the end of its input: searches that nothing else would end are
//! cancelled, the others are searched, and what is owed is written. An answer that cannot be written cancels
//! all its searches; so does a socket that was closed.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam::channel::{Receiver, TryRecvError, bounded};
use crossbeam::select;
use plyglot_serve::queue::{Client, Games, News, Query, Service, Ticket, WasAt};
use plyglot_serve::token;

use crate::errors::{Failure, plain};
use crate::protocol::reader::{self, Input};
use crate::serve::answers;
use crate::serve::outbox::Outbox;
use crate::serve::query::{Asked, query};
use crate::serve::request::{Id, Refusal, Request, Search};
use crate::threads;

/// How many lines are read ahead of the one that is answered.
const AHEAD: usize = 1;

/// How long answers may take to be written once the program is interrupted.
const PATIENCE: Duration = Duration::from_secs(2);

/// What one hears that asks before it has named the token.
const NO_TOKEN: &str = "a token is needed first: {\"command\":\"hello\",\"token\":\"...\"}";

/// How often to look whether the other side is idle.
const LOOK: Duration = Duration::from_millis(250);

/// What all connections share.
pub(super) struct Host<'a> {
    pub(super) games: &'a Games<'a>,
    pub(super) service: &'a Arc<Service>,
    /// Closed once the program is to end.
    pub(super) stopped: Receiver<()>,
}

impl Host<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// True if every thread searches what only a cancel ends.
    fn is_stuck(&self) -> bool {
        let status = self.service.status();
        status.unlimited == status.threads
    }
}

/// What holds for a connection.
pub(super) struct Terms<'a> {
    /// Who it is: clients take turns.
    pub(super) client: Client,
    /// What its first line has to name, if anything.
    pub(super) token: Option<&'a str>,
    /// Options may name files of this machine.
    pub(super) files: bool,
    /// How long it may be idle.
    pub(super) patience: Option<Duration>,
    /// Closed once its seat is given to another.
    pub(super) unseated: Receiver<()>,
    /// How many answers of it may be owed.
    pub(super) queue: usize,
}

/// What ended a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The input ended, or the other side has quit.
    Input,
    /// The program was interrupted.
    Stopped,
    /// It was refused: not this protocol, no token, idle, or its seat was given to another.
    Refused,
}

/// The searches of a connection that have no answer yet.
type Open = Arc<Mutex<HashMap<Id, OpenSearch>>>;

struct OpenSearch {
    /// None until the service has taken it.
    ticket: Option<Ticket>,
    /// Only a cancel ends it, or a proof.
    is_unlimited: bool,
}

/// Answers the requests of one connection until it ends, and everything is written that is owed.
///
/// # Errors
/// If requests cannot be read, or answers not written.
pub(super) fn run(
    host: &Host<'_>,
    terms: &Terms<'_>,
    outbox: &Arc<Outbox>,
    input: impl Read + Send + 'static,
    mut out: impl Write + Send + 'static,
) -> Result<Ended, Failure> {
    let lines = reader::read_ahead(input, AHEAD)?;
    let (written_sender, written) = bounded(1);
    let writer = Arc::clone(outbox);
    let write = move || {
        let _ = written_sender.send(writer.write_to(&mut out));
    };
    thread::Builder::new().name("output".into()).spawn(write).map_err(threads::refused)?;
    let connection = Connection { host, terms, outbox, open: Open::default() };
    let ended = connection.converse(&lines, &written);
    match ended {
        Ok(Ended::Input) => connection.cancel(|open| open.is_unlimited),
        _ => connection.cancel(|_| true),
    };
    // The service ends the searches of a program that is interrupted.
    if !outbox.wait_for_searches(|| connection.is_unseated()) {
        connection.cancel(|_| true);
    }
    outbox.close();
    let in_time = || written.recv_timeout(PATIENCE).unwrap_or(Ok(()));
    match ended {
        Ok(Ended::Input) => loop {
            break select! {
                recv(written) -> written => written.unwrap_or(Ok(())),
                recv(host.stopped) -> _ => in_time(),
                recv(terms.unseated) -> _ => in_time(),
                default(LOOK) => {
                    if !outbox.is_idle() {
                        continue;
                    }
                    in_time()
                }
            };
        },
        _ => in_time(),
    }?;
    ended
}

struct Connection<'a> {
    host: &'a Host<'a>,
    terms: &'a Terms<'a>,
    outbox: &'a Arc<Outbox>,
    open: Open,
}

impl Connection<'_> {
    /// Answers one line after the other until there is no more.
    fn converse(
        &self,
        lines: &Receiver<Input>,
        written: &Receiver<io::Result<()>>,
    ) -> Result<Ended, Failure> {
        let Connection { host, terms, outbox, .. } = *self;
        let mut line_number = 0;
        let mut admitted = terms.token.is_none();
        loop {
            if !outbox.wait_for_room(|| host.is_stopped() || self.is_unseated(), || host.is_stuck())
            {
                return Ok(match () {
                    () if host.is_stopped() => Ended::Stopped,
                    () if self.is_unseated() => self.end("its seat was given to another"),
                    () if outbox.is_idle() => Ended::Refused,
                    () => Ended::Input,
                });
            }
            let input = select! {
                recv(lines) -> input => input,
                recv(host.stopped) -> _ => return Ok(Ended::Stopped),
                recv(terms.unseated) -> _ => {
                    return Ok(self.end("this connection was idle, and its seat was given to another"));
                }
                // Nothing more can be written: `run` takes the error up.
                recv(written) -> error => {
                    error.unwrap_or(Ok(()))?;
                    return Ok(Ended::Input);
                }
                default(LOOK) => {
                    if outbox.is_unread() {
                        self.cancel(|_| true);
                        return Ok(Ended::Input);
                    }
                    if outbox.is_idle() {
                        return Ok(self.end("this connection was idle for too long"));
                    }
                    continue;
                }
            };
            outbox.hear();
            line_number += 1;
            match input {
                Ok(Input::Line(line)) if line.is_empty() => {}
                Ok(Input::Line(line)) => match Request::parse(&line) {
                    Ok(Request::Quit) => {
                        self.cancel(|_| true);
                        return Ok(Ended::Input);
                    }
                    Ok(Request::Hello { id, token }) => {
                        if !self.admits(token.as_deref()) {
                            return Ok(self.end("hello: this is not the token of this service"));
                        }
                        admitted = true;
                        outbox.be_patient(terms.patience);
                        outbox.answer(answers::hello(id.as_ref()));
                    }
                    _ if !admitted => return Ok(self.end(NO_TOKEN)),
                    Ok(request) => self.request(request, line_number),
                    Err(refusal) => self.refuse(&refusal, line_number),
                },
                Ok(Input::TooLong) => {
                    let message = "a line was too long, and was skipped".into();
                    self.refuse(&Refusal { id: None, game: None, message }, line_number);
                }
                Ok(Input::Failed(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    return Ok(self.end(&error.to_string()));
                }
                Ok(Input::Failed(error)) => {
                    let error = plain(&error);
                    return Err(Failure::System { what: "to read the input", error });
                }
                Err(_) => return Ok(Ended::Input),
            }
        }
    }

    /// Says why it is ended.
    fn end(&self, why: &str) -> Ended {
        self.outbox.answer(answers::error(None, None, None, why));
        Ended::Refused
    }

    fn admits(&self, given: Option<&str>) -> bool {
        self.terms.token.is_none_or(|token| token::is_same(given.unwrap_or_default(), token))
    }

    fn is_unseated(&self) -> bool {
        self.terms.unseated.try_recv() == Err(TryRecvError::Disconnected)
    }

    fn refuse(&self, refusal: &Refusal, line: u64) {
        let Refusal { id, game, message } = refusal;
        self.outbox.answer(answers::error(id.as_ref(), game.as_deref(), Some(line), message));
    }

    fn request(&self, request: Request, line: u64) {
        let Host { games, service, .. } = *self.host;
        match request {
            Request::Search { id, search } => {
                if let Err(message) = self.search(&id, &search) {
                    let (id, game) = (Some(id), Some(search.game));
                    self.refuse(&Refusal { id, game, message }, line);
                }
            }
            Request::Cancel { id: None } => {
                let cancelled = self.cancel(|_| true);
                self.outbox.answer(answers::cancel(None, cancelled));
            }
            Request::Cancel { id: Some(id) } => {
                let ticket = self.open().get(&id).and_then(|open| open.ticket);
                let was_at = ticket.map_or(WasAt::Gone, |ticket| service.cancel(ticket));
                let cancelled = usize::from(was_at != WasAt::Gone);
                self.outbox.answer(answers::cancel(Some(&id), cancelled));
            }
            Request::Status { id } => {
                let owed = (self.outbox.owed(), self.terms.queue);
                self.outbox.answer(answers::status(id.as_ref(), &service.status(), owed));
            }
            Request::Games { id } => {
                self.outbox.answer(answers::games(id.as_ref(), games.catalogue()));
            }
            Request::Game { id, game } => {
                let opened = games.open(&game, &[]);
                match opened.and_then(|opened| answers::game(id.as_ref(), &*opened)) {
                    Ok(answer) => self.outbox.answer(answer),
                    Err(error) => {
                        let (game, message) = (Some(game), error.to_string());
                        self.refuse(&Refusal { id, game, message }, line);
                    }
                }
            }
            Request::Quit | Request::Hello { .. } => {}
        }
    }

    /// Submits a search.
    fn search(&self, id: &Id, search: &Search) -> Result<(), String> {
        if self.open().contains_key(id) {
            return Err("id: a search of this id is not answered yet".into());
        }
        // Who waits for room here could not cancel what keeps it from coming.
        if let Some(unanswered) = self.outbox.full_of_searches() {
            return Err(format!(
                "{unanswered} requests are unanswered, and every search that runs ends only when it is cancelled"
            ));
        }
        let query = query(self.host, self.terms, search)?;
        let asked = Asked::of(&query);
        let is_unlimited = query.is_unlimited();
        let bytes = asked.bytes();
        self.open().insert(id.clone(), OpenSearch { ticket: None, is_unlimited });
        self.outbox.owe(bytes);
        match self.submit(id, query, asked) {
            Ok(ticket) => {
                // It may have its answer already.
                if let Some(open) = self.open().get_mut(id) {
                    open.ticket = Some(ticket);
                }
            }
            Err(error) => {
                self.open().remove(id);
                self.outbox.pay(answers::error(Some(id), Some(&search.game), None, &error), bytes);
            }
        }
        Ok(())
    }

    fn submit(&self, id: &Id, query: Query, asked: Arc<Asked>) -> Result<Ticket, String> {
        let (id, outbox, open) = (id.clone(), Arc::clone(self.outbox), Arc::clone(&self.open));
        let bytes = asked.bytes();
        let deliver = move |news| match news {
            News::Progress(progress) => {
                let reports = answers::progress(&id, &asked, &progress);
                reports.into_iter().for_each(|line| outbox.report(line));
            }
            News::Ended(end) => {
                let line = answers::end(&id, &asked, &end);
                // The id is free before its answer can be read.
                locked(&open).remove(&id);
                outbox.pay(line, bytes);
            }
        };
        self.host.service.submit(query, deliver).map_err(|error| error.to_string())
    }

    /// Cancels the searches of this kind; gives how many there were.
    fn cancel(&self, of_kind: impl Fn(&OpenSearch) -> bool) -> usize {
        let open = self.open();
        let tickets = open.values().filter(|open| of_kind(open)).filter_map(|open| open.ticket);
        let tickets: Vec<_> = tickets.collect();
        drop(open);
        let was_at = tickets.into_iter().map(|ticket| self.host.service.cancel(ticket));
        was_at.filter(|was_at| *was_at != WasAt::Gone).count()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Id, OpenSearch>> {
        locked(&self.open)
    }
}

fn locked(open: &Mutex<HashMap<Id, OpenSearch>>) -> MutexGuard<'_, HashMap<Id, OpenSearch>> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::tests::{terms, with_host};

    /// A report may come between the look for room and the request.
    #[test]
    fn reports_that_are_not_written_yet_refuse_no_search() {
        with_host(None, |host| {
            let (terms, outbox) = terms();
            (0..terms.queue).for_each(|number| outbox.report(number.to_string()));
            assert_eq!(outbox.owed(), terms.queue);
            let connection =
                Connection { host, terms: &terms, outbox: &outbox, open: Open::default() };
            let line = r#"{"id":1,"command":"search","game":"test-game","limits":{"depth":2}}"#;
            let Ok(Request::Search { id, search }) = Request::parse(line) else {
                panic!("it is a search")
            };
            assert_eq!(connection.search(&id, &search), Ok(()));
            assert!(outbox.wait_for_searches(|| false));
        });
    }
}

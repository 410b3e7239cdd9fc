//! A search for a page: lines as they are found, until it ends, the page closes or asks for something else.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use plyglot_open::{Limits, Mv};
use plyglot_serve::{End, Event, Found, Query, Service, Ticket};
use serde::Deserialize;

use crate::Host;
use crate::asked::{Asked, Which};
use crate::http::{Connection, Lines};
use crate::viewers::Place;

/// How often what was found is sent.
const EVERY: Duration = Duration::from_millis(40);
/// How often to look whether the page is still there.
pub(crate) const LOOK: Duration = Duration::from_millis(100);
/// How often a page hears that the program is alive.
const BEAT: Duration = Duration::from_millis(500);
/// How many lines a page may ask for.
const MOST_LINES: usize = 64;
/// The longest name of a page.
const LONGEST_NAME: usize = 64;

/// What a page asks of a search.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Wish {
    #[serde(flatten)]
    pub(crate) which: Which,
    /// The name that the page has given itself.
    viewer: String,
    /// How many of the best moves.
    #[serde(default = "one")]
    lines: usize,
    /// As strong as this level; without it until it is ended, or for a time.
    #[serde(default)]
    level: Option<u32>,
    #[serde(default)]
    time_ms: Option<u64>,
}

fn one() -> usize {
    1
}

impl Wish {
    /// The name of the page.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn viewer(&self) -> Result<&str, String> {
        viewer(&self.viewer)
    }

    /// When to stop, and how many lines to find.
    ///
    /// # Errors
    /// What is out of range.
    pub(crate) fn limits(&self, host: &dyn Host) -> Result<Limits<Mv>, String> {
        if !(1..=MOST_LINES).contains(&self.lines) {
            return Err(format!("lines: {} is out of range: 1 to {MOST_LINES}", self.lines));
        }
        let levels = host.levels();
        let limits = match (self.level, self.time_ms) {
            (Some(level), _) if !(1..=levels).contains(&level) => {
                return Err(format!("level: {level} is out of range: 1 to {levels}"));
            }
            (Some(level), _) => host.level(level),
            (None, Some(time)) => Limits::time(Duration::from_millis(time)),
            (None, None) => Limits::default(),
        };
        let limits = Limits { lines: self.lines, ..limits };
        limits.check().map_err(|error| error.to_string())?;
        Ok(limits)
    }
}

/// The name of a page, which is of a length that is worth remembering.
pub(crate) fn viewer(name: &str) -> Result<&str, String> {
    match name.len() {
        1..=LONGEST_NAME => Ok(name),
        _ => Err(format!("viewer: a name of 1 to {LONGEST_NAME} characters is needed")),
    }
}

/// A search that is to be run.
pub(crate) struct Search<'a> {
    pub(crate) host: &'a dyn Host,
    pub(crate) service: &'a Arc<Service>,
    pub(crate) asked: Asked,
    pub(crate) limits: Limits<Mv>,
    pub(crate) place: Place<'a>,
}

impl Search<'_> {
    pub(crate) fn run(self, connection: &mut Connection<'_>) -> io::Result<()> {
        let Search { host, service, asked, limits, place } = self;
        let mut lines = Lines::begin(connection.stream())?;
        let (at, several) = (asked.at.clone(), limits.lines);
        let query = Query { report_every: Some(EVERY), ..Query::new(asked.game, asked.at, limits) };
        let (ticket, events) = match submit(service, query) {
            Ok(submitted) => submitted,
            Err(message) => {
                let fields = serde_json::json!({ "game": at.facts().name, "source_line": null, "message": message });
                return lines.line(&host.object("error", &fields));
            }
        };
        // A page that asks for something else ends this at once, and so does the end of everything.
        let ended = Arc::clone(service);
        place.halt.calls(move || {
            ended.cancel(ticket);
        });
        let end = pass_on(&events, &mut lines, |lines, found| {
            host.found(&at, found).iter().try_for_each(|line| lines.line(line))
        });
        match end {
            Ok(end) => lines.line(&host.ended(&at, several, &end)),
            Err(error) => {
                service.cancel(ticket);
                Err(error)
            }
        }
    }
}

/// Gives a query to the service, whose events come to the receiver.
///
/// # Errors
/// Why it was not taken.
pub(crate) fn submit(service: &Service, query: Query) -> Result<(Ticket, Receiver<Event>), String> {
    let (sender, events) = channel();
    let submitted = service.submit(query, move |event| {
        let _ = sender.send(event);
    });
    Ok((submitted.map_err(|error| error.to_string())?, events))
}

/// Passes what is found on to a page until the search has ended.
///
/// # Errors
/// If the page has closed.
pub(crate) fn pass_on(
    events: &Receiver<Event>,
    lines: &mut Lines<'_>,
    mut write: impl FnMut(&mut Lines<'_>, &Found) -> io::Result<()>,
) -> io::Result<End> {
    let mut beat = Instant::now() + BEAT;
    let mut look = Instant::now() + LOOK;
    loop {
        match events.recv_timeout(LOOK) {
            Ok(Event::Found(found)) => write(lines, &found)?,
            Ok(Event::Ended(end)) => return Ok(end),
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

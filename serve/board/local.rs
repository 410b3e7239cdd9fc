//! The board without a server: the same answers for a page that has the engine within itself, as WebAssembly.
//!
//! Questions and answers are lines of JSON between the page's host and this: by text alone, so that the program of a page
//! is an ordinary program that reads and writes, holds no unsafe code, and is tested as one.
//!
//! | line | meaning |
//! | --- | --- |
//! | `{"id":1,"path":"at","body":{..}}` | asks; the path and the body are those of the server's page |
//! | `{"id":1,"closed":true}` | nothing more of answer 1 is wanted: its search ends |
//! | `{"id":1,"status":200,"text":".."}` | a whole answer, and its end |
//! | `{"id":1,"line":".."}` | a line of an answer that comes line by line; empty for a sign of life |
//! | `{"id":1,"end":true}` | its end |
//!
//! A question costs a thread while it is answered; those of a page are few.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use plyglot_open::Position;
use plyglot_open::catalogue::Catalogue;
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::board::Settings;
use crate::board::lines::Lines;
use crate::board::routes::{Question, Reply, Routes};
use crate::board::viewers::Viewers;
use crate::queue::{Games, Service, ServiceError, Settings as ServiceSettings};

/// How many answers may be on their way.
const MOST: usize = 16;

/// Why a page has no engine.
#[derive(Debug, Error)]
pub enum LocalError {
    /// The searches could not be started.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The host is gone, or sends what is no text.
    #[error("the page cannot be heard: {0}")]
    Input(#[from] io::Error),
}

/// A question, or the end of one.
#[derive(Deserialize)]
struct Asked {
    id: u64,
    #[serde(default)]
    path: String,
    #[serde(default)]
    body: Value,
    #[serde(default)]
    closed: bool,
}

/// Answers what is read, line by line, until the input ends; then every search ends. `first` is the position that a page
/// shows that was opened without a game in its address.
///
/// # Errors
/// If the searches cannot be started, or the input cannot be read.
pub fn run(
    catalogue: &Catalogue,
    service: &ServiceSettings,
    first: Position,
    input: impl BufRead,
    output: impl Write + Send,
) -> Result<(), LocalError> {
    // One page, whose new search may begin before its last one has ended.
    let viewers = Viewers::new(1);
    let settings = Settings {
        port: 0,
        service: service.clone(),
        viewers: 1,
        first,
        ply: None,
        set: Vec::new(),
    };
    let service = Arc::new(Service::start(service)?);
    let games = Games::new(catalogue);
    let routes =
        Routes { games: &games, service: &service, viewers: &viewers, settings: &settings };
    let (host, open) = (Host(Mutex::new(output)), Answers::default());
    thread::scope(|scope| {
        let heard = input.lines().try_for_each(|line| {
            let asked: Asked = match serde_json::from_str(&line?) {
                Ok(asked) => asked,
                Err(error) => {
                    host.whole(0, 400, &error.to_string());
                    return Ok(());
                }
            };
            if asked.closed {
                open.close(asked.id);
                return Ok(());
            }
            let Some(question) = Routes::question(&asked.path) else {
                host.whole(asked.id, 404, "there is no such page");
                return Ok(());
            };
            let Some(closed) = open.begin(asked.id) else {
                host.whole(asked.id, 503, &format!("{MOST} answers are on their way already"));
                return Ok(());
            };
            let (id, routes, host, open) = (asked.id, &routes, &host, &open);
            let work = move || {
                answer(routes, question, &asked, Said { id, host, closed: &closed });
                open.close(id);
            };
            // Where the system refuses a thread, the page hears it.
            let spawned = thread::Builder::new().name("board".into()).spawn_scoped(scope, work);
            if let Err(error) = spawned {
                open.close(id);
                host.whole(id, 503, &error.to_string());
            }
            Ok(())
        });
        open.close_all();
        viewers.end();
        service.stop();
        heard
    })
    .map_err(LocalError::Input)
}

/// The whole program of a page: its arguments are the number of threads and the bytes of all tables, it reads its
/// questions from standard input and answers on standard output. Reports what is wrong on standard error, with exit
/// code 2 for arguments and 3 for the rest.
pub fn main(catalogue: &Catalogue) -> ExitCode {
    let arguments: Result<Vec<usize>, _> =
        std::env::args().skip(1).map(|text| text.parse()).collect();
    let Ok(arguments) = arguments else {
        return failed(2, "the arguments are a number of threads and one of bytes");
    };
    let usual = ServiceSettings::default();
    let threads = arguments.first().copied().unwrap_or(usual.threads);
    // A page has one search, and one that is just ending.
    let settings = ServiceSettings { threads, tables: 2, ..usual };
    let hash_bytes = arguments.get(1).copied().unwrap_or(settings.hash_bytes);
    let settings =
        ServiceSettings { hash_bytes: hash_bytes.max(settings.least_hash()), ..settings };
    let Some(name) = catalogue.listings().first().map(|listing| listing.name) else {
        return failed(2, "there is no game in this program");
    };
    let first = match catalogue.open(name).and_then(|game| game.start()) {
        Ok(first) => first,
        Err(error) => return failed(3, &error.to_string()),
    };
    match run(catalogue, &settings, first, io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(3, &error.to_string()),
    }
}

fn failed(code: u8, message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(code)
}

fn answer<'a, W: Write>(
    routes: &'a Routes<'a>,
    question: Question<'a>,
    asked: &Asked,
    mut said: Said<'_, W>,
) {
    match routes.answer(question, asked.body.to_string().as_bytes()) {
        Reply::Whole(answer) => {
            let (status, text) = answer.parts();
            said.host.whole(asked.id, status, &text);
        }
        Reply::Lines(work) => {
            // That the page wants no more is told by its search, which ends.
            let _ = work.run(&mut said);
            said.host.say(&json!({ "id": asked.id, "end": true }));
        }
    }
}

/// The answers on their way, and whether more of them is wanted.
#[derive(Default)]
struct Answers(Mutex<HashMap<u64, Arc<AtomicBool>>>);

impl Answers {
    /// A further one; none if there are as many as may be.
    fn begin(&self, id: u64) -> Option<Arc<AtomicBool>> {
        let mut open = self.open();
        let closed = Arc::new(AtomicBool::new(false));
        (open.len() < MOST).then(|| open.insert(id, Arc::clone(&closed)))?;
        Some(closed)
    }

    fn close(&self, id: u64) {
        if let Some(closed) = self.open().remove(&id) {
            // A flag alone: nothing else is read by it.
            closed.store(true, Ordering::Relaxed);
        }
    }

    fn close_all(&self) {
        self.open().drain().for_each(|(_, closed)| closed.store(true, Ordering::Relaxed));
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<AtomicBool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who hears the answers of all.
struct Host<W>(Mutex<W>);

impl<W: Write> Host<W> {
    /// Says an object, unless the host is gone: then the input ends, too.
    fn say(&self, object: &Value) {
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = to.write_all(format!("{object}\n").as_bytes()).and_then(|()| to.flush());
    }

    fn whole(&self, id: u64, status: u16, text: &str) {
        self.say(&json!({ "id": id, "status": status, "text": text }));
    }
}

/// The lines of one answer.
struct Said<'a, W> {
    id: u64,
    host: &'a Host<W>,
    closed: &'a AtomicBool,
}

impl<W: Write> Lines for Said<'_, W> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.host.say(&json!({ "id": self.id, "line": text }));
        Ok(())
    }

    fn beat(&mut self) -> io::Result<()> {
        self.line("")
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

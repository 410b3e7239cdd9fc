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

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{Position, Stop};
use serde::Deserialize;
use serde_json::{Value, json};
use thiserror::Error;

use crate::board::Settings;
use crate::board::lines::Lines;
use crate::board::routes::{Question, Reply, Routes};
use crate::board::searcher::Searcher;
use crate::board::viewers::Viewers;
use crate::queue::{Games, Service, ServiceError, Settings as ServiceSettings};
use crate::spoken::{Calls, Host};

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
    let settings = of_page(service.clone(), first);
    let service = Arc::new(Service::start(service)?);
    let games = Games::new(catalogue);
    let searcher = Searcher::Service(Arc::clone(&service));
    let routes =
        Routes { games: &games, searcher: &searcher, viewers: &viewers, settings: &settings };
    let (host, open) = (Host::new(output), Calls::new(MOST));
    thread::scope(|scope| {
        let heard = input.lines().try_for_each(|line| {
            let Some((asked, question)) = understood(&host, &line?) else { return Ok(()) };
            let Some(question) = question else {
                open.take(&asked.id).inspect(Stop::raise);
                return Ok(());
            };
            let Some(stop) = open.begin(asked.id) else {
                whole(&host, asked.id, 503, &format!("{MOST} answers are on their way already"));
                return Ok(());
            };
            let (id, routes, host, open) = (asked.id, &routes, &host, &open);
            let work = move || {
                answer(routes, question, &asked, Said { id, host, stop: &stop });
                open.take(&id);
            };
            // Where the system refuses a thread, the page hears it.
            let spawned = thread::Builder::new().name("board".into()).spawn_scoped(scope, work);
            if let Err(error) = spawned {
                open.take(&id);
                whole(host, id, 503, &error.to_string());
            }
            Ok(())
        });
        open.end();
        viewers.end();
        service.stop();
        heard
    })
    .map_err(LocalError::Input)
}

/// The same on the thread that calls, one question after the other, for a page that may have no threads. What is asked
/// meanwhile waits; nothing ends a search but its own limits and whoever ends the program. The table of this size is kept
/// from one search of a question to the next.
///
/// # Errors
/// If the input cannot be read.
pub fn run_here(
    catalogue: &Catalogue,
    hash_bytes: usize,
    first: Position,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> Result<(), LocalError> {
    let viewers = Viewers::new(1);
    let service = ServiceSettings { threads: 1, hash_bytes, ..ServiceSettings::default() };
    let settings = of_page(service, first);
    let (games, host) = (Games::new(catalogue), Arc::new(Host::new(output)));
    for line in input.lines() {
        let Some((asked, Some(question))) = understood(&host, &line?) else { continue };
        let (told, id) = (Arc::clone(&host), asked.id);
        let searcher =
            Searcher::here(hash_bytes, move |line| told.say(&json!({ "id": id, "line": line })));
        let routes =
            Routes { games: &games, searcher: &searcher, viewers: &viewers, settings: &settings };
        answer(&routes, question, &asked, Said { id, host: &host, stop: &Stop::default() });
    }
    Ok(())
}

/// The whole program of a page: its arguments are the number of threads (0 if it may start none) and the bytes of all
/// tables, it reads its questions from standard input and answers on standard output. Reports what is wrong on standard
/// error, with exit code 2 for arguments and 3 for the rest.
pub fn main(catalogue: &Catalogue) -> ExitCode {
    let arguments: Result<Vec<usize>, _> =
        std::env::args().skip(1).map(|text| text.parse()).collect();
    let Ok(arguments) = arguments else {
        return failed(2, "the arguments are a number of threads and one of bytes");
    };
    let usual = ServiceSettings::default();
    let threads = arguments.first().copied().unwrap_or(usual.threads);
    // A page has one search, and one that is just ending.
    let settings = ServiceSettings { threads: threads.max(1), tables: 2, ..usual };
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
    if cfg!(target_family = "wasm") {
        make_room(settings.hash_bytes, threads);
    }
    let (input, output) = (io::stdin().lock(), io::stdout());
    let ran = match threads {
        0 => run_here(catalogue, settings.hash_bytes, first, input, output),
        _ => run(catalogue, &settings, first, input, output),
    };
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(3, &error.to_string()),
    }
}

/// Lets the memory of the module grow while there is one thread, to what is likely to be needed; what is given back stays its own.
/// Where a memory grows while several threads run, Chromium 156 takes what one of them was just given for out of bounds in
/// another: 10 of 240 pages that began on a busy machine ended by that.
fn make_room(hash_bytes: usize, threads: usize) {
    const REST: usize = 128 << 20;
    const THREAD: usize = 4 << 20;
    let mut room: Vec<u8> = Vec::new();
    // Where there is less, it grows when it has to.
    let _ = room.try_reserve_exact(hash_bytes.saturating_add(REST + threads * THREAD));
    std::hint::black_box(&mut room);
}

fn failed(code: u8, message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(code)
}

/// The settings of a page that has no server.
fn of_page(service: ServiceSettings, first: Position) -> Settings {
    Settings { port: 0, service, viewers: 1, first, ply: None, set: Vec::new(), book: None }
}

/// What a line asks, and by what it is answered; none if nothing more of that answer is wanted. What cannot be understood is
/// answered here.
fn understood<'a, W: Write>(host: &Host<W>, line: &str) -> Option<(Asked, Option<Question<'a>>)> {
    let asked: Asked = match serde_json::from_str(line) {
        Ok(asked) => asked,
        Err(error) => {
            whole(host, 0, 400, &error.to_string());
            return None;
        }
    };
    if asked.closed {
        return Some((asked, None));
    }
    let question = Routes::question(&asked.path);
    if question.is_none() {
        whole(host, asked.id, 404, "there is no such page");
    }
    question.map(|question| (asked, Some(question)))
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
            whole(said.host, asked.id, status, &text);
        }
        Reply::Lines(work) => {
            // That the page wants no more is told by its search, which ends.
            let _ = work.run(&mut said);
            said.host.say(&json!({ "id": asked.id, "end": true }));
        }
    }
}

fn whole<W: Write>(host: &Host<W>, id: u64, status: u16, text: &str) {
    host.say(&json!({ "id": id, "status": status, "text": text }));
}

/// The lines of one answer.
struct Said<'a, W> {
    id: u64,
    host: &'a Host<W>,
    stop: &'a Stop,
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
        self.stop.is_raised()
    }
}

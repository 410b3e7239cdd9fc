//! What is answered: the objects of `docs/json.md`, with the id of the request.

use plyglot_open::catalogue::Catalogue;
use plyglot_open::{DoorError, Open};
use plyglot_serve::queue::{End, QueryProgress, Status};
use plyglot_wire::object::{Game, Games};
use plyglot_wire::read::Source;
use plyglot_wire::{Error, Info, answer, milliseconds};
use serde::Serialize;

use crate::serve::query::Asked;
use crate::serve::request::Id;

/// That a request could not be understood or done; `line` is its number, if it is about one that came in.
pub(super) fn error(
    id: Option<&Id>,
    game: Option<&str>,
    line: Option<u64>,
    message: &str,
) -> String {
    let line = line.map(|line| Source::line(line as usize));
    answer("error", id, &Error { game, source: line.into(), message })
}

/// What a running search has found: a line each, best rank first.
pub(super) fn progress(id: &Id, asked: &Asked, progress: &QueryProgress) -> Vec<String> {
    progress.infos(&asked.position).map(|info| answer("info", Some(id), &info)).collect()
}

#[derive(Serialize)]
struct ResultFields {
    #[serde(flatten)]
    info: Info,
    waited_ms: f64,
}

/// How a search ended.
pub(super) fn end(id: &Id, asked: &Asked, end: &End) -> String {
    match end.info(&asked.position, asked.lines) {
        Ok(info) => {
            let waited_ms = milliseconds(end.waited);
            answer("result", Some(id), &ResultFields { info, waited_ms })
        }
        Err(message) => error(Some(id), Some(&asked.position.facts().name), None, &message),
    }
}

#[derive(Serialize)]
struct HelloFields {
    version: &'static str,
}

/// That the token was right, or that none is needed.
pub(super) fn hello(id: Option<&Id>) -> String {
    answer("hello", id, &HelloFields { version: env!("CARGO_PKG_VERSION") })
}

#[derive(Serialize)]
struct CancelFields {
    cancelled: usize,
}

/// How many searches a request has cancelled.
pub(super) fn cancel(id: Option<&Id>, cancelled: usize) -> String {
    answer("cancel", id, &CancelFields { cancelled })
}

#[derive(Serialize)]
struct StatusFields<'a> {
    version: &'a str,
    threads: usize,
    searching: usize,
    running: usize,
    unlimited: usize,
    waiting: usize,
    unanswered: usize,
    queue: usize,
    answered: u64,
    failed: u64,
    given_up: u64,
    nodes: u64,
    hash_bytes: usize,
    fresh_bytes: usize,
    engines: usize,
    tables: Vec<TableFields<'a>>,
}

#[derive(Serialize)]
struct TableFields<'a> {
    game: Option<&'a str>,
    bytes: usize,
    searches: usize,
}

/// What the service is doing; `unanswered` of at most `queue` are this connection's.
pub(super) fn status(
    id: Option<&Id>,
    status: &Status,
    (unanswered, queue): (usize, usize),
) -> String {
    let tables = status.tables.iter().map(|table| TableFields {
        game: table.game.as_deref(),
        bytes: table.bytes,
        searches: table.searches,
    });
    let fields = StatusFields {
        version: env!("CARGO_PKG_VERSION"),
        threads: status.threads,
        searching: status.searching,
        running: status.running,
        unlimited: status.unlimited,
        waiting: status.waiting,
        unanswered,
        queue,
        answered: status.answered,
        failed: status.failed,
        given_up: status.given_up,
        nodes: status.nodes,
        hash_bytes: status.hash_bytes,
        fresh_bytes: status.fresh_bytes,
        engines: status.engines,
        tables: tables.collect(),
    };
    answer("status", id, &fields)
}

/// The games that there are.
pub(super) fn games(id: Option<&Id>, catalogue: &Catalogue) -> String {
    answer("games", id, &Games::of(catalogue))
}

/// What is known of a game.
///
/// # Errors
/// If the game's code panics.
pub(super) fn game(id: Option<&Id>, game: &dyn Open) -> Result<String, DoorError> {
    Ok(answer("game", id, &Game::of(game)?))
}

//! Connections within the process, about a game that may panic.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use crossbeam::channel::{Receiver, Sender, bounded};
use plyglot_serve::queue::{Client, Games, Service, Settings};
use serde_json::{Value, json};

use super::connection::{self, Ended, Host, Terms};
use super::outbox::{Bounds, Far, Outbox};
use crate::errors::Failure;
use crate::protocol::test_game::{self, FAULTY};

/// What was written so far.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An output that cannot be written.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Terms of a connection over no socket, with what bounds its answers.
pub(super) fn terms() -> (Terms<'static>, Arc<Outbox>) {
    let (_, unseated) = bounded(0);
    let terms = Terms {
        client: Client::alone(0),
        token: None,
        files: true,
        patience: None,
        unseated,
        queue: 5,
    };
    let bounds = Bounds { answers: 5, bytes: 1 << 20 };
    (terms, Arc::new(Outbox::new(bounds, Far::Elsewhere, None)))
}

/// Has a conversation.
fn run(
    host: &Host<'_>,
    input: impl io::Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<Ended, Failure> {
    let (seat, unseated) = bounded(0);
    let (terms, outbox) = terms();
    let ended = connection::run(host, &Terms { unseated, ..terms }, &outbox, input, out);
    drop::<Sender<()>>(seat);
    ended
}

/// A service of two threads for a conversation about the test game.
pub(super) fn with_host<T>(faulty: Option<&'static str>, talk: impl FnOnce(&Host<'_>) -> T) -> T {
    let settings = Settings { threads: 2, hash_bytes: 2 << 20, ..Settings::default() };
    let service = Arc::new(Service::start(&settings).expect("there is such a service"));
    let catalogue = test_game::catalogue(faulty);
    let games = Games::new(&catalogue);
    let (_running, stopped): (Sender<()>, Receiver<()>) = bounded(0);
    talk(&Host { games: &games, service: &service, stopped })
}

/// The answers to these requests.
fn answers(faulty: Option<&'static str>, requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let written = Written::default();
    let out = written.clone();
    let ended = with_host(faulty, |host| run(host, Cursor::new(lines), out));
    assert_eq!(ended.expect("the output can be written"), Ended::Input);
    let written = written.0.lock().expect("no thread panics with it").clone();
    let lines = String::from_utf8(written).expect("whole lines are written");
    lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn a_game_that_panics_gets_every_request_answered_once() {
    for faulty in FAULTY.map(Some).into_iter().chain([None]) {
        let mut requests = vec![json!({"id": 0, "command": "game", "game": "test-game"})];
        for (number, moves) in (1..).zip(["", "1", "10", "12", "2", "", "1"]) {
            let limits = json!({"depth": 3, "nodes": 1000});
            requests.push(json!({"id": number, "command": "search", "game": "test-game",
                "moves": moves, "limits": limits, "lines": 2, "report_ms": 1,
                "fresh": number % 2 == 0}));
        }
        requests.push(json!({"id": 8, "command": "status"}));
        let answers = answers(faulty, &requests);
        for number in 0..=8 {
            let of =
                answers.iter().filter(|answer| answer["id"] == number && answer["type"] != "info");
            assert_eq!(of.count(), 1, "{faulty:?}, {number}: {answers:?}");
        }
        let failed = answers.iter().filter(|answer| answer["type"] == "error");
        let fault = |answer: &Value| {
            let message = answer["message"].as_str().expect("a text");
            message.contains("a fault of the test") || message.starts_with("moves: ")
        };
        let failed: Vec<_> = failed.collect();
        assert!(failed.iter().all(|answer| fault(answer)), "{faulty:?}: {failed:?}");
        assert_eq!(failed.len() > 1, faulty.is_some(), "{faulty:?}: {failed:?}");
    }
}

#[test]
fn an_output_that_cannot_be_written_ends_the_connection() {
    let line = json!({"id": 1, "command": "search", "game": "test-game", "limits": {"depth": 2}});
    let ended = with_host(None, |host| run(host, Cursor::new(format!("{line}\n")), Broken));
    let is_full = |error: &io::Error| error.kind() == io::ErrorKind::StorageFull;
    assert!(matches!(&ended, Err(Failure::Output(error)) if is_full(error)), "{ended:?}");
}

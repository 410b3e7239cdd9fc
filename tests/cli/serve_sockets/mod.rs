//! `serve` over sockets, and how it ends: signals, closed pipes, a client that never reads.

mod bounds;
mod ends;
mod strangers;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::command;

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that listens; killed when a test fails.
struct Listening {
    child: Child,
    place: String,
    /// What a connection over TCP has to name.
    token: Option<String>,
    err: BufReader<ChildStderr>,
}

impl Listening {
    fn on(place: &str, more: &str) -> Listening {
        Listening::by(command(&format!("serve --listen {place} {more}")))
    }

    fn by(mut command: Command) -> Listening {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut err = BufReader::new(child.stderr.take().expect("it was piped"));
        let mut line = String::new();
        err.read_line(&mut line).expect("text");
        let place = line.trim().strip_prefix("listening on ");
        let place = place.unwrap_or_else(|| panic!("{line}")).to_owned();
        let mut token = None;
        if !place.contains('/') {
            let mut line = String::new();
            err.read_line(&mut line).expect("text");
            let said = line.trim().strip_prefix("the token is ");
            token = said.filter(|token| !token.starts_with("in ")).map(String::from);
        }
        Listening { child, place, token, err }
    }

    /// A connection that has named nothing yet.
    fn stranger(&self) -> Client<TcpStream> {
        let stream = TcpStream::connect(&self.place).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        Client::new(stream.try_clone().expect("a second handle"), stream)
    }

    fn tcp(&self) -> Client<TcpStream> {
        let mut client = self.stranger();
        if let Some(token) = &self.token {
            client.ask(&json!({"command": "hello", "token": token}));
            assert_eq!(client.hear()["type"], "hello");
        }
        client
    }

    fn unix(&self) -> Client<UnixStream> {
        let stream = UnixStream::connect(&self.place).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        Client::new(stream.try_clone().expect("a second handle"), stream)
    }

    /// Interrupts it: the exit code, and what else it wrote to standard error.
    fn interrupt(mut self) -> (i32, String) {
        signal(&self.child, "-INT");
        let code = self.child.wait().expect("it ends").code().unwrap_or(-1);
        let mut rest = String::new();
        self.err.read_to_string(&mut rest).expect("text");
        (code, rest)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("the system has kill").success());
}

/// One end of a connection.
struct Client<S: Read> {
    lines: BufReader<S>,
    out: S,
}

impl<S: Read + Write> Client<S> {
    fn new(input: S, out: S) -> Client<S> {
        Client { lines: BufReader::new(input), out }
    }

    fn ask(&mut self, request: &Value) {
        writeln!(self.out, "{request}").expect("the program listens");
    }

    #[track_caller]
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("text");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    /// Everything up to the end of the connection.
    fn rest(mut self) -> String {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("text");
        rest
    }
}

fn search(id: &str, game: &str, limits: Value) -> Value {
    json!({"id": id, "command": "search", "game": game, "limits": limits})
}

#[test]
fn two_connections_have_ids_of_their_own() {
    let listening = Listening::on("0", "--threads 2");
    assert!(listening.place.starts_with("127.0.0.1:"), "{}", listening.place);
    let (mut one, mut other) = (listening.tcp(), listening.tcp());
    one.ask(&search("a", "othello", json!({})));
    // Opening its game may take a while.
    let is_running = (0..1000).any(|_| {
        one.ask(&json!({"command": "status"}));
        std::thread::sleep(std::time::Duration::from_millis(5));
        one.hear()["running"] == 1
    });
    assert!(is_running);
    other.ask(&search("a", "tictactoe", json!({"solve": true})));
    assert_eq!(other.hear()["game"], "tictactoe:3,3,3");
    // This is not the search of the first connection.
    other.ask(&json!({"command": "cancel", "id": "a"}));
    assert_eq!(other.hear()["cancelled"], 0);
    other.ask(&json!({"command": "status"}));
    let status = other.hear();
    assert_eq!((&status["running"], &status["unanswered"]), (&json!(1), &json!(0)), "{status}");
    other.ask(&json!({"command": "quit"}));
    assert_eq!(other.rest(), "");
    one.ask(&json!({"command": "cancel"}));
    let heard = [one.hear(), one.hear()];
    assert!(heard.iter().any(|answer| answer["ended"] == "stopped"), "{heard:?}");
    let (code, rest) = listening.interrupt();
    assert_eq!((code, rest.as_str()), (0, ""));
}

/// Asks until the answer to `status` is as wanted.
fn wait_for<S: Read + Write>(client: &mut Client<S>, is_met: impl Fn(&Value) -> bool) {
    let begun = Instant::now();
    loop {
        client.ask(&json!({"command": "status"}));
        let status = client.hear();
        if is_met(&status) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{status}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

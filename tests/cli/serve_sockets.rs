//! `serve` over sockets, and how it ends: signals, closed pipes, a client that never reads.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::command;

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that listens; killed when a test fails.
struct Listening {
    child: Child,
    place: String,
    err: BufReader<ChildStderr>,
}

impl Listening {
    fn on(place: &str, more: &str) -> Listening {
        let mut command = command(&format!("serve --listen {place} {more}"));
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut err = BufReader::new(child.stderr.take().expect("it was piped"));
        let mut line = String::new();
        err.read_line(&mut line).expect("text");
        let place = line.trim().strip_prefix("listening on ");
        let place = place.unwrap_or_else(|| panic!("{line}")).to_owned();
        Listening { child, place, err }
    }

    fn tcp(&self) -> Client<TcpStream> {
        let stream = TcpStream::connect(&self.place).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        Client::new(stream.try_clone().expect("a second handle"), stream)
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

#[test]
fn a_unix_socket_is_removed_at_the_end_and_one_left_behind_is_taken_over() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    let place = path.display().to_string();
    drop(std::os::unix::net::UnixListener::bind(&path).expect("a socket"));
    assert!(path.exists(), "it was left behind");
    let listening = Listening::on(&place, "--threads 1");
    let again = command(&format!("serve --listen {place}")).output().expect("it runs");
    assert_eq!(again.status.code(), Some(3), "{again:?}");
    let mut client = listening.unix();
    client.ask(&search("a", "tictactoe", json!({"solve": true})));
    assert_eq!(client.hear()["ended"], "proven");
    // Who ends only its own side still hears what is owed.
    client.ask(&search("b", "othello", json!({"depth": 8})));
    client.out.shutdown(std::net::Shutdown::Write).expect("it is open");
    assert_eq!(client.hear()["ended"], "depth");
    assert_eq!(client.rest(), "");
    assert_eq!(listening.interrupt().0, 0);
    assert!(!path.exists());
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").expect("the test can write");
    let refused = command(&format!("serve --listen {}", file.display())).output();
    assert_eq!(refused.expect("it runs").status.code(), Some(3));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "mine");
}

#[test]
fn an_interrupt_gives_every_connection_what_was_found() {
    let listening = Listening::on("0", "--threads 1");
    let (mut one, mut other) = (listening.tcp(), listening.tcp());
    one.ask(&json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1}));
    assert_eq!(one.hear()["type"], "info");
    other.ask(&search("waits", "othello", json!({"depth": 3})));
    other.ask(&json!({"command": "status"}));
    assert_eq!(other.hear()["waiting"], 1);
    assert_eq!(listening.interrupt().0, 0);
    let last = one.rest();
    let last: Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["ended"], "stopped");
    assert_eq!(other.hear()["message"], "the service ended before its search began");
}

#[test]
fn a_client_that_never_reads_holds_up_no_other() {
    let listening = Listening::on("0", "--threads 2 --queue 20");
    let mut silent = listening.tcp();
    silent.out.set_write_timeout(Some(Duration::from_millis(200))).expect("a time");
    // Until the program stops reading, and the system's buffers are full.
    let request = json!({"command": "games"}).to_string() + "\n";
    let many = request.repeat(1_000);
    let stopped = (0..10_000).any(|_| silent.out.write_all(many.as_bytes()).is_err());
    assert!(stopped, "it is read for ever");
    let mut other = listening.tcp();
    for number in 0..50 {
        other.ask(&search(&number.to_string(), "tictactoe", json!({"solve": true})));
        assert_eq!(other.hear()["id"], number.to_string());
    }
    assert_eq!(listening.interrupt().0, 0);
}

#[test]
fn a_client_that_goes_away_leaves_no_search_behind() {
    let listening = Listening::on("0", "--threads 2");
    for _ in 0..5 {
        let mut client = listening.tcp();
        client.ask(&json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1}));
        client.hear();
    }
    let mut other = listening.tcp();
    loop {
        other.ask(&json!({"command": "status"}));
        if other.hear()["running"] == 0 {
            break;
        }
    }
    assert_eq!(listening.interrupt().0, 0);
}

#[test]
fn one_connection_too_many_hears_so() {
    let listening = Listening::on("0", "--threads 1");
    let mut clients: Vec<_> = (0..64).map(|_| listening.tcp()).collect();
    for client in &mut clients {
        client.ask(&json!({"command": "status"}));
        assert_eq!(client.hear()["type"], "status");
    }
    let refused = listening.tcp().rest();
    assert!(refused.contains("64 connections are open already"), "{refused}");
    drop(clients.pop());
    // Its place is free as soon as the program has heard of it.
    loop {
        let mut client = listening.tcp();
        // One that is refused is closed, before or after it has asked.
        let _ = writeln!(client.out, "{}", json!({"command": "status"}));
        let mut line = String::new();
        if client.lines.read_line(&mut line).is_ok() && line.contains("\"type\":\"status\"") {
            break;
        }
    }
}

#[test]
fn an_interrupt_of_a_conversation_is_130() {
    let mut command = command("serve --threads 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    writeln!(stdin, "{}", json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1}))
        .expect("the program listens");
    let mut text = String::new();
    out.read_line(&mut text).expect("text");
    signal(&child, "-TERM");
    out.read_to_string(&mut text).expect("text");
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["type"], &last["ended"]), (&json!("result"), &json!("stopped")));
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let mut command = command("serve --threads 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    drop(child.stdout.take());
    // One search goes on for ever, unless its answer cannot be written.
    let _ = writeln!(
        stdin,
        "{}",
        json!({"id": 1, "command": "search", "game": "othello", "report_ms": 1})
    );
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0), "{ended:?}");
    drop(stdin);
}

#[test]
fn an_output_that_is_never_read_does_not_hold_up_the_end() {
    let mut command = command("serve --threads 1 --queue 1000000");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    // More requests than a pipe holds, so that the program has begun to read them, and more answers.
    let lines = (json!({"command": "games"}).to_string() + "\n").repeat(5_000);
    stdin.write_all(lines.as_bytes()).expect("the program listens");
    stdin
        .write_all(json!({"id": 1, "command": "search", "game": "othello"}).to_string().as_bytes())
        .and_then(|()| stdin.write_all(b"\n"))
        .expect("the program listens");
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

//! `serve` over sockets, and how it ends: signals, closed pipes, a client that never reads.

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
    let refused = listening.stranger().rest();
    assert!(refused.contains("64 connections are open already"), "{refused}");
    drop(clients.pop());
    // Its place is free as soon as the program has heard of it.
    loop {
        let mut client = listening.stranger();
        // One that is refused is closed, before or after it has asked.
        let hello = json!({"command": "hello", "token": listening.token});
        let _ = writeln!(client.out, "{hello}");
        let mut line = String::new();
        if client.lines.read_line(&mut line).is_ok() && line.contains("\"type\":\"hello\"") {
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
fn a_reader_that_goes_away_leaves_no_search_that_would_end_late() {
    for closes_input in [true, false] {
        let mut command = command("serve --threads 1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("it was piped");
        writeln!(stdin, "{}", search("deep", "othello", json!({"depth": 60}))).expect("it listens");
        writeln!(stdin, "{}", json!({"command": "status"})).expect("it listens");
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        out.read_line(&mut String::new()).expect("text");
        drop(out);
        let kept = if closes_input {
            drop(stdin);
            None
        } else {
            Some(stdin)
        };
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0), "{ended:?}");
        drop(kept);
    }
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

#[test]
fn a_socket_that_is_closed_leaves_no_search_that_would_end_late() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    let listening = Listening::on(&path.display().to_string(), "--threads 1");
    let mut other = listening.unix();
    let mut client = listening.unix();
    client.ask(&search("deep", "othello", json!({"depth": 60})));
    wait_for(&mut other, |status| status["running"] == 1);
    drop(client);
    wait_for(&mut other, |status| status["running"] == 0);

    let listening = Listening::on("0", "--threads 1 --queue 2");
    let mut other = listening.tcp();
    for many in [1, 20] {
        let mut client = listening.tcp();
        for number in 0..many {
            client.ask(&search(&number.to_string(), "othello", json!({"depth": 60})));
        }
        wait_for(&mut other, |status| status["running"] == 1);
        drop(client);
        wait_for(&mut other, |status| status["running"] == 0 && status["waiting"] == 0);
    }
    // One that has ended its own side alone still hears what is owed.
    let mut client = listening.tcp();
    client.ask(&search("timed", "othello", json!({"time_ms": 1500})));
    client.out.shutdown(std::net::Shutdown::Write).expect("it is open");
    assert_eq!(client.hear()["ended"], "time");
    assert_eq!(client.rest(), "");
}

#[test]
fn a_page_in_a_browser_cannot_ask() {
    let listening = Listening::on("0", "--threads 1 --no-token");
    let mut page = listening.stranger();
    let body = json!({"id": 1, "command": "search", "game": "othello"});
    let post = format!(
        "POST / HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{body}\n",
        listening.place,
        body.to_string().len() + 1
    );
    page.out.write_all(post.as_bytes()).expect("the program listens");
    let rest = page.rest();
    assert!(rest.contains("not this protocol") && rest.lines().count() == 1, "{rest}");
    // At the first byte, before a line has ended.
    let mut page = listening.stranger();
    page.out.write_all(b"\r\nG").expect("the program listens");
    assert!(page.rest().contains("not this protocol"));
    let mut other = listening.stranger();
    other.ask(&json!({"command": "status"}));
    let status = other.hear();
    assert_eq!((&status["running"], &status["waiting"]), (&json!(0), &json!(0)), "{status}");
}

#[test]
fn a_connection_over_tcp_names_the_token_first() {
    let listening = Listening::on("0", "--threads 1");
    let token = listening.token.clone().expect("there is one");
    assert_eq!(token.len(), 32, "{token}");
    let wrong = [
        json!({"command": "status"}),
        json!({"command": "hello"}),
        json!({"command": "hello", "token": &token[1..]}),
        json!({"command": "hello", "token": "x".repeat(32)}),
        json!({"command": "fly"}),
    ];
    for request in wrong {
        let mut client = listening.stranger();
        client.ask(&request);
        client.ask(&json!({"command": "hello", "token": token}));
        let answer = client.hear();
        let message = answer["message"].as_str().expect("a text");
        assert!(message.contains("token"), "{request}: {message}");
        assert_eq!(client.rest(), "", "{request}");
    }
    let mut client = listening.stranger();
    client.ask(&json!({"command": "hello", "id": 7, "token": token}));
    let hello = client.hear();
    assert_eq!((&hello["type"], &hello["id"]), (&json!("hello"), &json!(7)));
    client.ask(&search("a", "tictactoe", json!({"solve": true})));
    assert_eq!(client.hear()["ended"], "proven");
}

#[test]
fn the_token_may_be_kept_in_a_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("token");
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let listening = Listening::on("0", &format!("--threads 1 --token {}", file.display()));
        assert_eq!(listening.token, None, "it is not shown");
        let token = std::fs::read_to_string(&file).expect("it was made");
        let mut client = listening.stranger();
        client.ask(&json!({"command": "hello", "token": token.trim()}));
        assert_eq!(client.hear()["type"], "hello");
        tokens.push(token);
    }
    assert_eq!(tokens[0], tokens[1]);
    let mode = std::fs::metadata(&file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::write(&file, "short").expect("the test can write");
    let refused = command(&format!("serve --listen 0 --token {}", file.display())).output();
    let refused = refused.expect("it runs");
    let err = String::from_utf8_lossy(&refused.stderr);
    assert_eq!((refused.status.code(), err.lines().count()), (Some(2), 1), "{err}");
    assert!(err.contains("16 to 256 characters"), "{err}");
}

#[test]
fn no_client_over_a_socket_learns_which_files_there_are() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    let with = |weights: &str| {
        let mut request = search("a", "othello", json!({"depth": 1}));
        request["set"] = json!({"weights": weights});
        request
    };
    for (more, said) in [("", "--files"), ("--files", "No such file")] {
        let listening = Listening::on(&path.display().to_string(), &format!("--threads 1 {more}"));
        let mut client = listening.unix();
        for weights in ["none", "built-in"] {
            client.ask(&with(weights));
            assert_eq!(client.hear()["type"], "result", "{weights}");
        }
        let mut messages = Vec::new();
        for name in ["Weights", "WEIGHTS"] {
            let mut request = search("a", "othello", json!({"depth": 1}));
            request["set"][name] = "/etc/hostname".into();
            client.ask(&request);
            let answer = client.hear();
            let is_named = answer["message"].as_str().expect("an error").contains("--files");
            assert_eq!(is_named, more.is_empty(), "{answer}");
        }
        for weights in ["/etc/hostname", "/nowhere", "built-in/"] {
            client.ask(&with(weights));
            messages.push(client.hear()["message"].as_str().expect("an error").to_owned());
        }
        assert!(messages[1].to_lowercase().contains(&said.to_lowercase()), "{messages:?}");
        assert_eq!(messages[0] == messages[1], more.is_empty(), "{messages:?}");
    }
}

#[test]
fn a_connection_that_is_idle_is_closed_and_one_that_searches_is_not() {
    let listening = Listening::on("0", "--threads 1 --idle 1s");
    let mut busy = listening.tcp();
    busy.ask(&search("long", "othello", json!({"time_ms": 2500})));
    let idle = listening.tcp();
    let mut silent = listening.stranger();
    silent.out.write_all(b"{").expect("the program listens");
    assert!(idle.rest().contains("idle for too long"));
    assert!(silent.rest().contains("idle for too long"));
    assert_eq!(busy.hear()["ended"], "time");
    assert!(busy.rest().contains("idle for too long"));
}

/// The rest of who gives way to whom is tested beside the seats.
#[test]
fn idle_connections_keep_no_other_out() {
    let listening = Listening::on("0", "--threads 1");
    let mut busy = listening.tcp();
    busy.ask(&search("long", "othello", json!({"depth": 60})));
    let idle: Vec<_> = (0..63).map(|_| listening.tcp()).collect();
    let begun = Instant::now();
    let mut others = Vec::new();
    // Each that comes once they have been idle for a while has the seat of one.
    while others.len() < 3 {
        assert!(begun.elapsed() < PATIENCE, "they are kept out");
        let mut other = listening.stranger();
        let _ = writeln!(other.out, "{}", json!({"command": "hello", "token": listening.token}));
        let mut line = String::new();
        if other.lines.read_line(&mut line).is_ok() && line.contains("\"type\":\"hello\"") {
            others.push(other);
        } else {
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    let mut gone = idle.into_iter();
    let first = gone.next().expect("there are 63").rest();
    assert!(first.contains("its seat was given to another"), "{first}");
    // Who searches keeps its seat.
    busy.ask(&json!({"command": "cancel"}));
    let heard = [busy.hear(), busy.hear()];
    assert!(heard.iter().any(|answer| answer["ended"] == "stopped"), "{heard:?}");
}

#[test]
fn what_is_kept_for_a_connection_has_a_bound_in_bytes() {
    let listening = Listening::on("0", "--threads 1 --queue 1000 --memory 64M");
    let memory = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", listening.child.id()));
        let status = status.expect("a process has a status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
        let kilobytes = line.split_whitespace().nth(1).expect("a number");
        kilobytes.parse::<u64>().expect("a number") >> 10
    };
    let mut blocks = listening.tcp();
    blocks.ask(&search("blocks", "draughts", json!({"depth": 200})));
    wait_for(&mut listening.tcp(), |status| status["running"] == 1);
    let before = memory();
    // Kings that go to and fro.
    let moves: Vec<_> = ["1-6", "32-28", "6-1", "28-32"].into_iter().cycle().take(4000).collect();
    let mut many: Vec<_> = (0..8).map(|_| listening.tcp()).collect();
    for client in &mut many {
        client.out.set_write_timeout(Some(Duration::from_millis(500))).expect("a time");
        for number in 0..200 {
            let mut request = search(&number.to_string(), "draughts", json!({"depth": 200}));
            request["position"] = "B:WK32:BK1".into();
            request["moves"] = moves.clone().into();
            if writeln!(client.out, "{request}").is_err() {
                break;
            }
        }
    }
    let after = memory();
    // 1,600 of them would be 700 MB and more.
    assert!(after - before < 150, "from {before} to {after} MB");
    // Errors do not repeat what they are about.
    let mut client = listening.tcp();
    for name in ["game", "position", "moves", "root_moves", "command", "priority", "extra"] {
        let mut request = search("a", "othello", json!({}));
        request[name] = "x".repeat(900_000).into();
        client.ask(&request);
        let mut line = String::new();
        client.lines.read_line(&mut line).expect("text");
        assert!(line.contains("\"error\"") && line.len() < 5_000, "{name}: {}", line.len());
    }
    for name in ["aspiration", "weights", &"y".repeat(900_000)] {
        let mut request = search("a", "othello", json!({}));
        request["set"][name] = "x".repeat(90_000).into();
        client.ask(&request);
        let mut line = String::new();
        client.lines.read_line(&mut line).expect("text");
        assert!(line.contains("\"error\"") && line.len() < 5_000, "{}", line.len());
    }
}

#[test]
fn a_long_line_delays_no_end_and_costs_no_more_than_its_length() {
    let listening = Listening::on("0", "--threads 1");
    let mut clients: Vec<_> = (0..4).map(|_| listening.tcp()).collect();
    for (number, client) in clients.iter_mut().enumerate() {
        let (game, moves) = [
            ("draughts", "11-15 ".repeat(160_000)),
            ("othello", "f5".repeat(480_000)),
            ("kalah", "1".repeat(960_000)),
            ("hex:11", "a1 ".repeat(320_000)),
        ][number]
            .clone();
        let mut request = search("a", game, json!({"depth": 1}));
        request["moves"] = moves.into();
        client.ask(&request);
        let answer = client.hear();
        assert_eq!(answer["message"], "moves: at most 4000 moves are taken", "{answer}");
    }
    assert_eq!(listening.interrupt().0, 0);
}

#[test]
fn programs_that_start_at_once_on_a_stale_socket_leave_one_that_listens() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("socket");
    for _ in 0..5 {
        drop(std::os::unix::net::UnixListener::bind(&path).expect("a socket"));
        let start = || {
            let mut command = command(&format!("serve --threads 1 --listen {}", path.display()));
            command.stderr(Stdio::piped()).spawn().expect("the program runs")
        };
        let mut children: Vec<_> = (0..4).map(|_| start()).collect();
        let mut listening = Vec::new();
        for mut child in children.drain(..) {
            let mut line = String::new();
            let mut err = BufReader::new(child.stderr.take().expect("it was piped"));
            err.read_line(&mut line).expect("text");
            if line.starts_with("listening on") {
                listening.push(child);
            } else {
                assert!(line.contains("another plyglot listens on it"), "{line}");
                assert_eq!(child.wait().expect("it ends").code(), Some(3));
            }
        }
        assert_eq!(listening.len(), 1, "one may listen");
        let child = &mut listening[0];
        let mut client = UnixStream::connect(&path).expect("it listens");
        client.write_all(b"{\"command\":\"status\"}\n").expect("it reads");
        let mut line = String::new();
        BufReader::new(&client).read_line(&mut line).expect("text");
        assert!(line.contains("\"status\""), "{line}");
        // Another's file is not removed.
        std::fs::remove_file(&path).expect("it is there");
        std::fs::write(&path, "mine").expect("the test can write");
        signal(child, "-INT");
        child.wait().expect("it ends");
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "mine");
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn one_connection_does_not_delay_another_by_its_queue() {
    let listening = Listening::on("0", "--threads 1");
    let mut greedy = listening.tcp();
    for number in 0..400 {
        greedy.ask(&search(&number.to_string(), "othello", json!({"time_ms": 50})));
    }
    let mut other = listening.tcp();
    for number in 0..3 {
        other.ask(&search(&number.to_string(), "tictactoe", json!({"solve": true})));
        let answer = other.hear();
        assert_eq!(answer["ended"], "proven");
        wait_for(&mut other, |status| status["waiting"].as_u64() > Some(100));
    }
    assert_eq!(listening.interrupt().0, 0);
}

//! A board that runs while a test asks it, and what a browser would do to ask.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use plyglot_games::catalogue::builtin;
use plyglot_open::Stop;
use plyglot_serve::board::{Board, Settings};
use plyglot_serve::queue::{Service, Settings as ServiceSettings};
use serde_json::Value;

/// A board that runs.
pub(crate) struct Running {
    /// `127.0.0.1:` and the port.
    pub(crate) at: String,
    /// `/` and the token.
    pub(crate) token: String,
    /// The token that opens the page once.
    pub(crate) once: String,
    service: Arc<Service>,
}

/// Runs a board with two threads for at most two pages while `test` asks it. It has to end when it is told to.
pub(crate) fn with_board(test: impl FnOnce(&Running)) {
    with_threads(2, test);
}

/// Likewise, with this many threads.
pub(crate) fn with_threads(threads: usize, test: impl FnOnce(&Running)) {
    let service =
        ServiceSettings { threads, hash_bytes: 8 << 20, tables: 2, ..ServiceSettings::default() };
    let first = builtin().open("othello").and_then(|game| game.start()).expect("a game");
    let settings =
        Settings { port: 0, service, viewers: 2, first, ply: None, set: Vec::new(), book: None };
    let board = Board::bind(&settings).expect("a board");
    let address = board.address();
    let (at, token) = address
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .split_once('/')
        .expect("a path");
    let once = board.address_once().expect("it was not used");
    let once = once.trim_end_matches('/').rsplit('/').next().expect("a path").to_owned();
    let service = Arc::clone(board.service());
    let running = Running { at: at.into(), token: format!("/{token}"), once, service };
    let stop = Stop::default();
    thread::scope(|scope| {
        scope.spawn(|| board.run(&builtin(), &stop));
        let tested = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(&running)));
        stop.raise();
        if let Err(panic) = tested {
            std::panic::resume_unwind(panic);
        }
    });
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Running {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.at).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }

    /// Sends these bytes and reads until the other end closes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // What is refused early may close before everything is sent.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8(answer).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status in {text:?}"));
        Answer { status, head: head.into(), body: body.into() }
    }

    /// A request with these lines in its head beside the host.
    pub(crate) fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> Answer {
        self.raw(self.request(method, path, head, body).as_bytes())
    }

    fn request(&self, method: &str, path: &str, head: &str, body: &str) -> String {
        let Running { at, token, .. } = self;
        let length = body.len();
        format!(
            "{method} {token}/{path} HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n{head}Content-Length: {length}\r\n\r\n{body}"
        )
    }

    /// A question in JSON, as the page asks it.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, "Content-Type: application/json\r\n", &body.to_string())
    }

    /// A question that is answered line by line.
    pub(crate) fn stream(&self, path: &str, body: &Value) -> Lines {
        let mut stream = self.connect();
        let head = "Content-Type: application/json\r\n";
        stream
            .write_all(self.request("POST", path, head, &body.to_string()).as_bytes())
            .expect("sent");
        let mut lines = Lines { stream, read: Vec::new() };
        while !lines.text().is_empty() {}
        lines
    }

    /// Waits until this many searches run.
    pub(crate) fn wait_for_running(&self, count: usize) {
        let patience = Instant::now() + Duration::from_secs(60);
        while self.service.status().running != count {
            assert!(Instant::now() < patience, "{:?}", self.service.status());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// An answer line by line.
pub(crate) struct Lines {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Lines {
    /// The next line of text; panics at the end.
    fn text(&mut self) -> String {
        self.next_text().expect("a line")
    }

    fn next_text(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Some(String::from_utf8(line).expect("text").trim().into());
            }
            let mut part = [0; 4096];
            match self.stream.read(&mut part).expect("it answers") {
                0 => return None,
                count => self.read.extend(&part[..count]),
            }
        }
    }

    /// The next object; none at the end.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.next_text()?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).expect("JSON"));
            }
        }
    }

    /// All that is left.
    pub(crate) fn all(mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

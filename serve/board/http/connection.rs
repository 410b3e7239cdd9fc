//! A connection: reads one request after the other.

use std::io::{self, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::board::http::Request;

/// The longest head of a request.
const MOST_HEAD: usize = 16 << 10;
/// The longest body: a game of thousands of moves.
const MOST_BODY: usize = 256 << 10;
/// How many fields a head may have.
const MOST_FIELDS: usize = 64;
/// How long a request may take to come in.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a connection may be idle once it has asked with the token; before that it has [`PATIENCE`].
const IDLE: Duration = Duration::from_secs(20);
/// How often to look whether the server ends.
const LOOK: Duration = Duration::from_millis(200);
/// How long an answer may wait until it is taken.
const TAKEN: Duration = Duration::from_secs(5);

/// Why there is no request.
#[derive(Debug)]
pub(crate) enum Bad {
    /// The other end has closed, was idle for long, or the server ends. Nothing is to be answered.
    Over,
    /// Refused with this status and reason.
    Refused(u16, &'static str),
}

/// A connection.
pub(crate) struct Connection<'a> {
    stream: TcpStream,
    /// What was read and not used.
    read: Vec<u8>,
    ending: &'a AtomicBool,
    /// It has asked with the token.
    admitted: bool,
}

impl<'a> Connection<'a> {
    pub(crate) fn new(stream: TcpStream, ending: &'a AtomicBool) -> io::Result<Connection<'a>> {
        stream.set_read_timeout(Some(LOOK))?;
        stream.set_write_timeout(Some(TAKEN))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, read: Vec::new(), ending, admitted: false })
    }

    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    /// It has asked with the token.
    pub(crate) fn admit(&mut self) {
        self.admitted = true;
    }

    /// True once the server ends.
    pub(crate) fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    /// The next request.
    pub(crate) fn request(&mut self) -> Result<Request, Bad> {
        let mut until = Instant::now() + if self.admitted { IDLE } else { PATIENCE };
        let end = loop {
            let end = self.read.windows(4).position(|four| four == b"\r\n\r\n");
            if end.unwrap_or(self.read.len()) > MOST_HEAD {
                return Err(Bad::Refused(431, "the head of the request is too long"));
            }
            if let Some(end) = end {
                break end + 4;
            }
            let first = self.read.is_empty();
            self.more(until)?;
            if first {
                until = Instant::now() + PATIENCE;
            }
        };
        let (mut request, length) = parse(&self.read[..end])?;
        self.read.drain(..end);
        if length > MOST_BODY {
            return Err(Bad::Refused(413, "the body of the request is too long"));
        }
        while self.read.len() < length {
            self.more(until)?;
        }
        request.body = self.read.drain(..length).collect();
        Ok(request)
    }

    fn more(&mut self, until: Instant) -> Result<(), Bad> {
        let mut part = [0; 4096];
        loop {
            match self.stream.read(&mut part) {
                Ok(0) => return Err(Bad::Over),
                Ok(count) => {
                    self.read.extend(&part[..count]);
                    return Ok(());
                }
                Err(error) if is_wait(&error) => {
                    if self.is_ending() || (Instant::now() > until && self.read.is_empty()) {
                        return Err(Bad::Over);
                    }
                }
                Err(_) => return Err(Bad::Over),
            }
            if Instant::now() > until && !self.read.is_empty() {
                return Err(Bad::Refused(408, "the request took too long"));
            }
        }
    }
}

/// True of what is no error: nothing has come, or a signal.
pub(crate) fn is_wait(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

/// A request from its head, without a body, and the length of that.
fn parse(head: &[u8]) -> Result<(Request, usize), Bad> {
    let wrong = Bad::Refused(400, "not a request of HTTP");
    let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
    let mut parsed = httparse::Request::new(&mut fields);
    match parsed.parse(head) {
        Ok(httparse::Status::Complete(_)) => {}
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Bad::Refused(431, "the head of the request has too many fields"));
        }
        _ => return Err(wrong),
    }
    let (Some(method), Some(path)) = (parsed.method, parsed.path) else { return Err(wrong) };
    let field = |name: &str| {
        let found = parsed.headers.iter().find(|field| field.name.eq_ignore_ascii_case(name));
        found.map(|field| String::from_utf8_lossy(field.value).trim().to_ascii_lowercase())
    };
    if field("transfer-encoding").is_some() {
        return Err(Bad::Refused(411, "the request has to say how long its body is"));
    }
    let count = |name: &str| {
        parsed.headers.iter().filter(|field| field.name.eq_ignore_ascii_case(name)).count()
    };
    if count("content-length") > 1 {
        return Err(wrong);
    }
    let Some(host) = field("host").filter(|_| count("host") == 1) else {
        return Err(Bad::Refused(400, "the request has to name one host"));
    };
    let length = field("content-length").map_or(Ok(0), |text| text.parse());
    let length = length.map_err(|_| Bad::Refused(400, "the length of the body is not a number"))?;
    let request = Request {
        method: method.into(),
        path: path.split(['?', '#']).next().unwrap_or_default().into(),
        host,
        origin: field("origin"),
        // "same-site" is another port of this machine.
        from_elsewhere: field("sec-fetch-site")
            .is_some_and(|site| !matches!(site.as_str(), "same-origin" | "none")),
        is_json: field("content-type").is_some_and(|kind| kind.starts_with("application/json")),
        stays: parsed.version == Some(1) && field("connection").is_none_or(|word| word != "close"),
        body: Vec::new(),
    };
    Ok((request, length))
}

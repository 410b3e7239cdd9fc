//! Answers: a whole one, or lines as they come.

use std::borrow::Cow;
use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::board::http::connection::is_wait;
use crate::board::lines::Lines;

/// What every answer says. The page may load and ask only here, nothing may frame it, and no other page learns
/// its address.
const SAFE: &str = "X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    Cache-Control: no-store\r\n";

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
    /// A further line of the head: the methods that would have been right, or where to look instead.
    more: Option<(&'static str, String)>,
}

impl Answer {
    /// Something that was asked for.
    pub(crate) fn good(kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status: 200, kind, body: body.into(), more: None }
    }

    /// An object of JSON.
    pub(crate) fn json(status: u16, text: String) -> Answer {
        let kind = "application/json; charset=utf-8";
        Answer { status, kind, body: text.into_bytes(), more: None }
    }

    /// Refused, with the reason as text.
    pub(crate) fn refused(status: u16, reason: &str) -> Answer {
        let body = format!("{reason}\n").into_bytes();
        Answer { status, kind: "text/plain; charset=utf-8", body, more: None }
    }

    /// Refused since only these methods are answered.
    pub(crate) fn only(allow: &'static str) -> Answer {
        let more = Some(("Allow", allow.into()));
        Answer { more, ..Answer::refused(405, "not with this method") }
    }

    /// It is found at this path of the same server.
    pub(crate) fn elsewhere(path: String) -> Answer {
        Answer { more: Some(("Location", path)), ..Answer::refused(303, "see the page") }
    }

    /// Its status and its text, for a host that is not reached by HTTP.
    pub(crate) fn parts(&self) -> (u16, Cow<'_, str>) {
        (self.status, String::from_utf8_lossy(&self.body))
    }

    /// Writes it; without its body in answer to HEAD.
    pub(crate) fn write(&self, to: &mut TcpStream, stays: bool, head_only: bool) -> io::Result<()> {
        let Answer { status, kind, body, more } = self;
        let after = if stays { "keep-alive" } else { "close" };
        let mut out = format!(
            "HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{SAFE}Connection: {after}\r\n",
            reason(*status),
            body.len()
        );
        if let Some((name, value)) = more {
            out += &format!("{name}: {value}\r\n");
        }
        let mut out = (out + "\r\n").into_bytes();
        if !head_only {
            out.extend(body);
        }
        to.write_all(&out)
    }
}

/// The words of a status.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

/// An answer line by line, which ends with the connection.
pub(crate) struct Streamed<'a>(&'a mut TcpStream);

impl<'a> Streamed<'a> {
    pub(crate) fn begin(to: &'a mut TcpStream) -> io::Result<Streamed<'a>> {
        let kind = "application/x-ndjson; charset=utf-8";
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{SAFE}Connection: close\r\n\r\n");
        to.write_all(head.as_bytes())?;
        // For the look whether the other end has closed.
        to.set_read_timeout(Some(Duration::from_millis(1)))?;
        Ok(Streamed(to))
    }
}

impl Lines for Streamed<'_> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(format!("{text}\n").as_bytes())
    }

    /// An empty line, by which the page knows that the program is alive.
    fn beat(&mut self) -> io::Result<()> {
        self.0.write_all(b"\n")
    }

    /// True if the other end has closed the connection. Takes a millisecond.
    fn is_closed(&self) -> bool {
        match self.0.peek(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => !is_wait(&error),
        }
    }
}

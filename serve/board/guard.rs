//! Who may ask: a page that this server gave out, opened on this machine by who has its address.
//!
//! The server listens on the loopback alone, which every program and every page of a browser here can reach. So
//! the address holds a random token; the host has to be this machine's, or any name that is pointed at it (DNS
//! rebinding) would do; and what comes from another page is refused.

use std::sync::{Mutex, PoisonError};

use crate::board::http::{Answer, Request};
use crate::token;

/// The names of this machine by which a browser may ask.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// A token that opens the page once: for the command that opens the browser, which every user of this machine can read
/// in the list of processes. Should another be faster, the browser says that its address is not valid.
pub(crate) struct Once(Mutex<Option<String>>);

impl Once {
    pub(crate) fn new(token: String) -> Once {
        Once(Mutex::new(Some(token)))
    }

    /// The token, as long as it is valid.
    pub(crate) fn token(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn take(&self, given: &str) -> bool {
        let mut token = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        token.take_if(|token| token::is_same(given, token)).is_some()
    }
}

/// What a request is for: its path without the token.
///
/// # Errors
/// The answer to one that is refused.
pub(crate) fn admit<'a>(
    request: &'a Request,
    port: u16,
    token: &str,
    once: &Once,
) -> Result<&'a str, Answer> {
    let is_here = |host: &str| NAMES.iter().any(|name| host == format!("{name}:{port}"));
    if !is_here(&request.host) {
        return Err(Answer::refused(
            403,
            "this host is not served: open the address that the program prints",
        ));
    }
    let of_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
    if request.origin.as_deref().is_some_and(|origin| !of_page(origin)) || request.from_elsewhere {
        return Err(Answer::refused(403, "another page may not ask here"));
    }
    // What stands behind the question mark is for the page alone.
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let path = path.strip_prefix('/').unwrap_or(path);
    let (given, rest) = path.split_once('/').unwrap_or((path, ""));
    if request.method == "GET" && rest.is_empty() && once.take(given) {
        // Only what cannot be anything but a word and its value goes on.
        let is_plain = query.chars().all(|c| c.is_ascii_alphanumeric() || c == '=');
        let query = if is_plain { query } else { "" };
        return Err(Answer::elsewhere(format!("/{token}/?{query}").trim_end_matches('?').into()));
    }
    if !token::is_same(given, token) {
        return Err(Answer::refused(
            403,
            "the address lacks its token: open the whole address that the program prints",
        ));
    }
    Ok(rest)
}

//! Who may ask: a page that this server gave out, opened on this machine by who has its address.
//!
//! The server listens on the loopback alone, which every program and every page of a browser here can reach. So
//! the address holds a random token; the host has to be this machine's, or any name that is pointed at it (DNS
//! rebinding) would do; and what comes from another page is refused.

use crate::board::http::{Answer, Request};

/// A random text, 128 bits of the system's randomness.
pub(crate) fn token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The names of this machine by which a browser may ask.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// What a request is for: its path without the token.
///
/// # Errors
/// The answer to one that is refused.
pub(crate) fn admit<'a>(request: &'a Request, port: u16, token: &str) -> Result<&'a str, Answer> {
    let Some(host) = &request.host else {
        return Err(Answer::refused(400, "the request names no host"));
    };
    let is_here = |host: &str| NAMES.iter().any(|name| host == format!("{name}:{port}"));
    if !is_here(host) {
        return Err(Answer::refused(
            403,
            "this host is not served: open the address that plyglot prints",
        ));
    }
    let of_page = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
    if request.origin.as_deref().is_some_and(|origin| !of_page(origin)) || request.from_elsewhere {
        return Err(Answer::refused(403, "another page may not ask here"));
    }
    let path = request.path.strip_prefix('/').unwrap_or(&request.path);
    let (given, rest) = path.split_once('/').unwrap_or((path, ""));
    if !same(given, token) {
        return Err(Answer::refused(
            403,
            "the address lacks its token: open the whole address that plyglot prints",
        ));
    }
    Ok(rest)
}

/// Compares in a time that does not depend on where they differ.
fn same(given: &str, token: &str) -> bool {
    given.len() == token.len()
        && given.bytes().zip(token.bytes()).fold(0, |differ, (a, b)| differ | a ^ b) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        let [one, other] = [token().unwrap(), token().unwrap()];
        assert!(one.len() == 32 && one != other);
        assert!(same(&one, &one) && !same(&one, &other) && !same(&one[1..], &one));
    }
}

//! Requests and answers of HTTP/1.1, as far as a page of this program needs them.
//!
//! Everything has a bound: the length of a head and of a body, the time in which they have to come, the time in
//! which an answer has to be taken. The syntax is `httparse`'s.

mod answer;
mod connection;

pub(crate) use answer::{Answer, Streamed};
pub(crate) use connection::{Bad, Connection};

/// What was asked.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without what follows a question mark.
    pub(crate) path: String,
    pub(crate) host: String,
    pub(crate) origin: Option<String>,
    /// The browser says that another site has asked.
    pub(crate) from_elsewhere: bool,
    /// The body is JSON.
    pub(crate) is_json: bool,
    /// The connection is to stay open.
    pub(crate) stays: bool,
    pub(crate) body: Vec<u8>,
}

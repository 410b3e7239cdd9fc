//! The first line of a worker and the answer to it: whose it is, and whether both mean the same game.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_open::Stop;
use plyglot_wire::journal::differ::{first_difference, short};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::token;

/// How long either side may take for its line.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a worker tries to reach a tree: it may have been started first.
const REACH: Duration = Duration::from_secs(10);

/// The longest first line, in bytes.
const LONGEST: u64 = 64 << 10;

/// What a worker says first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hello {
    /// What it wants.
    pub command: Command,
    /// That of the tree.
    pub token: String,
    /// Its process, for people.
    pub process: u32,
    /// How many positions it searches at once.
    pub engines: usize,
    /// What must be the same on both sides: the game with its options and weights, the program.
    pub run: Value,
}

/// The one thing that is wanted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// To work on the tree.
    Work,
}

/// What the worker is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Welcome {
    /// It is taken in.
    Hello,
    /// It is not.
    Error {
        /// Why not.
        message: String,
    },
}

/// Why a worker cannot work on a tree.
#[derive(Debug, Error)]
pub enum JoinError {
    /// Nothing can be reached there.
    #[error("no tree can be reached at {address}: {error}")]
    Reach {
        /// Where.
        address: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// What is there does not answer as a tree does.
    #[error("what listens at {address} is not a tree that waits for workers")]
    Other {
        /// Where.
        address: String,
    },
    /// The tree refuses it.
    #[error("the tree at {address} refuses this worker: {message}")]
    Refused {
        /// Where.
        address: String,
        /// Why.
        message: String,
    },
}

/// The most engines that a worker may have.
pub const MOST_ENGINES: usize = 4096;

/// Connects to the tree at this address; `None` if it was stopped before.
///
/// # Errors
/// If there is none, or it refuses.
pub fn join(
    address: &str,
    hello: &Hello,
    stop: &Stop,
) -> Result<Option<BufReader<TcpStream>>, JoinError> {
    let Some(stream) = reached(address, stop)? else { return Ok(None) };
    let failed = |error| JoinError::Reach { address: address.into(), error };
    stream.set_read_timeout(Some(2 * PATIENCE)).map_err(failed)?;
    say(&stream, hello).map_err(failed)?;
    let mut from = BufReader::new(stream);
    let other = || JoinError::Other { address: address.into() };
    let line = first_line(&mut from).map_err(|_| other())?;
    match serde_json::from_slice(&line) {
        Ok(Welcome::Hello) => Ok(Some(from)),
        Ok(Welcome::Error { message }) => {
            Err(JoinError::Refused { address: address.into(), message })
        }
        Err(_) => Err(other()),
    }
}

/// Tries for a while.
fn reached(address: &str, stop: &Stop) -> Result<Option<TcpStream>, JoinError> {
    let begin = Instant::now();
    loop {
        let error = match connected(address) {
            Ok(stream) => return Ok(Some(stream)),
            Err(error) => error,
        };
        if stop.is_raised() {
            return Ok(None);
        }
        let is_there_later = error.kind() == io::ErrorKind::ConnectionRefused;
        if !is_there_later || begin.elapsed() > REACH {
            return Err(JoinError::Reach { address: address.into(), error });
        }
        thread::sleep(Duration::from_millis(100));
    }
}

fn connected(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "this name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Reads the first line of a connection and answers it; gives what the worker has said of itself.
///
/// # Errors
/// Why it is refused, and whether it is a stranger: one that does not know the token.
pub(super) fn looked_at(
    from: &mut BufReader<TcpStream>,
    token: &str,
    run: &Value,
) -> Result<Hello, Refused> {
    let strange = |message: &str| Refused { message: message.into(), stranger: true };
    let line = first_line(from).map_err(|_| strange("it does not begin as a worker does"))?;
    let read = serde_json::from_slice::<Value>(&line).unwrap_or_default();
    let looked = match read["token"].as_str() {
        Some(named) if token::is_same(named, token) => fits(read, run),
        _ => Err(strange("it does not name the token of the tree")),
    };
    let welcome = match &looked {
        Ok(_) => Welcome::Hello,
        Err(refused) => Welcome::Error { message: refused.message.clone() },
    };
    let silent = |_| strange("it does not wait for an answer");
    say(from.get_ref(), &welcome).map_err(silent)?;
    looked
}

/// Why a connection is refused.
pub(super) struct Refused {
    pub(super) message: String,
    pub(super) stranger: bool,
}

/// Reads what one says that knows the token.
fn fits(read: Value, run: &Value) -> Result<Hello, Refused> {
    let refused = |message: String| Refused { message, stranger: false };
    // First, since a worker of another version may say something else.
    if let Some((field, there, here)) = first_difference(&read["run"], run) {
        let field = if field.is_empty() { "run" } else { field.trim_start_matches("program.") };
        return Err(refused(format!(
            "its {field} is {}, here it is {}",
            short(there),
            short(here)
        )));
    }
    let hello: Hello = serde_json::from_value(read).map_err(|error| refused(error.to_string()))?;
    if !(1..=MOST_ENGINES).contains(&hello.engines) {
        let message = format!("{} engines; 1 to {MOST_ENGINES} can be", hello.engines);
        return Err(refused(message));
    }
    Ok(hello)
}

fn say<T: Serialize>(mut to: &TcpStream, what: &T) -> io::Result<()> {
    let mut line = serde_json::to_vec(what)?;
    line.push(b'\n');
    to.write_all(&line)
}

fn first_line(from: &mut BufReader<TcpStream>) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    from.take(LONGEST).read_until(b'\n', &mut line)?;
    match line.last() {
        Some(b'\n') => Ok(line),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

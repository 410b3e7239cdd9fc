//! `serve`: JSON requests, one a line, over standard input and output or over a socket; `docs/serve.md`
//! describes them.
//!
//! The searches are those of [`plyglot_serve::queue::Service`], which all connections share. Here is what the words
//! mean: requests ([`request`]), what they ask the service for ([`query`]), answers ([`answers`]), and the
//! connections over which both travel ([`connection`], [`outbox`]), from sockets ([`listen`], [`seats`], [`socket_file`]).
//! [`mcp`] is the service as tools of an assistant.

mod answers;
mod args;
mod connection;
mod fields;
mod listen;
mod mcp;
mod outbox;
mod query;
mod request;
mod seats;
#[cfg(unix)]
mod socket_file;
#[cfg(test)]
mod tests;

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam::channel::{Receiver, bounded};
use plyglot_games::catalogue::Catalogue;
use plyglot_open::Stop;
use plyglot_serve::queue::{Client, Games, Service};
use plyglot_serve::token;

use crate::errors::{ExitStatus, Failure, note};
use crate::output::words;
use crate::protocol::note_on_terminal;
use crate::serve::connection::{Ended, Host, Terms};
use crate::serve::listen::Listener;
use crate::serve::outbox::{Far, Outbox};
use crate::signals;

pub(crate) use args::ServeArgs;

/// The length of a token that is not guessed, in characters.
const LEAST_TOKEN: usize = 16;
const MOST_TOKEN: usize = 256;

/// Answers requests until the input ends, or until it is interrupted.
pub(crate) fn run(catalogue: &Catalogue, args: &ServeArgs) -> Result<ExitStatus, Failure> {
    // A wrong address is refused before the tables are made.
    if args.mcp {
        return mcp::run(catalogue, args, io::stdin(), io::stdout());
    }
    let listener = args.listen.as_deref().map(Listener::bind).transpose()?;
    hosting(catalogue, args, signals::listen, |host| match listener {
        Some(listener) => {
            let token = listener.is_tcp().then(|| token_of(args)).transpose()?.flatten();
            note(&format!("listening on {}", listener.name()));
            match (&token, &args.token) {
                (Some(_), Some(path)) => note(&format!("the token is in {path}")),
                (Some(token), None) => note(&format!("the token is {token}")),
                (None, _) if listener.is_tcp() => note("no token is needed"),
                (None, _) => {}
            }
            listen::run(host, listener, args, token.as_deref())?;
            Ok(ExitStatus::Success)
        }
        None => {
            note_on_terminal(
                "one JSON request a line, such as {\"command\":\"games\"}; Ctrl-D leaves; docs/serve.md has the others",
            );
            one(host, args, Far::Output, io::stdin(), io::stdout())
        }
    })
}

/// Answers the requests of one input, whatever a signal says.
pub(crate) fn answer(
    catalogue: &Catalogue,
    args: &ServeArgs,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    hosting(catalogue, args, Stop::default, |host| one(host, args, Far::Elsewhere, input, out))
}

/// Starts the service; it ends with what is done.
fn hosting(
    catalogue: &Catalogue,
    args: &ServeArgs,
    stop: impl FnOnce() -> Stop,
    done: impl FnOnce(&Host<'_>) -> Result<ExitStatus, Failure>,
) -> Result<ExitStatus, Failure> {
    let settings = args.settings();
    words::announce_table(settings.hash_bytes);
    let service = Arc::new(Service::start(&settings)?);
    // Kept until the end: with the last handle of it goes what keeps connections open, and where the system
    // refuses a handler of signals this is the only one.
    let stop = stop();
    let stopped = stopped_by(&stop, &service);
    let games = Games::new(catalogue);
    done(&Host { games: &games, service: &service, stopped })
}

fn one(
    host: &Host<'_>,
    args: &ServeArgs,
    far: Far,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    let (_seat, unseated) = bounded(0);
    let terms = Terms {
        client: Client::alone(0),
        token: None,
        files: true,
        patience: None,
        unseated,
        queue: args.queue,
    };
    let outbox = Arc::new(Outbox::new(args.bounds(), far, None));
    match connection::run(host, &terms, &outbox, input, out)? {
        Ended::Input | Ended::Refused => Ok(ExitStatus::Success),
        Ended::Stopped => Ok(ExitStatus::Interrupted),
    }
}

/// The token of a service over TCP, if one is to be named: that of the file, or a new one.
fn token_of(args: &ServeArgs) -> Result<Option<String>, Failure> {
    match &args.token {
        _ if args.no_token => Ok(None),
        Some(path) => token(path).map(Some),
        None => new_token().map(Some),
    }
}

fn new_token() -> Result<String, Failure> {
    let failed = |error| Failure::System { what: "a random number", error };
    token::random().map_err(|error| failed(error.to_string()))
}

/// The token of a file, which is made if there is none.
pub(crate) fn token(path: &str) -> Result<String, Failure> {
    let unusable = |error| Failure::Unusable { path: path.into(), error };
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let token = new_token()?;
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            // Who may read it may use the service.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let written = options.open(path).and_then(|mut file| writeln!(file, "{token}"));
            written.map_err(unusable)?;
            return Ok(token);
        }
        text => text.map_err(unusable)?,
    };
    let token = text.trim();
    if !(LEAST_TOKEN..=MOST_TOKEN).contains(&token.len()) || token.contains(char::is_whitespace) {
        let message = format!("a token is one word of {LEAST_TOKEN} to {MOST_TOKEN} characters");
        return Err(Failure::File { path: path.into(), message });
    }
    Ok(token.into())
}

/// What every connection listens to: it is closed once the program is interrupted, which stops the service.
fn stopped_by(stop: &Stop, service: &Arc<Service>) -> Receiver<()> {
    let (sender, stopped) = bounded(0);
    let sender = Mutex::new(Some(sender));
    // The signal's handler stays for as long as the process.
    let service = Arc::downgrade(service);
    stop.calls(move || {
        // First: a connection that cancels its own searches would let one begin that waits elsewhere.
        if let Some(service) = service.upgrade() {
            service.stop();
        }
        drop(sender.lock().unwrap_or_else(PoisonError::into_inner).take());
    });
    stopped
}

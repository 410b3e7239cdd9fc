//! `serve`: JSON requests, one a line, over standard input and output or over a socket; `docs/serve.md`
//! describes them.
//!
//! The searches are those of [`plyglot_serve::queue::Service`], which all connections share. Here is what the words
//! mean: requests ([`request`]), what they ask the service for ([`query`]), answers ([`answers`]), and the
//! connections over which both travel ([`connection`], [`outbox`], [`listen`]).

mod answers;
mod args;
mod connection;
mod fields;
mod listen;
mod outbox;
mod query;
mod request;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam::channel::{Receiver, bounded};
use plyglot_games::catalogue::Catalogue;
use plyglot_open::Stop;
use plyglot_serve::queue::{Games, Service};

use crate::errors::{ExitStatus, Failure, note};
use crate::output::words;
use crate::serve::connection::{Ended, Host};
use crate::serve::listen::Listener;
use crate::signals;

pub(crate) use args::ServeArgs;

/// Answers requests until the input ends, or until it is interrupted.
pub(crate) fn run(catalogue: &Catalogue, args: &ServeArgs) -> Result<ExitStatus, Failure> {
    // A wrong address is refused before the tables are made.
    let listener = args.listen.as_deref().map(Listener::bind).transpose()?;
    hosting(catalogue, args, signals::listen, |host| match listener {
        Some(listener) => {
            note(&format!("listening on {}", listener.name()));
            listen::run(host, listener)?;
            Ok(ExitStatus::Success)
        }
        None => {
            if io::stdin().is_terminal() {
                note(
                    "one JSON request a line, such as {\"command\":\"games\"}; docs/serve.md has the others",
                );
            }
            one(host, io::stdin(), io::stdout())
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
    hosting(catalogue, args, Stop::default, |host| one(host, input, out))
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
    done(&Host { games: &games, service: &service, stopped, queue: args.queue })
}

fn one(
    host: &Host<'_>,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    match connection::run(host, input, out)? {
        Ended::Input => Ok(ExitStatus::Success),
        Ended::Stopped => Ok(ExitStatus::Interrupted),
    }
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

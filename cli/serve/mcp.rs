//! `serve --mcp`: the service as tools of an assistant.

use std::io::{self, Read, Write};

use crossbeam::channel::Receiver;
use crossbeam::select;
use plyglot_games::catalogue::Catalogue;
use plyglot_serve::agent;

use crate::errors::{ExitStatus, Failure, plain};
use crate::protocol::note_on_terminal;
use crate::protocol::reader::{self, Input};
use crate::serve::{Host, ServeArgs, hosting};
use crate::signals;

/// How many messages are read ahead of the one that is answered.
const AHEAD: usize = 1;

/// Answers messages until the input ends, or until it is interrupted.
pub(super) fn run(
    catalogue: &Catalogue,
    args: &ServeArgs,
    input: impl Read + Send + 'static,
    out: impl Write + Send,
) -> Result<ExitStatus, Failure> {
    hosting(catalogue, args, signals::listen, |host| {
        note_on_terminal("one message of the Model Context Protocol a line; Ctrl-D leaves");
        let lines = reader::read_ahead(input, AHEAD)?;
        let mut failed = None;
        let messages = std::iter::from_fn(|| next(host, &lines, &mut failed));
        agent::run(host.games, host.service, messages, out);
        match failed {
            Some(error) => Err(Failure::System { what: "to read the input", error: plain(&error) }),
            None if host.is_stopped() => Ok(ExitStatus::Interrupted),
            None => Ok(ExitStatus::Success),
        }
    })
}

/// The next message; a line that is too long is none, and is answered as such.
fn next(
    host: &Host<'_>,
    lines: &Receiver<Input>,
    failed: &mut Option<io::Error>,
) -> Option<String> {
    let input = select! {
        recv(lines) -> input => input.ok()?,
        recv(host.stopped) -> _ => return None,
    };
    match input {
        Input::Line(line) => Some(line),
        Input::TooLong => Some("a line of more than a megabyte".into()),
        Input::Failed(error) => {
            *failed = Some(error);
            None
        }
    }
}

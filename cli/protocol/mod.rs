//! Protocols by which other programs speak with the engine, over standard input and output.
//!
//! A protocol is a thin [`Face`] over a [`Session`], which knows the game, the engine and the search
//! that runs. [`converse`] drives a face: it waits for commands, for news of the search and for its
//! end at the same time, so a face only has to translate. Whatever a face writes goes out at once.

#[cfg(test)]
mod doors;
mod ending;
mod nboard;
mod reader;
mod session;
#[cfg(test)]
mod tests;
mod ugi;

use std::fmt::Display;
use std::io::{self, Read, Write};

use crossbeam::select;
use plyglot_games::catalogue::{Catalogue, CatalogueError};
use plyglot_open::{DoorError, Mv};
use plyglot_search::Progress;

use crate::args::{self, Options, Power, ProtocolArgs};
use crate::errors::{Failure, Verdict, plain};
use crate::protocol::nboard::NBoard;
use crate::protocol::reader::Input;
use crate::protocol::session::Conclusion;
use crate::protocol::ugi::Ugi;

pub(crate) use crate::protocol::ending::Ending;
pub(crate) use crate::protocol::session::{Answer, Order, Session};

/// `ugi`: speaks UGI about a game until the other side takes its leave.
pub(crate) fn ugi(catalogue: &Catalogue, args: &ProtocolArgs) -> Result<Verdict, Failure> {
    let mut session =
        Session::new(args::open(catalogue, &args.game, &args.options)?, &args.power.config())?;
    converse(&mut session, &mut Ugi::default(), io::stdin(), &mut io::stdout())
}

/// `nboard`: speaks NBoard about Othello until the other side takes its leave.
pub(crate) fn nboard(
    catalogue: &Catalogue,
    power: &Power,
    options: &Options,
) -> Result<Verdict, Failure> {
    let game = args::open(catalogue, "othello", options).map_err(|error| match error {
        Failure::Door(DoorError::Catalogue(error @ CatalogueError::UnknownGame { .. })) => {
            Failure::Usage(format!("nboard is a protocol for Othello, but {error}"))
        }
        other => other,
    })?;
    let mut session = Session::new(game, &power.config())?;
    converse(&mut session, &mut NBoard::default(), io::stdin(), &mut io::stdout())
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It does.
    Stay,
    /// The other side takes its leave.
    Leave,
}

/// A protocol: how commands read, and what is said to what happens. What the game does wrong
/// ([`DoorError`]) may be handed on as a failure: it is told, and the conversation goes on.
pub(crate) trait Face {
    /// Does what a line asks for; it is trimmed, and may be empty. Whoever changes the session ends
    /// the search first ([`settle`]).
    fn command(
        &mut self,
        session: &mut Session,
        line: &str,
        out: &mut dyn Write,
    ) -> Result<Next, Failure>;

    /// Tells what the running search has found.
    fn progress(
        &mut self,
        session: &Session,
        progress: &Progress<Mv>,
        out: &mut dyn Write,
    ) -> Result<(), Failure>;

    /// Gives the answer of a search, whatever the game does wrong meanwhile. Called once for each that
    /// was begun; the session still has the position that was searched.
    fn done(
        &mut self,
        session: &mut Session,
        answer: Answer,
        out: &mut dyn Write,
    ) -> Result<(), Failure>;

    /// Tells that something went wrong: a line that was too long, a panic in the game's code.
    fn trouble(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure>;
}

/// Speaks with whoever is at the other end until one side takes its leave. The end of the input
/// stops a search, whose answer is still given.
///
/// # Errors
/// If the input cannot be read, or the output cannot be written; a search is stopped then.
pub(crate) fn converse(
    session: &mut Session,
    face: &mut dyn Face,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<Verdict, Failure> {
    let lines = reader::read(input)?;
    loop {
        let mut next = Next::Stay;
        let done = select! {
            recv(lines) -> input => match input {
                Ok(Input::Line(line)) => face.command(session, &line, out).map(|then| next = then),
                Ok(Input::TooLong) => face.trouble("a line was too long, and was skipped", out),
                Ok(Input::Failed(error)) => {
                    let error = plain(&error);
                    return Err(Failure::System { what: "to read the input", error });
                }
                Err(_) => {
                    next = Next::Leave;
                    Ok(())
                }
            },
            recv(session.news()) -> progress => match progress {
                Ok(progress) => {
                    session.heed(&progress);
                    face.progress(session, &progress, out)
                }
                // The search has ended, or will not be heard of again: its result tells.
                Err(_) => {
                    let home = session.home().recv().ok();
                    let conclusion = session.welcome(home);
                    tell(session, face, conclusion, out)
                }
            },
            recv(session.home()) -> home => {
                let conclusion = session.welcome(home.ok());
                tell(session, face, conclusion, out)
            }
        };
        unless_cut_off(face, done, out)?;
        if next == Next::Leave {
            settle(session, face, out)?;
            return Ok(Verdict::Fine);
        }
    }
}

/// Ends the search that runs, if one does, and has the face give its answer.
pub(crate) fn settle(
    session: &mut Session,
    face: &mut dyn Face,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let conclusion = session.conclude();
    tell(session, face, conclusion, out)
}

/// Tells how a search ended. What the game does wrong costs the last news, not the answer, nor what
/// comes after it.
fn tell(
    session: &mut Session,
    face: &mut dyn Face,
    conclusion: Conclusion,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for progress in &conclusion.news {
        let told = face.progress(session, progress, out);
        unless_cut_off(face, told, out)?;
    }
    let Some(answer) = conclusion.answer else { return Ok(()) };
    let done = face.done(session, answer, out);
    unless_cut_off(face, done, out)
}

/// Tells what went wrong, and goes on, unless nobody can be told any more.
fn unless_cut_off(
    face: &mut dyn Face,
    done: Result<(), Failure>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match done {
        Err(error) if !matches!(error, Failure::Output(_)) => face.trouble(&error.to_string(), out),
        done => done,
    }
}

/// What the game has answered, or `None` once it is told what it did wrong.
fn heard<T>(
    face: &mut dyn Face,
    answer: Result<T, DoorError>,
    out: &mut dyn Write,
) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) => face.trouble(&error.to_string(), out).map(|()| None),
    }
}

/// Writes a line that somebody waits for, in one piece: two half lines never mix.
pub(crate) fn say(out: &mut dyn Write, text: impl Display) -> Result<(), Failure> {
    let line = format!("{text}\n");
    out.write_all(line.as_bytes())?;
    Ok(out.flush()?)
}

/// How much of a message is told, in characters: it may quote what came in.
const TOLD: usize = 300;

/// A message as one line of decent length, whatever it quotes.
pub(crate) fn in_one_line(message: &str) -> String {
    let told: String = message.chars().take(TOLD).collect();
    printable(&told)
}

/// A text of the game or of the other side, without what would end a line.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

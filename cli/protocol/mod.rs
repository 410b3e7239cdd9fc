//! Protocols by which other programs speak with the engine, over standard input and output.
//!
//! A protocol is a thin [`Face`] over a [`Session`], which knows the game, the engine and the search
//! that runs. [`converse`] drives a face: it waits for commands, for news of the search and for its
//! end at the same time, so a face only has to translate. Whatever a face writes goes out at once.

mod clock;
mod course;
mod nboard;
mod reader;
mod session;
mod ugi;

use std::fmt::Display;
use std::io::{self, Read, Write};

use crossbeam::select;
use plyglot_games::catalogue::{Catalogue, CatalogueError, Setup, Visitor};
use plyglot_search::{Describe, Knowledge, Progress};

use crate::args::{Power, ProtocolArgs};
use crate::errors::{Failure, Verdict, plain};
use crate::protocol::nboard::NBoard;
use crate::protocol::reader::Input;
use crate::protocol::session::Conclusion;
use crate::protocol::ugi::Ugi;

pub(crate) use crate::protocol::course::{Course, Ending};
pub(crate) use crate::protocol::session::{Answer, Order, Session, guarded};

/// `ugi`: speaks UGI about a game until the other side takes its leave.
pub(crate) fn ugi<C: Catalogue>(catalogue: &C, args: &ProtocolArgs) -> Result<Verdict, Failure> {
    catalogue.with(&args.game, SpeakUgi { args })?
}

struct SpeakUgi<'a> {
    args: &'a ProtocolArgs,
}

impl Visitor for SpeakUgi<'_> {
    type Output = Result<Verdict, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let mut session = Session::new(setup, &self.args.power.config())?;
        converse(&mut session, &mut Ugi::default(), io::stdin(), &mut io::stdout())
    }
}

/// `nboard`: speaks NBoard about Othello until the other side takes its leave.
pub(crate) fn nboard<C: Catalogue>(catalogue: &C, power: &Power) -> Result<Verdict, Failure> {
    catalogue.with("othello", SpeakNBoard { power }).map_err(|error| match error {
        CatalogueError::UnknownGame { .. } => {
            Failure::Usage(format!("nboard is a protocol for Othello, but {error}"))
        }
        other => other.into(),
    })?
}

struct SpeakNBoard<'a> {
    power: &'a Power,
}

impl Visitor for SpeakNBoard<'_> {
    type Output = Result<Verdict, Failure>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let mut face = NBoard::new(setup.start.clone());
        let mut session = Session::new(setup, &self.power.config())?;
        converse(&mut session, &mut face, io::stdin(), &mut io::stdout())
    }
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It does.
    Stay,
    /// The other side takes its leave.
    Leave,
}

/// A protocol: how commands read, and what is said to what happens.
pub(crate) trait Face<G: Describe, K: Knowledge<G>> {
    /// Does what a line asks for; it is trimmed, and may be empty. Whoever changes the session ends
    /// the search first ([`settle`]).
    fn command(
        &mut self,
        session: &mut Session<G, K>,
        line: &str,
        out: &mut dyn Write,
    ) -> Result<Next, Failure>;

    /// Tells what the running search has found.
    fn progress(
        &mut self,
        session: &Session<G, K>,
        progress: &Progress<G::Move>,
        out: &mut dyn Write,
    ) -> Result<(), Failure>;

    /// Gives the answer of a search. Called once for each that was begun; the session still has the
    /// position that was searched.
    fn done(
        &mut self,
        session: &mut Session<G, K>,
        answer: Answer<G::Move>,
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
pub(crate) fn converse<G: Describe, K: Knowledge<G>, F: Face<G, K>>(
    session: &mut Session<G, K>,
    face: &mut F,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> Result<Verdict, Failure> {
    let lines = reader::read(input)?;
    loop {
        let mut next = Next::Stay;
        // What a panic in the game's code leaves undone is told, and the conversation goes on.
        let done = select! {
            recv(lines) -> input => match input {
                Ok(Input::Line(line)) => guarded(|| {
                    next = face.command(session, &line, out)?;
                    Ok(())
                }),
                Ok(Input::TooLong) => Ok(face.trouble("a line was too long, and was skipped", out)),
                Ok(Input::Failed(error)) => {
                    let error = plain(&error);
                    return Err(Failure::System { what: "to read the input", error });
                }
                Err(_) => {
                    next = Next::Leave;
                    Ok(Ok(()))
                }
            },
            recv(session.news()) -> progress => match progress {
                Ok(progress) => {
                    session.heed(&progress);
                    guarded(|| face.progress(session, &progress, out))
                }
                // The search has ended, or will not be heard of again: its result tells.
                Err(_) => {
                    let home = session.home().recv().ok();
                    let conclusion = session.welcome(home);
                    guarded(|| tell(session, face, conclusion, out))
                }
            },
            recv(session.home()) -> home => {
                let conclusion = session.welcome(home.ok());
                guarded(|| tell(session, face, conclusion, out))
            }
        };
        done.unwrap_or_else(|panic| face.trouble(&panic, out))?;
        if next == Next::Leave {
            settle(session, face, out)?;
            return Ok(Verdict::Fine);
        }
    }
}

/// Ends the search that runs, if one does, and has the face give its answer.
pub(crate) fn settle<G: Describe, K: Knowledge<G>, F: Face<G, K>>(
    session: &mut Session<G, K>,
    face: &mut F,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let conclusion = session.conclude();
    tell(session, face, conclusion, out)
}

/// Tells how a search ended. A panic in the game's code costs the last news, not the answer.
fn tell<G: Describe, K: Knowledge<G>, F: Face<G, K>>(
    session: &mut Session<G, K>,
    face: &mut F,
    conclusion: Conclusion<G::Move>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for progress in &conclusion.news {
        let told = guarded(|| face.progress(session, progress, out));
        told.unwrap_or_else(|panic| face.trouble(&panic, out))?;
    }
    conclusion.answer.map_or(Ok(()), |answer| face.done(session, answer, out))
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
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    message.chars().take(TOLD).map(plain).collect()
}

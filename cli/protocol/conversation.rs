//! The conversation with the program at the other end: commands, what the search has found, and its end,
//! whichever comes first. A [`Protocol`] only translates.

use std::fmt::Display;
use std::io::{Read, Write};
use std::time::Duration;

use crossbeam::channel::{Receiver, after, never};
use crossbeam::select;
use plyglot_open::{DoorError, Figures, Mv, News, Progress};

use crate::errors::{ExitStatus, Failure, plain};
use crate::protocol::outlet::Outlet;
use crate::protocol::reader::{self, Input};
use crate::protocol::session::{SearchEnd, SearchResult, Session};

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It does.
    Continue,
    /// The other side ends it.
    Quit,
}

/// A protocol: how commands are written, and what is answered. An error of the game ([`DoorError`]) may be
/// returned as a failure: it is reported to the other side, and the conversation goes on.
pub(crate) trait Protocol {
    /// Does what a line asks for; it is trimmed, and may be empty. A command that changes the session
    /// ends the search first ([`end_search`]).
    fn command(
        &mut self,
        session: &mut Session,
        line: &str,
        out: &mut dyn Write,
    ) -> Result<Next, Failure>;

    /// Reports what the running search has found.
    fn progress(
        &mut self,
        session: &Session,
        progress: &Progress<Mv>,
        out: &mut dyn Write,
    ) -> Result<(), Failure>;

    /// Reports what the running search is working on. Called about once a second.
    fn figures(
        &mut self,
        session: &Session,
        figures: &Figures,
        out: &mut dyn Write,
    ) -> Result<(), Failure>;

    /// Reports what is done beside searches, a line for people.
    fn said(&mut self, line: &str, out: &mut dyn Write) -> Result<(), Failure>;

    /// Answers with the result of a search, whatever the game does wrong meanwhile. Called once for each
    /// search that was begun; the session still has the position that was searched.
    fn search_ended(
        &mut self,
        session: &mut Session,
        result: SearchResult,
        out: &mut dyn Write,
    ) -> Result<(), Failure>;

    /// Reports that something went wrong: a line that was too long, a panic in the game's code.
    fn error(&mut self, message: &str, out: &mut dyn Write) -> Result<(), Failure>;
}

/// How often is looked whether there is room for another answer.
const LOOK: Duration = Duration::from_millis(20);

/// Speaks with the program at the other end until one side ends the conversation. The end of the input
/// stops a search, whose result is still sent.
///
/// # Errors
/// If the input cannot be read, or the output cannot be written or is not read; a search is stopped then.
pub(crate) fn converse(
    session: &mut Session,
    protocol: &mut dyn Protocol,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> Result<ExitStatus, Failure> {
    let lines = reader::read(input)?;
    let outlet = Outlet::open(out)?;
    let ended = listen(session, protocol, &lines, &outlet);
    // A failure may leave a search behind, whose result is not wanted any more.
    session.stop();
    outlet.close().and(ended)
}

/// [`converse`] until nothing more is to be said.
fn listen(
    session: &mut Session,
    protocol: &mut dyn Protocol,
    lines: &Receiver<Input>,
    outlet: &Outlet,
) -> Result<ExitStatus, Failure> {
    let (out, reports) = (&mut outlet.answers(), &mut outlet.reports());
    let (nothing, always) = (never(), never());
    loop {
        let (lines, room) =
            if outlet.has_room()? { (lines, always.clone()) } else { (&nothing, after(LOOK)) };
        let mut next = Next::Continue;
        let done = select! {
            recv(lines) -> input => match input {
                Ok(Input::Line(line)) => protocol.command(session, &line, out).map(|then| next = then),
                Ok(Input::TooLong) => protocol.error("a line was too long, and was skipped", out),
                Ok(Input::Failed(error)) => {
                    let error = plain(&error);
                    return Err(Failure::System { what: "to read the input", error });
                }
                Err(_) => {
                    next = Next::Quit;
                    Ok(())
                }
            },
            recv(session.news()) -> news => match news {
                Ok(News::Progress(progress)) => protocol.progress(session, &progress, reports),
                // The end, which nothing can follow; ticks are this conversation's own.
                Ok(News::Ended | News::Tick(_)) | Err(_) => {
                    let result = session.take_result();
                    let end = SearchEnd { progress: Vec::new(), result };
                    report_end(session, protocol, end, out)
                }
            },
            recv(session.ticks()) -> _ => match session.figures() {
                Some(figures) => protocol.figures(session, &figures, reports),
                None => Ok(()),
            },
            recv(session.lines()) -> line => match line {
                Ok(line) => protocol.said(&line, out),
                Err(_) => {
                    session.end_work(false);
                    Ok(())
                }
            },
            recv(room) -> _ => Ok(()),
            // Nothing more can be written: why is what closing says.
            recv(outlet.ended()) -> _ => return Ok(ExitStatus::Success),
        };
        report_error(protocol, done, out)?;
        if next == Next::Quit {
            end_work(session, protocol, true, out)?;
            end_search(session, protocol, out)?;
            return Ok(ExitStatus::Success);
        }
    }
}

/// Ends what runs beside searches, if something does, and has the protocol say what it said last.
fn end_work(
    session: &mut Session,
    protocol: &mut dyn Protocol,
    grace: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let said = session.end_work(grace);
    said.iter().try_for_each(|line| protocol.said(line, out))
}

/// Ends the search that runs, or what runs beside it, if one does, and has the protocol send its result.
pub(crate) fn end_search(
    session: &mut Session,
    protocol: &mut dyn Protocol,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    end_work(session, protocol, false, out)?;
    let end = session.stop();
    report_end(session, protocol, end, out)
}

/// Reports how a search ended. An error of the game costs the last progress, not the result, nor what
/// follows it.
pub(crate) fn report_end(
    session: &mut Session,
    protocol: &mut dyn Protocol,
    end: SearchEnd,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for progress in &end.progress {
        let written = protocol.progress(session, progress, out);
        report_error(protocol, written, out)?;
    }
    let Some(result) = end.result else { return Ok(()) };
    let written = protocol.search_ended(session, result, out);
    report_error(protocol, written, out)
}

/// Reports what went wrong and goes on, unless the output itself cannot be written.
fn report_error(
    protocol: &mut dyn Protocol,
    done: Result<(), Failure>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match done {
        Err(error) if !matches!(error, Failure::Output(_)) => {
            protocol.error(&error.to_string(), out)
        }
        done => done,
    }
}

/// What the game has returned, or `None` once its error is reported.
pub(crate) fn or_report<T>(
    protocol: &mut dyn Protocol,
    returned: Result<T, DoorError>,
    out: &mut dyn Write,
) -> Result<Option<T>, Failure> {
    match returned {
        Ok(returned) => Ok(Some(returned)),
        Err(error) => protocol.error(&error.to_string(), out).map(|()| None),
    }
}

/// Writes a line that the other side waits for, in one piece: two half lines never mix.
pub(crate) fn write_line(out: &mut dyn Write, text: impl Display) -> Result<(), Failure> {
    let line = format!("{text}\n");
    out.write_all(line.as_bytes())?;
    Ok(out.flush()?)
}

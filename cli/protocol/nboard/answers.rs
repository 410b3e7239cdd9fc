//! What is said when a search has ended.

use std::io::Write;

use plyglot_search::{Describe, Ended, Knowledge, Report};

use super::{NBoard, Task, tell};
use crate::errors::Failure;
use crate::protocol::{Answer, Session, guarded, in_one_line, say};

/// The move that is answered where there is none: the game is over.
const NO_MOVE: &str = "PA";

impl<G: Describe> NBoard<G> {
    /// Tells the lines that a search ended with.
    pub(super) fn tell<K: Knowledge<G>>(
        &self,
        session: &Session<G, K>,
        report: Option<&Report<G::Move>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Some(report) = report else { return Ok(()) };
        let game = session.course().game();
        for line in &report.lines {
            match guarded(|| tell::line(game, line)) {
                Ok(line) => line.map_or(Ok(()), |line| say(out, line))?,
                Err(panic) => status(out, &panic)?,
            }
        }
        say(out, tell::spent(report.nodes, report.elapsed))
    }

    /// Answers `go`.
    pub(super) fn choose<K: Knowledge<G>>(
        &self,
        session: &Session<G, K>,
        answer: &Answer<G::Move>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let game = session.course().game();
        let mv = answer.best.map(|mv| guarded(|| tell::written(game, mv)));
        let mv = match mv {
            Some(Ok(mv)) => mv,
            Some(Err(panic)) => {
                status(out, &panic)?;
                NO_MOVE.into()
            }
            None => NO_MOVE.into(),
        };
        match &answer.report {
            Ok(report) => {
                let eval = tell::eval(game, report.verdict.score);
                let time = report.elapsed.as_secs_f64();
                say(out, format_args!("=== {mv}/{eval}/{time:.2}"))
            }
            Err(_) => say(out, format_args!("=== {mv}")),
        }
    }

    /// Tells what a position of the game is worth, and goes on with the one before it.
    pub(super) fn evaluated<K: Knowledge<G>>(
        &mut self,
        session: &mut Session<G, K>,
        report: Option<Report<G::Move>>,
        (moves, last): (usize, bool),
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let failed = report.is_none();
        // What was cut short is no value of the position.
        let whole = report.filter(|report| report.ended != Ended::Stopped);
        if let Some(report) = &whole {
            let eval = tell::eval(session.course().game(), report.verdict.score);
            say(out, format_args!("analysis {moves} {eval}"))?;
        }
        match moves.checked_sub(1).filter(|_| whole.is_some() && !last) {
            Some(moves) => {
                session.set_course(self.played.after(moves));
                self.search(session, Task::Analyze { moves, last }, 1);
                Ok(())
            }
            None => {
                session.set_course(self.played.after(self.played.len()));
                // The words of an error stay where people can read them.
                if failed { Ok(()) } else { idle(out) }
            }
        }
    }
}

/// Sets the line of text that the other side shows.
pub(super) fn status(out: &mut dyn Write, message: &str) -> Result<(), Failure> {
    say(out, format_args!("status {}", in_one_line(message)))
}

/// Tells that nothing is being thought about.
pub(super) fn idle(out: &mut dyn Write) -> Result<(), Failure> {
    status(out, "plyglot is waiting")
}

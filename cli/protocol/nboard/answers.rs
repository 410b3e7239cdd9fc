//! What is said when a search has ended.

use std::io::Write;

use plyglot_open::{Mv, Position};
use plyglot_search::{Ended, Report};

use super::{NBoard, Task, tell};
use crate::errors::Failure;
use crate::protocol::{Answer, Session, heard, in_one_line, say};

/// The move that is answered where there is none: the game is over.
const NO_MOVE: &str = "PA";

impl NBoard {
    /// Tells the lines that a search ended with.
    pub(super) fn tell(
        &mut self,
        session: &Session,
        report: Option<&Report<Mv>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Some(report) = report else { return Ok(()) };
        for line in &report.lines {
            let line = heard(self, tell::line(session.position(), line), out)?.flatten();
            line.map_or(Ok(()), |line| say(out, line))?;
        }
        say(out, tell::spent(report.nodes, report.elapsed))
    }

    /// Answers `go`.
    pub(super) fn choose(
        &mut self,
        session: &Session,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let position = session.position();
        let mv = answer.best.map(|mv| tell::written(position, mv)).transpose();
        let mv = heard(self, mv, out)?.flatten().unwrap_or_else(|| NO_MOVE.into());
        if let Ok(report) = &answer.report
            && let Some(eval) = heard(self, tell::eval(position, report.verdict.score), out)?
        {
            let time = report.elapsed.as_secs_f64();
            return say(out, format_args!("=== {mv}/{eval}/{time:.2}"));
        }
        say(out, format_args!("=== {mv}"))
    }

    /// Tells what a position of the game is worth, and goes on with the one before it; at the end, the
    /// game stands where it stood.
    pub(super) fn evaluated(
        &mut self,
        session: &mut Session,
        report: Option<Report<Mv>>,
        (game, last): (Position, bool),
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let moves = session.position().plies();
        // What was cut short is no value of the position.
        let whole = report.as_ref().filter(|report| report.ended != Ended::Stopped);
        let eval = whole.map(|report| tell::eval(session.position(), report.verdict.score));
        let (is_whole, failed) = match eval {
            Some(eval) => match heard(self, eval, out)? {
                Some(eval) => {
                    say(out, format_args!("analysis {moves} {eval}"))?;
                    (true, false)
                }
                None => (false, true),
            },
            None => (false, report.is_none()),
        };
        match moves.checked_sub(1).filter(|_| is_whole && !last) {
            Some(moves) => {
                session.set_position(game.after_plies(moves));
                self.search(session, Task::Analyze { game, last }, 1);
                Ok(())
            }
            None => {
                session.set_position(game);
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

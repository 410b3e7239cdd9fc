//! The answers when a search has ended.

use std::io::Write;

use plyglot_open::{Mv, Position};
use plyglot_search::{Ended, Report};

use super::{NBoard, Purpose, lines};
use crate::errors::Failure;
use crate::protocol::conversation::{or_report, write_line};
use crate::protocol::session::{SearchResult, Session};
use crate::protocol::text::in_one_line;

/// The move of an answer where the game is over.
const NO_MOVE: &str = "PA";

impl NBoard {
    /// Reports the lines that a search ended with.
    pub(super) fn report_lines(
        &mut self,
        session: &Session,
        report: Option<&Report<Mv>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Some(report) = report else { return Ok(()) };
        for line in &report.lines {
            let line = or_report(self, lines::line(session.position(), line), out)?.flatten();
            line.map_or(Ok(()), |line| write_line(out, line))?;
        }
        write_line(out, lines::spent(report.nodes, report.elapsed))
    }

    /// Answers `go`.
    pub(super) fn answer_go(
        &mut self,
        session: &Session,
        result: &SearchResult,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let position = session.position();
        let mv = result.best.map(|mv| lines::move_text(position, mv)).transpose();
        let mv = or_report(self, mv, out)?.flatten().unwrap_or_else(|| NO_MOVE.into());
        if let Ok(report) = &result.report
            && let Some(eval) = or_report(self, lines::eval(position, report.verdict), out)?
        {
            let time = report.elapsed.as_secs_f64();
            return write_line(out, format_args!("=== {mv}/{eval}/{time:.2}"));
        }
        write_line(out, format_args!("=== {mv}"))
    }

    /// Reports the value of a position of the game, and goes on with the one before it; at the end, the
    /// session is back at the last position of the game.
    pub(super) fn report_value(
        &mut self,
        session: &mut Session,
        report: Option<Report<Mv>>,
        (game, last): (Position, bool),
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let moves = session.position().plies();
        // A search that was stopped has not found the position's value.
        let whole = report.as_ref().filter(|report| report.ended != Ended::Stopped);
        let eval = whole.map(|report| lines::eval(session.position(), report.verdict));
        let (is_whole, failed) = match eval {
            Some(eval) => match or_report(self, eval, out)? {
                Some(eval) => {
                    write_line(out, format_args!("analysis {moves} {eval}"))?;
                    (true, false)
                }
                None => (false, true),
            },
            None => (false, report.is_none()),
        };
        match moves.checked_sub(1).filter(|_| is_whole && !last) {
            Some(moves) => {
                session.set_position(game.after_plies(moves));
                self.search(session, Purpose::Analyze { game, last }, 1);
                Ok(())
            }
            None => {
                session.set_position(game);
                // An error message stays where people can read it.
                if failed { Ok(()) } else { self.idle(out) }
            }
        }
    }
}

/// Sets the line of text that the other side shows.
pub(super) fn status(out: &mut dyn Write, message: &str) -> Result<(), Failure> {
    write_line(out, format_args!("status {}", in_one_line(message)))
}

impl NBoard {
    /// Reports that no search runs.
    pub(super) fn idle(&self, out: &mut dyn Write) -> Result<(), Failure> {
        status(out, &format!("{} is waiting", self.name))
    }
}

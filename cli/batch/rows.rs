//! One line of output for each position: a row for people, an object for programs.

use plyglot_open::{DoorError, Facts, KnownAnswer, Mv, Report};

use crate::args::Search;
use crate::batch::check::Answer;
use crate::batch::spread::Job;
use crate::errors::Failure;
use crate::json::{self, About, JsonAnswer, Object};
use crate::output::Output;
use crate::{format, render};

/// Where the results of a file go.
pub(crate) struct Sink<'a> {
    search: &'a Search,
    game: &'a str,
    output: Output,
}

impl<'a> Sink<'a> {
    /// Begins the output.
    pub(crate) fn new(search: &'a Search, facts: &'a Facts) -> Result<Self, Failure> {
        let mut output = Output::new();
        if !search.json {
            output.line(format_args!(
                "{}: scores are in {}, from the point of view of the side to move\n",
                facts.name,
                facts.unit_name()
            ))?;
            output.live_line(format_args!(
                "{:>5} {:>12} {:8} {:6} {:>6} {:5} {:>5} {:>13} {:>9}",
                "line",
                "score",
                "",
                "move",
                "known",
                "",
                "depth",
                "nodes",
                if search.turn().is_some() { "virtual" } else { "time" }
            ))?;
        }
        Ok(Sink { search, game: &facts.name, output })
    }

    /// A position's result.
    pub(crate) fn result(
        &mut self,
        job: &Job,
        report: &Report<Mv>,
        answer: Answer,
    ) -> Result<(), Failure> {
        let text = if self.search.json {
            self.object(job, report, answer)?
        } else {
            row(job, report, answer)?
        };
        // A long search is worth showing at once; thousands of short ones are not worth a system
        // call each.
        if report.elapsed.as_millis() > 0 {
            self.output.live_line(text)?;
        } else {
            self.output.line(text)?;
        }
        Ok(())
    }

    /// A line that has no result. People read of it on standard error.
    pub(crate) fn error(&mut self, number: usize, message: &str) -> Result<(), Failure> {
        if self.search.json {
            let error = Object::Error { game: self.game, source_line: Some(number), message };
            self.output.line(json::text(&error))?;
        }
        Ok(())
    }

    /// Everything a person sees after the rows.
    pub(crate) fn finish(mut self, summary: &str) -> Result<(), Failure> {
        if !self.search.json {
            self.output.line(format_args!("\n{summary}"))?;
        }
        Ok(self.output.finish()?)
    }

    fn object(&self, job: &Job, report: &Report<Mv>, answer: Answer) -> Result<String, DoorError> {
        let Job { position, known, .. } = job;
        let answer = |known: &KnownAnswer<Mv>| -> Result<JsonAnswer, DoorError> {
            let best_moves = known.best.iter().map(|&mv| position.move_text(mv));
            let best_moves = best_moves.collect::<Result<_, _>>()?;
            Ok(JsonAnswer { value: known.value, best_moves, right: answer.right() })
        };
        let answer = known.as_ref().map(answer).transpose()?;
        let (text, source_line, turn) = (position.text()?, Some(job.number), self.search.turn());
        let about = About { game: self.game, position: &text, source_line, turn };
        Ok(json::text(&json::result(about, position, report, self.search.lines > 1, answer)?))
    }
}

fn row(job: &Job, report: &Report<Mv>, answer: Answer) -> Result<String, DoorError> {
    let Job { position, known, .. } = job;
    let verdict = report.verdict;
    let best = report.best_move().map_or_else(|| Ok("-".into()), |mv| position.move_text(mv))?;
    let known = known.as_ref().map_or_else(String::new, |known| format!("{:+}", known.value));
    Ok(format!(
        "{:>5} {:>12} {:8} {best:6} {known:>6} {:5} {:>5} {:>13} {:>9}",
        job.number,
        position.verdict_text(&verdict)?,
        render::trust(verdict),
        answer.word(),
        report.lines.first().map_or(0, |line| line.depth),
        format::grouped(report.nodes),
        format::time(report.elapsed),
    ))
}

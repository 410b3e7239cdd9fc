//! One line of output for each position: a row for people, an object for programs.

use plyglot_search::{Describe, Report};

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
    name: &'a str,
    output: Output,
}

impl<'a> Sink<'a> {
    /// Begins the output.
    pub(crate) fn new<G: Describe>(search: &'a Search, name: &'a str) -> Result<Self, Failure> {
        let mut output = Output::new();
        if !search.json {
            output.line(format_args!(
                "{name}: scores are in {}, from the point of view of the side to move\n",
                render::unit::<G>()
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
        Ok(Sink { search, name, output })
    }

    /// A position's result.
    pub(crate) fn result<G: Describe>(
        &mut self,
        job: &Job<G>,
        report: &Report<G::Move>,
        answer: Answer,
    ) -> Result<(), Failure> {
        let text = if self.search.json {
            self.object(job, report, answer)
        } else {
            row(job, report, answer)
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
            let error = Object::Error { game: self.name, source_line: Some(number), message };
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

    fn object<G: Describe>(
        &self,
        job: &Job<G>,
        report: &Report<G::Move>,
        answer: Answer,
    ) -> String {
        let position = job.game.text();
        let source_line = Some(job.number);
        let turn = self.search.turn();
        let about = About { game: self.name, position: &position, source_line, turn };
        let answer = job.known.as_ref().map(|known| JsonAnswer {
            value: known.value,
            best_moves: known.best.iter().map(|&mv| job.game.notation(mv)).collect(),
            right: answer.right(),
        });
        json::text(&json::result(about, &job.game, report, self.search.lines > 1, answer))
    }
}

fn row<G: Describe>(job: &Job<G>, report: &Report<G::Move>, answer: Answer) -> String {
    let verdict = report.verdict;
    let best = report.best_move().map_or_else(|| "-".into(), |mv| job.game.notation(mv));
    let known = job.known.as_ref().map_or_else(String::new, |known| format!("{:+}", known.value));
    format!(
        "{:>5} {:>12} {:8} {best:6} {known:>6} {:5} {:>5} {:>13} {:>9}",
        job.number,
        verdict.text(&job.game),
        render::trust(verdict),
        answer.word(),
        report.lines.first().map_or(0, |line| line.depth),
        format::grouped(report.nodes),
        format::time(report.elapsed),
    )
}

//! Searches as objects for other programs: one a line, or those of a file as rows of CSV.

use std::time::Duration;

use plyglot_open::{DoorError, Facts, Limits, Mv, News, Position, Report};
use plyglot_search::Bounds;
use plyglot_serve::farm::shard::Header;
use plyglot_wire::{Answer, Error, Info, ProvenBetween, object};
use serde::Serialize;

use crate::analyze::csv;
use crate::analyze::tally::Tally;
use crate::analyze::view::{FileError, FileResult, SearchView};
use crate::args::Search;
use crate::errors::{Failure, note};
use crate::output::study::OutputFormat;
use crate::output::{Output, words};

/// Shows searches to other programs.
pub(crate) struct ObjectView<'a> {
    search: &'a Search,
    game: &'a str,
    output: Output,
}

impl<'a> ObjectView<'a> {
    /// On standard output.
    pub(crate) fn new(search: &'a Search, facts: &'a Facts) -> Self {
        ObjectView { search, game: &facts.name, output: Output::new() }
    }

    fn result(&self, position: &Position, report: &Report<Mv>) -> Result<Info, DoorError> {
        let info = Info::of_report(position, report, self.search.lines > 1)?;
        Ok(info.in_turns(self.search.turn()))
    }

    /// Writes what is said of a line of a file.
    fn of_file(&mut self, kind: &str, said: &impl Serialize) -> Result<(), Failure> {
        let text = match self.search.format {
            OutputFormat::Csv => csv::rows(said)?,
            _ => object(kind, said),
        };
        Ok(self.output.object(text)?)
    }
}

impl SearchView for ObjectView<'_> {
    fn search_begins(
        &mut self,
        _: &Position,
        _: Option<&Position>,
        _: &Limits<Mv>,
    ) -> Result<(), Failure> {
        words::announce_table(self.search.config.hash_bytes);
        Ok(())
    }

    fn news(&mut self, position: &Position, news: &News) -> Result<(), Failure> {
        let News::Progress(progress) = news else { return Ok(()) };
        let info = Info::of_progress(position, progress, self.search.config.threads)?;
        Ok(self.output.live_object(object("info", &info.in_turns(self.search.turn())))?)
    }

    fn search_ended(
        &mut self,
        position: &Position,
        report: &Report<Mv>,
        proven: Bounds,
    ) -> Result<(), Failure> {
        let mut info = self.result(position, report)?;
        if self.search.solve && !report.verdict.is_exact() {
            info.proven_between = Some(ProvenBetween::new(position, proven)?);
        }
        Ok(self.output.object(object("result", &info))?)
    }

    fn file_begins(&mut self, part: Option<&Header>) -> Result<(), Failure> {
        match (self.search.format, part) {
            (OutputFormat::Csv, _) => self.output.live_object(csv::head()?)?,
            (_, Some(part)) => self.output.live_object(object("shard", part))?,
            (_, None) => {}
        }
        Ok(())
    }

    fn file_result(&mut self, result: &FileResult<'_>) -> Result<(), Failure> {
        let &FileResult { source, position, known, report, agreement } = result;
        let mut info = self.result(position, report)?;
        info.source = Some(source).into();
        info.answer = known.map(|known| Answer::new(position, known, agreement)).transpose()?;
        self.of_file("result", &info)?;
        Ok(self.output.after(report.elapsed)?)
    }

    fn file_error(&mut self, error: &FileError<'_>) -> Result<(), Failure> {
        self.of_file("error", &Error::in_line(self.game, error.source, error.message))
    }

    fn file_ended(&mut self, tally: &Tally, wall: Duration) -> Result<(), Failure> {
        self.output.flush()?;
        note(&tally.counts(Some(wall)));
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.output.flush()?)
    }
}

//! Searches as objects, one a line, for other programs.

use std::time::Duration;

use plyglot_open::{DoorError, Facts, Limits, Mv, News, Position, Report};
use plyglot_search::Bounds;
use plyglot_serve::farm::shard::Header;
use plyglot_wire::{Answer, Error, Info, ProvenBetween, object};

use crate::analyze::tally::Tally;
use crate::analyze::view::{FileError, FileResult, SearchView};
use crate::args::Search;
use crate::errors::{Failure, note};
use crate::output::{Output, words};

/// Shows searches to other programs.
pub(crate) struct JsonView<'a> {
    search: &'a Search,
    game: &'a str,
    output: Output,
}

impl<'a> JsonView<'a> {
    /// On standard output.
    pub(crate) fn new(search: &'a Search, facts: &'a Facts) -> Self {
        JsonView { search, game: &facts.name, output: Output::new() }
    }

    fn result(&self, position: &Position, report: &Report<Mv>) -> Result<Info, DoorError> {
        let info = Info::of_report(position, report, self.search.lines > 1)?;
        Ok(info.in_turns(self.search.turn()))
    }

    /// The result of a line of a file.
    pub(crate) fn of_file(&self, result: &FileResult<'_>) -> Result<Info, DoorError> {
        let &FileResult { source, position, known, report, agreement } = result;
        let mut info = self.result(position, report)?;
        info.source = Some(source).into();
        info.answer = known.map(|known| Answer::new(position, known, agreement)).transpose()?;
        Ok(info)
    }
}

impl SearchView for JsonView<'_> {
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
        part.map_or(Ok(()), |part| Ok(self.output.live_object(object("shard", part))?))
    }

    fn file_result(&mut self, result: &FileResult<'_>) -> Result<(), Failure> {
        self.output.object(object("result", &self.of_file(result)?))?;
        Ok(self.output.after(result.report.elapsed)?)
    }

    fn file_error(&mut self, error: &FileError<'_>) -> Result<(), Failure> {
        Ok(self.output.object(Error::in_line(self.game, error.source, error.message).object())?)
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

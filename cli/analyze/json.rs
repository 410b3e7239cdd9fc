//! Searches as objects, one a line, for other programs.

use std::time::Duration;

use plyglot_open::{DoorError, Facts, KnownAnswer, Limits, Mv, News, Position, Report};
use plyglot_search::{Bounds, Meaning};
use plyglot_serve::farm::shard::Header;

use crate::analyze::agreement::Agreement;
use crate::analyze::tally::Tally;
use crate::analyze::view::{FileError, FileResult, SearchView};
use crate::args::Search;
use crate::errors::{Failure, note};
use crate::output::Output;
use crate::output::json::{About, ErrorFields, JsonAnswer, SearchFields, object};

/// Shows searches to other programs.
pub(crate) struct JsonView<'a> {
    search: &'a Search,
    game: &'a str,
    /// The position of the single search, as text.
    position: String,
    output: Output,
}

impl<'a> JsonView<'a> {
    /// On standard output.
    pub(crate) fn new(search: &'a Search, facts: &'a Facts) -> Self {
        JsonView { search, game: &facts.name, position: String::new(), output: Output::new() }
    }

    fn about<'b>(&'b self, position: &'b str, source_line: Option<usize>) -> About<'b> {
        About { game: self.game, position, source_line, turn: self.search.turn() }
    }
}

impl SearchView for JsonView<'_> {
    fn search_begins(
        &mut self,
        position: &Position,
        _: Option<&Position>,
        _: &Limits<Mv>,
    ) -> Result<(), Failure> {
        self.position = position.text()?;
        Ok(())
    }

    fn news(&mut self, position: &Position, news: &News) -> Result<(), Failure> {
        let News::Progress(progress) = news else { return Ok(()) };
        let (about, threads) = (self.about(&self.position, None), self.search.config.threads);
        let text = object("info", &SearchFields::of_progress(about, position, progress, threads)?);
        Ok(self.output.live_line(text)?)
    }

    fn search_ended(
        &mut self,
        position: &Position,
        report: &Report<Mv>,
        proven: Bounds,
    ) -> Result<(), Failure> {
        let (about, several) = (self.about(&self.position, None), self.search.lines > 1);
        let mut fields = SearchFields::of_report(about, position, report, several, None)?;
        if self.search.solve && !report.verdict.is_exact() {
            fields.prove(position, proven)?;
        }
        Ok(self.output.line(object("result", &fields))?)
    }

    fn file_begins(&mut self, part: Option<&Header>) -> Result<(), Failure> {
        part.map_or(Ok(()), |part| Ok(self.output.live_line(object("shard", part))?))
    }

    fn file_result(&mut self, result: &FileResult<'_>) -> Result<(), Failure> {
        let &FileResult { line, position, known, report, agreement } = result;
        let answer = known.map(|known| answer(position, known, agreement)).transpose()?;
        let text = position.text()?;
        let (about, several) = (self.about(&text, Some(line)), self.search.lines > 1);
        let fields = SearchFields::of_report(about, position, report, several, answer)?;
        Ok(self.output.result_line(object("result", &fields), report.elapsed)?)
    }

    fn file_error(&mut self, error: &FileError<'_>) -> Result<(), Failure> {
        let &FileError { line, message, .. } = error;
        let fields = ErrorFields { game: self.game, source_line: Some(line), message };
        Ok(self.output.line(object("error", &fields))?)
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

/// The answer in the file's line, and whether the result agrees with it.
fn answer(
    position: &Position,
    known: &KnownAnswer<Mv>,
    agreement: Agreement,
) -> Result<JsonAnswer, DoorError> {
    let texts = |moves: &[Mv]| -> Result<Vec<String>, DoorError> {
        moves.iter().map(|&mv| position.move_text(mv)).collect()
    };
    Ok(JsonAnswer {
        value: known.value,
        best_moves: texts(&known.best)?,
        avoid_moves: texts(&known.avoid)?,
        ends_in: known.ends.and_then(|score| match score.meaning() {
            Meaning::WinIn(plies) => Some(i64::from(plies)),
            Meaning::LossIn(plies) => Some(-i64::from(plies)),
            _ => None,
        }),
        right: agreement.right(),
    })
}

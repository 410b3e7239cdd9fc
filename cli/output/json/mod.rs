//! JSON, one object a line, for other programs. `docs/json.md` documents every field.
//!
//! Every object that the program writes is made by [`object`], so that each begins with its `type` and
//! the version of the fields, `schema`.

mod search;

use std::time::Duration;

use plyglot_open::{Facts, Limits, Mv, Position, Report};
use plyglot_search::Bounds;
use plyglot_serve::farm::shard::Header;
use serde::Serialize;

use crate::args::Search;
use crate::errors::{ExitStatus, Failure, note};
use crate::output::json::search::ErrorFields;
pub(crate) use crate::output::json::search::{About, JsonScore, SearchFields, milliseconds};
use crate::output::live::Event;
use crate::output::{FileError, FileResult, Output, SearchView, Tally};

/// The version of the fields. It is raised when a field is removed or changes its meaning; a new
/// field does not raise it, so readers should ignore fields that they do not know.
pub(crate) const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Object<'a, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    schema: u32,
    #[serde(flatten)]
    fields: &'a T,
}

/// An object of this `type` as one line of text.
pub(crate) fn object(kind: &str, fields: &impl Serialize) -> String {
    serde_json::to_string(&Object { kind, schema: SCHEMA, fields })
        .expect("these objects have only text keys")
}

/// Writes the error object for a command on `game` that could not go on, where JSON was asked for, and
/// passes on how it ended: programs that read the output need to know as well; people read the line on
/// standard error.
pub(crate) fn with_error_object(
    outcome: Result<ExitStatus, Failure>,
    json: bool,
    game: &str,
) -> Result<ExitStatus, Failure> {
    match &outcome {
        Err(failure) if json && !matches!(failure, Failure::Output(_)) => {
            let message = &failure.message();
            let mut output = Output::new();
            output.line(object("error", &ErrorFields { game, source_line: None, message }))?;
            output.flush()?;
        }
        _ => {}
    }
    outcome
}

/// The error object for a line of a file.
pub(crate) fn error_in_file(game: &str, line: usize, message: &str) -> String {
    object("error", &ErrorFields { game, source_line: Some(line), message })
}

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

    fn event(&mut self, position: &Position, event: Event<'_>) -> Result<(), Failure> {
        let Event::Progress(progress) = event else { return Ok(()) };
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
        let answer = known.map(|known| search::answer(position, known, agreement)).transpose()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Fields {
        share: f64,
        text: Option<&'static str>,
        #[serde(flatten)]
        more: More,
    }

    #[derive(Serialize)]
    struct More {
        count: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn: Option<u64>,
    }

    #[test]
    fn an_object_begins_with_its_type_and_the_schema() {
        let fields = Fields { share: 0.5, text: None, more: More { count: u64::MAX, turn: None } };
        assert_eq!(
            object("cell", &fields),
            "{\"type\":\"cell\",\"schema\":1,\"share\":0.5,\"text\":null,\"count\":18446744073709551615}"
        );
    }
}

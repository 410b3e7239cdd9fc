//! The results of a file as CSV, for tables and statistics: the fields of the objects of docs/json.md, a row for each line
//! of a search, in the file's order.
//!
//! The rows are read off the objects by the paths of their fields, so that nothing about a result is said here a second time.

use std::time::Duration;

use plyglot_open::{Facts, Limits, Mv, News, Position, Report};
use plyglot_search::Bounds;
use plyglot_serve::farm::shard::Header;
use plyglot_wire::Error;
use serde_json::Value;

use crate::analyze::json::JsonView;
use crate::analyze::tally::Tally;
use crate::analyze::view::{FileError, FileResult, SearchView};
use crate::args::Search;
use crate::errors::{Failure, note};
use crate::output::Output;

/// The columns: the name of each, and where in an object its field is.
const COLUMNS: [(&str, &str); 18] = [
    ("source_line", "/source_line"),
    ("source_game", "/source_game"),
    ("position", "/position"),
    ("line", "/line"),
    ("score", "/score/text"),
    ("kind", "/score/kind"),
    ("proven", "/score/proven"),
    ("value", "/score/value"),
    ("win_in", "/score/win_in"),
    ("expected", "/score/expected"),
    ("best_move", "/best_move"),
    ("pv", "/pv"),
    ("depth", "/depth"),
    ("nodes", "/nodes"),
    ("time_ms", "/time_ms"),
    ("ended", "/ended"),
    ("right", "/answer/right"),
    ("error", "/message"),
];

/// Shows the results of a file as rows.
pub(crate) struct CsvView<'a> {
    json: JsonView<'a>,
    game: &'a str,
    output: Output,
}

impl<'a> CsvView<'a> {
    /// On standard output.
    pub(crate) fn new(search: &'a Search, facts: &'a Facts) -> Self {
        CsvView { json: JsonView::new(search, facts), game: &facts.name, output: Output::new() }
    }

    fn row<T: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = T>) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Into memory nothing fails.
        let row = writer.write_record(cells).ok().and_then(|()| writer.into_inner().ok());
        let row = row.unwrap_or_default();
        Ok(self.output.object(String::from_utf8_lossy(&row).trim_end_matches('\n'))?)
    }

    fn rows(&mut self, object: &Value) -> Result<(), Failure> {
        let Some(lines) = object.get("lines").and_then(Value::as_array) else {
            return self.row(cells(object, object));
        };
        lines.iter().try_for_each(|line| self.row(cells(line, object)))
    }
}

/// The fields of a line; what is not one of its own is that of the whole object.
fn cells(line: &Value, object: &Value) -> Vec<String> {
    let field = |path: &str| line.pointer(path).or_else(|| object.pointer(path));
    COLUMNS.iter().map(|(_, path)| field(path).map_or_else(String::new, text)).collect()
}

fn text(field: &Value) -> String {
    match field {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(moves) => moves.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

impl SearchView for CsvView<'_> {
    fn search_begins(
        &mut self,
        _: &Position,
        _: Option<&Position>,
        _: &Limits<Mv>,
    ) -> Result<(), Failure> {
        Ok(())
    }

    fn news(&mut self, _: &Position, _: &News) -> Result<(), Failure> {
        Ok(())
    }

    /// Of a file alone there are rows.
    fn search_ended(&mut self, _: &Position, _: &Report<Mv>, _: Bounds) -> Result<(), Failure> {
        Ok(())
    }

    fn file_begins(&mut self, _: Option<&Header>) -> Result<(), Failure> {
        self.row(COLUMNS.map(|(name, _)| name))
    }

    fn file_result(&mut self, result: &FileResult<'_>) -> Result<(), Failure> {
        let info = self.json.of_file(result)?;
        self.rows(&serde_json::to_value(info).unwrap_or_default())?;
        Ok(self.output.after(result.report.elapsed)?)
    }

    fn file_error(&mut self, error: &FileError<'_>) -> Result<(), Failure> {
        let error = Error::in_line(self.game, error.source, error.message).object();
        self.rows(&serde_json::from_str(&error).unwrap_or_default())
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

//! Objects as rows of CSV, for tables and statistics: the fields of docs/json.md, a row for each line of a search.
//!
//! The rows are read off the objects by the paths of their fields, so that nothing about a result is said here a second time.

use serde::Serialize;
use serde_json::Value;

use crate::errors::Failure;

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

/// The names of the columns.
pub(super) fn head() -> Result<String, Failure> {
    written([COLUMNS.map(|(name, _)| name)])
}

/// The rows of an object: one for each of its `lines`, where what is not a field of the line is that of the object; one if
/// it has none.
pub(super) fn rows(object: &impl Serialize) -> Result<String, Failure> {
    let object = serde_json::to_value(object).map_err(failed)?;
    let lines = object.get("lines").and_then(Value::as_array);
    let lines = lines.map_or_else(|| std::slice::from_ref(&object), Vec::as_slice);
    written(lines.iter().map(|line| {
        let field = |path: &str| line.pointer(path).or_else(|| object.pointer(path));
        COLUMNS.map(|(_, path)| field(path).map_or_else(String::new, text))
    }))
}

fn text(field: &Value) -> String {
    match field {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(moves) => moves.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn written<T: AsRef<[u8]>>(
    rows: impl IntoIterator<Item = [T; COLUMNS.len()]>,
) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.into_iter().try_for_each(|row| writer.write_record(row)).map_err(failed)?;
    let text = writer.into_inner().map_err(failed)?;
    Ok(String::from_utf8_lossy(text.trim_ascii_end()).into_owned())
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::System { what: "CSV", error: error.to_string() }
}

//! JSON, one object a line, for other programs. `docs/json.md` documents every field.
//!
//! Every object that the program writes is made by [`object`], so that each begins with its `type` and
//! the version of the fields, `schema`.

mod search;

use serde::Serialize;

use crate::errors::{ExitStatus, Failure};
use crate::output::Output;
pub(crate) use crate::output::json::search::{
    About, ErrorFields, JsonAnswer, JsonScore, SearchFields, milliseconds,
};

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

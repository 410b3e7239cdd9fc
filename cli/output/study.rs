//! What a study has measured, in the format that was asked for. One trait behind the formats, as
//! `SearchView` of [`analyze`](crate::analyze) is for searches: a study only says what it has, once for each format.

use std::error::Error;

use crate::errors::Failure;
use crate::output::Output;

/// The formats of studies, and of the results of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Tables and sentences.
    Text,
    /// One object a line.
    Json,
    /// A head, and a row for each figure.
    Csv,
}

impl OutputFormat {
    /// The format that these options ask for; they exclude each other.
    pub(crate) fn of(json: bool, csv: bool) -> OutputFormat {
        match (json, csv) {
            (true, _) => OutputFormat::Json,
            (false, true) => OutputFormat::Csv,
            (false, false) => OutputFormat::Text,
        }
    }
}

/// A study that can be shown in every format.
pub(crate) trait StudyView {
    /// The parts from top to bottom, no wider than `width` columns if there is a limit.
    fn text(&self, width: Option<usize>) -> Vec<String>;

    /// The objects, one a line.
    fn json(&self) -> Vec<String>;

    /// Writes the rows.
    fn csv(&self, out: &mut Vec<u8>) -> Result<(), Box<dyn Error>>;
}

/// Prints a study.
pub(crate) fn print(study: &dyn StudyView, format: OutputFormat) -> Result<(), Failure> {
    let mut output = Output::new();
    match format {
        OutputFormat::Text => {
            study.text(output.width()).into_iter().try_for_each(|part| output.line(part))?;
        }
        OutputFormat::Json => {
            study.json().into_iter().try_for_each(|object| output.object(object))?;
        }
        OutputFormat::Csv => {
            let mut text = Vec::new();
            study
                .csv(&mut text)
                .map_err(|error| Failure::System { what: "CSV", error: error.to_string() })?;
            output.object(String::from_utf8_lossy(&text).trim_end())?;
        }
    }
    Ok(output.flush()?)
}

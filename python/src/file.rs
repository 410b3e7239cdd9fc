//! A file of positions and games, line by line.

use std::path::PathBuf;
use std::sync::Mutex;

use plyglot_open::{DoorError, Position as Behind};
use plyglot_wire::read::{self, FileError, LineError, Lines, Record, Source};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::exceptions::exception;
use crate::games::{self, Opened};
use crate::position::Position;
use crate::waiting::locked;

/// A line: where it is, what it is, and the names of its best moves.
type Row = (Source, Record, Vec<String>);

/// The lines of a file, one after the other.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct Records {
    game: Opened,
    kept: Option<Py<PyAny>>,
    start: Behind,
    lines: Mutex<Lines>,
}

/// Opens a file.
#[pyfunction]
pub(crate) fn records(game: &Bound<'_, PyAny>, path: PathBuf) -> PyResult<Records> {
    let (py, game) = (game.py(), games::opened(game, &[])?);
    let start = py.detach(|| game.open.start()).map_err(|error| game.error(py, error))?;
    let lines = py.detach(|| Lines::of_file(&path)).map_err(|error| of_file(py, error, &game))?;
    let lines = lines.of_games(&start);
    Ok(Records { kept: game.kept(py)?, game, start, lines: Mutex::new(lines) })
}

#[pymethods]
impl Records {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.kept)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// The fields of a `plyglot.Record`, by name.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let next = py.detach(|| self.next()).transpose();
        let Some((source, record, best)) = next.map_err(|error| of_file(py, error, &self.game))?
        else {
            return Ok(None);
        };
        let Record { at, known, tags, .. } = record;
        let fields = PyDict::new(py);
        fields.set_item("position", Position::new(py, self.game.clone(), at)?)?;
        fields.set_item("value", known.and_then(|known| known.value))?;
        fields.set_item("best", PyTuple::new(py, best)?)?;
        fields.set_item("line", source.line)?;
        fields.set_item("line_game", source.game)?;
        fields.set_item("tags", PyTuple::new(py, tags)?)?;
        Ok(Some(fields))
    }
}

impl Records {
    fn next(&self) -> Option<Result<Row, FileError>> {
        let mut lines = locked(&self.lines);
        let line = match lines.next()? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let source = line.source;
        let line = line.then(|text| {
            let record = read::record(&self.start, text)?;
            let best = record.known.iter().flat_map(|known| &known.best);
            let best = best.map(|&mv| record.at.move_text(mv)).collect::<Result<_, _>>()?;
            Ok((source, record, best))
        });
        Some(line.good(lines.path()))
    }
}

/// Why a file cannot be read on. An exception that a game written in Python has raised is raised again.
fn of_file(py: Python<'_>, error: FileError, game: &Opened) -> PyErr {
    match error {
        FileError::Unusable { path, error } => match error.raw_os_error() {
            Some(number) => PyOSError::new_err((number, plain(&error), path)),
            None => error.into(),
        },
        FileError::Line { error: LineError::Door(error), .. }
        | FileError::Unreadable { error: LineError::Door(error), .. }
            if !matches!(error, DoorError::Text(_)) =>
        {
            game.error(py, error)
        }
        wrong => exception(py, "InvalidPositionError", wrong.to_string()),
    }
}

/// The system's words without the number that Rust appends.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().into()
}

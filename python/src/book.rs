//! A book of `tree grow`: what it knows, and what an engine plays from.

use std::path::{Path, PathBuf};

use plyglot_open::Engine;
use plyglot_play::tree::TreeError;
use plyglot_play::tree::book::{self, Taste};
use plyglot_wire::object;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::exceptions::exception;
use crate::games::{self, Opened};
use crate::position::{self, Position};

/// A book, read from its file.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct Book {
    game: Opened,
    book: book::Book,
    path: PathBuf,
}

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (path, margin=0, seed=1, effort=0))]
    fn new(py: Python<'_>, path: PathBuf, margin: u32, seed: u64, effort: u64) -> PyResult<Book> {
        let raised = |error| raised(py, &path, error);
        let name = py.detach(|| book::Book::game_of(&path)).map_err(raised)?;
        let game = games::opened(PyString::new(py, &name).as_any(), &[])?;
        let taste = Taste { margin, seed, effort };
        let opened = py.detach(|| book::Book::open(&path, &*game.open, taste));
        Ok(Book { book: opened.map_err(raised)?, game, path })
    }

    #[getter]
    fn game(&self) -> &str {
        self.book.game()
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        Position::new(py, self.game.clone(), self.book.start().clone())
    }

    /// What it knows, also of a position: the object of `tree show --json`.
    fn shown(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        let at = position::of_game(py, &self.game, position)?;
        let told = py.detach(|| self.book.shown(&at));
        Ok(object("tree", &told.map_err(|error| raised(py, &self.path, error))?))
    }
}

impl Book {
    /// An engine of a game that asks the book first.
    pub(crate) fn before(
        &self,
        py: Python<'_>,
        game: &Opened,
        engine: Box<dyn Engine>,
    ) -> PyResult<Box<dyn Engine>> {
        let (own, other) = (self.book.game(), &game.open.facts().name);
        if own == other && game.rules().is_none() {
            return Ok(self.book.before(engine));
        }
        let (path, of) = (self.path.display(), game.name());
        let python =
            if game.rules().is_some() { " (a game written in Python has none)" } else { "" };
        let message = format!("{path} is a tree of {own}, not of {of}{python}");
        Err(exception(py, "BookFileError", message))
    }
}

/// Why there is no book, as an exception.
fn raised(py: Python<'_>, path: &Path, error: TreeError) -> PyErr {
    let path = path.display().to_string();
    match error {
        TreeError::Missing { .. } => {
            let said = std::io::Error::from_raw_os_error(2);
            PyFileNotFoundError::new_err((2, said.to_string(), path))
        }
        TreeError::File { error, .. } => match error.raw_os_error() {
            Some(code) => PyOSError::new_err((code, error.to_string(), path)),
            None => PyOSError::new_err(format!("{path}: {error}")),
        },
        other => exception(py, "BookFileError", other.to_string()),
    }
}

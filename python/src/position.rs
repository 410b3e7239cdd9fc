//! A position with the game that led to it.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use plyglot_open::{DoorError, Position as Behind, Side};
use plyglot_search::Stop;
use plyglot_wire::Count;
use plyglot_wire::read::{self, Texts};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::convert;
use crate::errors::Text;
use crate::exceptions::exception;
use crate::fork::on_own_threads;
use crate::games::{self, Opened};
use crate::svg;
use crate::waiting::{locked, received};

/// A position with the game that led to it.
///
/// `game` is a name with a size where the game has several ("connect4:6x5"), or an object of a class derived from
/// `plyglot.Game`; `text` the position, or the name of one of the game's examples, in place of the start; `moves`
/// what is played from there, as one text or several.
///
/// Two positions are equal if they are the same for the rest of the game, whatever led to them. A position that is
/// the key of a dictionary is not to be changed: put in a copy.
#[pyclass(frozen, module = "plyglot")]
pub(crate) struct Position {
    pub(crate) game: Opened,
    kept: Option<Py<PyAny>>,
    at: Mutex<Behind>,
}

impl Position {
    pub(crate) fn new(py: Python<'_>, game: Opened, at: Behind) -> PyResult<Position> {
        Ok(Position { kept: game.kept(py)?, game, at: Mutex::new(at) })
    }

    /// The position as it is now.
    pub(crate) fn now(&self, py: Python<'_>) -> Behind {
        py.detach(|| locked(&self.at).clone())
    }

    /// Asks the game something; the interpreter is released, and the position not locked.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        text: Text,
        question: impl FnOnce(&Behind) -> Result<T, DoorError> + Send,
    ) -> PyResult<T> {
        let answer = py.detach(|| {
            let at = locked(&self.at).clone();
            question(&at)
        });
        answer.map_err(|error| self.game.error_of(py, error, text))
    }

    /// The same of what is no text.
    fn tell<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&Behind) -> Result<T, DoorError> + Send,
    ) -> PyResult<T> {
        self.ask(py, Text::Position, question)
    }

    /// Plays moves or takes one back, likewise: of two threads that change one position at once, one has its
    /// way.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Behind) -> Result<T, DoorError> + Send,
    ) -> PyResult<T> {
        let (answer, next) = self.ask(py, Text::Move, |at| {
            let mut next = at.clone();
            Ok((change(&mut next)?, next))
        })?;
        py.detach(|| *locked(&self.at) = next);
        Ok(answer)
    }
}

/// Moves from Python: a text in which they stand in a row, or several texts.
pub(crate) fn texts(moves: &Bound<'_, PyAny>) -> PyResult<Texts> {
    if let Ok(text) = moves.cast::<PyString>() {
        return text.extract().map(Texts::One);
    }
    let moves: PyResult<Vec<String>> = moves.try_iter()?.map(|mv| mv?.extract()).collect();
    moves.map(Texts::Several)
}

/// A position and its moves without the game that led there, for a pickle.
#[pyfunction]
pub(crate) fn restored(
    game: &Bound<'_, PyAny>,
    text: Option<String>,
    moves: Vec<String>,
) -> PyResult<Position> {
    let moves = moves.into_pyobject(game.py())?;
    Position::made(game, text, Some(&moves))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text=None, moves=None))]
    fn made(
        game: &Bound<'_, PyAny>,
        text: Option<String>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        let (py, game) = (game.py(), games::opened(game, &[])?);
        let begun = py.detach(|| {
            let start = game.open.start()?;
            text.map_or(Ok(start.clone()), |text| read::position(&start, &text))
        });
        let at = begun.map_err(|error| game.error(py, error))?;
        let position = Position::new(py, game, at)?;
        if let Some(moves) = moves {
            position.push_line(py, moves)?;
        }
        Ok(position)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.kept)
    }

    /// The game with its size, as it was asked for.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game.asked_for(py)
    }

    /// The legal moves, in the game's own order; none where the game is over.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.tell(py, |at| at.moves()?.into_iter().map(|mv| at.move_text(mv)).collect())
    }

    /// The position in one line, as the constructor reads it.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.tell(py, Behind::text)
    }

    /// The board as people like to see it, several lines.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<String> {
        self.tell(py, Behind::board)
    }

    /// What people count on the board: of each the side or None, what it is, and how many there are.
    #[getter]
    fn counts(&self, py: Python<'_>) -> PyResult<Vec<(Option<String>, String, u32)>> {
        self.tell(py, |at| {
            let named = |Count { side, what, count }| {
                (side.map(|side| at.facts().side(side).to_owned()), what, count)
            };
            Ok(Count::all(at)?.into_iter().map(named).collect())
        })
    }

    /// The name of the side to move.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> String {
        self.now(py).mover().into()
    }

    /// Whose turn it is: 0 for the side that moves first in the start position, else 1.
    #[getter]
    fn turn(&self, py: Python<'_>) -> u8 {
        u8::from(py.detach(|| locked(&self.at).to_move()) == Side::Second)
    }

    /// What the two sides are called, the one that moves first in the start position first.
    #[getter]
    fn sides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.game.open.facts().sides)
    }

    /// How the game ended; None while it goes on by its rules.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let at = self.now(py);
        convert::outcome(py, &at)
    }

    /// True if the game is over by its rules.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> bool {
        self.now(py).outcome().is_some()
    }

    /// The moves that led here.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.tell(py, |at| at.after_plies(0).notation(&at.played()))
    }

    /// How many moves led here.
    #[getter]
    fn plies(&self, py: Python<'_>) -> usize {
        py.detach(|| locked(&self.at).plies())
    }

    /// How often the position has stood before in the game that led here.
    #[getter]
    fn repetitions(&self, py: Python<'_>) -> usize {
        self.now(py).repetitions()
    }

    /// A number of 64 bits that is the same for equal positions.
    #[getter]
    fn key(&self, py: Python<'_>) -> u64 {
        py.detach(|| locked(&self.at).key())
    }

    /// What the game's knowledge estimates without a search, in its unit, for the side to move.
    fn estimate(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        let points = self.game.open.facts().points;
        let estimate = self.tell(py, Behind::estimate)?;
        Ok(estimate.map(|estimate| f64::from(estimate) / f64::from(points)))
    }

    /// Plays a move; a text that is not a legal move raises IllegalMoveError and changes nothing.
    fn push(&self, py: Python<'_>, mv: &str) -> PyResult<()> {
        self.change(py, |at| {
            let mv = read::one_move(at, mv)?;
            at.play(mv)
        })
    }

    /// Plays moves: one text in which they stand in a row, or several texts. Gives how many were played, with
    /// the passes that a notation leaves out.
    fn push_line(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<usize> {
        let texts = texts(moves)?;
        self.change(py, |at| read::moves(at, &texts))
    }

    /// Takes back the last move and gives it.
    fn pop(&self, py: Python<'_>) -> PyResult<String> {
        let taken = self.change(py, |at| {
            let Some(mv) = at.undo() else { return Ok(None) };
            at.move_text(mv).map(Some)
        })?;
        taken.ok_or_else(|| PyIndexError::new_err("no move has been made that could be taken back"))
    }

    /// The position after a move; this one stays as it is.
    fn after(&self, py: Python<'_>, mv: &str) -> PyResult<Position> {
        let after = self.ask(py, Text::Move, |at| {
            let mv = read::one_move(at, mv)?;
            at.after(mv)
        })?;
        Position::new(py, self.game.clone(), after)
    }

    /// Another position with the same past.
    fn copy(&self, py: Python<'_>) -> PyResult<Position> {
        Position::new(py, self.game.clone(), self.now(py))
    }

    /// The same position without the game that led to it.
    fn without_past(&self, py: Python<'_>) -> PyResult<Position> {
        Position::new(py, self.game.clone(), self.now(py).without_past())
    }

    /// How many lines of `depth` plies begin with each move.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let (at, open) = (self.now(py), Arc::clone(&self.game.open));
        let stop = Arc::new(Stop::default());
        let (sender, mut counted) = mpsc::channel();
        let (flag, kept) = (Arc::clone(&stop), self.game.kept(py)?);
        std::thread::spawn(move || {
            let counts = on_own_threads(|| open.perft(&at, depth, &flag)).and_then(|counts| {
                let named = |(mv, count)| Ok((at.move_text(mv)?, count));
                counts.into_iter().map(named).collect::<Result<Vec<_>, DoorError>>()
            });
            drop(kept);
            let _ = sender.send(counts);
        });
        let counts = received(py, self.game.id().as_slice(), || stop.raise(), &mut counted)?;
        counts.map_err(|error| self.game.error(py, error))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.board(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<plyglot.Position {} {:?}>", self.game.name(), self.text(py)?))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.tell(py, svg::of)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Position> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Position> {
        self.copy(py)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Position>() else { return Ok(py.NotImplemented()) };
        let identity = |position: &Position| {
            let at = position.now(py);
            (at.facts().name.clone(), at.key(), at.to_move() == Side::First)
        };
        let equal = identity(self) == identity(other.get());
        Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        self.key(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (text, moves) = self.tell(py, |at| {
            let first = at.after_plies(0);
            let moves = first.notation(&at.played())?;
            let is_start = first.key() == self.game.open.start()?.key();
            Ok((if is_start { None } else { Some(first.text()?) }, moves))
        })?;
        let make = py.import("plyglot._native")?.getattr("restored")?;
        (make, (self.game.asked_for(py)?, text, moves)).into_pyobject(py)
    }
}

/// The position behind an argument of the same game. Where the engine has tables, they are asked for it.
pub(crate) fn of_game(py: Python<'_>, game: &Opened, position: &Position) -> PyResult<Behind> {
    let (own, other) = (&game.open.facts().name, &position.game.open.facts().name);
    if own == other {
        let at = position.now(py);
        if !game.open.facts().tables {
            return Ok(at);
        }
        let opened = py.detach(|| at.opened_as(&game.open.start()?));
        return opened.map_err(|error| game.error(py, error));
    }
    let message = format!(
        "the engine is one of {}, the position one of {}",
        game.name(),
        position.game.name()
    );
    Err(exception(py, "ForeignPositionError", message))
}

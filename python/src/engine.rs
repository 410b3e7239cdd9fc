//! An engine, its searches and its reviews.
//!
//! A search runs on a thread of its own, to which the engine is lent; whoever waits for it in Python has
//! released the interpreter. An engine searches one position at a time.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use plyglot_open::{
    Ask, Config, DoorError, Engine as Searcher, Limits, Mv, Position as Behind, Stop,
};
use plyglot_play::review::Review;
use plyglot_search::Bounds;
use plyglot_search::table::{HashSize, Table};
use plyglot_wire::{proven, read};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};

use crate::book::Book;
use crate::convert;
use crate::errors::Text;
use crate::exceptions::exception;
use crate::fork::on_own_threads;
use crate::games::{self, Opened};
use crate::home::Home;
use crate::owner::{Owner, Place, Refusal};
use crate::position::{self, Position};
use crate::search::{News, Search, forwarded};
use crate::tables::{self, Refused};
use crate::threads::{ended, known_to_python, spawn};
use crate::waiting::{LEFT_BEHIND, Running, locked, received, until};

/// An engine for one game.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct Engine {
    owner: Arc<Owner>,
    kept: Option<Py<PyAny>>,
}

/// The size of a table: a whole number of bytes, or a text such as "64M".
pub(crate) fn hash_bytes(size: &Bound<'_, PyAny>) -> PyResult<usize> {
    let py = size.py();
    let refused = |message: String| exception(py, "EngineError", message);
    if let Ok(bytes) = size.extract::<i128>() {
        let bytes = usize::try_from(bytes).ok().filter(|&bytes| bytes > 0);
        return bytes.ok_or_else(|| refused(format!("hash: {size} bytes cannot be a table")));
    }
    let Ok(text) = size.extract::<String>() else {
        return Err(PyTypeError::new_err("hash is a number of bytes or a text such as \"64M\""));
    };
    let parsed: Result<HashSize, _> = text.parse();
    parsed.map(HashSize::bytes).map_err(|error| refused(format!("hash: {error}")))
}

/// A number of threads.
pub(crate) fn threads(py: Python<'_>, threads: Option<i64>, usual: usize) -> PyResult<usize> {
    let Some(threads) = threads else { return Ok(usual) };
    let within =
        usize::try_from(threads).ok().filter(|threads| (1..=Config::MAX_THREADS).contains(threads));
    within.ok_or_else(|| {
        let message = format!("{threads} threads: an engine has 1 to {}", Config::MAX_THREADS);
        exception(py, "EngineError", message)
    })
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, threads=None, hash=None, scheme=None, options=None, book=None))]
    fn new(
        game: &Bound<'_, PyAny>,
        threads: Option<i64>,
        hash: Option<&Bound<'_, PyAny>>,
        scheme: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
        book: Option<&Book>,
    ) -> PyResult<Engine> {
        let py = game.py();
        let game = games::opened(game, &games::options(options)?)?;
        let mut config = Config::default();
        // The code of a game in Python runs one thread at a time.
        let usual = if game.rules().is_some() { 1 } else { config.threads };
        config.threads = self::threads(py, threads, usual)?;
        config = match hash {
            Some(hash) => Config { hash_bytes: hash_bytes(hash)?, ..config },
            None => config.with_growing_table(),
        };
        if let Some(scheme) = scheme {
            let parsed = scheme.parse();
            config.scheme = parsed.map_err(|error: plyglot_search::SchemeError| {
                exception(py, "EngineError", error.to_string())
            })?;
        }
        let engine = py.detach(|| on_own_threads(|| game.open.engine(&config, None)));
        let engine = engine.map_err(|error| game.error(py, error))?;
        let engine = match book {
            Some(book) => book.before(py, &game, engine)?,
            None => engine,
        };
        let (home, back) = (Home::here(), Condvar::new());
        let (kept, place) = (game.kept(py)?, Mutex::new(Place::Here(engine)));
        Ok(Engine { owner: Arc::new(Owner { game, config, home, place, back }), kept })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.kept)
    }

    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.owner.game.asked_for(py)
    }

    #[getter]
    fn threads(&self) -> usize {
        self.owner.config.threads
    }

    #[getter]
    fn hash_bytes(&self) -> usize {
        self.owner.config.hash_bytes
    }

    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for option in self.owner.game.open.options() {
            options.set_item(&option.name, &option.value)?;
        }
        Ok(options)
    }

    /// Begins a search. `notify` is called after each thing it says, on a thread of its own.
    #[pyo3(signature = (position, limit, lines=1, root_moves=None, notify=None))]
    fn start(
        &self,
        py: Python<'_>,
        position: &Position,
        limit: &Bound<'_, PyAny>,
        lines: i64,
        root_moves: Option<&Bound<'_, PyAny>>,
        notify: Option<Py<PyAny>>,
    ) -> PyResult<Search> {
        let game = self.owner.game.clone();
        let at = position::of_game(py, &game, position)?;
        let mut limits = convert::limits(limit)?;
        limits.lines = usize::try_from(lines).unwrap_or(0);
        if let Some(moves) = root_moves {
            let texts = position::texts(moves)?;
            let moves = py.detach(|| read::root_moves(&at, &texts));
            limits.root_moves = moves.map_err(|error| game.error_of(py, error, Text::Move))?;
        }
        limits.check().map_err(|error| exception(py, "InvalidLimitError", error.to_string()))?;
        let stop = Stop::default();
        let known = || limits.solve.then(|| proven::known(&at, &limits)).transpose();
        let proven = py.detach(known).map_err(|error| game.error(py, error))?;
        let engine = self.lend(py, &stop)?;
        let (number, kept) = (self.number(py), game.kept(py)?);
        let begun = Begun { engine, at: at.clone(), limits, proven, kept };
        let news = py.detach(|| self.search(begun, &stop, notify));
        let news = news.map_err(|error| exception(py, "EngineError", error.to_string()))?;
        Search::new(py, game, at, stop, number, news)
    }

    /// Reviews the game that led to a position.
    #[pyo3(signature = (position, limit, progress=None))]
    fn review<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        limit: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.owner.game.clone();
        let at = position::of_game(py, &game, position)?;
        let limits = convert::limits(limit)?;
        limits.check().map_err(|error| exception(py, "InvalidLimitError", error.to_string()))?;
        let stop = Stop::default();
        let engine = self.lend(py, &stop)?;
        let kept = game.kept(py)?;
        let reviewed = py.detach(|| self.judge(engine, at.clone(), limits, &stop, kept));
        let mut news = reviewed.map_err(|error| exception(py, "EngineError", error.to_string()))?;
        loop {
            let said = received(py, game.id().as_slice(), || stop.raise(), &mut news)?;
            match said {
                Judging::Came(done, of) => {
                    if let Some(progress) = progress
                        && let Err(error) = progress.call1((done, of))
                    {
                        stop.raise();
                        return Err(error);
                    }
                }
                Judging::Ended(Ok(review)) => return convert::review(py, &game, &at, &review),
                Judging::Ended(Err(error)) => return Err(game.error(py, error)),
            }
        }
    }

    /// Stops what the engine does, if it does anything; gives True if it did.
    fn stop(&self, py: Python<'_>) -> bool {
        py.detach(|| {
            let stop = match &*locked(&self.owner.place) {
                Place::Lent(stop, _) => Some(stop.clone()),
                _ => None,
            };
            stop.inspect(Stop::raise).is_some()
        })
    }

    /// Forgets what earlier searches have taught.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let mut engine = self.lend(py, &Stop::default())?;
        py.detach(|| {
            on_own_threads(|| engine.clear());
            self.owner.give_back(engine);
        });
        Ok(())
    }

    /// Writes the table to a file; gives how many entries it has.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        self.with_table(py, &path, tables::save)
    }

    /// Reads the table from a file, likewise.
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        self.with_table(py, &path, tables::load)
    }

    /// Stops the engine and frees its threads and its table. What cannot end before this returns, a search of the
    /// game whose method has called it, or whose method does not return, frees them when it ends.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if !self.owner.home.is_here() {
            return Ok(());
        }
        self.stop(py);
        let (owner, games) = (&self.owner, self.owner.game.id());
        let begun = Instant::now();
        until(
            py,
            games.as_slice(),
            || (),
            |tick| {
                let is_late = games.is_some() && begun.elapsed() > LEFT_BEHIND;
                (is_late || owner.is_back(tick)).then_some(())
            },
        )?;
        py.detach(|| owner.close());
        Ok(())
    }

    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        py.detach(|| matches!(*locked(&self.owner.place), Place::Closing | Place::Closed))
    }
}

/// A search that is about to run.
struct Begun {
    engine: Box<dyn Searcher>,
    at: Behind,
    limits: Limits<Mv>,
    /// What is proven of the value already, of a solve.
    proven: Option<Bounds>,
    /// The object with the rules of the game.
    kept: Option<Py<PyAny>>,
}

impl Engine {
    fn lend(&self, py: Python<'_>, stop: &Stop) -> PyResult<Box<dyn Searcher>> {
        let games = self.owner.game.id();
        let lent = until(py, games.as_slice(), || (), |tick| self.owner.lend(stop, tick))?;
        lent.map_err(|refusal| match refusal {
            Refusal::Busy => exception(
                py,
                "EngineBusyError",
                "the engine is searching: stop that search first, or use another engine",
            ),
            Refusal::Inside => exception(
                py,
                "EngineBusyError",
                "a method of the game asks for the engine whose search has called it, and which ends after the method: \
                 use another engine",
            ),
            Refusal::Closed => exception(py, "EngineClosedError", "the engine is closed"),
            Refusal::Forked => match self.owner.home.check(py) {
                Err(error) => error,
                Ok(()) => exception(py, "EngineError", "the engine cannot search here"),
            },
        })
    }

    /// The number of the search that it is lent to.
    fn number(&self, py: Python<'_>) -> u64 {
        py.detach(|| match &*locked(&self.owner.place) {
            Place::Lent(_, number) => *number,
            _ => 0,
        })
    }

    fn with_table(
        &self,
        py: Python<'_>,
        path: &PathBuf,
        work: fn(&Opened, &Table, &PathBuf) -> Result<u64, Refused>,
    ) -> PyResult<u64> {
        let engine = self.lend(py, &Stop::default())?;
        let entries = py.detach(|| {
            let table = Arc::clone(engine.table());
            let entries = on_own_threads(|| work(&self.owner.game, &table, path));
            self.owner.give_back(engine);
            entries
        });
        entries.map_err(|refused| refused.raised(py, path))
    }

    fn search(
        &self,
        begun: Begun,
        stop: &Stop,
        notify: Option<Py<PyAny>>,
    ) -> std::io::Result<Receiver<News>> {
        let Begun { mut engine, at, limits, proven, kept } = begun;
        let (sender, news) = mpsc::channel();
        let owner = Arc::clone(&self.owner);
        let (stop, running) = (stop.clone(), Running::new(stop));
        stop.calls({
            let handle = engine.handle().for_one_search();
            move || handle.stop()
        });
        spawn("search", move || {
            let found = sender.clone();
            let learnt = Arc::new(Mutex::new(proven));
            let proven = Arc::clone(&learnt);
            let ask = Ask::new(&at, &limits).telling(move |progress| {
                if let Some(proven) = &mut *locked(&proven) {
                    proven::learn(proven, &progress.line);
                }
                let _ = found.send(News::Progress(progress));
            });
            let result = if owner.game.rules().is_some() {
                known_to_python(|| engine.run(&ask)).unwrap_or_else(ended)
            } else {
                engine.run(&ask)
            };
            drop(ask);
            drop(kept);
            owner.give_back(engine);
            let _ = sender.send(News::Ended(result.map(|report| (report, *locked(&learnt)))));
            drop(running);
        })?;
        match notify {
            Some(notify) => forwarded(news, notify),
            None => Ok(news),
        }
    }

    fn judge(
        &self,
        mut engine: Box<dyn Searcher>,
        at: Behind,
        limits: Limits<Mv>,
        stop: &Stop,
        kept: Option<Py<PyAny>>,
    ) -> std::io::Result<Receiver<Judging>> {
        let (sender, news) = mpsc::channel();
        let owner = Arc::clone(&self.owner);
        let (stop, running) = (stop.clone(), Running::new(stop));
        spawn("review", move || {
            let came = |progress: plyglot_play::review::Completion| {
                let _ = sender.send(Judging::Came(progress.done, progress.of));
            };
            let mut judged =
                || plyglot_play::review::review(&mut *engine, &at, &limits, &stop, came);
            let result = if owner.game.rules().is_some() {
                known_to_python(judged).unwrap_or_else(ended)
            } else {
                judged()
            };
            drop(kept);
            owner.give_back(engine);
            let _ = sender.send(Judging::Ended(result));
            drop(running);
        })?;
        Ok(news)
    }
}

/// What a running review says.
enum Judging {
    Came(usize, usize),
    Ended(Result<Review, DoorError>),
}

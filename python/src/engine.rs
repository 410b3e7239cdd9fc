//! An engine, and its running search.
//!
//! A search runs on a thread of its own, to which the engine is lent; whoever waits for it in Python has
//! released the interpreter. An engine searches one position at a time.

use std::collections::VecDeque;
use std::mem;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use plyglot_journal::halt::Halt;
use plyglot_open::{
    Ask, Config, DoorError, Engine as Searcher, Limits, Mv, Position as Behind, Progress, Report,
};
use plyglot_review::Review;
use plyglot_search::table::{HashSize, Table};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert;
use crate::errors::{Text, exception, of_door};
use crate::fork::{Home, on_own_threads};
use crate::games::{self, Opened};
use crate::position::{self, Position};
use crate::tables::{self, Refused};
use crate::waiting::{Running, locked, received, until};

/// The engine itself, or where it is.
enum Place {
    Here(Box<dyn Searcher>),
    /// Lent to what the halt ends.
    Lent(Halt),
    Closed,
}

/// An engine that is lent to one search at a time.
struct Owner {
    game: Opened,
    config: Config,
    home: Home,
    place: Mutex<Place>,
    back: Condvar,
}

/// Why an engine is not lent.
enum Refusal {
    Busy,
    Closed,
    Forked,
}

impl Owner {
    /// The engine, once a search that was stopped has given it back; `None` if that takes longer than `tick`.
    fn lend(&self, halt: &Halt, tick: Duration) -> Option<Result<Box<dyn Searcher>, Refusal>> {
        if !self.home.is_here() {
            return Some(Err(Refusal::Forked));
        }
        let mut place = locked(&self.place);
        if let Place::Lent(other) = &*place {
            if !other.is_raised() {
                return Some(Err(Refusal::Busy));
            }
            let waited = self.back.wait_timeout(place, tick);
            place = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
        match &*place {
            Place::Lent(_) => None,
            Place::Closed => Some(Err(Refusal::Closed)),
            Place::Here(_) => match mem::replace(&mut *place, Place::Lent(halt.clone())) {
                Place::Here(engine) => Some(Ok(engine)),
                _ => None,
            },
        }
    }

    fn give_back(&self, engine: Box<dyn Searcher>) {
        let mut place = locked(&self.place);
        if matches!(*place, Place::Lent(_)) {
            *place = Place::Here(engine);
        }
        drop(place);
        self.back.notify_all();
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if !self.home.is_here() {
            // Its threads stayed with the other process: there is nothing to wait for.
            mem::forget(mem::replace(&mut *locked(&self.place), Place::Closed));
        }
    }
}

/// An engine for one game.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct Engine {
    owner: Arc<Owner>,
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
    #[pyo3(signature = (game, threads=None, hash=None, scheme=None, options=None))]
    fn new(
        game: &Bound<'_, PyAny>,
        threads: Option<i64>,
        hash: Option<&Bound<'_, PyAny>>,
        scheme: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Engine> {
        let py = game.py();
        let game = games::opened(game, &games::options(options)?)?;
        let mut config = Config::default();
        // The code of a game in Python runs one thread at a time.
        let usual = if game.python.is_some() { 1 } else { config.threads };
        config.threads = self::threads(py, threads, usual)?;
        if let Some(hash) = hash {
            config.hash_bytes = hash_bytes(hash)?;
        }
        if let Some(scheme) = scheme {
            let parsed = scheme.parse();
            config.scheme = parsed.map_err(|error: plyglot_search::SchemeError| {
                exception(py, "EngineError", error.to_string())
            })?;
        }
        let engine = py.detach(|| on_own_threads(|| game.open.engine(&config, None)));
        let engine = engine.map_err(|error| game.error(py, error))?;
        let (home, back) = (Home::here(), Condvar::new());
        let place = Mutex::new(Place::Here(engine));
        Ok(Engine { owner: Arc::new(Owner { game, config, home, place, back }) })
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
        root_moves: Option<Vec<String>>,
        notify: Option<Py<PyAny>>,
    ) -> PyResult<Search> {
        let game = self.owner.game.clone();
        let at = position::of_game(py, &game, position)?;
        let mut limits = convert::limits(limit)?;
        limits.lines = usize::try_from(lines).unwrap_or(0);
        if let Some(texts) = root_moves {
            let moves: Result<Vec<Mv>, DoorError> =
                py.detach(|| texts.iter().map(|mv| at.parse_move(mv)).collect());
            limits.root_moves = moves.map_err(|error| of_door(py, error, &game, Text::Move))?;
        }
        limits.check().map_err(|error| exception(py, "InvalidLimitError", error.to_string()))?;
        let halt = Halt::default();
        let engine = self.lend(py, &halt)?;
        let news = py.detach(|| self.search(engine, at.clone(), limits, &halt, notify));
        let news = news.map_err(|error| exception(py, "EngineError", error.to_string()))?;
        let inbox = Inbox { news, found: VecDeque::new(), ended: None };
        Ok(Search { game, at, home: Home::here(), halt, inbox: Mutex::new(inbox) })
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
        let halt = Halt::default();
        let engine = self.lend(py, &halt)?;
        let reviewed = py.detach(|| self.judge(engine, at.clone(), limits, &halt));
        let mut news = reviewed.map_err(|error| exception(py, "EngineError", error.to_string()))?;
        loop {
            let said = received(py, || halt.raise(), &mut news)?;
            match said {
                Judging::Came(done, of) => {
                    if let Some(progress) = progress
                        && let Err(error) = progress.call1((done, of))
                    {
                        halt.raise();
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
            let halt = match &*locked(&self.owner.place) {
                Place::Lent(halt) => Some(halt.clone()),
                _ => None,
            };
            halt.inspect(Halt::raise).is_some()
        })
    }

    /// Forgets what earlier searches have taught.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let mut engine = self.lend(py, &Halt::default())?;
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

    /// Stops the engine and frees its threads and its table.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.stop(py);
        let owner = &self.owner;
        match until(py, || (), |tick| owner.lend(&Halt::default(), tick))? {
            Ok(engine) => py.detach(|| {
                *locked(&owner.place) = Place::Closed;
                owner.back.notify_all();
                drop(engine);
            }),
            Err(Refusal::Busy | Refusal::Closed | Refusal::Forked) => (),
        }
        Ok(())
    }

    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        py.detach(|| matches!(*locked(&self.owner.place), Place::Closed))
    }
}

impl Engine {
    fn lend(&self, py: Python<'_>, halt: &Halt) -> PyResult<Box<dyn Searcher>> {
        let lent = until(py, || (), |tick| self.owner.lend(halt, tick))?;
        lent.map_err(|refusal| match refusal {
            Refusal::Busy => exception(
                py,
                "EngineBusyError",
                "the engine is searching: stop that search first, or use another engine",
            ),
            Refusal::Closed => exception(py, "EngineClosedError", "the engine is closed"),
            Refusal::Forked => match self.owner.home.check(py) {
                Err(error) => error,
                Ok(()) => exception(py, "EngineError", "the engine cannot search here"),
            },
        })
    }

    fn with_table(
        &self,
        py: Python<'_>,
        path: &PathBuf,
        work: fn(&Opened, &Table, &PathBuf) -> Result<u64, Refused>,
    ) -> PyResult<u64> {
        let engine = self.lend(py, &Halt::default())?;
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
        mut engine: Box<dyn Searcher>,
        at: Behind,
        limits: Limits<Mv>,
        halt: &Halt,
        notify: Option<Py<PyAny>>,
    ) -> std::io::Result<Receiver<News>> {
        let (sender, news) = mpsc::channel();
        let owner = Arc::clone(&self.owner);
        let (halt, running) = (halt.clone(), Running::new(halt));
        halt.calls({
            let handle = engine.handle().for_one_search();
            move || handle.stop()
        });
        spawn("search", move || {
            let found = sender.clone();
            let ask = Ask::new(&at, &limits).telling(move |progress| {
                let _ = found.send(News::Found(progress));
            });
            let result = if owner.game.python.is_some() {
                known_to_python(|| engine.run(&ask)).unwrap_or_else(ended)
            } else {
                engine.run(&ask)
            };
            drop(ask);
            owner.give_back(engine);
            let _ = sender.send(News::Ended(result));
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
        halt: &Halt,
    ) -> std::io::Result<Receiver<Judging>> {
        let (sender, news) = mpsc::channel();
        let owner = Arc::clone(&self.owner);
        let (halt, running) = (halt.clone(), Running::new(halt));
        spawn("review", move || {
            let came = |progress: plyglot_review::Progress| {
                let _ = sender.send(Judging::Came(progress.done, progress.of));
            };
            let mut judged = || plyglot_review::review(&mut *engine, &at, &limits, &halt, came);
            let result = if owner.game.python.is_some() {
                known_to_python(judged).unwrap_or_else(ended)
            } else {
                judged()
            };
            owner.give_back(engine);
            let _ = sender.send(Judging::Ended(result));
            drop(running);
        })?;
        Ok(news)
    }
}

/// Runs searches of games in Python on a thread that the interpreter knows from beginning to end, and not for each
/// call anew, which would cost as much as some calls themselves. Nothing is done where the interpreter has ended.
pub(crate) fn known_to_python<T: Send>(search: impl FnOnce() -> T + Send) -> Option<T> {
    Python::try_attach(|py| py.detach(search))
}

/// What a search says for which the interpreter has ended.
fn ended<T>() -> Result<T, DoorError> {
    Err(DoorError::Panicked("the interpreter ends".into()))
}

pub(crate) fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(format!("plyglot {name}")).spawn(life).map(drop)
}

/// The same news, with a call after each. The search never waits for the interpreter: this thread does.
fn forwarded(news: Receiver<News>, notify: Py<PyAny>) -> std::io::Result<Receiver<News>> {
    let (sender, forwarded) = mpsc::channel();
    spawn("messenger", move || {
        for said in news {
            if sender.send(said).is_err() {
                return;
            }
            // A loop that is closed takes no calls: nobody waits there any more.
            let _ = Python::try_attach(|py| notify.call0(py).map(drop));
        }
    })?;
    Ok(forwarded)
}

/// What a running search says.
enum News {
    Found(Progress<Mv>),
    Ended(Result<Report<Mv>, DoorError>),
}

/// What a running review says.
enum Judging {
    Came(usize, usize),
    Ended(Result<Review, DoorError>),
}

/// A running search.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct Search {
    game: Opened,
    at: Behind,
    home: Home,
    halt: Halt,
    inbox: Mutex<Inbox>,
}

/// What a search has said and was not yet read.
struct Inbox {
    news: Receiver<News>,
    found: VecDeque<Progress<Mv>>,
    ended: Option<Result<Report<Mv>, Failure>>,
}

/// A search without a result: the error, until it is an exception.
enum Failure {
    Behind(Box<DoorError>),
    Raised(PyErr),
}

impl Inbox {
    /// Takes what has come; waits for something if nothing has.
    fn take(&mut self, tick: Duration) {
        if self.ended.is_some() {
            return;
        }
        let mut next = self.news.recv_timeout(tick);
        loop {
            match next {
                Ok(News::Found(progress)) => self.found.push_back(progress),
                Ok(News::Ended(result)) => {
                    self.ended = Some(result.map_err(|error| Failure::Behind(Box::new(error))));
                    return;
                }
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => {
                    let lost = DoorError::Panicked("the search has ended without a result".into());
                    self.ended = Some(Err(Failure::Behind(Box::new(lost))));
                    return;
                }
            }
            next = self.news.recv_timeout(Duration::ZERO);
        }
    }
}

#[pymethods]
impl Search {
    /// The next thing that it has found; None once it has ended.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.home.check(py)?;
        let found = until(
            py,
            || self.halt.raise(),
            |tick| {
                let mut inbox = locked(&self.inbox);
                if inbox.found.is_empty() {
                    inbox.take(tick);
                }
                let next = inbox.found.pop_front();
                if next.is_some() || inbox.ended.is_some() { Some(next) } else { None }
            },
        )?;
        found.map(|progress| convert::info(py, &self.game, &self.at, &progress)).transpose()
    }

    /// The next thing that it has found and that is there already.
    fn poll<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.home.check(py)?;
        let found = py.detach(|| {
            let mut inbox = locked(&self.inbox);
            inbox.take(Duration::ZERO);
            inbox.found.pop_front()
        });
        found.map(|progress| convert::info(py, &self.game, &self.at, &progress)).transpose()
    }

    /// True once it has ended; what it has found may remain to be read.
    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        py.detach(|| {
            let mut inbox = locked(&self.inbox);
            inbox.take(Duration::ZERO);
            inbox.ended.is_some()
        })
    }

    /// Waits for the end; gives the result. What was found stays to be read.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.home.check(py)?;
        let report = until(
            py,
            || self.halt.raise(),
            |tick| {
                let mut inbox = locked(&self.inbox);
                inbox.take(tick);
                inbox.ended.as_ref().map(|ended| ended.as_ref().ok().cloned())
            },
        )?;
        match report {
            Some(report) => convert::analysis(py, &self.game, &self.at, &report),
            None => Err(self.failure(py)),
        }
    }

    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.halt.raise());
    }
}

impl Search {
    /// Why there is no result; the same exception each time.
    fn failure(&self, py: Python<'_>) -> PyErr {
        let ended = py.detach(|| {
            let mut inbox = locked(&self.inbox);
            let lost = || DoorError::Panicked("the search is being asked twice at once".into());
            let placed = Some(Err(Failure::Behind(Box::new(lost()))));
            mem::replace(&mut inbox.ended, placed)
        });
        let error = match ended {
            Some(Err(Failure::Raised(error))) => error,
            Some(Err(Failure::Behind(error))) => self.game.error(py, *error),
            Some(Ok(_)) | None => self.game.error(py, DoorError::Foreign),
        };
        let kept = error.clone_ref(py);
        py.detach(|| locked(&self.inbox).ended = Some(Err(Failure::Raised(kept))));
        error
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.halt.raise();
    }
}

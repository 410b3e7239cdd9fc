//! A running search: what it says is kept until it is read.

use std::collections::VecDeque;
use std::mem;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use plyglot_open::{DoorError, Mv, Position as Behind, Progress, Report, Stop};
use plyglot_search::Bounds;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::convert;
use crate::exceptions::exception;
use crate::games::Opened;
use crate::home::Home;
use crate::inside::is_inside;
use crate::threads::spawn;
use crate::waiting::{locked, until};

/// A report, and what a solve has proven of the value.
pub(crate) type Reported = (Report<Mv>, Option<Bounds>);

/// What a running search says.
pub(crate) enum News {
    Progress(Progress<Mv>),
    Ended(Result<Reported, DoorError>),
}

/// The same news, with a call after each. The search never waits for the interpreter: this thread does.
pub(crate) fn forwarded(
    news: Receiver<News>,
    notify: Py<PyAny>,
) -> std::io::Result<Receiver<News>> {
    let (sender, forwarded) = mpsc::channel();
    spawn("messenger", move || {
        for said in news {
            if sender.send(said).is_err() {
                return;
            }
            // A loop that is closed takes no calls, and nothing waits in it any more.
            let _ = Python::try_attach(|py| notify.call0(py).map(drop));
        }
    })?;
    Ok(forwarded)
}

/// A running search.
#[pyclass(frozen, module = "plyglot._native")]
pub(crate) struct Search {
    game: Opened,
    at: Behind,
    home: Home,
    stop: Stop,
    /// Which search of the process it is.
    number: u64,
    kept: Option<Py<PyAny>>,
    inbox: Mutex<Inbox>,
}

/// What a search has said and was not yet read.
struct Inbox {
    news: Receiver<News>,
    found: VecDeque<Progress<Mv>>,
    ended: Option<Result<Reported, Failure>>,
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
                Ok(News::Progress(progress)) => self.found.push_back(progress),
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
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.kept)
    }

    /// The next thing that it has found; None once it has ended.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.home.check(py)?;
        let found = self.until(py, |inbox, tick| {
            if inbox.found.is_empty() {
                inbox.take(tick);
            }
            let next = inbox.found.pop_front();
            if next.is_some() || inbox.ended.is_some() { Some(next) } else { None }
        })?;
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
        let report = self.until(py, |inbox, tick| {
            inbox.take(tick);
            inbox.ended.as_ref().map(|ended| ended.as_ref().ok().cloned())
        })?;
        match report {
            Some((report, proven)) => convert::analysis(py, &self.game, &self.at, &report, proven),
            None => Err(self.failure(py)),
        }
    }

    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.stop.raise());
    }
}

impl Search {
    /// A search of `at` that says its news there, and is ended by `stop`.
    pub(crate) fn new(
        py: Python<'_>,
        game: Opened,
        at: Behind,
        stop: Stop,
        number: u64,
        news: Receiver<News>,
    ) -> PyResult<Search> {
        let inbox = Mutex::new(Inbox { news, found: VecDeque::new(), ended: None });
        let kept = game.kept(py)?;
        Ok(Search { game, at, home: Home::here(), stop, number, kept, inbox })
    }

    /// Looks into the inbox until there is an answer. A method of the game that this search has called gets what is there
    /// already: the search ends after the method.
    fn until<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&mut Inbox, Duration) -> Option<T> + Send + Sync,
    ) -> PyResult<T> {
        let look = |tick| ask(&mut locked(&self.inbox), tick);
        if is_inside(self.game.id(), self.number) {
            return py.detach(|| look(Duration::ZERO)).ok_or_else(|| {
                let message = "a method of the game waits for the search that has called it";
                exception(py, "EngineBusyError", message)
            });
        }
        until(py, self.game.id().as_slice(), || self.stop.raise(), look)
    }

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
        self.stop.raise();
    }
}

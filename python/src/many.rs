//! Many positions of any games at once, over one pool of threads and tables (crate `plyglot-serve`).
//!
//! Positions of games that are written in Python are searched beside that, one after the other on a thread of
//! their own: their code runs one thread at a time, and a thread that the interpreter knows calls it five to ten
//! times as fast.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use plyglot_open::{Ask, Config, DoorError, Engine, Limits, Mv, Position as Behind, Report, Stop};
use plyglot_serve::queue::{News, Query, QueryError, Service, Settings, SubmitError};
use pyo3::prelude::*;

use crate::convert;
use crate::engine::{hash_bytes, threads as checked};
use crate::errors;
use crate::exceptions::exception;
use crate::fork::on_own_threads;
use crate::games::Opened;
use crate::position::Position;
use crate::threads::{known_to_python, spawn};
use crate::waiting::{Running, received};

/// The result of the position of that number.
type Answer = (usize, Result<Report<Mv>, QueryError>);

/// A position, its number and its game.
struct Job {
    index: usize,
    game: Opened,
    at: Behind,
    _kept: Option<Py<PyAny>>,
}

/// Searches each position within the limit; the results in the order of the positions. `progress` is called with
/// how many are done, and how many there are.
#[pyfunction]
#[pyo3(signature = (positions, limit, lines=1, threads=None, hash=None, progress=None))]
pub(crate) fn analyse_many<'py>(
    py: Python<'py>,
    positions: Vec<Py<Position>>,
    limit: &Bound<'_, PyAny>,
    lines: i64,
    threads: Option<i64>,
    hash: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut limits = convert::limits(limit)?;
    limits.lines = usize::try_from(lines).unwrap_or(0);
    let of = positions.len();
    let settings = settings(py, &positions, threads, hash)?;
    let service = py.detach(|| on_own_threads(|| Service::start(&settings)));
    let service = Arc::new(service.map_err(|error| errors::of_service(py, &error))?);
    let held = Held::new(service);
    let _running = Running::new(&held.stop);
    let (sender, mut answers) = mpsc::channel();
    let (mut asked, mut beside, mut games) = (Vec::with_capacity(of), Vec::new(), Vec::new());
    for (index, position) in positions.iter().enumerate() {
        let position = position.get();
        let (at, game) = (position.now(py), position.game.clone());
        asked.push(at.clone());
        let job = Job { index, _kept: game.kept(py)?, game, at };
        if let Some(id) = job.game.id() {
            games.push(id);
            beside.push(job);
        } else {
            let submitted = py.detach(|| held.submit(job, limits.clone(), sender.clone()));
            submitted.map_err(|error| errors::of_submit(py, &error))?;
        }
    }
    if !beside.is_empty() {
        let config = Config::single(settings.game_bytes());
        let begun = one_by_one(beside, limits, config, held.stop.clone(), sender);
        begun.map_err(|error| exception(py, "EngineError", error.to_string()))?;
    }
    let mut results: Vec<Option<Bound<'py, PyAny>>> = vec![None; of];
    for done in 1..=of {
        let (index, answer) = received(py, &games, || held.stop.raise(), &mut answers)?;
        let (game, at) = (&positions[index].get().game, &asked[index]);
        let report = answer.map_err(|error| errors::of_query(py, error, game.rules()))?;
        results[index] = Some(convert::analysis(py, game, at, &report, None)?);
        if let Some(progress) = progress {
            progress.call1((done, of))?;
        }
    }
    Ok(results.into_iter().flatten().collect())
}

/// What the service is made of: a table for each game, and room for all positions to wait.
fn settings(
    py: Python<'_>,
    positions: &[Py<Position>],
    threads: Option<i64>,
    hash: Option<&Bound<'_, PyAny>>,
) -> PyResult<Settings> {
    let usual = Settings::default();
    let games: BTreeSet<&str> =
        positions.iter().map(|position| &*position.get().game.open.facts().name).collect();
    let settings = Settings {
        threads: checked(py, threads, usual.threads)?,
        tables: games.len().max(1),
        most_waiting: positions.len().max(1),
        ..usual
    };
    let hash_bytes = match hash {
        Some(hash) => hash_bytes(hash)?,
        None => settings.hash_bytes.max(settings.least_hash()),
    };
    Ok(Settings { hash_bytes, ..settings })
}

/// Searches positions of games in Python, one after the other, until the stop is raised.
fn one_by_one(
    jobs: Vec<Job>,
    limits: Limits<Mv>,
    config: Config,
    stop: Stop,
    sender: Sender<Answer>,
) -> io::Result<()> {
    let mut engines = HashMap::new();
    let mut search = move |job: &Job| -> Result<Report<Mv>, DoorError> {
        let name = job.game.open.facts().name.clone();
        let engine: &mut Box<dyn Engine> = match engines.entry(name) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                place.insert(on_own_threads(|| job.game.open.engine(&config, None))?)
            }
        };
        let _watch = stop.watch(engine.handle());
        let report = engine.run(&Ask::new(&job.at, &limits));
        if stop.is_raised() { Err(DoorError::Panicked("stopped".into())) } else { report }
    };
    spawn("positions", move || {
        known_to_python(move || {
            for job in jobs {
                let answer = search(&job).map_err(QueryError::from);
                if sender.send((job.index, answer)).is_err() {
                    break;
                }
            }
        });
    })
}

/// A service, and what ends it and what runs beside it.
struct Held {
    service: Option<Arc<Service>>,
    stop: Stop,
}

impl Held {
    fn new(service: Arc<Service>) -> Held {
        let stop = Stop::default();
        let known = Arc::downgrade(&service);
        stop.calls(move || known.upgrade().iter().for_each(|service| service.stop()));
        Held { service: Some(service), stop }
    }

    fn submit(&self, job: Job, limits: Limits<Mv>, to: Sender<Answer>) -> Result<(), SubmitError> {
        let Job { index, game, at, .. } = job;
        let told = move |event| {
            if let News::Ended(end) = event {
                let _ = to.send((index, end.result));
            }
        };
        let service = self.service.as_ref().ok_or(SubmitError::Ended)?;
        service.submit(Query::new(game.open, at, limits), told).map(drop)
    }
}

impl Drop for Held {
    /// With the interpreter released: the threads may wait for that.
    fn drop(&mut self) {
        Python::attach(|py| {
            py.detach(|| {
                self.stop.raise();
                drop(self.service.take());
            });
        });
    }
}

//! Many positions of any games at once, over one pool of threads and tables (crate `plyglot-serve`).

use std::collections::BTreeSet;
use std::sync::{Arc, mpsc};

use plyglot_journal::halt::Halt;
use plyglot_serve::{Event, Query, Service, Settings, SubmitError};
use pyo3::prelude::*;

use crate::convert;
use crate::engine::{hash_bytes, threads as checked};
use crate::errors;
use crate::fork::on_own_threads;
use crate::position::Position;
use crate::waiting::{Running, received};

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
    let usual = Settings::default();
    let games: BTreeSet<&str> =
        positions.iter().map(|position| &*position.get().game.open.facts().name).collect();
    let mut settings = Settings {
        threads: checked(py, threads, usual.threads)?,
        tables: games.len().max(1),
        most_waiting: of.max(1),
        ..usual
    };
    settings.hash_bytes = match hash {
        Some(hash) => hash_bytes(hash)?,
        None => settings.hash_bytes.max(settings.least_hash()),
    };
    let service = py.detach(|| on_own_threads(|| Service::start(&settings)));
    let service = Arc::new(service.map_err(|error| errors::of_service(py, &error))?);
    let halt = Halt::default();
    halt.calls({
        let service = Arc::downgrade(&service);
        move || service.upgrade().iter().for_each(|service| service.stop())
    });
    let _running = Running::new(&halt);
    let service = Held(Some(service));
    let (sender, mut ends) = mpsc::channel();
    let mut asked = Vec::with_capacity(of);
    for (index, position) in positions.iter().enumerate() {
        let position = position.get();
        let (at, open) = (position.now(py), Arc::clone(&position.game.open));
        asked.push(at.clone());
        let (sender, query) = (sender.clone(), Query::new(open, at, limits.clone()));
        let submitted = py.detach(|| {
            let told = move |event| {
                if let Event::Ended(end) = event {
                    let _ = sender.send((index, end));
                }
            };
            service
                .0
                .as_ref()
                .map_or(Err(SubmitError::Ended), |service| service.submit(query, told))
        });
        submitted.map_err(|error| errors::of_submit(py, &error))?;
    }
    let mut results: Vec<Option<Bound<'py, PyAny>>> = vec![None; of];
    for done in 1..=of {
        let (index, end) = received(py, || halt.raise(), &mut ends)?;
        let (position, at) = (positions[index].get(), &asked[index]);
        let report = end.result.map_err(|error| errors::of_query(py, error, &position.game))?;
        results[index] = Some(convert::analysis(py, &position.game, at, &report)?);
        if let Some(progress) = progress {
            progress.call1((done, of))?;
        }
    }
    Ok(results.into_iter().flatten().collect())
}

/// A service that is ended with the interpreter released: its threads may wait for that.
struct Held(Option<Arc<Service>>);

impl Drop for Held {
    fn drop(&mut self) {
        Python::attach(|py| py.detach(|| drop(self.0.take())));
    }
}

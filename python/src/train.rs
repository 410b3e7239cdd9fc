//! Trainings of the weights of a game (crate `plyglot-play`).
//!
//! A training runs on a thread of its own. Whoever waits for it in Python has released the interpreter, and goes on
//! only when the training has ended, also after Ctrl-C: what is written is written then. A second Ctrl-C does not wait
//! for a fit.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use plyglot_open::{Config, Stop};
use plyglot_play::train::object::Summary;
use plyglot_play::train::{Also, Asked, Finished, Kind, Plan, TrainError, Training};
use plyglot_wire::beside;
use plyglot_wire::journal::{JournalError, Skipped};
use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning};
use pyo3::prelude::*;

use crate::engine::threads;
use crate::exceptions::exception;
use crate::fork::on_own_threads;
use crate::games::{Opened, opened};
use crate::tables::Refused;
use crate::threads::spawn;
use crate::trained::{self, Doing};
use crate::waiting::{Running, until};

/// The share of the time that is for the games; the rest is for the last fit, as of the command.
const PLAYING: f64 = 0.92;

/// What a running training says.
enum News {
    Is(Box<Doing>),
    Ended(Box<Result<Done, TrainError>>),
}

/// What it has come to.
struct Done {
    finished: Finished,
    time: Duration,
    /// Lines of the journal that were not used.
    skipped: Vec<Skipped>,
}

/// A training that is about to run.
struct Begun {
    game: Opened,
    kind: Kind,
    asked: Asked,
    output: PathBuf,
    journal: Option<PathBuf>,
    playing: Option<Duration>,
    threads: usize,
    checked: usize,
}

/// Trains the weights of a game and writes them to `output`.
#[pyfunction]
#[pyo3(signature = (game, output, net, alone, rounds, games, start, also, hours, seed, threads, gate, check, journal, progress))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of `plyglot.train`")]
pub(crate) fn train<'py>(
    game: &Bound<'py, PyAny>,
    output: PathBuf,
    net: Option<i128>,
    alone: bool,
    rounds: Option<i128>,
    games: Option<i128>,
    start: Option<PathBuf>,
    also: Vec<PathBuf>,
    hours: Option<f64>,
    seed: i128,
    threads: Option<i64>,
    gate: i128,
    check: i128,
    journal: Option<PathBuf>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let opened = opened(game, &[])?;
    let usual = if hours.is_some() { Plan::MOST } else { 3 };
    // With none, what was played already is learnt from.
    let least = u32::from(also.is_empty());
    let asked = Asked {
        game: game.extract().unwrap_or_else(|_| opened.name().into()),
        rounds: rounds.map_or(Ok(usual), |rounds| within(py, "rounds", rounds, 1..=Plan::MOST))?,
        games: games.map(|games| within(py, "games", games, least..=u32::MAX)).transpose()?,
        last_games: None,
        first: start.map(|start| start.to_string_lossy().into_owned()),
        also,
        net: net.map(|net| width(py, net)).transpose()?,
        alone,
        gate: within(py, "gate", gate, 0..=100_000)?,
        seed: within(py, "seed", seed, 0..=u64::MAX)?,
    };
    let kind = py.detach(|| asked.kind(&*opened.open)).ok_or_else(|| {
        let message = "alone is for nets, and patterns are trained here: net=32 trains a net";
        exception(py, "TrainingError", message)
    })?;
    let begun = Begun {
        kind,
        asked,
        output,
        journal,
        playing: hours.map(|hours| time(py, hours)).transpose()?,
        threads: self::threads(py, threads, Config::default().threads)?,
        checked: within(py, "check", check, 0..=100_000)?,
        game: opened.clone(),
    };
    let output = begun.output.clone();
    let done = waited(py, &opened, begun, progress)?.map_err(|error| failed(py, &opened, error))?;
    warn(py, &done.skipped)?;
    let summary = Summary::new(opened.name(), &done.finished, &output, done.time);
    trained::training(py, &summary)
}

/// Trains, waits for the end of it, and hands what it does to `progress`.
fn waited(
    py: Python<'_>,
    game: &Opened,
    begun: Begun,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Result<Done, TrainError>> {
    let (stop, tells) = (Stop::default(), progress.is_some());
    let started = py.detach(|| begun.start(&stop, tells));
    let mut news = started.map_err(|error| exception(py, "EngineError", error.to_string()))?;
    let ids = game.id();
    loop {
        let came = until(py, ids.as_slice(), || stop.raise(), |tick| next(&mut news, &stop, tick));
        match came? {
            None => return Err(PyRuntimeError::new_err("a training has ended without an answer")),
            Some(News::Ended(done)) => return Ok(*done),
            Some(News::Is(doing)) => {
                let Some(progress) = progress else { continue };
                if let Err(error) = doing.into_python(py).and_then(|info| progress.call1((info,))) {
                    stop.raise();
                    // Nothing is written any more once the exception is raised.
                    until(py, ids.as_slice(), || (), |tick| next(&mut news, &stop, tick))?;
                    return Err(error);
                }
            }
        }
    }
}

/// What comes next within `tick`, after a stop only the end; `Some(None)` if nothing can come any more.
fn next(news: &mut Receiver<News>, stop: &Stop, tick: Duration) -> Option<Option<News>> {
    loop {
        match news.recv_timeout(tick) {
            Ok(News::Is(_)) if stop.is_raised() => {}
            Ok(came) => return Some(Some(came)),
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => return Some(None),
        }
    }
}

impl Begun {
    /// Begins, on a thread of its own; `tells` of what it is doing, too.
    fn start(self, stop: &Stop, tells: bool) -> std::io::Result<Receiver<News>> {
        let (sender, news) = mpsc::channel();
        let (stop, running) = (stop.clone(), Running::new(stop));
        spawn("training", move || {
            let told = tells.then(|| sender.clone());
            let done = on_own_threads(|| self.run(&stop, told));
            let _ = sender.send(News::Ended(Box::new(done)));
            drop(running);
        })?;
        Ok(news)
    }

    fn run(self, stop: &Stop, told: Option<Sender<News>>) -> Result<Done, TrainError> {
        let begun = Instant::now();
        let also = Also::read(&*self.game.open, &self.asked.also)?;
        let training = Training {
            game: &*self.game.open,
            kind: self.kind,
            plan: self.asked.plan(),
            first: self.asked.first.as_deref(),
            also: &also,
            output: &self.output,
            deadline: self.playing.map(|time| begun + time),
            threads: self.threads,
            gate: self.asked.gate,
            checked: self.checked,
            command: &|plan| self.asked.command("plyglot", plan),
        };
        training.check_game()?;
        beside::check(&self.output)
            .map_err(|error| TrainError::Output { path: self.output.clone(), error })?;
        let origin = serde_json::json!({ "version": env!("CARGO_PKG_VERSION") });
        let continued = self.journal.as_ref().map(|path| training.continued(path, &origin));
        let mut continued = continued.transpose()?;
        let skipped = continued.as_mut().map(|known| std::mem::take(&mut known.skipped));
        let mut now = Doing::begins(training.plan.rounds.len());
        let finished = training.run(continued, stop, |event| {
            if let Some(told) = &told {
                now.follows(&event);
                let _ = told.send(News::Is(Box::new(now.clone())));
            }
            Ok(())
        })?;
        let skipped = skipped.unwrap_or_default();
        Ok(Done { finished, time: begun.elapsed(), skipped })
    }
}

/// A whole number of this range.
fn within<T>(py: Python<'_>, name: &str, number: i128, range: RangeInclusive<T>) -> PyResult<T>
where
    T: TryFrom<i128> + PartialOrd + std::fmt::Display,
{
    T::try_from(number).ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        let message = format!("{name} is a whole number from {least} to {most}, not {number}");
        exception(py, "TrainingError", message)
    })
}

/// How wide a net is to be.
fn width(py: Python<'_>, net: i128) -> PyResult<usize> {
    let width = usize::try_from(net).ok().filter(|width| Asked::WIDTHS.contains(width));
    width.ok_or_else(|| {
        let widths = Asked::WIDTHS.map(|width| width.to_string()).join(", ");
        exception(py, "TrainingError", format!("net is one of {widths}, not {net}"))
    })
}

/// How long games are played where a training takes this many hours.
fn time(py: Python<'_>, hours: f64) -> PyResult<Duration> {
    if hours > 0.0 && hours <= 1_000.0 {
        return Ok(Duration::from_secs_f64(hours * 3600.0).mul_f64(PLAYING));
    }
    let message = format!("hours is a number above 0 and at most 1000, not {hours}");
    Err(exception(py, "TrainingError", message))
}

/// Why there is no training.
fn failed(py: Python<'_>, game: &Opened, error: TrainError) -> PyErr {
    match error {
        TrainError::Door(error) => game.error(py, error),
        TrainError::Output { path, error }
        | TrainError::Journal(JournalError::File { path, error }) => {
            Refused::System(error).raised(py, &path)
        }
        TrainError::Thread(error) => exception(py, "EngineError", error.to_string()),
        // The door's name of a game in Python carries a number.
        other => {
            let said = other.to_string().replace(&game.open.facts().name, game.name());
            exception(py, "TrainingError", said)
        }
    }
}

/// Warns of lines of a journal that were not used.
fn warn(py: Python<'_>, skipped: &[Skipped]) -> PyResult<()> {
    let Some(Skipped { line, message }) = skipped.first() else { return Ok(()) };
    let more = match skipped.len() {
        1 => String::new(),
        lines => format!(", nor are {} more", lines - 1),
    };
    let said = format!("line {line} of the journal is not used{more}: {message}");
    let warning = (said, py.get_type::<PyRuntimeWarning>());
    py.import("warnings")?.call_method1("warn", warning).map(drop)
}

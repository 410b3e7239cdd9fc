//! A search that was begun and whose result was not yet sent: what stops it, what it sends, what it shows.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam::channel::{Receiver, after, never, tick};
use plyglot_open::{Engine, Handle, Mv};
use plyglot_search::{Bound, Progress, Report, Table};

use crate::output::live::Figures;
use plyglot_clock::Budget;

/// How often the figures of a running search are shown.
const TICK: Duration = Duration::from_secs(1);

/// A search that was begun.
pub(crate) struct Running {
    pub(crate) handle: Option<Handle>,
    pub(crate) thread: Option<JoinHandle<()>>,
    pub(crate) budget: Option<Budget>,
    pub(crate) lines: usize,
    pub(crate) wait_for_stop: bool,
    pub(crate) progress: Receiver<Progress<Mv>>,
    pub(crate) returned: Receiver<Returned>,
    /// Comes whenever figures are to be shown.
    pub(crate) ticks: Receiver<Instant>,
    /// Comes when the search is to be stopped, where its limits do not say so.
    pub(crate) deadline: Receiver<Instant>,
    pub(crate) table: Option<Arc<Table>>,
    /// The report, if it has come and is held until a stop.
    pub(crate) held: Option<Result<Report<Mv>, String>>,
}

/// What a search hands back: the engine, and the report.
pub(crate) struct Returned {
    pub(crate) engine: Option<Box<dyn Engine>>,
    pub(crate) report: Result<Report<Mv>, String>,
}

impl Running {
    /// Comes once a second.
    pub(crate) fn second() -> Receiver<Instant> {
        tick(TICK)
    }

    /// The live figures, until the search has ended.
    pub(crate) fn figures(&self) -> Option<Figures> {
        let Running { handle: Some(handle), table, held: None, .. } = self else { return None };
        Some(Figures {
            current: handle.current(),
            nodes: handle.nodes(),
            elapsed: handle.elapsed(),
            hash_permill: table.as_ref().map_or(0, |table| table.fill_permill()),
        })
    }

    /// Stops the search if it has finished a depth and the soft limit of its time has passed.
    pub(crate) fn stop_in_time(&self, progress: &Progress<Mv>) {
        let Running { handle: Some(handle), budget: Some(budget), lines, .. } = self else {
            return;
        };
        let line = &progress.line;
        let is_whole = line.verdict.bound == Bound::Exact && line.rank == *lines;
        if is_whole && budget.is_enough(progress.elapsed) {
            handle.stop();
        }
    }

    /// The time of the search is up: its result will come.
    pub(crate) fn time_is_up(&mut self) {
        self.deadline = never();
        self.handle.iter().for_each(Handle::stop);
    }

    /// From now on the search has this much time.
    pub(crate) fn give(&mut self, budget: Option<Budget>) {
        let before = self.handle.as_ref().map_or(Duration::ZERO, Handle::elapsed);
        self.budget =
            budget.map(|Budget { soft, hard }| Budget { soft: soft + before, hard: hard + before });
        self.deadline = budget.map_or_else(never, |budget| after(budget.hard));
    }

    /// The search has ended, and its report is held until a stop.
    pub(crate) fn hold(self, report: Result<Report<Mv>, String>) -> Running {
        Running {
            progress: never(),
            returned: never(),
            ticks: never(),
            deadline: never(),
            held: Some(report),
            ..self
        }
    }
}

//! The root's ledger behind its lock: hands out depths and windows, takes results back, merges
//! principal variations.
//!
//! A worker comes here once a task, never from inside the recursion. The rules for staggering, the
//! vote and the re-search are small pure functions ([`stagger`], [`vote`],
//! [`crate::root::aspiration`], [`solve`]); the ledger applies them to plain data.
//!
//! Moves are packed ([`crate::Game::pack`]) here: nothing is generic, so that all of it is compiled once, in this
//! crate, and not again for each game.

mod ledger;
mod merge;
mod plan;
pub(crate) mod reach;
pub(crate) mod solve;
mod stagger;
mod vote;

pub(crate) use ledger::{Finding, Task};
pub(crate) use plan::Plan;

use std::sync::Arc;
use std::time::Duration;

use crate::rules::report::{Counters, Ended, Line, Listener, Progress};
use crate::rules::score::Score;
use crate::shared::allowance::Spent;
use crate::shared::control::Control;
use crate::shared::current::SearchPhase;
use crate::shared::search_error::SearchError;
use crate::shared::stop::Reason;
use crate::sync::Mutex;
use crate::table::Table;
use ledger::Ledger;

/// Hands out the tasks of one search and collects what comes of them.
pub(crate) struct Coordinator {
    desk: Mutex<Desk>,
    control: Arc<Control>,
    table: Arc<Table>,
    progress: Option<Listener<u32>>,
    /// The root's moves were chosen, so its value is not the position's.
    pub(crate) restricted: bool,
}

/// What lies behind the lock.
struct Desk {
    ledger: Ledger<u32>,
    counters: Counters,
    error: Option<SearchError>,
    first_result: Option<Duration>,
    ended_at: Option<Duration>,
}

/// What is left when all workers have returned.
pub(crate) struct Closing {
    pub(crate) lines: Vec<Line<u32>>,
    pub(crate) ended: Ended,
    pub(crate) counters: Counters,
    /// When the first iteration was finished.
    pub(crate) first_result: Option<Duration>,
    /// When the search ended, the others perhaps still returning.
    pub(crate) ended_at: Option<Duration>,
}

impl Desk {
    /// Notes when the search has ended, if it has.
    fn note_end(&mut self, now: impl FnOnce() -> Duration) {
        if self.ledger.ended.is_some() {
            self.ended_at.get_or_insert_with(now);
        }
    }
}

impl Coordinator {
    pub(crate) fn new(
        plan: Plan,
        control: Arc<Control>,
        table: Arc<Table>,
        progress: Option<Listener<u32>>,
    ) -> Self {
        let restricted = plan.restricted;
        let mut ledger = Ledger::new(plan);
        ledger.tells = progress.is_some();
        let desk = Desk {
            ledger,
            counters: Counters::default(),
            error: None,
            first_result: None,
            ended_at: None,
        };
        Coordinator { desk: Mutex::new(desk), control, table, progress, restricted }
    }

    /// The next depth for a worker, with its window; `None` ends its share of the search.
    pub(crate) fn next(&self, worker: usize) -> Option<Task<u32>> {
        let mut desk = self.desk.lock();
        self.hand_out(&mut desk, worker, |ledger| ledger.next(worker))
    }

    /// Takes back what a worker found at a depth. Gives the same depth with its next window, if the
    /// answer lay outside the last one and the depth is still worth it.
    pub(crate) fn merge(
        &self,
        worker: usize,
        task: &Task<u32>,
        finding: Finding<u32>,
        predict: &dyn Fn(Score) -> Score,
    ) -> Option<Task<u32>> {
        let mut desk = self.desk.lock();
        // The clock is read once: for a small search each reading is a good part of its time.
        let spent = Spent { nodes: self.control.nodes(), time: self.control.elapsed() };
        // A handle may have given the search other times meanwhile.
        desk.ledger.plan.means.time = self.control.time();
        desk.ledger.plan.soft_time = self.control.soft_time();
        let effects = desk.ledger.report(worker, task, finding, spent, predict);
        if effects.has_news {
            desk.first_result.get_or_insert(spent.time);
        }
        desk.note_end(|| spent.time);
        for worker in effects.cut {
            self.control.cut(worker, true);
        }
        if desk.ledger.ended.is_some() {
            self.control.stop().raise(Reason::Over);
        }
        // Told under the lock, so that events arrive in the order in which things happened.
        if let (Some(progress), Some(line)) = (&self.progress, effects.news) {
            progress(Progress {
                line,
                nodes: spent.nodes,
                elapsed: spent.time,
                hash_permill: self.table.fill_permill(),
                worker,
            });
        }
        self.hand_out(&mut desk, worker, |ledger| ledger.again(worker, task))
    }

    /// Hands a task out, unless the search is over.
    fn hand_out(
        &self,
        desk: &mut Desk,
        worker: usize,
        task: impl FnOnce(&mut Ledger<u32>) -> Option<Task<u32>>,
    ) -> Option<Task<u32>> {
        if desk.ledger.ended.is_none() {
            desk.ledger.ended = self.control.stop().reason().map(Reason::ended);
        }
        desk.note_end(|| self.control.elapsed());
        self.control.cut(worker, false);
        if !self.control.wants(worker) {
            return None;
        }
        let task = task(&mut desk.ledger)?;
        self.control.allow(worker, task.allowance);
        if worker == 0 {
            let phase = match (task.to_end, task.proof) {
                (_, true) => SearchPhase::Distance,
                (true, false) if task.passes_left > 0 => SearchPhase::Selective,
                (true, false) => SearchPhase::Solving,
                (false, false) => SearchPhase::Deepening,
            };
            let proven = desk.ledger.proven();
            self.control.current.begin(phase, (task.depth, task.line), task.window, proven);
        }
        Some(task)
    }

    /// True if the caller wants to see how the search progresses.
    pub(crate) fn is_watched(&self) -> bool {
        self.progress.is_some()
    }

    /// A worker cannot go on: the search ends with the first such error.
    pub(crate) fn fail(&self, error: SearchError) {
        let mut desk = self.desk.lock();
        desk.error.get_or_insert(error);
        desk.ledger.ended = Some(Ended::Stopped);
        self.control.stop().raise(Reason::Error);
    }

    /// Adds what a worker has done, when it ends.
    pub(crate) fn account(&self, counters: &Counters) {
        self.desk.lock().counters.add(counters);
    }

    /// The result, when all workers have ended.
    pub(crate) fn close(&self) -> Result<Closing, SearchError> {
        let mut desk = self.desk.lock();
        if let Some(error) = desk.error.take() {
            return Err(error);
        }
        let ended = desk.ledger.ended.unwrap_or(Ended::Stopped);
        let (first_result, ended_at) = (desk.first_result, desk.ended_at);
        let (lines, counters) = (desk.ledger.best_lines(), desk.counters);
        Ok(Closing { lines, ended, counters, first_result, ended_at })
    }
}

//! The state of a search at its root, behind a lock: hands out depths and windows, takes results back, merges
//! principal variations.
//!
//! A worker comes here once a task, never from inside the recursion. The rules for staggering
//! and the re-search are small pure functions ([`stagger`], [`crate::root::aspiration`], [`solve`]); the state applies them to plain data.
//!
//! Moves are packed ([`crate::Game::pack`]) here: nothing is generic, so that all of it is compiled once, in this
//! crate, and not again for each game.

mod merge;
mod plan;
pub(crate) mod reach;
pub(crate) mod solve;
mod stagger;
mod state;
mod trend;

pub(crate) use plan::Plan;
pub(crate) use state::Task;

use std::sync::Arc;
use std::time::Duration;

use crate::recursion::Finding;
use crate::rules::report::{Counters, Ended, Line, Listener, Progress};
use crate::rules::score::Score;
use crate::shared::account::State;
use crate::shared::budget::Spent;
use crate::shared::control::Control;
use crate::shared::current::SearchPhase;
use crate::shared::search_error::SearchError;
use crate::shared::stop::StopReason;
use crate::sync::Mutex;
use crate::table::Table;
use state::RootState;

/// Hands out the tasks of one search and collects what comes of them.
pub(crate) struct Coordinator {
    locked: Mutex<Locked>,
    control: Arc<Control>,
    table: Arc<Table>,
    progress: Option<Listener<u32>>,
    /// The root's moves were chosen, so its value is not the position's.
    pub(crate) restricted: bool,
}

/// What lies behind the lock.
struct Locked {
    state: RootState,
    counters: Counters,
    error: Option<SearchError>,
    first_result: Option<Duration>,
    ended_at: Option<Duration>,
}

/// What is left when all workers have returned.
pub(crate) struct Closing {
    pub(crate) lines: Vec<Line<u32>>,
    /// Those of the iteration before.
    pub(crate) before: Vec<Line<u32>>,
    pub(crate) ended: Ended,
    pub(crate) counters: Counters,
    /// When the first iteration was finished.
    pub(crate) first_result: Option<Duration>,
    /// When the search ended, the others perhaps still returning.
    pub(crate) ended_at: Option<Duration>,
}

impl Locked {
    /// Notes when the search has ended, if it has.
    fn note_end(&mut self, now: impl FnOnce() -> Duration) {
        if self.state.ended.is_some() {
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
        let mut state = RootState::new(plan);
        state.reports_progress = progress.is_some();
        let locked = Locked {
            state,
            counters: Counters::default(),
            error: None,
            first_result: None,
            ended_at: None,
        };
        Coordinator { locked: Mutex::new(locked), control, table, progress, restricted }
    }

    /// The next depth for a worker, with its window; `None` ends its share of the search.
    pub(crate) fn next(&self, worker: usize) -> Option<Task> {
        let mut locked = self.locked.lock();
        self.hand_out(&mut locked, worker, |state| state.next(worker))
    }

    /// Takes back what a worker found at a depth. Gives the same depth with its next window, if the
    /// answer lay outside the last one and the depth is still worth it; and what has come of the task.
    pub(crate) fn merge(
        &self,
        worker: usize,
        task: &Task,
        finding: Finding,
        predict: &dyn Fn(Score) -> Score,
    ) -> (Option<Task>, State) {
        let mut locked = self.locked.lock();
        // The clock is read once: for a small search each reading is a good part of its time.
        let spent = Spent { nodes: self.control.nodes(), time: self.control.elapsed() };
        // A handle may have given the search other times meanwhile.
        locked.state.plan.limits.time = self.control.time();
        locked.state.plan.soft_time = self.control.soft_time();
        locked.state.plan.clock_began = self.control.clock_began();
        let effects = locked.state.report(worker, task, finding, spent, predict);
        if effects.has_line {
            locked.first_result.get_or_insert(spent.time);
        }
        locked.note_end(|| spent.time);
        for worker in effects.cut {
            self.control.cut(worker, true);
        }
        if locked.state.ended.is_some() {
            self.control.stop().raise(StopReason::Over);
        }
        // Reported under the lock, so that events arrive in the order in which things happened.
        if let (Some(progress), Some(line)) = (&self.progress, effects.line) {
            progress(self.progress_of(line, spent, worker));
        }
        let again = self.hand_out(&mut locked, worker, |state| state.again(worker, task));
        (again, effects.outcome)
    }

    /// Learns that the position is drawn, by this packed move, found after a task.
    pub(crate) fn learn_draw(&self, task: &Task, mv: u32) {
        let mut locked = self.locked.lock();
        if locked.state.ended.is_some() {
            return;
        }
        let line = locked.state.learn_draw(task, mv);
        self.announce(&mut locked, line);
    }

    /// Learns that the position is won or lost within as many plies as a score says, by this packed move, found after a
    /// task.
    pub(crate) fn learn_win(&self, task: &Task, mv: u32, score: Score) {
        let mut locked = self.locked.lock();
        if locked.state.ended.is_some() {
            return;
        }
        let Some((line, cut)) = locked.state.learn_win(task, mv, score) else { return };
        cut.into_iter().for_each(|worker| self.control.cut(worker, true));
        self.announce(&mut locked, line);
    }

    /// Tells of a line that the first worker has proven beside its tasks, and ends the search if that is all.
    fn announce(&self, locked: &mut Locked, line: Line<u32>) {
        let elapsed = self.control.elapsed();
        locked.note_end(|| elapsed);
        if locked.state.ended.is_some() {
            self.control.stop().raise(StopReason::Over);
        }
        if let Some(progress) = &self.progress {
            let spent = Spent { nodes: self.control.nodes(), time: elapsed };
            progress(self.progress_of(line, spent, 0));
        }
    }

    /// The last try to prove that the position is drawn has failed: the search is over.
    pub(crate) fn give_up_draw(&self) {
        let mut locked = self.locked.lock();
        locked.state.give_up_draw(self.control.stop().reason().map(StopReason::ended));
        locked.note_end(|| self.control.elapsed());
        self.control.stop().raise(StopReason::Over);
    }

    fn progress_of(&self, line: Line<u32>, spent: Spent, worker: usize) -> Progress<u32> {
        Progress {
            line,
            nodes: spent.nodes,
            elapsed: spent.time,
            hash_permill: self.table.fill_permill(),
            hash_bytes: self.table.bytes(),
            seldepth: self.control.deepest(),
            tbhits: self.control.tbhits(),
            worker,
        }
    }

    /// Hands a task out, unless the search is over.
    fn hand_out(
        &self,
        locked: &mut Locked,
        worker: usize,
        task: impl FnOnce(&mut RootState) -> Option<Task>,
    ) -> Option<Task> {
        if locked.state.ended.is_none() {
            locked.state.ended = self.control.stop().reason().map(StopReason::ended);
        }
        locked.note_end(|| self.control.elapsed());
        self.control.cut(worker, false);
        if !self.control.wants(worker) {
            return None;
        }
        let task = task(&mut locked.state)?;
        self.control.set_budget(worker, task.budget);
        if worker == 0 {
            let phase = match (task.to_end, task.proof) {
                _ if task.draw => SearchPhase::Draw,
                (_, true) => SearchPhase::Distance,
                (true, false) if task.passes_left > 0 => SearchPhase::Selective,
                (true, false) => SearchPhase::Solving,
                (false, false) => SearchPhase::Deepening,
            };
            let proven = locked.state.proven();
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
        let mut locked = self.locked.lock();
        locked.error.get_or_insert(error);
        locked.state.ended = Some(Ended::Stopped);
        self.control.stop().raise(StopReason::Error);
    }

    /// Adds what a worker has done, when it ends.
    pub(crate) fn account(&self, counters: &Counters) {
        self.locked.lock().counters.add(counters);
    }

    /// The result, when all workers have ended.
    pub(crate) fn close(&self) -> Result<Closing, SearchError> {
        let mut locked = self.locked.lock();
        if let Some(error) = locked.error.take() {
            return Err(error);
        }
        let ended = locked.state.ended.unwrap_or(Ended::Stopped);
        let (first_result, ended_at) = (locked.first_result, locked.ended_at);
        let (lines, counters) = (locked.state.best_lines(), locked.counters);
        let before = std::mem::take(&mut locked.state.before);
        Ok(Closing { lines, before, ended, counters, first_result, ended_at })
    }
}

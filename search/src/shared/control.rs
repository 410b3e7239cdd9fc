//! What a running worker looks at now and then: the stop, its own cut flag, whether it is still wanted,
//! the deadline and the node limit; and where it leaves its node count for others to read.
//!
//! Looking costs a clock reading, so it happens once in a batch of nodes; the batch is sized by
//! each worker so that it looks about twice a millisecond, however slow its game is.

use std::sync::Arc;
use std::time::Duration;

use crossbeam::utils::CachePadded;

use crate::rules::limits::Limits;
use crate::shared::budget::{Budget, Spent};
use crate::shared::current::CurrentWords;
use crate::shared::schedule::{Turns, Unparker};
use crate::shared::steady::SteadyClock;
use crate::shared::stop::{Clock, StopReason, StopWord, WallClock};
use crate::sync;
use crate::sync::{AtomicBool, AtomicU64, AtomicUsize, Mutex, Ordering};

/// What one worker shares of itself. On a cache line of its own (crossbeam's [`CachePadded`]; the standard library has
/// nothing of the kind), since its owner writes it often.
#[derive(Debug, Default)]
struct WorkerFlags {
    nodes: AtomicU64,
    /// The ply of the deepest position that it has visited.
    deepest: AtomicUsize,
    /// How many positions it has found in tables of endgames.
    tbhits: AtomicU64,
    cut: AtomicBool,
    /// The count of all workers' nodes at which its task is not worth going on with.
    most_nodes: AtomicU64,
    /// The same in nanoseconds since the search began.
    most_nanos: AtomicU64,
}

/// The part of an engine that workers look at while they search. One for all searches of an
/// engine; [`Control::begin`] sets it up for the next.
///
/// All atomics here are relaxed: each is a number or a flag of its own that guards no other data,
/// and results travel through the coordinator's lock.
#[derive(Debug)]
pub(crate) struct Control {
    stop: StopWord,
    clock: SteadyClock,
    turns: Option<sync::Arc<Turns>>,
    workers: Box<[CachePadded<WorkerFlags>]>,
    started: AtomicU64,
    deadline: AtomicU64,
    /// From when on the search ends with an iteration.
    soft_deadline: AtomicU64,
    /// From when on both are counted.
    clock_began: AtomicU64,
    /// Held while the deadlines are set, so that those that are meant for one search are not set for the next.
    setting: Mutex<Setting>,
    node_limit: AtomicU64,
    /// How many workers, from the first, take part; the others are lent out.
    wanted: AtomicUsize,
    /// What the first worker is working on.
    pub(crate) current: CurrentWords,
    /// Calls workers that have threads of their own.
    unparker: Option<sync::Arc<Unparker>>,
}

/// Which search has its deadlines.
#[derive(Debug, Default)]
struct Setting {
    /// The last search that has begun.
    begun: Option<u64>,
    /// Times for one that has not.
    early: Option<Early>,
}

/// Times that a search was given before it began.
#[derive(Debug)]
struct Early {
    search: u64,
    /// From when on they count.
    at: Duration,
    time: Option<Duration>,
    soft_time: Option<Duration>,
}

const NO_LIMIT: u64 = u64::MAX;

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(NO_LIMIT)
}

impl Control {
    pub(crate) fn new(workers: usize, clock: Arc<dyn Clock>) -> Self {
        Control {
            turns: None,
            stop: StopWord::default(),
            clock: SteadyClock::new(clock),
            workers: (0..workers).map(|_| CachePadded::default()).collect(),
            started: AtomicU64::new(0),
            deadline: AtomicU64::new(NO_LIMIT),
            soft_deadline: AtomicU64::new(NO_LIMIT),
            clock_began: AtomicU64::new(0),
            setting: Mutex::new(Setting::default()),
            node_limit: AtomicU64::new(NO_LIMIT),
            wanted: AtomicUsize::new(workers),
            current: CurrentWords::default(),
            unparker: None,
        }
    }

    /// The same for virtual threads, whose time is that of their turns.
    pub(crate) fn virtually(workers: usize, turns: sync::Arc<Turns>) -> Self {
        let clock = Arc::new(WallClock::default());
        Control { turns: Some(turns), ..Control::new(workers, clock) }
    }

    /// The same with workers that are parked between searches.
    pub(crate) fn with_unparker(self, unparker: Option<sync::Arc<Unparker>>) -> Self {
        Control { unparker, ..self }
    }

    /// Sets the limits of the next search and starts its clock.
    pub(crate) fn begin(&self, limits: &Limits<u32>) {
        if let Some(turns) = &self.turns {
            turns.begin();
        }
        let mut setting = self.setting.lock();
        let now = self.now();
        self.started.store(nanos(now), Ordering::Relaxed);
        let search = self.stop.search();
        setting.begun = Some(search);
        match setting.early.take().filter(|early| early.search == search) {
            Some(Early { at, time, soft_time, .. }) => self.set_deadlines(at, time, soft_time),
            None => self.set_deadlines(now, limits.time, limits.soft_time),
        }
        self.node_limit.store(limits.nodes.unwrap_or(NO_LIMIT), Ordering::Relaxed);
        for worker in &self.workers {
            worker.nodes.store(0, Ordering::Relaxed);
            worker.deepest.store(0, Ordering::Relaxed);
            worker.tbhits.store(0, Ordering::Relaxed);
            worker.cut.store(false, Ordering::Relaxed);
        }
        (0..self.workers.len()).for_each(|worker| self.set_budget(worker, Budget::UNLIMITED));
    }

    /// Lets the first worker go on with what completes the search, alone and for at most this many more nodes. The
    /// limits of the search still hold, and its soft limit ends this. False if a person has stopped it.
    pub(crate) fn go_on(&self, nodes: u64) -> bool {
        if !self.stop.go_on() {
            return false;
        }
        if let Some(turns) = &self.turns {
            turns.go_on();
        }
        let most = self.nodes().saturating_add(nodes);
        let _setting = self.setting.lock();
        let lower = |limit: &AtomicU64, to: u64| {
            limit.store(limit.load(Ordering::Relaxed).min(to), Ordering::Relaxed);
        };
        lower(&self.node_limit, most);
        lower(&self.deadline, self.soft_deadline.load(Ordering::Relaxed));
        self.cut(0, false);
        true
    }

    fn now(&self) -> Duration {
        self.turns.as_ref().map_or_else(|| self.clock.now(), |turns| turns.now())
    }

    /// True where the threads are virtual.
    pub(crate) fn is_virtual(&self) -> bool {
        self.turns.is_some()
    }

    /// From now on the search that runs, or the next one if none does, has this much time; where one is meant, only if
    /// it is that.
    pub(crate) fn set_time(
        &self,
        search: Option<u64>,
        time: Option<Duration>,
        soft_time: Option<Duration>,
    ) {
        let mut setting = self.setting.lock();
        let (current, at) = (self.stop.search(), self.now());
        if search.is_some_and(|search| search != current) {
            return;
        }
        if setting.begun == Some(current) {
            self.set_deadlines(at, time, soft_time);
        } else {
            setting.early = Some(Early { search: current, at, time, soft_time });
        }
    }

    fn set_deadlines(&self, now: Duration, time: Option<Duration>, soft_time: Option<Duration>) {
        // One in some centuries is a limit, too.
        let at = |time| nanos(now.saturating_add(time)).min(NO_LIMIT - 1);
        self.clock_began.store(nanos(now), Ordering::Relaxed);
        self.deadline.store(time.map_or(NO_LIMIT, at), Ordering::Relaxed);
        self.soft_deadline.store(soft_time.map_or(NO_LIMIT, at), Ordering::Relaxed);
    }

    /// The time limit of the search, from its beginning.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.since_beginning(&self.deadline)
    }

    /// Its soft limit, likewise.
    pub(crate) fn soft_time(&self) -> Option<Duration> {
        self.since_beginning(&self.soft_deadline)
    }

    /// From when on its times are counted, likewise.
    pub(crate) fn clock_began(&self) -> Duration {
        self.since_beginning(&self.clock_began).unwrap_or_default()
    }

    fn since_beginning(&self, deadline: &AtomicU64) -> Option<Duration> {
        let started = self.started.load(Ordering::Relaxed);
        let deadline = Some(deadline.load(Ordering::Relaxed)).filter(|&at| at != NO_LIMIT);
        deadline.map(|at| Duration::from_nanos(at.saturating_sub(started)))
    }

    pub(crate) fn stop(&self) -> &StopWord {
        &self.stop
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        let started = Duration::from_nanos(self.started.load(Ordering::Relaxed));
        self.now().saturating_sub(started)
    }

    /// Publishes a worker's node count, and says whether it should return from its task.
    pub(crate) fn look(&self, worker: usize, nodes: u64) -> bool {
        self.publish(worker, nodes);
        let cut = self.workers[worker].cut.load(Ordering::Relaxed);
        let done = cut || self.is_budget_spent(worker);
        if self.stop.is_raised() || done || !self.wants(worker) {
            return true;
        }
        if self.nodes_left(worker, nodes) == 0 {
            self.stop.raise(StopReason::Nodes);
        } else if self.past_deadline() {
            self.stop.raise(StopReason::Time);
        } else {
            return false;
        }
        true
    }

    fn past_deadline(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != NO_LIMIT && self.now() >= Duration::from_nanos(deadline)
    }

    pub(crate) fn publish(&self, worker: usize, nodes: u64) {
        self.workers[worker].nodes.store(nodes, Ordering::Relaxed);
        if let Some(turns) = &self.turns {
            turns.note(worker, nodes);
        }
    }

    /// Publishes how deep a worker has come, in plies from the root. Of several searchers of one worker the deepest
    /// counts; only its own thread writes it.
    pub(crate) fn publish_deepest(&self, worker: usize, ply: usize) {
        let deepest = &self.workers[worker].deepest;
        if ply > deepest.load(Ordering::Relaxed) {
            deepest.store(ply, Ordering::Relaxed);
        }
    }

    /// Publishes how many more positions a searcher of a worker has found in tables of endgames.
    pub(crate) fn publish_tbhits(&self, worker: usize, more: u64) {
        if more > 0 {
            self.workers[worker].tbhits.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// How many positions all workers have found in tables of endgames, as far as they have said.
    pub(crate) fn tbhits(&self) -> u64 {
        self.workers.iter().map(|worker| worker.tbhits.load(Ordering::Relaxed)).sum()
    }

    /// The ply of the deepest position that any worker has visited, as far as they have said.
    pub(crate) fn deepest(&self) -> u32 {
        let plies = self.workers.iter().map(|worker| worker.deepest.load(Ordering::Relaxed));
        plies.max().unwrap_or(0) as u32
    }

    /// How many nodes this worker may still visit if no other visits any; a single worker thus
    /// stops at its limit to the node, wherever it looks.
    pub(crate) fn nodes_left(&self, worker: usize, nodes: u64) -> u64 {
        let limit = self.node_limit.load(Ordering::Relaxed);
        if limit == NO_LIMIT {
            return NO_LIMIT;
        }
        let others = self.workers.iter().enumerate().filter(|(other, _)| *other != worker);
        let others: u64 = others.map(|(_, worker)| worker.nodes.load(Ordering::Relaxed)).sum();
        limit.saturating_sub(nodes + others)
    }

    /// Positions visited so far by all workers, as far as they have said.
    pub(crate) fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Positions visited so far by each worker, as far as they have said.
    pub(crate) fn nodes_of_each(&self) -> Vec<u64> {
        self.workers.iter().map(|worker| worker.nodes.load(Ordering::Relaxed)).collect()
    }

    /// Tells one worker to give up its task, or takes that back before it gets a new one.
    pub(crate) fn cut(&self, worker: usize, cut: bool) {
        self.workers[worker].cut.store(cut, Ordering::Relaxed);
    }

    /// Says how far a worker may go with its next task. Has to be said anew for each.
    pub(crate) fn set_budget(&self, worker: usize, budget: Budget) {
        let worker = &self.workers[worker];
        worker.most_nodes.store(budget.nodes, Ordering::Relaxed);
        worker.most_nanos.store(nanos(budget.time), Ordering::Relaxed);
    }

    fn is_budget_spent(&self, worker: usize) -> bool {
        let worker = &self.workers[worker];
        let nodes = worker.most_nodes.load(Ordering::Relaxed);
        let time = worker.most_nanos.load(Ordering::Relaxed);
        if nodes == NO_LIMIT && time == NO_LIMIT {
            return false;
        }
        let time = Duration::from_nanos(time);
        Budget { nodes, time }.is_spent(Spent { nodes: self.nodes(), time: self.elapsed() })
    }

    /// True if a worker takes part in the search.
    pub(crate) fn wants(&self, worker: usize) -> bool {
        worker < self.wanted.load(Ordering::Relaxed)
    }

    /// Calls all workers with threads of their own that are wanted to the search that runs.
    pub(crate) fn call_workers(&self) {
        if let Some(unparker) = &self.unparker {
            unparker.call(|| self.others_wanted());
        }
    }

    /// From now on this number of workers takes part, the first always; those beyond leave a running search at
    /// their next look, and those who are wanted again come back to it.
    pub(crate) fn want(&self, workers: usize) -> Result<usize, usize> {
        let most = self.workers.len();
        if self.unparker.is_none() && workers < most {
            return Err(most);
        }
        let wanted = workers.clamp(1, most);
        let before = self.wanted.swap(wanted, Ordering::Relaxed);
        if let Some(unparker) = self.unparker.as_ref().filter(|_| wanted > before) {
            unparker.call_again(|| self.others_wanted());
        }
        Ok(wanted)
    }

    /// How many are wanted beside the first, which needs no call.
    fn others_wanted(&self) -> usize {
        self.wanted.load(Ordering::Relaxed) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sync::AtomicU64;

    #[derive(Debug, Default)]
    struct HandClock(AtomicU64);

    impl Clock for HandClock {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }
    }

    fn control(workers: usize) -> (Control, Arc<HandClock>) {
        let clock = Arc::new(HandClock::default());
        (Control::new(workers, Arc::clone(&clock) as Arc<dyn Clock>), clock)
    }

    #[test]
    fn a_deadline_stops_the_search_when_its_time_has_come() {
        let (control, clock) = control(1);
        clock.0.store(1000, Ordering::Relaxed);
        control.begin(&Limits::time(Duration::from_millis(50)));
        clock.0.store(1049, Ordering::Relaxed);
        assert!(!control.look(0, 1));
        assert_eq!(control.elapsed(), Duration::from_millis(49));
        clock.0.store(1050, Ordering::Relaxed);
        assert!(control.look(0, 2) && control.stop().is_raised());
        assert_eq!(control.stop().reason(), Some(StopReason::Time));
    }

    #[test]
    fn times_that_are_set_anew_count_from_then_and_only_for_the_search_that_is_meant() {
        let ms = Duration::from_millis;
        let (control, clock) = control(1);
        clock.0.store(1000, Ordering::Relaxed);
        control.begin(&Limits { soft_time: Some(ms(20)), ..Limits::time(ms(50)) });
        assert_eq!((control.time(), control.soft_time()), (Some(ms(50)), Some(ms(20))));
        clock.0.store(1030, Ordering::Relaxed);
        let search = control.stop().search();
        control.set_time(Some(search), Some(ms(100)), None);
        assert_eq!((control.time(), control.soft_time()), (Some(ms(130)), None));
        control.set_time(Some(search + 1), None, Some(ms(1)));
        assert_eq!((control.time(), control.soft_time()), (Some(ms(130)), None));
        clock.0.store(1129, Ordering::Relaxed);
        assert!(!control.look(0, 1));
        clock.0.store(1130, Ordering::Relaxed);
        assert!(control.look(0, 1));
        control.set_time(None, Some(Duration::MAX), Some(Duration::ZERO));
        assert!(control.time() > Some(ms(1 << 40)) && control.soft_time() == Some(ms(130)));
    }

    #[test]
    fn what_completes_a_search_keeps_to_its_limits_and_ends_at_the_soft_one() {
        let ms = Duration::from_millis;
        let (control, clock) = control(2);
        control.begin(&Limits { soft_time: Some(ms(20)), ..Limits::time(ms(50)) });
        control.publish(1, 60);
        control.stop().raise(StopReason::Over);
        assert!(control.go_on(40));
        assert!(!control.look(0, 39) && control.look(0, 40));
        assert_eq!(control.stop().reason(), Some(StopReason::Nodes));
        control.stop().end();
        control.begin(&Limits { soft_time: Some(ms(20)), ..Limits::time(ms(50)) });
        clock.0.store(20, Ordering::Relaxed);
        assert!(!control.look(0, 1) && control.go_on(40) && control.look(0, 2));
        assert_eq!(control.stop().reason(), Some(StopReason::Time));
        control.stop().end();
        control.begin(&Limits::nodes(100));
        control.publish(0, 90);
        assert!(control.go_on(1_000) && !control.look(0, 99) && control.look(0, 100));
        control.stop().raise(StopReason::Person);
        assert!(!control.go_on(40));
    }

    #[test]
    fn times_that_are_set_before_a_search_begins_are_its_own() {
        let ms = Duration::from_millis;
        let (control, clock) = control(1);
        clock.0.store(1000, Ordering::Relaxed);
        control.set_time(Some(control.stop().search()), Some(ms(100)), Some(ms(60)));
        clock.0.store(1040, Ordering::Relaxed);
        control.begin(&Limits::default());
        assert_eq!((control.time(), control.soft_time()), (Some(ms(60)), Some(ms(20))));
        // What follows in the same search has limits of its own, and so has the next one.
        control.begin(&Limits::nodes(9));
        assert_eq!((control.time(), control.soft_time()), (None, None));
        control.stop().end();
        control.set_time(None, Some(ms(10)), None);
        control.stop().end();
        control.begin(&Limits::default());
        assert_eq!(control.time(), None, "meant for the search before");
    }

    #[test]
    fn a_node_limit_counts_the_nodes_of_all_workers() {
        let (control, _) = control(2);
        control.begin(&Limits::nodes(100));
        assert!(!control.look(0, 60));
        assert_eq!(control.nodes_left(1, 30), 10);
        assert!(control.look(1, 40));
        assert_eq!(control.stop().reason(), Some(StopReason::Nodes));
        assert_eq!(control.nodes(), 100);
    }

    #[test]
    fn a_cut_ends_the_task_of_its_own_worker_alone() {
        let (control, _) = control(2);
        control.begin(&Limits::default());
        control.cut(1, true);
        assert!(!control.look(0, 1) && control.look(1, 1));
        control.cut(1, false);
        assert!(!control.look(1, 1) && !control.stop().is_raised());
    }

    #[test]
    fn a_task_ends_when_its_budget_is_spent_and_the_search_goes_on() {
        let (control, clock) = control(2);
        control.begin(&Limits::default());
        control.set_budget(0, Budget { nodes: 100, time: Duration::from_millis(10) });
        control.publish(1, 60);
        assert!(!control.look(0, 39));
        assert!(control.look(0, 40));
        assert!(!control.look(1, 60));
        control.set_budget(0, Budget { nodes: 200, ..Budget::UNLIMITED });
        assert!(!control.look(0, 40));
        control.set_budget(0, Budget { time: Duration::from_millis(10), ..Budget::UNLIMITED });
        clock.0.store(10, Ordering::Relaxed);
        assert!(control.look(0, 40));
        assert!(!control.stop().is_raised());
        control.begin(&Limits::default());
        assert!(!control.look(0, 40));
    }
}

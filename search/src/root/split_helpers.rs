//! Splitting nodes: one worker leads the search, the others wait until a node is handed out to
//! them. The baselines that are known best (root splitting, young brothers wait) in one: they
//! differ in which nodes they split.
//!
//! The recursion is the same for all; what happens at a split node is in `recursion/split.rs`. This is
//! where helpers come from: real threads steal offers from one another (rayon), virtual ones find
//! them in a list, which they look at in turns. What was counted on a thread stays with it, so
//! that it has one node count, whichever searcher is at work.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::ThreadPool;

use crate::recursion::{Parts, Searcher};
use crate::rules::game::Game;
use crate::rules::knowledge::Knowledge;
use crate::rules::observer::Unwatched;
use crate::rules::report::Counters;
use crate::shared::knowledge_pool::KnowledgePool;
use crate::shared::past::Past;
use crate::shared::schedule::{RayonPool, Turns};
use crate::shared::search_error::{SearchError, panic_message, readable_line};
use crate::shared::split::{Helpers, OpenPoints, SplitPoint};
use crate::shared::stop::StopReason;
use crate::shared::team::Team;
use crate::sync::{Mutex, Ordering};

/// How many points a real thread may help at at once, one waiting for the next: each takes a part
/// of its stack.
const MOST_NESTED: usize = 8;

thread_local! {
    static NESTED: Cell<usize> = const { Cell::new(0) };
}

/// What helpers need to know of a search.
pub(crate) struct HelperJob<G> {
    pub(crate) root: G,
    pub(crate) past: Arc<Past>,
    number: u64,
}

/// The workers of an engine that splits nodes.
pub(crate) struct SplitHelpers<G: Game, K> {
    parts: Parts,
    knowledge_pool: Arc<KnowledgePool<K>>,
    only_root: bool,
    /// Real threads; virtual ones need none.
    rayon_pool: Option<RayonPool>,
    team: Arc<Team>,
    state: Mutex<SplitState<G>>,
    points: Mutex<OpenPoints<G::Move>>,
    workers: Box<[Mutex<WorkerStore<G, K>>]>,
}

/// What concerns all.
struct SplitState<G> {
    job: Option<Arc<HelperJob<G>>>,
    jobs: u64,
    error: Option<SearchError>,
    /// Searchers made since all was forgotten, the leader's included.
    made: usize,
}

/// What belongs to a thread.
struct WorkerStore<G: Game, K> {
    counters: Counters,
    /// Searchers that rest, with the number of the job that they served last.
    spares: Vec<(u64, Box<Searcher<G, K>>)>,
}

impl<G: Game, K: Knowledge<G>> SplitHelpers<G, K> {
    /// Helpers on `threads` threads; `rayon_pool` is theirs if they are real.
    pub(crate) fn new(
        parts: Parts,
        knowledge_pool: Arc<KnowledgePool<K>>,
        (threads, only_root): (usize, bool),
        rayon_pool: Option<RayonPool>,
    ) -> Self {
        let mut workers = Vec::with_capacity(threads);
        for _ in 0..threads {
            let store = WorkerStore { counters: Counters::default(), spares: Vec::new() };
            workers.push(Mutex::new(store));
        }
        let team = parts.team.clone().expect("several workers are a team");
        SplitHelpers {
            parts,
            knowledge_pool,
            only_root,
            rayon_pool,
            team,
            state: Mutex::new(SplitState { job: None, jobs: 0, error: None, made: 1 }),
            points: Mutex::new(OpenPoints::new()),
            workers: workers.into_boxed_slice(),
        }
    }

    /// Tells helpers of a search, in which they help when they are called.
    pub(crate) fn begin(&self, root: G, past: Arc<Past>) {
        let mut state = self.state.lock();
        state.jobs += 1;
        let number = state.jobs;
        state.job = Some(Arc::new(HelperJob { root, past, number }));
    }

    /// What the helpers have done, and why one of them could not go on.
    pub(crate) fn account(&self) -> (Counters, Option<SearchError>) {
        let mut sum = Counters::default();
        for worker in &self.workers[1..] {
            sum.add(&worker.lock().counters);
        }
        (sum, self.state.lock().error.take())
    }

    /// Closes a search, when all have returned.
    pub(crate) fn end(&self) {
        self.team.idle.store(0, Ordering::Relaxed);
        self.points.lock().clear();
        for worker in &self.workers {
            worker.lock().counters = Counters::default();
        }
        let mut state = self.state.lock();
        state.job = None;
        state.error = None;
    }

    /// Forgets what was learnt.
    pub(crate) fn forget(&self) {
        self.state.lock().made = 1;
        for worker in &self.workers {
            worker.lock().spares.clear();
        }
    }

    /// Ends the search: a helper cannot go on.
    fn fail(&self, error: SearchError) {
        self.state.lock().error.get_or_insert(error);
        self.parts.control.stop().raise(StopReason::Error);
    }

    /// How many threads there are, the leader's included.
    pub(crate) fn threads(&self) -> usize {
        self.workers.len()
    }

    /// A searcher that has nothing to do.
    fn spare(&self, job: &HelperJob<G>, worker: usize) -> Box<Searcher<G, K>> {
        let spare = self.workers[worker].lock().spares.pop();
        let (number, mut searcher) = spare.unwrap_or_else(|| {
            let made = {
                let mut state = self.state.lock();
                state.made += 1;
                state.made - 1
            };
            let knowledge = self.knowledge_pool.take(made);
            let (root, parts) = (job.root.clone(), self.parts.clone());
            (0, Box::new(Searcher::new(root, knowledge, parts, Unwatched)))
        });
        if number != job.number {
            searcher.begin(&job.root, &[], &job.past);
        }
        searcher
    }

    /// Helps at a point that was joined. Whatever goes wrong, its worker is woken when it is over.
    fn help(self: &Arc<Self>, point: &Arc<SplitPoint<G::Move>>, worker: usize) {
        let job = self.state.lock().job.clone();
        if let Some(job) = job {
            let helped = catch_unwind(AssertUnwindSafe(|| {
                let mut searcher = self.spare(&job, worker);
                let helpers: Arc<dyn Helpers<G::Move>> = self.clone();
                if let Some(line) = searcher.help(helpers, &job.root, point, worker) {
                    self.fail(SearchError::NoMoves { line: readable_line(&job.root, &line) });
                }
                searcher
            }));
            match helped {
                Ok(searcher) => self.workers[worker].lock().spares.push((job.number, searcher)),
                Err(panic) => {
                    let message = panic_message(panic);
                    self.fail(SearchError::GamePanicked { worker, message });
                    point.abandon();
                }
            }
        }
        if point.leave()
            && let Some(turns) = &self.parts.turns
        {
            turns.wake(point.node.worker);
        }
    }
}

/// With virtual threads, each of which is at it only while it has its turn.
impl<G: Game, K: Knowledge<G>> SplitHelpers<G, K> {
    /// A worker's share of a search: helps wherever it can until the search is over.
    pub(crate) fn help_until_stopped(self: &Arc<Self>, turns: &Turns, worker: usize) {
        while !self.parts.control.stop().is_raised() {
            Arc::clone(self).help_or_sleep(turns, worker, None);
        }
    }

    fn with_points<T>(&self, change: impl FnOnce(&mut OpenPoints<G::Move>) -> T) -> T {
        let mut points = self.points.lock();
        let result = change(&mut points);
        self.team.idle.store(points.sleepers() as isize, Ordering::Relaxed);
        result
    }
}

/// What the recursion asks of it.
impl<G: Game, K: Knowledge<G>> Helpers<G::Move> for SplitHelpers<G, K> {
    fn is_idle(&self, root: bool) -> bool {
        (root || !self.only_root) && self.team.idle.load(Ordering::Relaxed) > 0
    }

    fn helps_below(&self, point: Option<&SplitPoint<G::Move>>) -> bool {
        self.rayon_pool.is_some() || self.points.lock().would_help(point)
    }

    fn pool(&self) -> Option<&ThreadPool> {
        self.rayon_pool.as_ref().map(RayonPool::pool)
    }

    fn counters(&self, worker: usize) -> Counters {
        self.workers[worker].lock().counters
    }

    fn put_counters(&self, worker: usize, counters: Counters) {
        self.workers[worker].lock().counters = counters;
    }

    fn count_offers(&self, point: &SplitPoint<G::Move>) -> usize {
        let offers = (point.node.moves.len() - 1).min(self.workers.len() - 1);
        self.team.idle.fetch_sub(offers as isize, Ordering::Relaxed);
        offers
    }

    fn accept_offer(self: Arc<Self>, point: &Arc<SplitPoint<G::Move>>) {
        let nested = NESTED.get();
        let worker = self.pool().and_then(ThreadPool::current_thread_index);
        if let Some(worker) = worker
            && nested < MOST_NESTED
            && point.join()
        {
            NESTED.set(nested + 1);
            self.help(point, worker);
            NESTED.set(nested);
        }
        self.rests(true);
    }

    fn rests(&self, rests: bool) {
        self.team.idle.fetch_add(if rests { 1 } else { -1 }, Ordering::Relaxed);
    }

    fn help_or_sleep(
        self: Arc<Self>,
        turns: &Turns,
        worker: usize,
        below: Option<&Arc<SplitPoint<G::Move>>>,
    ) {
        let found = self.points.lock().largest(below.map(AsRef::as_ref));
        let stopped = self.parts.control.stop().is_raised();
        if let Some(point) = found.filter(|point| !stopped && point.join()) {
            return self.help(&point, worker);
        }
        self.with_points(|points| points.sleeps(worker, below));
        turns.sleep(worker, self.counters(worker).nodes);
        self.with_points(|points| points.is_up(worker));
    }

    fn offer(&self, point: &Arc<SplitPoint<G::Move>>, turns: &Turns) {
        for worker in self.with_points(|points| points.offer(point)) {
            turns.wake(worker);
        }
    }

    fn withdraw(&self, point: &Arc<SplitPoint<G::Move>>) {
        self.points.lock().withdraw(point);
    }
}

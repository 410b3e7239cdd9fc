//! The facade: configure once, search many times, stop at any time.
//!
//! The calling thread is the first worker. The others sleep in a pool until a search has run for a
//! fraction of a millisecond, so a search that is too small to share costs nothing more than one
//! by a single thread.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::recursion::{Parts, Searcher};
use crate::root::coordinator::{Coordinator, Plan};
use crate::root::engine_error::EngineError;
use crate::root::handle::Handle;
use crate::root::job::Job;
use crate::root::parts::shared_parts;
use crate::root::reporter::Reporter;
use crate::root::request::{Request, unpacked};
use crate::root::root_moves::root_moves;
use crate::root::worker::Worker;
use crate::root::workers::Workers;
use crate::rules::game::{Game, Outcome, Ranked};
use crate::rules::knowledge::Knowledge;
use crate::rules::limits::{LimitError, Limits};
use crate::rules::observer::{Observer, Unwatched};
use crate::rules::report::Report;
use crate::rules::window::Window;
use crate::shared::config::Config;
use crate::shared::knowledge_pool::KnowledgePool;
use crate::shared::past::Past;
use crate::shared::schedule::{Parking, stack};
use crate::shared::search_error::{SearchError, panic_message};
use crate::shared::stop::{Clock, WallClock};
use crate::sync;
use crate::table::Table;

/// A parallel search engine for one game, or with an [`Observer`] an engine of one thread that is
/// watched node by node.
pub struct Engine<G: Game, K: Knowledge<G>, O = Unwatched> {
    config: Config,
    knowledge: K,
    parts: Parts,
    knowledge_pool: Arc<KnowledgePool<K>>,
    first: Worker<G, K, O>,
    workers: Workers<G, K>,
    /// How often the workers were told to forget.
    cleared: u64,
}

impl<G: Game, K: Knowledge<G>, O> fmt::Debug for Engine<G, K, O> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Engine").field("config", &self.config).finish_non_exhaustive()
    }
}

/// What the first look at a position says.
enum Preparation<G: Game> {
    Over(Outcome),
    Ready { root: G, moves: Vec<Ranked<G::Move>>, plan: Box<Plan> },
}

impl<G: Game, K: Knowledge<G>> Engine<G, K> {
    /// An engine with a table of its own.
    ///
    /// # Errors
    /// If there cannot be as many threads, or a table of that size.
    pub fn new(config: &Config, knowledge: K) -> Result<Self, EngineError> {
        check_threads(config)?;
        let table = Arc::new(Table::with_growth(config.hash_bytes, config.hash_growth)?);
        Self::with_table(config, table, knowledge)
    }

    /// An engine on a table that it may share with other engines of the same game.
    ///
    /// # Errors
    /// If there cannot be as many threads.
    pub fn with_table(
        config: &Config,
        table: Arc<Table>,
        knowledge: K,
    ) -> Result<Self, EngineError> {
        Self::with_clock(config, table, knowledge, Arc::new(WallClock::default()))
    }

    /// An engine that reads its time from `clock`, unless its threads are virtual.
    ///
    /// # Errors
    /// If there cannot be as many threads.
    pub fn with_clock(
        config: &Config,
        table: Arc<Table>,
        knowledge: K,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, EngineError> {
        Self::build(config, table, knowledge, clock, Unwatched)
    }
}

impl<G: Game, K: Knowledge<G>, O: Observer<G::Move> + Send> Engine<G, K, O> {
    /// An engine of one thread with a table of its own that tells `observer` of every visit of every
    /// search: one search from the root for each depth and each window, and where whole lines are
    /// asked for ([`Limits::whole_lines`]) those that play them out. Visits that a panic of the
    /// game's code ended are not told to have ended.
    ///
    /// # Errors
    /// If it were to have several threads, or if there cannot be a table of that size.
    pub fn watched(config: &Config, knowledge: K, observer: O) -> Result<Self, EngineError> {
        if config.threads > 1 {
            return Err(EngineError::Watched(config.threads));
        }
        check_threads(config)?;
        let table = Arc::new(Table::with_growth(config.hash_bytes, config.hash_growth)?);
        Self::build(config, table, knowledge, Arc::new(WallClock::default()), observer)
    }

    /// Who watches.
    pub fn observer(&mut self) -> &mut O {
        self.first.observer()
    }

    fn build(
        config: &Config,
        table: Arc<Table>,
        knowledge: K,
        clock: Arc<dyn Clock>,
        observer: O,
    ) -> Result<Self, EngineError> {
        check_threads(config)?;
        let parking = Workers::<G, K>::are_parked(config).then(|| sync::Arc::new(Parking::new()));
        let unparker = parking.as_ref().map(|parking| sync::Arc::clone(parking.unparker()));
        let parts = shared_parts(config, table, clock, unparker, stack::own(size_of::<G::Undo>()))?;
        let searchers = Workers::<G, K>::searchers(config);
        let knowledge_pool = Arc::new(KnowledgePool::new(knowledge.clone(), searchers));
        let _ = guarded(|| knowledge_pool.renew());
        // Who is watched is alone: no code is made for others.
        let workers = if O::WATCHES {
            Workers::OnlyFirst
        } else {
            Workers::gather(config, &parts, &knowledge_pool, parking)
                .map_err(|(place, error)| EngineError::Spawn { worker: place + 1, error })?
        };
        // Workers take their memory when they begin, where what is refused would end the process.
        let bytes = searchers * Searcher::<G, K, O>::bytes();
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            return Err(EngineError::Memory { workers: config.threads, bytes });
        }
        let helpers = workers.helpers().cloned();
        let first = Worker::new(Arc::clone(&knowledge_pool), parts.clone(), helpers, observer);
        let config = config.clone();
        Ok(Engine { config, knowledge, parts, knowledge_pool, first, workers, cleared: 0 })
    }

    /// What the engine is made of.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The engine's table.
    pub fn table(&self) -> &Arc<Table> {
        &self.parts.table
    }

    /// A handle that stops this engine's searches and reads their live figures.
    pub fn handle(&self) -> Handle {
        Handle { control: Arc::clone(&self.parts.control), search: None }
    }

    /// Forgets everything that was learnt from earlier searches: the table, and what each worker's
    /// knowledge has stored for itself.
    pub fn clear(&mut self) {
        self.parts.table.clear();
        self.forget();
    }

    /// Has every worker begin with knowledge made anew.
    fn forget(&mut self) {
        // Should the game panic, the next search will hear of it from the first worker that asks.
        let _ = guarded(|| self.knowledge_pool.renew());
        if let Some(helpers) = self.workers.helpers() {
            let _ = guarded(|| helpers.forget());
        }
        self.parts.learnt.iter().for_each(|learnt| learnt.forget_corrections());
        self.cleared += 1;
    }

    /// Searches a position.
    ///
    /// # Errors
    /// See [`SearchError`].
    pub fn search(
        &mut self,
        game: &G,
        limits: &Limits<G::Move>,
    ) -> Result<Report<G::Move>, SearchError> {
        self.run(&Request { game, history: &[], limits, progress: None })
    }

    /// Searches as a [`Request`] says.
    ///
    /// # Errors
    /// See [`SearchError`]. The engine can be used again afterwards.
    pub fn run(&mut self, request: &Request<'_, G>) -> Result<Report<G::Move>, SearchError> {
        let &Request { game, history, .. } = request;
        // As a whole: the listener has a position, which may panic when it is dropped.
        let unpacked = guarded(|| {
            let (limits, progress) = (&request.packed_limits()?, request.packed_listener());
            let report = self.run_packed(&Request { game, history, limits, progress })?;
            Ok(report.map_lines(|line| unpacked(game, line)))
        });
        unpacked.flatten()
    }

    /// [`Engine::run`] with all moves packed: what serves every game alike.
    ///
    /// # Errors
    /// See [`SearchError`]. The engine can be used again afterwards.
    pub fn run_packed(
        &mut self,
        request: &Request<'_, G, u32>,
    ) -> Result<Report<u32>, SearchError> {
        request.limits.check()?;
        if request.limits.is_timed() && self.parts.turns.is_some() {
            return Err(LimitError::TimeOnVirtualThreads.into());
        }
        self.parts.control.begin(request.limits);
        // Guarded as a whole, too: a value of the game may panic when it is dropped.
        let search = || guarded(|| self.run_prepared(request)).and_then(|result| result);
        let result = stack::with_room(size_of::<G::Undo>(), search);
        let result = result.map_err(SearchError::from).flatten();
        if let Err(SearchError::GamePanicked { .. }) = &result {
            self.recover();
        }
        self.parts.control.stop().end();
        result
    }

    fn run_prepared(&mut self, request: &Request<'_, G, u32>) -> Result<Report<u32>, SearchError> {
        let past = Arc::new(guarded(|| Past::new(request.game, request.history))?);
        let preparation = guarded(|| self.prepare(request.game, request.limits, &past))??;
        let (root, moves, plan) = match preparation {
            Preparation::Over(outcome) => return Ok(self.reporter().game_over(outcome)),
            Preparation::Ready { root, moves, plan } => (root, moves, plan),
        };
        let wants_all = plan.lines + usize::from(plan.also.is_some());
        if !request.limits.resumes {
            self.parts.table.new_search();
        }
        let fallback = G::pack(moves[0].mv);
        let job = Job {
            root,
            moves,
            past: Arc::clone(&past),
            acceptance: self.config.acceptance,
            unpruned: request.limits.solve && !plan.only_rehearses(),
            proves_draws: plan.proves_draws,
            proof_aim: plan.proof_aim,
            cleared: self.cleared,
            coordinator: Arc::new(Coordinator::new(
                *plan,
                Arc::clone(&self.parts.control),
                Arc::clone(&self.parts.table),
                request.progress.clone(),
            )),
        };
        let coordinator = Arc::clone(&job.coordinator);
        let worked = self.workers.work(&mut self.first, &self.parts, job);
        self.parts.control.current.clear();
        let closing = coordinator.close()?;
        worked?;
        debug_assert!(closing.lines.len() <= wants_all);
        guarded(|| self.reporter().report(request, &past, closing, fallback))
    }

    fn reporter(&mut self) -> Reporter<'_, G, K, O> {
        let Engine { config, knowledge, parts, first, .. } = self;
        Reporter { knowledge, first, parts, threads: config.threads }
    }

    /// Replaces the knowledge of which a panic may have left anything.
    fn recover(&mut self) {
        self.forget();
        if let Ok(knowledge) = guarded(|| self.knowledge_pool.pristine()) {
            let broken = std::mem::replace(&mut self.knowledge, knowledge);
            let _ = guarded(|| drop(broken));
        }
    }

    /// The first look at a position: is it over, which moves are there, how to go about it.
    fn prepare(
        &mut self,
        game: &G,
        limits: &Limits<u32>,
        past: &Past,
    ) -> Result<Preparation<G>, SearchError> {
        if let Some(outcome) = game.outcome() {
            return Ok(Preparation::Over(outcome));
        }
        let moves = root_moves(game, &mut self.knowledge, &limits.root_moves, past)?;
        if moves.is_empty() {
            // All of them are forbidden.
            return Ok(Preparation::Over(Outcome::Loss));
        }
        let also = limits.also.filter(|also| moves.iter().all(|of| G::pack(of.mv) != *also));
        if let Some(also) = also {
            return Err(LimitError::IllegalRootMove(format!("{also:#x}")).into());
        }
        let known = past.limit(self.knowledge.bounds(game, Window::FULL));
        let root = (game, known);
        let plan = Plan::new(root, &mut self.knowledge, limits, moves.len(), &self.config);
        Ok(Preparation::Ready { root: game.clone(), moves, plan: Box::new(plan) })
    }
}

fn check_threads(config: &Config) -> Result<(), EngineError> {
    if (1..=Config::MAX_THREADS).contains(&config.threads) {
        Ok(())
    } else {
        Err(EngineError::Threads(config.threads))
    }
}

/// Runs game code on behalf of the first worker; a panic in it becomes an error.
fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, SearchError> {
    catch_unwind(AssertUnwindSafe(code))
        .map_err(|panic| SearchError::GamePanicked { worker: 0, message: panic_message(panic) })
}

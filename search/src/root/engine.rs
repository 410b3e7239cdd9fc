//! The facade: configure once, search many times, stop at any time.
//!
//! The calling thread is the first worker. The others sleep in a pool until a search has run for a
//! fraction of a millisecond, so a search that is too small to share costs nothing more than one
//! by a single thread.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use thiserror::Error;

use crate::recursion::Parts;
use crate::root::coordinator::{Closing, Coordinator, Plan};
use crate::root::follow::{follow_table, play_packed, value_at};
use crate::root::handle::Handle;
use crate::root::job::Job;
use crate::root::packed::{packed_choice, unpacked, unpacking};
use crate::root::parts::shared_parts;
use crate::root::worker::Worker;
use crate::root::workers::Workers;
use crate::rules::game::{Game, MoveList, Outcome, Ranked, Side};
use crate::rules::knowledge::Knowledge;
use crate::rules::limits::{LimitError, Limits, MAX_PLY};
use crate::rules::node::Node;
use crate::rules::observer::{Observer, Unwatched};
use crate::rules::report::{Bound, Counters, Ended, Line, Listener, Report, Verdict};
use crate::rules::score::Score;
use crate::shared::config::Config;
use crate::shared::knowledge_pool::KnowledgePool;
use crate::shared::schedule::{Gate, stack};
use crate::shared::search_error::{SearchError, panic_message};
use crate::shared::stop::{Clock, WallClock};
use crate::sync;
use crate::table::{Table, TableError};

/// Why an engine could not be made.
#[derive(Debug, Error)]
pub enum EngineError {
    /// Not a possible number of threads.
    #[error("{0} threads: an engine has 1 to {max}", max = Config::MAX_THREADS)]
    Threads(usize),
    /// Virtual threads cannot take turns of no nodes.
    #[error("virtual threads need turns of at least one node")]
    EmptyTurns,
    /// This library was compiled without the feature `virtual`.
    #[error(
        "virtual threads are not part of this build: plyglot-search needs its feature `virtual`"
    )]
    NoVirtualThreads,
    /// An observer sees what one thread does, no more.
    #[error("{0} threads: a search that is watched has one")]
    Watched(usize),
    /// The table could not be had.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system refused a thread.
    #[error("the system refused worker thread {worker}: {error}")]
    Spawn {
        /// Which worker, from 1.
        worker: usize,
        /// What the system said.
        error: std::io::Error,
    },
}

/// What to search, with moves as the game has them or, as `Request<'_, G, u32>`, packed ([`Game::pack`]).
#[derive(Clone)]
pub struct Request<'a, G: Game, M = <G as Game>::Move> {
    /// The position.
    pub game: &'a G,
    /// Keys ([`Game::key`]) of the positions that led here, oldest first, without the position
    /// itself; only of use where positions can repeat.
    pub history: &'a [u64],
    /// When to stop.
    pub limits: &'a Limits<M>,
    /// Receives progress.
    pub progress: Option<Listener<M>>,
}

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
    Ready { root: G, moves: Vec<Ranked<G::Move>>, plan: Plan },
}

impl<G: Game, K: Knowledge<G>> Engine<G, K> {
    /// An engine with a table of its own.
    ///
    /// # Errors
    /// If there cannot be as many threads, or a table of that size.
    pub fn new(config: &Config, knowledge: K) -> Result<Self, EngineError> {
        check_threads(config)?;
        let table = Arc::new(Table::new(config.hash_bytes)?);
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
        let table = Arc::new(Table::new(config.hash_bytes)?);
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
        let gate = Workers::<G, K>::meet_at_gate(config).then(|| sync::Arc::new(Gate::new()));
        let bell = gate.as_ref().map(|gate| sync::Arc::clone(gate.bell()));
        let parts = shared_parts(config, table, clock, bell, stack::own(size_of::<G::Undo>()))?;
        let searchers = Workers::<G, K>::searchers(config);
        let knowledge_pool = Arc::new(KnowledgePool::new(knowledge.clone(), searchers));
        let _ = guarded(|| knowledge_pool.renew());
        // Who is watched is alone: no code is made for others.
        let workers = if O::WATCHES {
            Workers::OnlyFirst
        } else {
            Workers::gather(config, &parts, &knowledge_pool, gate)
                .map_err(|(place, error)| EngineError::Spawn { worker: place + 1, error })?
        };
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
        let &Request { game, history, limits, ref progress } = request;
        // As a whole: the listener has a position, which may panic when it is dropped.
        let unpacked = guarded(|| {
            let limits = &limits.with_root_moves(packed_choice(game, &limits.root_moves)?);
            let progress = progress.clone().map(|listener| unpacking(game, listener));
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
        if request.limits.is_timed() && self.parts.baton.is_some() {
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
        let preparation = guarded(|| self.prepare(request.game, request.limits))??;
        let (root, moves, plan) = match preparation {
            Preparation::Over(outcome) => return Ok(self.game_over(outcome)),
            Preparation::Ready { root, moves, plan } => (root, moves, plan),
        };
        let wants_all = plan.lines;
        self.parts.table.new_search();
        let fallback = G::pack(moves[0].mv);
        let job = Job {
            root,
            moves,
            history: request.history.to_vec(),
            acceptance: self.config.acceptance,
            unpruned: request.limits.solve && !plan.only_rehearses(),
            cleared: self.cleared,
            coordinator: Arc::new(Coordinator::new(
                plan,
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
        let whole_lines = request.limits.whole_lines;
        guarded(|| self.report(request.game, closing, fallback, whole_lines))
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
    fn prepare(&mut self, game: &G, limits: &Limits<u32>) -> Result<Preparation<G>, SearchError> {
        if let Some(outcome) = game.outcome() {
            return Ok(Preparation::Over(outcome));
        }
        let moves = root_moves(game, &mut self.knowledge, &limits.root_moves)?;
        let plan = Plan::new(game, &mut self.knowledge, limits, moves.len(), &self.config);
        Ok(Preparation::Ready { root: game.clone(), moves, plan })
    }

    fn game_over(&self, outcome: Outcome) -> Report<u32> {
        Report {
            lines: Vec::new(),
            verdict: Verdict { score: outcome.score(), bound: Bound::Exact, proven: true },
            ended: Ended::GameOver,
            nodes: 0,
            elapsed: self.parts.control.elapsed(),
            hash_permill: 0,
            threads: self.config.threads,
            first_result: None,
            counters: Counters::default(),
        }
    }

    fn report(
        &mut self,
        game: &G,
        closing: Closing,
        fallback: u32,
        whole_lines: bool,
    ) -> Report<u32> {
        let Closing { mut lines, ended, counters, first_result, ended_at } = closing;
        // The moments in which the others return are time that the caller waited, too; but
        // virtual threads return one after the other.
        let elapsed = match (&self.parts.baton, ended_at) {
            (Some(_), Some(ended_at)) => ended_at,
            _ => self.parts.control.elapsed(),
        };
        if lines.is_empty() {
            // Stopped before the first depth was finished: any legal move, and an honest estimate.
            self.knowledge.begin(game);
            let score = Score::heuristic(self.knowledge.evaluate(game));
            let verdict = Verdict { score, bound: Bound::Exact, proven: false };
            lines.push(Line { rank: 1, depth: 0, verdict, pv: vec![fallback] });
        }
        for line in &mut lines {
            if line.pv.is_empty() {
                // Only an upper bound was proven: every move is as good as is known.
                line.pv.push(fallback);
            }
            let aim = (line.depth as usize, &line.verdict);
            let end = follow_table(game, &mut self.knowledge, &self.parts.table, aim, &mut line.pv);
            if whole_lines && line.verdict.is_exact() {
                self.play_out(game.to_move(), end, line);
            }
        }
        Report {
            verdict: lines[0].verdict,
            lines,
            ended,
            nodes: counters.nodes,
            elapsed,
            hash_permill: self.parts.table.fill_permill_after(counters.nodes),
            threads: self.config.threads,
            first_result,
            counters,
        }
    }

    /// Plays a proven line out to the end of the game, where searching that is quick.
    fn play_out(&mut self, root_mover: Side, mut game: G, line: &mut Line<u32>) {
        // A person's stop is heard here, too.
        if !self.parts.control.stop().go_on() {
            return;
        }
        let mut left = PLAY_OUT_NODES;
        while left > 0 && line.pv.len() < MAX_PLY && game.outcome().is_none() {
            self.parts.control.begin(&Limits::nodes(left));
            let same_mover = game.to_move() == root_mover;
            let value = value_at(&line.verdict, line.pv.len(), same_mover);
            let Ok(moves) = root_moves(&game, &mut self.knowledge, &[]) else { break };
            let Some(bits) = self.first.best_reply(&game, &moves, value) else { break };
            left = left.saturating_sub(self.parts.control.nodes());
            line.pv.push(bits);
            play_packed(&mut game, bits);
        }
    }
}

/// How many positions may be visited to play a proven line out.
const PLAY_OUT_NODES: u64 = 2_000_000;

fn check_threads(config: &Config) -> Result<(), EngineError> {
    if (1..=Config::MAX_THREADS).contains(&config.threads) {
        Ok(())
    } else {
        Err(EngineError::Threads(config.threads))
    }
}

/// Room for the moves of most positions, made at once.
const USUAL_MOVES: usize = 32;

/// The moves to look at, in the order of the game's ranks.
fn root_moves<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &mut K,
    chosen: &[u32],
) -> Result<Vec<Ranked<G::Move>>, SearchError> {
    let mut legal = MoveList::with_capacity(USUAL_MOVES);
    game.moves(&mut legal);
    if legal.is_empty() {
        return Err(SearchError::NoMoves { line: String::new() });
    }
    let is_illegal = |&&bits: &&u32| legal.iter().all(|other| G::pack(other) != bits);
    if let Some(stranger) = chosen.iter().find(is_illegal) {
        return Err(LimitError::IllegalRootMove(format!("{stranger:#x}")).into());
    }
    let mut ranked = MoveList::with_capacity(legal.len());
    knowledge.begin(game);
    knowledge.expand(game, &Node::at_depth(0), &mut ranked);
    let mut moves: Vec<Ranked<G::Move>> = Vec::with_capacity(legal.len());
    for mv in legal.iter() {
        if chosen.is_empty() || chosen.contains(&G::pack(mv)) {
            // Moves that the game knows to be no better than others come last, but at the root they count.
            let known = ranked.as_slice().iter().find(|known| known.mv == mv);
            moves.push(Ranked { mv, rank: known.map_or(i32::MIN, |known| known.rank) });
            sink(&mut moves);
        }
    }
    Ok(moves)
}

/// Moves the last one to its place among the others, which are sorted by rank, the highest first; behind those of
/// equal rank. There are few, and the sorts of the standard library would be compiled for each game.
fn sink<M>(moves: &mut [Ranked<M>]) {
    let mut place = moves.len() - 1;
    while place > 0 && moves[place - 1].rank < moves[place].rank {
        moves.swap(place - 1, place);
        place -= 1;
    }
}

/// Runs game code on behalf of the first worker; a panic in it becomes an error.
fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, SearchError> {
    catch_unwind(AssertUnwindSafe(code))
        .map_err(|panic| SearchError::GamePanicked { worker: 0, message: panic_message(panic) })
}

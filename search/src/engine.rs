//! The facade: configure once, search many times, stop at any time.

use std::sync::Arc;

use crossbeam::channel::Sender;
use thiserror::Error;

use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::limits::{LimitError, Limits};
use crate::report::{Progress, Report};

/// What an engine is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Worker threads, the calling thread included; 1 to [`Config::MAX_THREADS`].
    pub threads: usize,
    /// Size of the transposition table, in bytes.
    pub hash_bytes: usize,
    /// Which table entries may answer for a search.
    pub acceptance: Acceptance,
}

/// Which table entries may answer for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acceptance {
    /// Entries of the same depth or deeper, and whatever is proven to the end of the game.
    #[default]
    AtLeast,
    /// Entries of exactly the same depth: a search to a fixed depth then equals minimax to that
    /// depth, at any number of threads. For tests and comparisons.
    Equal,
}

impl Config {
    /// The most worker threads of one engine.
    pub const MAX_THREADS: usize = 1024;
}

impl Default for Config {
    /// All processors that the control group grants, and a table of 64 MiB.
    fn default() -> Self {
        Config { threads: num_cpus::get(), hash_bytes: 64 << 20, acceptance: Acceptance::AtLeast }
    }
}

/// Why an engine could not be made.
#[derive(Debug, Error)]
pub enum EngineError {
    /// Not a number of threads that can be had.
    #[error("{0} threads: an engine has 1 to {max}", max = Config::MAX_THREADS)]
    Threads(usize),
    /// The table could not be had.
    #[error(transparent)]
    Table(#[from] crate::table::TableError),
    /// The system refused a thread.
    #[error("the system refused worker thread {worker}: {error}")]
    Spawn {
        /// Which worker, from 1.
        worker: usize,
        /// What the system said.
        error: std::io::Error,
    },
}

/// Why a search has no result. The engine can be used again afterwards.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchError {
    /// A limit that makes no sense.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The game's or the knowledge's code panicked.
    #[error("the game panicked on worker {worker}: {message}")]
    GamePanicked {
        /// On which worker, from 0.
        worker: usize,
        /// The panic's message.
        message: String,
    },
    /// The game gave neither an outcome nor a move: a mistake in its rules.
    #[error("the game gave neither an outcome nor a move after {line}")]
    NoMoves {
        /// The moves from the root to the position, as the game's `Debug` prints them.
        line: String,
    },
}

/// What to search.
#[derive(Clone, Debug)]
pub struct Request<'a, G: Game> {
    /// The position.
    pub game: &'a G,
    /// Keys ([`Game::key`]) of the positions that led here, oldest first, without the position
    /// itself; only of use where positions can repeat.
    pub history: &'a [u64],
    /// When to stop.
    pub limits: &'a Limits<G::Move>,
    /// Where to report progress to. A receiver that has gone away is ignored.
    pub progress: Option<&'a Sender<Progress<G::Move>>>,
}

/// Stops an engine's search from any thread. A stop before a search ends that search at once.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<crate::stop::StopFlag>);

impl Stopper {
    /// Ends the running search, or the next one if none runs.
    pub fn stop(&self) {
        self.0.raise();
    }
}

/// A parallel search engine for one game.
#[derive(Debug)]
pub struct Engine<G: Game, K: Knowledge<G>> {
    config: Config,
    knowledge: K,
    stop: Arc<crate::stop::StopFlag>,
    game: std::marker::PhantomData<G>,
}

impl<G: Game, K: Knowledge<G>> Engine<G, K> {
    /// An engine with a table of its own.
    ///
    /// # Errors
    /// If there cannot be as many threads, or a table of that size.
    pub fn new(config: &Config, knowledge: K) -> Result<Self, EngineError> {
        if config.threads == 0 || config.threads > Config::MAX_THREADS {
            return Err(EngineError::Threads(config.threads));
        }
        Ok(Engine {
            config: config.clone(),
            knowledge,
            stop: Arc::default(),
            game: std::marker::PhantomData,
        })
    }

    /// A handle that stops this engine's searches.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
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
    /// See [`SearchError`].
    pub fn run(&mut self, request: &Request<'_, G>) -> Result<Report<G::Move>, SearchError> {
        use crate::report::{Bound, Counters, Ended, Line, Verdict};
        request.limits.check()?;
        let mut game = request.game.clone();
        let mut nodes = 0;
        let mut report = None;
        for depth in 1..=request.limits.depth.unwrap_or(6) as i32 {
            let (score, pv) = placeholder(&mut game, &mut self.knowledge, depth, 0, &mut nodes);
            let verdict = Verdict { score, bound: Bound::Exact, proven: false };
            let line = Line { rank: 1, depth: depth as u32, verdict, pv };
            if let Some(progress) = request.progress {
                let _ = progress.send(Progress {
                    line: line.clone(),
                    nodes,
                    elapsed: std::time::Duration::ZERO,
                    hash_permill: 0,
                    worker: 0,
                });
            }
            report = Some(Report {
                lines: vec![line],
                verdict,
                ended: Ended::Depth,
                nodes,
                elapsed: std::time::Duration::ZERO,
                hash_permill: 0,
                threads: self.config.threads,
                counters: Counters::default(),
            });
        }
        Ok(report.expect("at least one depth"))
    }
}

// Stands in until the recursion has landed.
fn placeholder<G: Game, K: Knowledge<G>>(
    game: &mut G,
    knowledge: &mut K,
    depth: i32,
    ply: u32,
    nodes: &mut u64,
) -> (crate::Score, Vec<G::Move>) {
    *nodes += 1;
    if let Some(outcome) = game.outcome() {
        return (outcome.score().from_node(ply), Vec::new());
    }
    if depth == 0 {
        return (crate::Score::heuristic(knowledge.evaluate(game)), Vec::new());
    }
    let mut list = crate::game::MoveList::new();
    game.moves(&mut list);
    let mut best = (-crate::Score::INFINITY, Vec::new());
    for mv in list.iter().collect::<Vec<_>>() {
        let mover = game.to_move();
        let undo = game.play(mv);
        let (score, mut line) = placeholder(game, knowledge, depth - 1, ply + 1, nodes);
        let score = if game.to_move() == mover { score } else { -score };
        game.undo(mv, undo);
        if score > best.0 {
            line.insert(0, mv);
            best = (score, line);
        }
    }
    best
}

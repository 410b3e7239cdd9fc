//! A tree as the book of a player: an engine that answers at once where the tree knows enough, and searches elsewhere.
//!
//! It stands before any engine ([`Book::before`]), so whatever plays has it: a game at the terminal, a match, a protocol. A
//! search without a limit, for several lines, for chosen moves or for a proof is never answered by a book: who asks that
//! wants to know what the engine says.
//!
//! The tree is held in memory and its file closed, so that several programs can play from one.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use plyglot_open::{
    Ask, Config, DoorError, Engine, Handle, Limits, Mv, Open, Position, Progress, Report, Verdict,
};
use plyglot_search::random::mix;
use plyglot_search::{Bound, Counters, Ended, Line, Table};

use super::error::TreeError;
use super::graph::{Graph, Node};
use super::show::rank;
use super::value::{Scale, WIN, score, seen_score};
use super::{Tree, key};

/// How long another process may have the file open that a book is read from.
const PATIENCE: (u32, Duration) = (100, Duration::from_millis(50));

/// How a book is played from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// Moves that are worse by no more than this many points are played as well, each as often.
    pub margin: u32,
    /// What decides among them.
    pub seed: u64,
    /// A move counts if its position was searched with at least this many nodes, or its value is proven.
    pub effort: u64,
}

/// A book.
#[derive(Clone, Debug)]
pub struct Book {
    graph: Arc<Graph>,
    root: u64,
    scale: Scale,
    taste: Taste,
}

/// What a book says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub mv: Mv,
    /// What it is worth, for the side to move.
    pub verdict: Verdict,
    /// How deep that was searched.
    pub depth: u32,
}

impl Book {
    /// Reads the tree of a file.
    ///
    /// # Errors
    /// See [`Tree::open`]; [`TreeError::Another`] of another game's tree.
    pub fn open(path: &Path, game: &dyn Open, taste: Taste) -> Result<Book, TreeError> {
        let facts = game.facts();
        let tree = patiently(|| {
            let (_, header) = super::store::Store::open(path)?;
            if header.game != facts.name {
                let (found, wanted) = (header.game, facts.name.clone());
                return Err(TreeError::Another { path: path.into(), found, wanted });
            }
            Ok(())
        })
        .and_then(|()| patiently(|| Ok(Tree::open(path, |_| game.with(&[]))?.0)))?;
        let Tree { header, scale, graph, .. } = tree;
        Ok(Book { graph: Arc::new(graph), root: header.root, scale, taste })
    }

    /// How it is played from.
    pub fn taste(&self) -> Taste {
        self.taste
    }

    /// In words, what makes its moves others: the number of its positions and of the nodes behind them, and its taste.
    pub fn fingerprint(&self) -> String {
        let nodes: u64 = self.graph.nodes().iter().map(|node| node.own.nodes).sum();
        let Taste { margin, seed, effort } = self.taste;
        let root = self.root;
        format!("{root:016x} {} {nodes} {margin} {seed} {effort}", self.graph.len())
    }

    /// What it says of a position, if it knows enough; `game` numbers the games that are played from it.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn advice(&self, at: &Position, game: u64) -> Result<Option<Advice>, DoorError> {
        let Some(ply) = self.ply(at)? else { return Ok(None) };
        let here = key(at, ply)?;
        let Some(node) = self.graph.find(here) else { return Ok(None) };
        if self.graph.node(node).children.is_empty() {
            return Ok(None);
        }
        let mover = at.to_move();
        let mut moves = Vec::new();
        for mv in at.moves()? {
            let Some(child) = self.graph.find(key(&at.after(mv)?, ply + 1)?) else { continue };
            let there = self.graph.node(child);
            // The best move has to be known to be that.
            let Some(value) = there.value else { return Ok(None) };
            moves.push((mv, seen_score(value, mover), rank(there, mover), there));
        }
        let Some(best) = moves.iter().map(|&(_, _, rank, _)| rank).max() else { return Ok(None) };
        let top = moves.iter().find(|&&(_, _, rank, _)| rank == best).map(|&(_, value, ..)| value);
        let least = top.map_or(0, |top| self.scale.points(top)) - self.taste.margin as i32;
        moves.retain(|&(_, value, rank, _)| {
            rank == best || self.taste.margin > 0 && self.scale.points(value) >= least
        });
        moves.retain(|(.., there)| self.is_enough(there));
        if moves.is_empty() {
            return Ok(None);
        }
        let chance = mix(mix(self.taste.seed ^ mix(game)) ^ here);
        let chosen = if self.taste.margin == 0 { 0 } else { chance % moves.len() as u64 };
        let (mv, value, _, there) = moves[chosen as usize];
        let verdict = Verdict {
            score: value.from_node(1),
            bound: Bound::Exact,
            proven: there.proven.is_exact(),
        };
        Ok(Some(Advice { mv, verdict, depth: there.own.depth + 1 }))
    }

    /// True if a move that leads there may be played without a search. That a win is proven says not how it goes on.
    fn is_enough(&self, there: &Node) -> bool {
        let Node { proven, value, own, children, .. } = there;
        let distant = value.is_some_and(|value| value.raw().abs() == score(WIN).raw());
        let known = proven.is_exact() && !(distant && children.is_empty());
        known || own.nodes >= self.taste.effort && own.value.is_some()
    }

    /// How many plies a position lies below the root, where that counts; `None` of a game that did not come from there.
    fn ply(&self, at: &Position) -> Result<Option<usize>, DoorError> {
        if !at.facts().can_repeat {
            return Ok(Some(0));
        }
        for ply in 0..=at.plies() {
            if key(&at.after_plies(ply), 0)? == self.root {
                return Ok(Some(at.plies() - ply));
            }
        }
        Ok(None)
    }

    /// An engine that asks the book first.
    pub fn before(&self, engine: Box<dyn Engine>) -> Box<dyn Engine> {
        Box::new(Booked { book: self.clone(), engine, game: 0 })
    }
}

/// Tries for a while to open what another process has open.
fn patiently<T>(mut open: impl FnMut() -> Result<T, TreeError>) -> Result<T, TreeError> {
    for _ in 0..PATIENCE.0 {
        match open() {
            Err(TreeError::InUse { .. }) => thread::sleep(PATIENCE.1),
            done => return done,
        }
    }
    open()
}

/// An engine behind a book.
struct Booked {
    book: Book,
    engine: Box<dyn Engine>,
    /// How often it was told to forget, as before each game.
    game: u64,
}

impl Booked {
    /// The report of a search that there was no need of.
    fn report(&self, advice: Advice) -> Report<Mv> {
        let Advice { mv, verdict, depth } = advice;
        let table = self.engine.table();
        Report {
            lines: vec![Line { rank: 1, depth, verdict, pv: vec![mv] }],
            before: Vec::new(),
            verdict,
            ended: if verdict.proven { Ended::Proven } else { Ended::Depth },
            nodes: 0,
            elapsed: Duration::ZERO,
            hash_permill: table.fill_permill(),
            hash_bytes: table.bytes(),
            seldepth: 0,
            tbhits: 0,
            threads: self.engine.config().threads,
            first_result: None,
            counters: Counters::default(),
            account: None,
        }
    }
}

/// True of a search for the move to play.
fn is_for_a_move(limits: &Limits<Mv>) -> bool {
    let Limits { depth, nodes, time, soft_time, .. } = limits;
    let ends = depth.is_some() || nodes.is_some() || time.is_some() || soft_time.is_some();
    let plain = !limits.solve && limits.lines == 1 && limits.also.is_none();
    ends && plain && limits.root_moves.is_empty() && limits.window.is_none()
}

impl Engine for Booked {
    fn run(&mut self, ask: &Ask<'_>) -> Result<Report<Mv>, DoorError> {
        let advice = match is_for_a_move(ask.limits) && ask.at.outcome().is_none() {
            true => self.book.advice(ask.at, self.game)?,
            false => None,
        };
        let Some(advice) = advice else { return self.engine.run(ask) };
        let report = self.report(advice);
        if let (Some(listener), Some(line)) = (&ask.progress, report.lines.first()) {
            listener(Progress {
                line: line.clone(),
                nodes: 0,
                elapsed: Duration::ZERO,
                hash_permill: report.hash_permill,
                hash_bytes: report.hash_bytes,
                seldepth: 0,
                tbhits: 0,
                worker: 0,
            });
        }
        Ok(report)
    }

    fn handle(&self) -> Handle {
        self.engine.handle()
    }

    fn config(&self) -> &Config {
        self.engine.config()
    }

    fn table(&self) -> &Arc<Table> {
        self.engine.table()
    }

    fn reconfigure(&mut self, config: &Config) -> Result<(), DoorError> {
        self.engine.reconfigure(config)
    }

    fn clear(&mut self) {
        self.game += 1;
        self.engine.clear();
    }
}

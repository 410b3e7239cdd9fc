//! A tree as the book of a player: an engine that answers at once where the tree knows enough, and searches elsewhere.
//!
//! It stands before any engine ([`Book::before`]), so whatever plays has it: a game at the terminal, a match, a protocol. A
//! search without a limit, for several lines, for chosen moves or for a proof is never answered by a book: who asks that
//! wants to know what the engine says.
//!
//! The tree is held in memory and its file closed, so that several programs can play from one. It can be walked as well
//! ([`Book::shown`]).

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use plyglot_open::{
    Ask, Config, DoorError, Engine, Handle, Limits, Mv, Open, Position, Progress, Report, Verdict,
};
use plyglot_search::random::mix;
use plyglot_search::{Bound, Counters, Ended, Line, Table};
use plyglot_wire::object;

use super::Tree;
use super::error::TreeError;
use super::graph::{Graph, Node};
use super::show::rank;
use super::store::{Header, Store};
use super::thin::Whole;
use super::value::{Scale, WIN, score, seen_score};
use super::view::View;

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
    read: Arc<Read>,
    taste: Taste,
}

/// What a tree has, without its file.
#[derive(Debug)]
struct Read {
    header: Header,
    start: Position,
    scale: Scale,
    graph: Graph,
    /// Once it was asked for.
    whole: OnceLock<Whole>,
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
        let found = Book::game_of(path)?;
        if found != facts.name {
            let wanted = facts.name.clone();
            return Err(TreeError::Another { path: path.into(), found, wanted });
        }
        let tree = patiently(|| Ok(Tree::open(path, |_| game.with(&[]))?.0))?;
        let Tree { header, start, scale, graph, .. } = tree;
        let read = Read { header, start, scale, graph, whole: OnceLock::new() };
        Ok(Book { read: Arc::new(read), taste })
    }

    /// The name of the game of a file.
    ///
    /// # Errors
    /// If it is not a tree.
    pub fn game_of(path: &Path) -> Result<String, TreeError> {
        patiently(|| Ok(Store::open(path)?.1.game))
    }

    /// Of which game it is.
    pub fn game(&self) -> &str {
        &self.read.header.game
    }

    /// The position that it begins with.
    pub fn start(&self) -> &Position {
        &self.read.start
    }

    /// What it knows, also of a position with its moves; of a position that is not in it `at` is `None`.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn shown(&self, at: &Position) -> Result<object::Tree, TreeError> {
        let view = self.view();
        let whole = match self.read.whole.get() {
            Some(whole) => whole,
            None => {
                let whole = Whole::of(&view)?;
                self.read.whole.get_or_init(|| whole)
            }
        };
        Ok(object::Tree { at: view.position(at, whole)?, ..whole.told.clone() })
    }

    fn view(&self) -> View<'_> {
        let Read { header, start, scale, graph, .. } = &*self.read;
        View { header, start, scale: *scale, graph }
    }

    /// How it is played from.
    pub fn taste(&self) -> Taste {
        self.taste
    }

    /// In words, what makes its moves others: the number of its positions and of the nodes behind them, and its taste.
    pub fn fingerprint(&self) -> String {
        let Read { header, graph, .. } = &*self.read;
        let nodes: u64 = graph.nodes().iter().map(|node| node.own.nodes).sum();
        let Taste { margin, seed, effort } = self.taste;
        let root = header.root;
        format!("{root:016x} {} {nodes} {margin} {seed} {effort}", graph.len())
    }

    /// What it says of a position, if it knows enough; `game` numbers the games that are played from it.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn advice(&self, at: &Position, game: u64) -> Result<Option<Advice>, DoorError> {
        let view = self.view();
        let Some((node, ply)) = view.place(at)? else { return Ok(None) };
        let (here, scale) = (view.graph.node(node).key, view.scale);
        let mover = at.to_move();
        let mut moves = Vec::new();
        for (mv, child) in view.moves(at, node, ply)? {
            let there = view.graph.node(child);
            // The best move has to be known to be that.
            let Some(value) = there.value else { return Ok(None) };
            moves.push((mv, seen_score(value, mover), rank(there, mover), there));
        }
        let Some(best) = moves.iter().map(|&(_, _, rank, _)| rank).max() else { return Ok(None) };
        let top = moves.iter().find(|&&(_, _, rank, _)| rank == best).map(|&(_, value, ..)| value);
        let least = top.map_or(0, |top| scale.points(top)) - self.taste.margin as i32;
        moves.retain(|&(_, value, rank, _)| {
            rank == best || self.taste.margin > 0 && scale.points(value) >= least
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

    /// The report of a search that there is no need of, if it is one for a move and the book knows enough. Of the engine it
    /// says nothing.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn report(
        &self,
        at: &Position,
        limits: &Limits<Mv>,
        game: u64,
    ) -> Result<Option<Report<Mv>>, DoorError> {
        if !is_for_a_move(limits) || at.outcome().is_some() {
            return Ok(None);
        }
        let Some(Advice { mv, verdict, depth }) = self.advice(at, game)? else { return Ok(None) };
        Ok(Some(Report {
            lines: vec![Line { rank: 1, depth, verdict, pv: vec![mv] }],
            before: Vec::new(),
            verdict,
            ended: if verdict.proven { Ended::Proven } else { Ended::Depth },
            nodes: 0,
            elapsed: Duration::ZERO,
            hash_permill: 0,
            hash_bytes: 0,
            seldepth: 0,
            tbhits: 0,
            threads: 0,
            first_result: None,
            counters: Counters::default(),
            account: None,
        }))
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

/// True of a search for the move to play.
fn is_for_a_move(limits: &Limits<Mv>) -> bool {
    let Limits { depth, nodes, time, soft_time, .. } = limits;
    let ends = depth.is_some() || nodes.is_some() || time.is_some() || soft_time.is_some();
    let plain = !limits.solve && limits.lines == 1 && limits.also.is_none();
    ends && plain && limits.root_moves.is_empty() && limits.window.is_none()
}

impl Engine for Booked {
    fn run(&mut self, ask: &Ask<'_>) -> Result<Report<Mv>, DoorError> {
        let told = self.book.report(ask.at, ask.limits, self.game)?;
        let Some(report) = told else { return self.engine.run(ask) };
        // A stop belongs to one search: without one of the engine it would end the next.
        let least = Limits::nodes(1);
        self.engine.run(&Ask::new(ask.at, &least))?;
        let table = self.engine.table();
        let report = Report {
            hash_permill: table.fill_permill(),
            hash_bytes: table.bytes(),
            threads: self.engine.config().threads,
            ..report
        };
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

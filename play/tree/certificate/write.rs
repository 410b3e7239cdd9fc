//! Writing a certificate: what a tree has proven, down to leaves that a plain search can check.
//!
//! A leaf of the tree was proven by the engine with its table and all that it knows, which may take a plain search for
//! ever. So the proof goes on below: a position whose plain search takes too long is answered by the engine once more,
//! for the move that proves it or for all moves of the other side, until all leaves are small. What the engine says
//! there is only a guide: the plain searches are the proof, and would contradict it.
//!
//! Cost: the engine solves every position above the leaves, with a table that knows most of it after the first.

use std::collections::HashSet;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::scope;

use plyglot_open::{Ask, Config, Engine, Limits, Mv, Open, Position, Stop};
use plyglot_search::{Side, Window};
use plyglot_wire::spread::ThreadRefused;

use super::file::Blocks;
use super::plain;
use super::record::{Bound, FORMAT, Footer, Header, Reason, Record};
use crate::tree::engines;
use crate::tree::error::TreeError;
use crate::tree::target::Target;
use crate::tree::value::{Proven, WIN, score};
use crate::tree::{Tree, key};

/// What is to be written.
pub struct Wanted<'a> {
    /// The game of the tree.
    pub game: &'a dyn Open,
    /// What the certificate says.
    pub target: Target,
    /// The most nodes that the plain search of a leaf may take.
    pub leaf: u64,
    /// The table that all engines share; their threads are `workers`.
    pub config: Config,
    /// How many positions are looked at at once.
    pub workers: usize,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What it says.
    pub header: Header,
    /// How much it is.
    pub footer: Footer,
    /// How many bytes the file has.
    pub bytes: u64,
}

/// A position of which a record is needed.
struct Need {
    at: Position,
    bound: Bound,
}

/// What is to be done and what is done.
#[derive(Default)]
struct Desk {
    needs: Vec<Need>,
    seen: HashSet<(u64, bool)>,
    records: Vec<Record>,
    busy: usize,
    failed: Option<TreeError>,
}

impl Tree {
    /// Writes what the tree has proven; `tell` hears how many records there are, and is asked from several threads.
    /// `None` if it was stopped.
    ///
    /// # Errors
    /// [`TreeError::NotProven`]; [`TreeError::Contradiction`]; if the game or a search fails, or nothing can be written.
    pub fn certificate<W: Write>(
        &self,
        wanted: &Wanted<'_>,
        to: W,
        stop: &Stop,
        tell: &(dyn Fn(usize) + Sync),
    ) -> Result<Option<(W, Written)>, TreeError> {
        let proven = wanted.target.claims(self.proven());
        let proven = proven.ok_or_else(|| TreeError::NotProven { path: self.path.clone() })?;
        let header = self.certified(proven, wanted.leaf)?;
        let desk = Mutex::new(Desk::default());
        for bound in header.bounds() {
            let need = Need { at: self.start.clone(), bound };
            locked(&desk).add(need)?;
        }
        let records = self.records(wanted, desk, stop, tell)?;
        let Some(records) = records else { return Ok(None) };
        let write = || -> std::io::Result<(W, Written)> {
            let mut blocks = Blocks::new(to);
            blocks.line(&serde_json::to_string(&header)?)?;
            let mut footer = Footer::default();
            for record in &records {
                blocks.line(&serde_json::to_string(record)?)?;
                footer.records += 1;
                if let Reason::Leaf(nodes) = record.reason {
                    footer.leaves += 1;
                    footer.nodes += nodes;
                }
            }
            blocks.line(&serde_json::to_string(&footer)?)?;
            let (to, bytes) = blocks.finish()?;
            Ok((to, Written { header, footer, bytes }))
        };
        write().map(Some).map_err(TreeError::Show)
    }

    /// The first line.
    fn certified(&self, proven: Proven, leaf: u64) -> Result<Header, TreeError> {
        let Proven { lower, upper } = proven;
        Ok(Header {
            plyglot_certificate: FORMAT,
            game: self.header.game.clone(),
            start: self.start.text()?,
            // What no value exceeds need not be said.
            at_least: Some(lower).filter(|&lower| lower > -WIN),
            at_most: Some(upper).filter(|&upper| upper < WIN),
            leaf,
            version: env!("CARGO_PKG_VERSION").into(),
        })
    }

    /// All records, in the order of their positions; `None` if it was stopped.
    fn records(
        &self,
        wanted: &Wanted<'_>,
        desk: Mutex<Desk>,
        stop: &Stop,
        tell: &(dyn Fn(usize) + Sync),
    ) -> Result<Option<Vec<Record>>, TreeError> {
        let config = Config { threads: 1, ..wanted.config.clone() };
        let (engines, _) = engines::on_one_table(wanted.game, &config, wanted.workers, stop)?;
        for bound in locked(&desk).needs.iter().map(|need| need.bound) {
            let goal = if bound.least { bound.value } else { self.scale.above(bound.value) };
            self.tell(engines[0].table(), goal)?;
        }
        let news = Condvar::new();
        scope(|scope| {
            for engine in engines {
                let (desk, news) = (&desk, &news);
                let work = move || self.work(engine, wanted.leaf, (desk, news), stop, tell);
                let thread = engines::thread("certificate".into());
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    locked(desk).failed = Some(ThreadRefused::from(error).into());
                    news.notify_all();
                    break;
                }
            }
        });
        let Desk { mut records, failed, .. } =
            desk.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failed {
            Some(error) => Err(error),
            None if stop.is_raised() => Ok(None),
            None => {
                records.sort_by(|one, other| {
                    (&one.position, one.bound.least).cmp(&(&other.position, other.bound.least))
                });
                Ok(Some(records))
            }
        }
    }

    /// One worker: takes what is needed until nothing is.
    fn work(
        &self,
        mut engine: Box<dyn Engine>,
        leaf: u64,
        (desk, news): (&Mutex<Desk>, &Condvar),
        stop: &Stop,
        tell: &(dyn Fn(usize) + Sync),
    ) {
        let mut here = locked(desk);
        loop {
            if stop.is_raised() || here.failed.is_some() {
                break;
            }
            let Some(need) = here.needs.pop() else {
                if here.busy == 0 {
                    break;
                }
                here = news.wait(here).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            here.busy += 1;
            drop(here);
            let done = self.record(&mut *engine, &need, leaf, stop);
            here = locked(desk);
            here.busy -= 1;
            let taken = done.and_then(|done| match done {
                Some((record, needs)) => {
                    here.records.push(record);
                    needs.into_iter().try_for_each(|need| here.add(need))
                }
                None => Ok(()),
            });
            if let Err(error) = taken {
                here.failed.get_or_insert(error);
            }
            tell(here.records.len());
            news.notify_all();
        }
        news.notify_all();
    }

    /// The record of a position, and what it needs in turn; `None` if it was stopped.
    fn record(
        &self,
        engine: &mut dyn Engine,
        need: &Need,
        leaf: u64,
        stop: &Stop,
    ) -> Result<Option<(Record, Vec<Need>)>, TreeError> {
        let Need { at, bound } = need;
        let position = at.text()?;
        let record = |reason| Record { position: position.clone(), bound: *bound, reason };
        let wrong = || TreeError::Contradiction { position: position.clone() };
        let answer = plain::search(at, *bound, self.scale, leaf)?;
        match answer.holds {
            Some(true) => return Ok(Some((record(Reason::Leaf(answer.nodes)), Vec::new()))),
            Some(false) => return Err(wrong()),
            None => {}
        }
        if (at.to_move() == Side::First) == bound.least {
            let mv = match self.proven_move(at, *bound)? {
                Some(mv) => mv,
                None => {
                    let Some(mv) = solved(engine, at, *bound)? else {
                        return if stop.is_raised() { Ok(None) } else { Err(wrong()) };
                    };
                    mv
                }
            };
            let next = self.needed(at, mv, *bound)?.ok_or_else(wrong)?;
            return Ok(Some((record(Reason::Move(at.move_text(mv)?)), next)));
        }
        let mut needs = Vec::new();
        for mv in at.moves()? {
            needs.extend(self.needed(at, mv, *bound)?.ok_or_else(wrong)?);
        }
        Ok(Some((record(Reason::All), needs)))
    }

    /// What has to be shown after a move; nothing where the game is over, `None` if it ended otherwise.
    fn needed(&self, at: &Position, mv: Mv, bound: Bound) -> Result<Option<Vec<Need>>, TreeError> {
        let next = at.after(mv)?.without_past();
        Ok(match next.outcome() {
            Some(end) => bound.holds(self.scale.outcome(end, next.to_move())).then_some(Vec::new()),
            None => Some(vec![Need { at: next, bound }]),
        })
    }

    /// A move after which the tree has proven it, that of the least effort.
    fn proven_move(&self, at: &Position, bound: Bound) -> Result<Option<Mv>, TreeError> {
        let Some(node) = self.graph.find(key(at, 0)?) else { return Ok(None) };
        if self.graph.node(node).children.is_empty() {
            return Ok(None);
        }
        let mut best = None;
        for mv in at.moves()? {
            let after = key(&at.after(mv)?, 0)?;
            let Some(child) = self.graph.find(after).map(|child| self.graph.node(child)) else {
                continue;
            };
            let Proven { lower, upper } = child.proven;
            let effort = child.own.nodes;
            let proves = if bound.least { lower >= bound.value } else { upper <= bound.value };
            if proves && best.is_none_or(|(least, _)| effort < least) {
                best = Some((effort, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }
}

impl Desk {
    /// Notes what is needed, once.
    fn add(&mut self, need: Need) -> Result<(), TreeError> {
        if self.seen.insert((key(&need.at, 0)?, need.bound.least)) {
            self.needs.push(need);
        }
        Ok(())
    }
}

fn locked(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The move by which the side to move keeps a bound; `None` if the engine does not find one.
fn solved(engine: &mut dyn Engine, at: &Position, bound: Bound) -> Result<Option<Mv>, TreeError> {
    let mover = at.to_move();
    // From the side to move: is the value at least this?
    let goal = if bound.least { bound.value } else { -bound.value };
    debug_assert!((mover == Side::First) == bound.least);
    let window = Some(Window::new(score(goal).prev(), score(goal)));
    let limits = Limits { window, solve: true, whole_lines: false, ..Limits::default() };
    let report = engine.run(&Ask::new(at, &limits))?;
    let holds = report.verdict.proven && report.verdict.score >= score(goal);
    Ok(report.best_move().filter(|_| holds))
}

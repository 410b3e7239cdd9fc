//! Growing a tree: positions are searched side by side, each by one engine of one thread, those first that could matter
//! most.
//!
//! One thread owns the tree: it chooses, hands out, takes back, and writes what came back to the disk before it tells of
//! it. The others search; their engines share one table, so what one position has taught serves its neighbours. With one
//! worker a run repeats itself.
//!
//! A proof asks one question at a time, whether the value is at least so much, and for each position first tries to answer it
//! by an exact solve within a budget. The budget grows with all that was spent: a solve that is given up costs at
//! most a fixed share of the whole, and easy proofs are one solve.

mod team;
mod work;

use std::time::{Duration, Instant};

use plyglot_open::{Config, Open, Stop};
use plyglot_search::Score;

use self::team::Team;
use self::work::{Done, Job, Task};
use super::error::TreeError;
use super::frontier::{DropOut, Frontier, Priority, ProofNumbers};
use super::target::{Standing, Target};
use super::value::Proven;
use super::{Record, Tree};

/// Which part of all that was spent the budget is. Of 16, 8 and 4, with several weights of the proof numbers, this took
/// the fewest nodes in Breakthrough 5x5, Kalah 5,4 and Connect Four 6x6.
const SHARE: u64 = 4;
/// Which part of a budget the look at each move is.
const GLANCE: u64 = 256;
/// The least of it.
const LEAST_GLANCE: u64 = 500;
/// What came back is written at least this often.
const WRITE: Duration = Duration::from_millis(200);

/// What a tree is grown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A book: the best lines as deep as possible.
    Book {
        /// How many nodes each position is searched with.
        effort: u64,
        /// How many points given away weigh as much as a ply; `None` for the game's own.
        width: Option<u32>,
    },
    /// A proof.
    Proof {
        /// Of what.
        target: Target,
        /// How many nodes the exact solve of a position may take at first.
        budget: u64,
    },
}

impl Aim {
    /// The first budget of an exact solve, where nothing else is said. What takes less is one solve.
    pub const BUDGET: u64 = 200_000;
}

/// When to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Until {
    /// After this time.
    pub time: Option<Duration>,
    /// After this many nodes of searches.
    pub nodes: Option<u64>,
    /// After this many new positions.
    pub positions: Option<u64>,
}

/// What to grow with.
pub struct Orders<'a> {
    /// The game of the tree.
    pub game: &'a dyn Open,
    /// The threads of each engine, and the table that all share.
    pub config: Config,
    /// How many positions are searched at once, each by an engine.
    pub workers: usize,
    /// What for.
    pub aim: Aim,
    /// When to stop.
    pub until: Until,
}

/// How far a run is. Everything that it tells of is on the disk.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// How many positions the tree has.
    pub total: usize,
    /// New positions.
    pub positions: u64,
    /// Nodes of searches.
    pub nodes: u64,
    /// Searches, of single positions or of the moves of one.
    pub searches: u64,
    /// Time since it began.
    pub elapsed: Duration,
    /// What is proven of the root.
    pub proven: Proven,
    /// The value of the root, for the first player.
    pub value: Option<Score>,
    /// Of a proof, the question at hand: is the value at least this?
    pub goal: Option<i16>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The target is proven, or of a book the value.
    Proven,
    /// The target is refuted.
    Refuted,
    /// A limit was reached.
    Limit,
    /// It was stopped.
    Stopped,
    /// There is nothing left to search.
    Exhausted,
}

/// A run.
struct Run<'a> {
    tree: &'a mut Tree,
    orders: &'a Orders<'a>,
    team: Team<'a>,
    /// Raised by a person, or by the clock.
    stop: &'a Stop,
    begin: Instant,
    progress: Progress,
    /// Nodes of all searches of the tree, those of earlier runs too.
    spent: u64,
    /// What is not on the disk yet.
    unwritten: Vec<u32>,
    written: Instant,
    tell: &'a mut dyn FnMut(&Progress) -> std::io::Result<()>,
}

impl Tree {
    /// Grows the tree until a limit, a proof or a stop; `tell` hears of what is on the disk.
    ///
    /// # Errors
    /// [`TreeError::Repeats`] of a proof where positions can come back; if the game, a search or the disk fails. The file
    /// then has everything that was told.
    pub fn grow(
        &mut self,
        orders: &Orders<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(&Progress) -> std::io::Result<()>,
    ) -> Result<(Ended, Progress), TreeError> {
        let facts = orders.game.facts();
        if matches!(orders.aim, Aim::Proof { .. }) && facts.can_repeat {
            return Err(TreeError::Repeats { game: facts.name.clone() });
        }
        let (scale, keys) = (self.scale, team::searched(self.graph.nodes()));
        // The clock stops the engines, too, without being taken for a person.
        let over = Stop::default();
        let raised = over.clone();
        stop.calls(move || raised.raise());
        team::with(orders, scale, &keys, &over, |team| {
            let now = Instant::now();
            let progress = self.progress_at_begin();
            let spent = self.graph.nodes().iter().map(|node| node.own.nodes).sum();
            let mut run = Run {
                tree: self,
                orders,
                team,
                stop: &over,
                begin: now,
                progress,
                spent,
                unwritten: Vec::new(),
                written: now,
                tell,
            };
            let ended = run.all()?;
            let ended =
                if stop.is_raised() && ended == Ended::Limit { Ended::Stopped } else { ended };
            Ok((ended, run.progress))
        })
    }

    fn progress_at_begin(&self) -> Progress {
        Progress {
            total: self.graph.len(),
            positions: 0,
            nodes: 0,
            searches: 0,
            elapsed: Duration::ZERO,
            proven: self.proven(),
            value: self.graph.node(self.graph.root()).value,
            goal: None,
        }
    }
}

impl Run<'_> {
    fn all(&mut self) -> Result<Ended, TreeError> {
        match self.orders.aim {
            Aim::Book { width, .. } => {
                let width = width.unwrap_or_else(|| (self.tree.scale.result / 4).max(1) as u32);
                let priority = DropOut::new(self.tree.scale, width);
                Ok(self.one(priority, |_| None)?.unwrap_or(Ended::Exhausted))
            }
            Aim::Proof { target, .. } => loop {
                let guess = self.progress.value.unwrap_or(Score::DRAW);
                let goal = match target.standing(self.tree.proven(), guess, self.tree.scale) {
                    Standing::Proven => return Ok(Ended::Proven),
                    Standing::Refuted => return Ok(Ended::Refuted),
                    Standing::Open(goal) => goal,
                };
                self.progress.goal = Some(goal);
                let answered = |proven: Proven| proven.lower >= goal || proven.upper < goal;
                let priority = ProofNumbers::new(self.tree.scale, goal);
                let ended = self.one(priority, |proven| answered(proven).then_some(()))?;
                if let Some(ended) = ended {
                    return Ok(ended);
                }
                if !answered(self.tree.proven()) {
                    return Ok(Ended::Exhausted);
                }
            },
        }
    }

    /// Searches by one priority until `done` says so of the root; then, and where nothing is left, gives `None`.
    fn one<P: Priority>(
        &mut self,
        priority: P,
        done: impl Fn(Proven) -> Option<()>,
    ) -> Result<Option<Ended>, TreeError> {
        let mut frontier = Frontier::new(&self.tree.graph, priority);
        let ended = loop {
            let answered = done(self.tree.proven()).is_some();
            let limit = self.is_over();
            if !answered && !limit {
                self.hand_out(&mut frontier)?;
            }
            if self.team.busy() == 0 {
                break limit.then_some(Ended::Limit);
            }
            if answered {
                // What is still searched for the last question is of little use.
                self.team.cut();
            }
            match self.team.next(WRITE)? {
                Some(done) => self.take_in(done, &mut frontier)?,
                None => self.write()?,
            }
            if self.written.elapsed() >= WRITE {
                self.write()?;
            }
        };
        if !self.unwritten.is_empty() {
            self.write()?;
        }
        Ok(if done(self.tree.proven()).is_some() { None } else { ended })
    }

    /// True if a limit is reached or it was stopped.
    fn is_over(&self) -> bool {
        let Until { time, nodes, positions } = self.orders.until;
        let over = |limit: Option<u64>, now| limit.is_some_and(|limit| now >= limit);
        if time.is_some_and(|time| self.begin.elapsed() >= time) {
            self.stop.raise();
        }
        self.stop.is_raised()
            || over(nodes, self.progress.nodes)
            || over(positions, self.progress.positions)
    }

    /// Gives every worker that waits something to do, as far as there is something.
    fn hand_out<P: Priority>(&mut self, frontier: &mut Frontier<P>) -> Result<(), TreeError> {
        while self.team.busy() < self.orders.workers {
            let Some(node) = frontier.take(&mut self.tree.graph) else { break };
            let job = self.job(node)?;
            self.team.hand_out(job)?;
        }
        Ok(())
    }

    fn job(&self, node: u32) -> Result<Job, TreeError> {
        let there = self.tree.graph.node(node);
        let at = self.tree.start.parse(&there.text)?;
        let task = match self.orders.aim {
            Aim::Book { effort, .. } if there.own.value.is_none() => {
                Task::Estimate { nodes: effort }
            }
            Aim::Book { effort, .. } => Task::Expand { nodes: effort },
            Aim::Proof { budget, .. } => {
                let nodes = budget.max(self.spent / SHARE);
                let goal = self.progress.goal.unwrap_or(0);
                Task::Settle { goal, nodes, glance: LEAST_GLANCE.max(nodes / GLANCE) }
            }
        };
        Ok(Job { node, at, ply: self.tree.ply(node), task })
    }

    fn take_in<P: Priority>(
        &mut self,
        done: Done,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        let Done { node, own, children, nodes, stopped } = done;
        frontier.give_back(node);
        self.progress.nodes += nodes;
        self.spent += nodes;
        self.progress.searches += u64::from(!stopped);
        let graph = &mut self.tree.graph;
        // An estimate that was cut short would be another one the next time; what is proven holds.
        let own = if stopped { super::Own { value: None, depth: 0, ..own } } else { own };
        graph.learn(node, own);
        let mut changed = Vec::new();
        let mut edges = Vec::new();
        for child in children.into_iter().flatten() {
            let place = match (graph.find(child.key), child.record) {
                (Some(place), Some(Record { own, .. })) => {
                    // Another worker was faster, or it came by an import.
                    graph.learn(place, own);
                    changed.push(place);
                    place
                }
                (Some(place), None) => place,
                (None, Some(record)) => {
                    self.progress.positions += 1;
                    let place = graph.insert(child.key, record);
                    changed.push(place);
                    place
                }
                (None, None) => return Err(TreeError::Worker),
            };
            edges.push((child.mv, place));
        }
        if graph.node(node).children.is_empty() && !edges.is_empty() {
            graph.connect(node, edges);
        }
        changed.push(node);
        self.team.know(changed.iter().map(|&node| graph.node(node)));
        frontier.changed(graph, changed.iter().copied());
        self.unwritten.extend(changed);
        Ok(())
    }

    /// Brings everything to the disk, then tells of it.
    fn write(&mut self) -> Result<(), TreeError> {
        self.unwritten.sort_unstable();
        self.unwritten.dedup();
        if !self.unwritten.is_empty() {
            self.tree.save(&self.unwritten)?;
            self.unwritten.clear();
        }
        self.written = Instant::now();
        self.progress.total = self.tree.graph.len();
        self.progress.elapsed = self.begin.elapsed();
        self.progress.proven = self.tree.proven();
        self.progress.value = self.tree.graph.node(self.tree.graph.root()).value;
        (self.tell)(&self.progress).map_err(TreeError::Show)
    }
}

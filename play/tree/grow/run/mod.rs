//! A run: the one thread that owns the tree chooses, hands out, takes back and writes.

mod harvest;

use std::time::{Duration, Instant};

use plyglot_open::{Position, Stop};
use plyglot_search::Score;

use super::crew::Crew;
use super::far::Far;
use super::team;
use super::work::{Done, Job, Task};
use super::{Aim, Ended, Hands, Orders, Progress, Until};
use crate::tree::error::TreeError;
use crate::tree::frontier::{DropOut, Frontier, Priority, ProofNumbers};
use crate::tree::record::{Own, Record};
use crate::tree::target::{Standing, Target};
use crate::tree::value::Proven;
use crate::tree::{Tree, key};

/// How many nodes the first look at the root takes, from which the first question comes: a wrong one costs as much
/// as a right one.
const LOOK: u64 = 20_000;
/// How many nodes a part of a proof has at most: what it has proven comes to the disk after it.
const PART: u64 = 64_000_000;
/// Which part of a budget the look at each move is.
const GLANCE: u64 = 256;
/// The least of it.
const LEAST_GLANCE: u64 = 500;
/// What came back is written at least this often.
const WRITE: Duration = Duration::from_millis(200);

/// The solve of the position at the root, which a proof whose workers have a table in common does in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtRoot {
    /// There is none.
    Never,
    /// A worker has the next part.
    Runs,
    /// The next part can be handed out.
    Waits,
}

/// A run.
struct Run<'a> {
    tree: &'a mut Tree,
    orders: &'a Orders<'a>,
    crew: &'a mut dyn Crew,
    /// Raised by a person, or by the clock.
    stop: &'a Stop,
    begin: Instant,
    progress: Progress,
    root: AtRoot,
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
        // The clock stops the engines, too, without being taken for a person.
        let over = Stop::default();
        let raised = over.clone();
        stop.calls(move || raised.raise());
        let scale = self.scale;
        let (ended, progress) = match &orders.hands {
            Hands::Here { config, workers } => {
                let keys = team::searched(self.graph.nodes());
                let with = (config, *workers);
                team::with(orders.game, with, scale, &keys, &over, |team| {
                    self.grown_by(team, orders, &over, tell)
                })
            }
            Hands::Far(workers) => {
                let mut far = Far::new(workers, scale, self.graph.nodes(), &over);
                self.grown_by(&mut far, orders, &over, tell)
            }
        }?;
        let is_stopped = stop.is_raised() && ended == Ended::Limit;
        Ok((if is_stopped { Ended::Stopped } else { ended }, progress))
    }

    fn grown_by(
        &mut self,
        crew: &mut dyn Crew,
        orders: &Orders<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(&Progress) -> std::io::Result<()>,
    ) -> Result<(Ended, Progress), TreeError> {
        let now = Instant::now();
        let progress = self.progress_at_begin();
        let spent = self.graph.nodes().iter().map(|node| node.own.nodes).sum();
        let mut run = Run {
            tree: self,
            orders,
            crew,
            stop,
            begin: now,
            progress,
            root: AtRoot::Never,
            spent,
            unwritten: Vec::new(),
            written: now,
            tell,
        };
        let ended = run.all()?;
        Ok((ended, run.progress))
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
            Aim::Book { width, plies, .. } => {
                let scale = self.tree.scale;
                let priority =
                    width.map_or_else(|| DropOut::usual(scale), |width| DropOut::new(scale, width));
                Ok(self.one(priority.of_first(plies), |_| None)?.unwrap_or(Ended::Exhausted))
            }
            Aim::Proof { target, budget } => loop {
                if self.progress.value.is_none() && target == Target::Value {
                    self.look(LOOK.min(budget))?;
                }
                let guess = self.progress.value.unwrap_or(Score::DRAW);
                let goal = match target.standing(self.tree.proven(), guess, self.tree.scale) {
                    Standing::Proven => return Ok(Ended::Proven),
                    Standing::Refuted => return Ok(Ended::Refuted),
                    Standing::Open(goal) => goal,
                };
                self.progress.goal = Some(goal);
                if let Some(table) = self.crew.table() {
                    self.tree.tell(table, goal)?;
                    self.root = AtRoot::Waits;
                }
                let priority = ProofNumbers::new(self.tree.scale, goal);
                let ended = self.one(priority, |proven| proven.answers(goal).map(|_| ()))?;
                if let Some(ended) = ended {
                    return Ok(ended);
                }
                if self.tree.proven().answers(goal).is_none() {
                    return Ok(Ended::Exhausted);
                }
            },
        }
    }

    /// Takes a first look at the root.
    fn look(&mut self, nodes: u64) -> Result<(), TreeError> {
        let (node, at) = (self.tree.graph.root(), self.tree.start.clone());
        self.crew.hand_out(Job {
            node,
            at,
            ply: 0,
            task: Task::Estimate { nodes, exact: false },
        })?;
        let done = loop {
            self.is_over();
            if let Some(done) = self.crew.next(WRITE)? {
                break done;
            }
        };
        let priority = ProofNumbers::new(self.tree.scale, 0);
        let mut frontier = Frontier::new(&self.tree.graph, priority);
        self.take_in(done, &mut frontier)?;
        self.write()
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
            let waits = !answered && !limit && self.hand_out(&mut frontier)?;
            if self.crew.busy() == 0 && !waits {
                break limit.then_some(Ended::Limit);
            }
            if answered {
                // What is still searched for the last question is of little use.
                self.crew.cut();
            }
            match self.crew.next(WRITE)? {
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

    /// Gives every worker that waits something to do, as far as there is something. True if there may be more.
    fn hand_out<P: Priority>(&mut self, frontier: &mut Frontier<P>) -> Result<bool, TreeError> {
        while self.crew.has_room() {
            let graph = &mut self.tree.graph;
            let node = if self.root == AtRoot::Waits {
                self.root = AtRoot::Runs;
                frontier.hold(graph, graph.root());
                graph.root()
            } else {
                let Some(node) = frontier.take(graph) else { return Ok(false) };
                node
            };
            let job = self.job(node)?;
            self.crew.hand_out(job)?;
        }
        Ok(true)
    }

    /// The position of a node.
    fn position(&self, node: u32) -> Result<Position, TreeError> {
        let there = self.tree.graph.node(node);
        let at = self.tree.start.parse(&there.text)?;
        if key(&at, self.tree.ply(node))? != there.key {
            let message = format!("{} is not the position that it was", there.text);
            return Err(TreeError::Unlike { path: self.tree.path.clone(), message });
        }
        Ok(at)
    }

    fn job(&self, node: u32) -> Result<Job, TreeError> {
        let (at, ply) = (self.position(node)?, self.tree.ply(node));
        let there = self.tree.graph.node(node);
        let task = match self.orders.aim {
            Aim::Book { effort, exact, .. } if there.own.value.is_none() => {
                Task::Estimate { nodes: effort, exact }
            }
            Aim::Book { effort, exact, .. } => Task::Expand { nodes: effort, exact },
            Aim::Proof { budget, .. } => {
                // As much as all before it: what is given up costs no more than that, and of a half, a quarter and
                // less none took fewer nodes in six games. A common table has what this run has spent; workers without
                // one have a part of all each.
                let before = match self.crew.table() {
                    Some(_) => self.progress.nodes.min(PART),
                    None => self.spent / self.crew.parts(),
                };
                let left = self.orders.until.nodes.map(|nodes| nodes - self.progress.nodes);
                let nodes = budget.max(before).min(left.unwrap_or(u64::MAX));
                let is_part = self.root == AtRoot::Runs && node == self.tree.graph.root();
                let glance = if is_part { 0 } else { LEAST_GLANCE.max(nodes / GLANCE) };
                Task::Settle { goal: self.progress.goal.unwrap_or(0), nodes, glance }
            }
        };
        Ok(Job { node, at, ply, task })
    }

    fn take_in<P: Priority>(
        &mut self,
        done: Done,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        let node = done.node;
        frontier.give_back(node);
        self.progress.nodes += done.nodes;
        self.spent += done.nodes;
        self.progress.searches += u64::from(!done.stopped);
        self.add(done, frontier)?;
        let root = self.tree.graph.root();
        if let (AtRoot::Runs, Some(goal)) = (self.root, self.progress.goal.filter(|_| node == root))
        {
            self.root = AtRoot::Waits;
            match self.tree.proven().answers(goal) {
                Some(_) => self.unfold(goal, frontier)?,
                None => self.harvest(goal, frontier)?,
            }
        }
        Ok(())
    }

    /// Adds to the tree what was found of a position.
    fn add<P: Priority>(
        &mut self,
        done: Done,
        frontier: &mut Frontier<P>,
    ) -> Result<(), TreeError> {
        let Done { node, own, children, stopped, .. } = done;
        let graph = &mut self.tree.graph;
        // An estimate that was cut short would be another one the next time; what is proven holds.
        let own = if stopped { Own { value: None, depth: 0, ..own } } else { own };
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
        self.crew.know(&mut changed.iter().map(|&node| graph.node(node)));
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
        // A part of a solve takes seconds and more.
        let more = if self.root == AtRoot::Runs { self.crew.nodes_so_far() } else { 0 };
        let told = Progress { nodes: self.progress.nodes + more, ..self.progress };
        (self.tell)(&told).map_err(TreeError::Show)
    }
}

//! What a worker does with a position: it searches it, or the positions that its moves lead to, or tries to answer a
//! question about it.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use plyglot_open::{Ask, Engine, Limits, Mv, Position, Stop};
use plyglot_search::{Ended, Side, Window};
use serde::{Deserialize, Serialize};

use crate::tree::error::TreeError;
use crate::tree::key;
use crate::tree::record::{Own, Record};
use crate::tree::value::{Proven, Scale, score};

/// A position to be worked on.
pub(super) struct Job {
    pub(super) node: u32,
    pub(super) at: Position,
    /// How many plies it lies below the root.
    pub(super) ply: usize,
    pub(super) task: Task,
}

/// What is to be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Task {
    /// Search it, or solve it.
    Estimate { nodes: u64, exact: bool },
    /// Search what its moves lead to, or solve that.
    Expand { nodes: u64, exact: bool },
    /// Answer whether its value for the first player is at least `goal`; if that takes more than `nodes`, look at what
    /// its moves lead to with `glance` nodes each. If that is 0, it goes on with the solve before.
    Settle { goal: i16, nodes: u64, glance: u64 },
}

/// What a worker has found.
pub(super) struct Done {
    pub(super) node: u32,
    /// Of the position itself.
    pub(super) own: Own,
    /// Where its moves lead, if that was looked at.
    pub(super) children: Option<Vec<Child>>,
    /// What it took.
    pub(super) nodes: u64,
    /// It was stopped before its end.
    pub(super) stopped: bool,
}

impl Done {
    /// This was proven of a position without a search.
    pub(super) fn proven(node: u32, proven: Proven) -> Done {
        let own = Own { proven, ..Own::default() };
        Done { node, own, children: None, nodes: 0, stopped: false }
    }
}

/// Where a move leads.
pub(super) struct Child {
    pub(super) mv: Mv,
    pub(super) key: u64,
    /// What is known of it, unless the tree has it already.
    pub(super) record: Option<Record>,
}

/// What a worker works with.
pub(super) struct Worker<'a> {
    pub(super) engine: Box<dyn Engine>,
    pub(super) scale: Scale,
    /// The keys of the positions that were searched.
    pub(super) known: &'a RwLock<HashSet<u64>>,
    pub(super) stop: &'a Stop,
}

impl Worker<'_> {
    /// Does a job.
    pub(super) fn work(&mut self, job: &Job) -> Result<Done, TreeError> {
        let Job { node, ref at, task, .. } = *job;
        let mut done = Done::proven(node, Proven::UNKNOWN);
        match task {
            Task::Estimate { nodes, exact } => {
                done.own = self.search(at, &limits(nodes, exact), &mut done)?;
            }
            Task::Expand { nodes, exact } => self.expand(job, &limits(nodes, exact), &mut done)?,
            Task::Settle { goal, nodes, glance } => {
                let window = Window::new(score(goal).prev(), score(goal));
                let window = window.for_child(at.to_move() == Side::Second);
                let resumes = glance == 0;
                let within = Limits { window: Some(window), resumes, ..limits(nodes, true) };
                done.own = self.search(at, &within, &mut done)?;
                if glance > 0 && done.own.proven.answers(goal).is_none() {
                    self.expand(job, &limits(glance, false), &mut done)?;
                }
            }
        }
        Ok(done)
    }

    fn search(
        &mut self,
        at: &Position,
        limits: &Limits<Mv>,
        done: &mut Done,
    ) -> Result<Own, TreeError> {
        let report = self.engine.run(&Ask::new(at, limits))?;
        done.nodes += report.nodes;
        done.stopped |= report.ended == Ended::Stopped;
        Ok(Own::found(&report, at, self.scale, limits.window.is_none()))
    }

    /// Looks at every move.
    fn expand(&mut self, job: &Job, limits: &Limits<Mv>, done: &mut Done) -> Result<(), TreeError> {
        let mut children = Vec::new();
        for mv in job.at.moves()? {
            if done.stopped || self.stop.is_raised() {
                done.stopped = true;
                return Ok(());
            }
            let at = job.at.after(mv)?.without_past();
            let key = key(&at, job.ply + 1)?;
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner).contains(&key);
            let twice = children.iter().any(|child: &Child| child.key == key);
            let record = match Own::over(&at, self.scale) {
                _ if known || twice => None,
                Some(over) => Some(Record::new(&at, over)?),
                None => {
                    let own = self.search(&at, limits, done)?;
                    Some(Record::new(&at, own)?)
                }
            };
            children.push(Child { mv, key, record });
        }
        if !done.stopped {
            done.children = Some(children);
        }
        Ok(())
    }
}

fn limits(nodes: u64, solve: bool) -> Limits<Mv> {
    Limits { solve, ..Limits::nodes(nodes).without_whole_lines() }
}

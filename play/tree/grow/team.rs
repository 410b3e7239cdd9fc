//! The workers of a tree, each with an engine of its own on one table.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};
use std::thread::scope;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use plyglot_open::{Handle, Stop};
use plyglot_wire::spread::ThreadRefused;

use super::Orders;
use super::work::{Done, Job, Worker};
use crate::tree::engines;
use crate::tree::error::TreeError;
use crate::tree::graph::Node;
use crate::tree::value::Scale;

/// The workers.
pub(super) struct Team<'a> {
    jobs: Sender<Job>,
    done: Receiver<Result<Done, TreeError>>,
    known: &'a RwLock<HashSet<u64>>,
    handles: Vec<Handle>,
    busy: usize,
}

/// The keys of the positions that were searched.
pub(super) fn searched(nodes: &[Node]) -> RwLock<HashSet<u64>> {
    RwLock::new(nodes.iter().filter(|node| is_searched(node)).map(|node| node.key).collect())
}

fn is_searched(node: &Node) -> bool {
    node.own.value.is_some() || !node.children.is_empty()
}

/// Starts the workers, runs `work` with them, and ends them.
pub(super) fn with<'a, T>(
    orders: &Orders<'_>,
    scale: Scale,
    known: &'a RwLock<HashSet<u64>>,
    stop: &Stop,
    work: impl FnOnce(Team<'a>) -> Result<T, TreeError>,
) -> Result<T, TreeError> {
    let (engines, handles) =
        engines::on_one_table(orders.game, &orders.config, orders.workers, stop)?;
    let (jobs, todo) = bounded::<Job>(orders.workers);
    let (results, done) = unbounded();
    scope(|scope| {
        for (number, engine) in engines.into_iter().enumerate() {
            let (todo, results) = (todo.clone(), results.clone());
            let worker = move || {
                let mut worker = Worker { engine, scale, known, stop };
                for job in todo {
                    if results.send(worker.work(&job)).is_err() {
                        break;
                    }
                }
            };
            let thread = engines::thread(format!("tree {number}"));
            thread.spawn_scoped(scope, worker).map_err(ThreadRefused::from)?;
        }
        drop((todo, results));
        let team = Team { jobs, done, known, handles: handles.clone(), busy: 0 };
        let outcome = work(team);
        // After an error the others may still be searching.
        handles.iter().for_each(Handle::stop);
        outcome
    })
}

impl Team<'_> {
    /// How many have something to do.
    pub(super) fn busy(&self) -> usize {
        self.busy
    }

    /// Gives one that waits something to do.
    pub(super) fn hand_out(&mut self, job: Job) -> Result<(), TreeError> {
        self.jobs.send(job).map_err(|_| TreeError::Worker)?;
        self.busy += 1;
        Ok(())
    }

    /// The next result; `None` if there is none within `tick`.
    pub(super) fn next(&mut self, tick: Duration) -> Result<Option<Done>, TreeError> {
        match self.done.recv_timeout(tick) {
            Ok(done) => {
                self.busy -= 1;
                done.map(Some)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(TreeError::Worker),
        }
    }

    /// Cuts short what runs.
    pub(super) fn cut(&self) {
        self.handles.iter().for_each(Handle::stop);
    }

    /// These were searched.
    pub(super) fn know<'n>(&self, nodes: impl Iterator<Item = &'n Node>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(nodes.filter(|node| is_searched(node)).map(|node| node.key));
    }
}

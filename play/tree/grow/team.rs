//! The workers of a tree, each with an engine of its own on one table.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::{Builder, scope};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use plyglot_open::{Handle, Stop};
use plyglot_wire::spread::ThreadRefused;

use super::Orders;
use super::work::{Done, Job, Worker};
use crate::tree::error::TreeError;
use crate::tree::graph::Node;
use crate::tree::value::Scale;

/// The stack of a worker: the engine may go as deep as its longest line.
const STACK: usize = 16 << 20;

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
    let mut engines = vec![orders.game.engine(&orders.config, None)?];
    for _ in 1..orders.workers {
        let table = Arc::clone(engines[0].table());
        engines.push(orders.game.engine(&orders.config, Some(table))?);
    }
    let handles: Vec<_> = engines.iter().map(|engine| engine.handle()).collect();
    for handle in &handles {
        let handle = handle.clone();
        stop.calls(move || handle.stop());
    }
    let (jobs, todo) = bounded::<Job>(orders.workers);
    let (results, done) = unbounded();
    let begun = AtomicUsize::new(0);
    scope(|scope| {
        for engine in engines {
            let (todo, results, begun) = (todo.clone(), results.clone(), &begun);
            let worker = move || {
                let mut worker = Worker { engine, scale, known, stop };
                for job in todo {
                    if results.send(worker.work(&job)).is_err() {
                        break;
                    }
                }
            };
            // Only a number in a name, so relaxed is enough.
            let number = begun.fetch_add(1, Ordering::Relaxed);
            let thread = Builder::new().name(format!("tree {number}")).stack_size(STACK);
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

//! The workers of a tree, each with an engine of its own on one table.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};
use std::thread::scope;
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use plyglot_open::{Config, Handle, Open, Stop};
use plyglot_search::table::Table;
use plyglot_wire::spread::ThreadRefused;

use super::crew::{Crew, is_searched};
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
    table: Arc<Table>,
    workers: usize,
    busy: usize,
}

/// The keys of the positions that were searched.
pub(super) fn searched(nodes: &[Node]) -> RwLock<HashSet<u64>> {
    RwLock::new(nodes.iter().filter(|node| is_searched(node)).map(|node| node.key).collect())
}

/// Starts the workers, runs `work` with them, and ends them.
pub(super) fn with<'a, T>(
    game: &dyn Open,
    (config, workers): (&Config, usize),
    scale: Scale,
    known: &'a RwLock<HashSet<u64>>,
    stop: &Stop,
    work: impl FnOnce(&mut Team<'a>) -> Result<T, TreeError>,
) -> Result<T, TreeError> {
    let (engines, handles) = engines::on_one_table(game, config, workers, stop)?;
    let table = Arc::clone(engines[0].table());
    let (jobs, todo) = bounded::<Job>(workers);
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
        let handles_here = handles.clone();
        let mut team = Team { jobs, done, known, handles: handles_here, table, workers, busy: 0 };
        let outcome = work(&mut team);
        drop(team);
        // After an error the others may still be searching.
        handles.iter().for_each(Handle::stop);
        outcome
    })
}

impl Crew for Team<'_> {
    fn busy(&self) -> usize {
        self.busy
    }

    fn has_room(&self) -> bool {
        self.busy < self.workers
    }

    fn hand_out(&mut self, job: Job) -> Result<(), TreeError> {
        self.jobs.send(job).map_err(|_| TreeError::Worker)?;
        self.busy += 1;
        Ok(())
    }

    fn next(&mut self, tick: Duration) -> Result<Option<Done>, TreeError> {
        match self.done.recv_timeout(tick) {
            Ok(done) => {
                self.busy -= 1;
                done.map(Some)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(TreeError::Worker),
        }
    }

    fn table(&self) -> Option<&Table> {
        Some(&self.table)
    }

    fn nodes_so_far(&self) -> u64 {
        if self.workers == 1 && self.busy == 1 { self.handles[0].nodes() } else { 0 }
    }

    fn cut(&mut self) {
        self.handles.iter().for_each(Handle::stop);
    }

    fn know(&mut self, nodes: &mut dyn Iterator<Item = &Node>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(nodes.filter(|node| is_searched(node)).map(|node| node.key));
    }
}

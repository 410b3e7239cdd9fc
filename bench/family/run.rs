//! Runs every method on every tree.
//!
//! Several trees are searched at once, each by one thread with all methods one after the other, so
//! that a ratio of times sets against each other what the same thread did within moments. Counts
//! do not depend on how many threads there are; for times that do not either, let there be one.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use plyglot_family::{Method, Question};
use plyglot_search::Stop;
use thiserror::Error;

use super::result::Missing;
use super::study::{Sample, Study};
use super::trees::Cell;

/// Room for the longest line of a search.
const STACK_BYTES: usize = 16 << 20;

/// How a study is run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// How many visits each search may make; one that needs more is missing.
    pub budget: u64,
    /// How many trees are searched at once, at least one.
    pub jobs: usize,
    /// Ends the study early, with what was measured before.
    pub stop: &'a Stop,
}

/// How far a study has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Trees that were searched by all methods.
    pub done: usize,
    /// Of how many.
    pub total: usize,
}

/// The system refused a thread.
#[derive(Debug, Error)]
#[error("the system refused a thread: {0}")]
pub struct ThreadError(#[from] io::Error);

/// Runs the methods, all of them on each tree of each cell. Searches that were running when the
/// study was stopped are discarded.
///
/// # Errors
/// If no threads are available.
pub fn measure(
    cells: Vec<Cell>,
    methods: &[Method],
    options: Options<'_>,
    mut progress: impl FnMut(Completion),
) -> Result<Study, ThreadError> {
    let todo = in_turn(&cells);
    let total = todo.len();
    let (next, failed) = (AtomicUsize::new(0), Stop::default());
    let bench = Bench { cells: &cells, methods, todo: &todo, next, options, failed };
    progress(Completion { done: 0, total });
    let mut samples = Vec::new();
    thread::scope(|scope| {
        let (sender, searched) = channel();
        for job in 0..options.jobs.clamp(1, total.max(1)) {
            let sender = sender.clone();
            thread::Builder::new()
                .name(format!("family-{job}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, || bench.serve(sender))
                .inspect_err(|_| bench.failed.raise())?;
        }
        drop(sender);
        for (done, tree) in searched.into_iter().enumerate() {
            samples.extend::<Vec<Sample>>(tree);
            progress(Completion { done: done + 1, total });
        }
        Ok::<_, ThreadError>(())
    })?;
    let makes = cells.into_iter().map(|cell| cell.make).collect();
    Ok(Study::new(methods.to_vec(), makes, options.budget, samples))
}

/// Cells and trees in the order in which they are searched: the first trees of all cells, then
/// their second, so that a study that is stopped has something of each cell.
fn in_turn(cells: &[Cell]) -> Vec<(usize, usize)> {
    let most = cells.iter().map(|cell| cell.make.roots.len()).max().unwrap_or(0);
    let has = |cell: usize, tree| tree < cells[cell].make.roots.len();
    let all = (0..most).flat_map(|tree| (0..cells.len()).map(move |cell| (cell, tree)));
    all.filter(|&(cell, tree)| has(cell, tree)).collect()
}

struct Bench<'a> {
    cells: &'a [Cell],
    methods: &'a [Method],
    todo: &'a [(usize, usize)],
    /// Index of the next tree that no thread has taken. Relaxed: it guards nothing else.
    next: AtomicUsize,
    options: Options<'a>,
    /// Raised if the study cannot be made after all.
    failed: Stop,
}

impl Bench<'_> {
    fn serve(&self, samples: Sender<Vec<Sample>>) {
        let stopped = || self.options.stop.is_raised() || self.failed.is_raised();
        while !stopped() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(cell, tree)) = self.todo.get(place) else { return };
            if samples.send(self.tree(cell, tree)).is_err() {
                return;
            }
        }
    }

    /// All methods on one tree. Each begins with another method, so that none always comes first.
    fn tree(&self, cell: usize, tree: usize) -> Vec<Sample> {
        let Cell { make, trees } = &self.cells[cell];
        let question = Question {
            stop: Some(self.options.stop),
            visits: self.options.budget,
            ..Question::depth(make.depth)
        };
        let many = self.methods.len();
        let search = |turn: usize| {
            let method = (turn + tree) % many;
            // What a panic leaves behind is discarded with the search.
            let search = || trees.search(tree, &self.methods[method], &question);
            let result = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                Err(Missing::Failed("a panic in the code of the game or of the method".into()))
            });
            (result != Err(Missing::Stopped)).then_some(Sample { cell, tree, method, result })
        };
        (0..many).filter_map(search).collect()
    }
}

//! Spreads positions over engines, one engine a pool thread, and hands the results back in order.
//!
//! There is one mechanism for both ways of spreading: with one engine of many threads the pool has
//! one thread, with many engines of one thread it has as many. An engine takes the next position
//! as soon as it is done with the last; its table is aged between positions, not cleared. Under
//! virtual threads it is cleared, so that it does not matter which engine takes which position.

use std::collections::VecDeque;

use crossbeam::channel::{Receiver, Sender, unbounded};
use plyglot_search::{
    Describe, Engine, Knowledge, KnownAnswer, Limits, Report, Request, Schedule, SearchError,
};
use rayon::ThreadPoolBuilder;

use crate::errors::Failure;
use crate::live::STACK;
use crate::signals::Interrupt;

/// A position to be searched.
pub(crate) struct Job<G: Describe> {
    /// Its place among the positions, from 0.
    pub(crate) index: usize,
    /// Its line in the file, from 1.
    pub(crate) number: usize,
    /// The position.
    pub(crate) game: G,
    /// What the file says of it.
    pub(crate) known: Option<KnownAnswer<G::Move>>,
}

/// A position that was searched.
pub(crate) struct Done<G: Describe> {
    /// The position.
    pub(crate) job: Job<G>,
    /// What came of it.
    pub(crate) report: Result<Report<G::Move>, SearchError>,
}

/// Searches all jobs and hands each to `deliver`, in the order of their indices. An interrupt ends
/// it after the positions that are being searched; so does a failure of `deliver`.
pub(crate) fn search<G: Describe, K: Knowledge<G>>(
    engines: Vec<Engine<G, K>>,
    jobs: Vec<Job<G>>,
    limits: &Limits<G::Move>,
    interrupt: &Interrupt,
    mut deliver: impl FnMut(Done<G>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(engines.len())
        .stack_size(STACK)
        .thread_name(|index| format!("position {index}"))
        .build()
        .map_err(|error| Failure::System { what: "a thread", error: error.to_string() })?;
    let (job_sender, job_receiver) = unbounded();
    let (done_sender, done_receiver) = unbounded();
    jobs.into_iter().try_for_each(|job| job_sender.send(job)).expect("the receiver is alive");
    drop(job_sender);
    pool.in_place_scope(|scope| {
        for engine in engines {
            let (jobs, done) = (job_receiver.clone(), done_sender.clone());
            scope.spawn(move |_| work(engine, &jobs, &done, limits, interrupt));
        }
        drop(done_sender);
        let delivered = in_order(&done_receiver, &mut deliver);
        if delivered.is_err() {
            interrupt.raise();
        }
        delivered
    })
}

fn work<G: Describe, K: Knowledge<G>>(
    mut engine: Engine<G, K>,
    jobs: &Receiver<Job<G>>,
    done: &Sender<Done<G>>,
    limits: &Limits<G::Move>,
    interrupt: &Interrupt,
) {
    while !interrupt.happened() {
        let Ok(job) = jobs.try_recv() else { return };
        if engine.config().schedule != Schedule::Real {
            engine.clear();
        }
        let request = Request { game: &job.game, history: &[], limits, progress: None };
        let report = engine.run(&request);
        if done.send(Done { job, report }).is_err() {
            return;
        }
    }
}

fn in_order<G: Describe>(
    results: &Receiver<Done<G>>,
    deliver: &mut impl FnMut(Done<G>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // The first of these is the next one to be handed over.
    let mut waiting = VecDeque::new();
    let mut next = 0;
    for done in results {
        let place = done.job.index - next;
        if waiting.len() <= place {
            waiting.resize_with(place + 1, || None);
        }
        waiting[place] = Some(done);
        while let Some(done) = waiting.pop_front_if(|first| first.is_some()).flatten() {
            next += 1;
            deliver(done)?;
        }
    }
    // An interrupt may leave gaps: what was begun last may be done first.
    waiting.into_iter().flatten().try_for_each(deliver)
}

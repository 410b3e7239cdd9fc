//! Spreads positions over engines, one engine a thread, and hands the results back in order.
//!
//! There is one mechanism for both ways of spreading: with one engine of many threads there is one
//! thread here, with many engines of one thread there are as many. An engine takes the next position
//! as soon as it is done with the last; its table is aged between positions, not cleared. Under
//! virtual threads it is cleared, so that it does not matter which engine takes which position.
//!
//! The threads are not rayon's: clearing a table is shared among rayon's threads, and one that waits
//! for its share would begin the search of another engine meanwhile.

use std::collections::VecDeque;
use std::thread;

use crossbeam::channel::{Receiver, Sender, unbounded};
use plyglot_open::{Ask, DoorError, Engine, KnownAnswer, Limits, Mv, Position, Report, Stop};
use plyglot_search::Schedule;
use plyglot_wire::read::Source;

use crate::analyze::proof;
use crate::errors::Failure;
use crate::threads;

/// A position to be searched.
pub(crate) struct Job {
    /// Its index among the positions, from 0.
    pub(crate) index: usize,
    /// Where in the file it stands.
    pub(crate) source: Source,
    /// The position.
    pub(crate) position: Position,
    /// The answer that the file gives.
    pub(crate) known: Option<KnownAnswer<Mv>>,
}

/// A position that was searched.
pub(crate) struct Done {
    /// The position.
    pub(crate) job: Job,
    /// Its result, or why its search failed.
    pub(crate) report: Result<Report<Mv>, DoorError>,
}

/// What there is to do, and what with.
pub(crate) struct Work<'a> {
    pub(crate) engines: Vec<Box<dyn Engine>>,
    pub(crate) jobs: Vec<Job>,
    /// What is done already.
    pub(crate) known: Vec<Done>,
    pub(crate) limits: &'a Limits<Mv>,
    pub(crate) stop: &'a Stop,
}

/// Searches all jobs and hands each, and those that are done already, to `deliver`, in the order of their
/// indices. `found` is given each result of a search at once, in the order in which the searches end. An
/// interrupt ends it after the positions that are being searched; so does a failure of either.
pub(crate) fn search(
    work: Work<'_>,
    mut found: impl FnMut(&Job, &Report<Mv>) -> Result<(), Failure>,
    mut deliver: impl FnMut(Done) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Work { engines, jobs, known, limits, stop } = work;
    let (job_sender, job_receiver) = unbounded();
    let (done_sender, done_receiver) = unbounded();
    for job in jobs {
        assert!(job_sender.send(job).is_ok(), "the receiver is alive");
    }
    drop(job_sender);
    thread::scope(|scope| {
        let begun = engines.into_iter().enumerate().try_for_each(|(index, engine)| {
            let (jobs, done) = (job_receiver.clone(), done_sender.clone());
            let work = move || search_all(engine, &jobs, &done, limits, stop);
            threads::searcher(format!("position {index}")).spawn_scoped(scope, work).map(drop)
        });
        drop(done_sender);
        let begun = begun.map_err(threads::refused);
        let delivered =
            begun.and_then(|()| in_order(known, &done_receiver, &mut found, &mut deliver));
        if delivered.is_err() {
            stop.raise();
        }
        delivered
    })
}

fn search_all(
    mut engine: Box<dyn Engine>,
    jobs: &Receiver<Job>,
    done: &Sender<Done>,
    limits: &Limits<Mv>,
    stop: &Stop,
) {
    while !stop.is_raised() {
        let Ok(job) = jobs.try_recv() else { return };
        if engine.config().schedule != Schedule::Real {
            engine.clear();
        }
        let report = engine.run(&Ask::new(&job.position, limits));
        let report = report.and_then(|report| match stop.is_raised() {
            true => Ok(report),
            false => proof::or_estimate(&mut *engine, &job.position, limits, report),
        });
        if done.send(Done { job, report }).is_err() {
            return;
        }
    }
}

fn in_order(
    known: Vec<Done>,
    results: &Receiver<Done>,
    found: &mut impl FnMut(&Job, &Report<Mv>) -> Result<(), Failure>,
    deliver: &mut impl FnMut(Done) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // The first of these is the next one to be handed over.
    let mut waiting = VecDeque::new();
    let mut next = 0;
    let searched = results.iter().map(|done| match &done.report {
        Ok(report) => found(&done.job, report).map(|()| done),
        Err(_) => Ok(done),
    });
    for done in known.into_iter().map(Ok).chain(searched) {
        let done = done?;
        let ahead = done.job.index - next;
        if waiting.len() <= ahead {
            waiting.resize_with(ahead + 1, || None);
        }
        waiting[ahead] = Some(done);
        while let Some(done) = waiting.pop_front_if(|first| first.is_some()).flatten() {
            next += 1;
            deliver(done)?;
        }
    }
    // An interrupt may leave gaps: what was begun last may be done first.
    waiting.into_iter().flatten().try_for_each(deliver)
}

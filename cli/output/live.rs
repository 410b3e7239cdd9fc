//! Runs a search in a thread of its own while this one shows its progress.

use std::any::Any;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{bounded, unbounded};
use crossbeam::select;
use plyglot_open::{Ask, Engine, Limits, Mv, Position, Progress, Report};
use plyglot_search::{Current, panic_message};

use crate::errors::Failure;
use crate::output::progress::TICK;
use crate::threads;

/// What happens while a search runs.
pub(crate) enum Event<'a> {
    /// It has found something new.
    Progress(&'a Progress<Mv>),
    /// Nothing new for a while: what it is working on.
    Tick(&'a Figures),
}

/// The live figures of a running search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    /// What it is working on; none before its first task.
    pub(crate) current: Option<Current>,
    /// Positions visited so far.
    pub(crate) nodes: u64,
    /// Time since it began.
    pub(crate) elapsed: Duration,
    /// How full the table is, in thousandths.
    pub(crate) hash_permill: u32,
}

/// Searches `position`, and hands every event to `show`. If that fails, the search is stopped.
pub(crate) fn search(
    engine: &mut dyn Engine,
    position: &Position,
    limits: &Limits<Mv>,
    show: &mut dyn FnMut(Event<'_>) -> Result<(), Failure>,
) -> Result<Report<Mv>, Failure> {
    let (sender, receiver) = unbounded();
    // The end is announced on a channel of its own: the engine may hold on to a sender of progress
    // for longer than the search.
    let (done_sender, done) = bounded(1);
    let (engine_handle, table) = (engine.handle(), Arc::clone(engine.table()));
    let figures = || Figures {
        current: engine_handle.current(),
        nodes: engine_handle.nodes(),
        elapsed: engine_handle.elapsed(),
        hash_permill: table.fill_permill(),
    };
    thread::scope(|scope| {
        let search = move || {
            let ask = Ask::new(position, limits).telling(move |progress| {
                let _ = sender.send(progress);
            });
            let _ = done_sender.send(engine.run(&ask));
        };
        let searcher = threads::searcher("search").spawn_scoped(scope, search);
        let handle = searcher.map_err(threads::refused)?;
        let report = loop {
            let shown = select! {
                recv(receiver) -> progress => match progress {
                    Ok(progress) => show(Event::Progress(&progress)),
                    Err(_) => break done.recv(),
                },
                recv(done) -> report => break report,
                default(TICK) => show(Event::Tick(&figures())),
            };
            if let Err(failure) = shown {
                engine_handle.stop();
                return Err(failure);
            }
        };
        // A search that never sent its report has panicked.
        let Ok(report) = report else {
            let bug = |payload: Box<dyn Any + Send>| Failure::Bug(panic_message(payload));
            return Err(handle.join().map_or_else(bug, |()| Failure::Bug("no report".into())));
        };
        for progress in receiver.try_iter() {
            show(Event::Progress(&progress))?;
        }
        Ok(report?)
    })
}

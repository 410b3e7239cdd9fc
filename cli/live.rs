//! Runs a search in a thread of its own while this one shows how it goes.

use std::any::Any;
use std::io;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{bounded, unbounded};
use crossbeam::select;
use plyglot_search::{Describe, Engine, Knowledge, Limits, Progress, Report, Request};

use crate::errors::{Failure, panic_message};

/// The stack of a thread that searches: the engine may go as deep as its longest line.
pub(crate) const STACK: usize = 16 << 20;

/// After this time without news there is a tick.
const TICK: Duration = Duration::from_millis(200);

/// What there is to see of a running search.
pub(crate) enum Event<'a, M> {
    /// Something has changed.
    Progress(&'a Progress<M>),
    /// Nothing new for a while.
    Tick,
}

/// Searches `game`, and hands every event to `show`. If that fails, the search is stopped.
pub(crate) fn search<G: Describe, K: Knowledge<G>>(
    engine: &mut Engine<G, K>,
    game: &G,
    history: &[u64],
    limits: &Limits<G::Move>,
    show: &mut dyn FnMut(Event<'_, G::Move>) -> io::Result<()>,
) -> Result<Report<G::Move>, Failure> {
    let (sender, receiver) = unbounded();
    // The end is announced on a channel of its own: the engine may hold on to a sender of progress
    // for longer than the search.
    let (done_sender, done) = bounded(1);
    let stopper = engine.stopper();
    let game = game.clone();
    thread::scope(|scope| {
        let search = move || {
            let report =
                engine.run(&Request { game: &game, history, limits, progress: Some(&sender) });
            let _ = done_sender.send(report);
        };
        let builder = thread::Builder::new().name("search".into()).stack_size(STACK);
        let handle = builder
            .spawn_scoped(scope, search)
            .map_err(|error| Failure::System { what: "a thread", error: error.to_string() })?;
        let report = loop {
            let shown = select! {
                recv(receiver) -> progress => match progress {
                    Ok(progress) => show(Event::Progress(&progress)),
                    Err(_) => break done.recv(),
                },
                recv(done) -> report => break report,
                default(TICK) => show(Event::Tick),
            };
            if let Err(error) = shown {
                stopper.stop();
                return Err(error.into());
            }
        };
        // A search that never sent its report has panicked.
        let Ok(report) = report else {
            let bug = |payload: Box<dyn Any + Send>| Failure::Bug(panic_message(&*payload));
            return Err(handle.join().map_or_else(bug, |()| Failure::Bug("no report".into())));
        };
        for progress in receiver.try_iter() {
            show(Event::Progress(&progress))?;
        }
        Ok(report?)
    })
}

//! Runs a search in a thread of its own while this one shows how it goes.

use std::io;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{RecvTimeoutError, unbounded};
use plyglot_search::{Describe, Engine, Knowledge, Limits, Progress, Report, Request};

use crate::errors::{Failure, panic_message};

/// The stack of a thread that searches: the engine may go as deep as its longest line.
pub(crate) const STACK: usize = 16 << 20;

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
    mut show: impl FnMut(Event<'_, G::Move>) -> io::Result<()>,
) -> Result<Report<G::Move>, Failure> {
    let (sender, receiver) = unbounded();
    let stopper = engine.stopper();
    let game = game.clone();
    thread::scope(|scope| {
        let search =
            move || engine.run(&Request { game: &game, history, limits, progress: Some(&sender) });
        let builder = thread::Builder::new().name("search".into()).stack_size(STACK);
        let handle = builder
            .spawn_scoped(scope, search)
            .map_err(|error| Failure::System { what: "a thread", error: error.to_string() })?;
        let mut shown = Ok(());
        while shown.is_ok() {
            shown = match receiver.recv_timeout(Duration::from_millis(200)) {
                Ok(progress) => show(Event::Progress(&progress)),
                Err(RecvTimeoutError::Timeout) => show(Event::Tick),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        if shown.is_err() {
            stopper.stop();
        }
        let report = handle.join().map_err(|payload| Failure::Bug(panic_message(&*payload)))?;
        shown?;
        Ok(report?)
    })
}

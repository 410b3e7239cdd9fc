//! Runs a traced search in a thread of its own, while this one shows that it goes on and waits for Ctrl-C.

use std::thread;
use std::time::Instant;

use crossbeam::channel::{RecvTimeoutError, bounded};
use plyglot_bench::trace::{Request, Trace};
use plyglot_open::{Open, Position};
use plyglot_search::Stop;
use plyglot_search::panic_message;

use crate::errors::Failure;
use crate::output::progress;
use crate::{signals, threads};

/// The search as it ran, until Ctrl-C if there was one.
pub(super) fn trace(
    request: &Request<'_>,
    game: &dyn Open,
    position: &Position,
) -> Result<Trace, Failure> {
    let traced = watched(|stop| {
        let request = Request { stop: Some(stop), ..*request };
        plyglot_bench::trace::trace(&request, game, position)
    })?;
    Ok(traced?)
}

/// The result of `search`, which ends as soon as the flag that it is given is raised.
pub(super) fn watched<T: Send>(search: impl FnOnce(&Stop) -> T + Send) -> Result<T, Failure> {
    let stop = signals::listen();
    let spinner = progress::spinner();
    thread::scope(|scope| {
        let (done, ended) = bounded::<()>(1);
        let stop = &stop;
        let search = move || {
            // Dropped at the end of the search, by a panic of the game as well.
            let _done = done;
            search(stop)
        };
        let searcher = threads::searcher("trace").spawn_scoped(scope, search);
        let handle = searcher.map_err(threads::refused)?;
        let begin = Instant::now();
        while ended.recv_timeout(progress::TICK) == Err(RecvTimeoutError::Timeout) {
            if !stop.is_raised() {
                let seconds = begin.elapsed().as_secs();
                progress::tick(&spinner, &format!("searching for {seconds} s"));
            }
        }
        spinner.finish_and_clear();
        handle.join().map_err(|payload| Failure::Bug(panic_message(payload)))
    })
}

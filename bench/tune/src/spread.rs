//! Tasks over threads, their results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use plyglot_journal::halt::Halt;

use crate::error::TuneError;

/// Does tasks 0 to `count` on `threads` threads, each of which has a tool of its own from `begin`. A task that was
/// halted gives `None`, and then no further ones are begun. `done` gets each result as it comes; all of them are
/// given back in the order of the tasks.
pub(crate) fn spread<S, T: Send>(
    threads: usize,
    count: usize,
    halt: &Halt,
    begin: impl Fn() -> Result<S, TuneError> + Sync,
    task: impl Fn(&mut S, usize) -> Result<Option<T>, TuneError> + Sync,
    mut done: impl FnMut(usize, &T) -> Result<(), TuneError>,
) -> Result<Vec<T>, TuneError> {
    let next = AtomicUsize::new(0);
    let work = |results: &Sender<Result<(usize, T), TuneError>>| -> Result<(), TuneError> {
        let mut tool = begin()?;
        while !halt.is_raised() {
            // Only the number matters, so relaxed is enough.
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let Some(result) = task(&mut tool, number)? else { break };
            if results.send(Ok((number, result))).is_err() {
                break;
            }
        }
        Ok(())
    };
    let (sender, results) = channel();
    let mut all = Vec::with_capacity(count);
    thread::scope(|scope| {
        for number in 0..threads.clamp(1, count.max(1)) {
            let (sender, work) = (sender.clone(), &work);
            let work = move || {
                if let Err(error) = work(&sender) {
                    // Nobody waits for it if another error came first.
                    let _ = sender.send(Err(error));
                }
            };
            let thread = thread::Builder::new().name(format!("tuning {number}"));
            if let Err(error) = thread.spawn_scoped(scope, work) {
                next.store(count, Ordering::Relaxed);
                return Err(TuneError::Thread(error));
            }
        }
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            let taken = result.and_then(|(number, result)| {
                done(number, &result)?;
                all.push((number, result));
                Ok(())
            });
            if outcome.is_ok() && taken.is_err() {
                next.store(count, Ordering::Relaxed);
                outcome = taken;
            }
        }
        outcome
    })?;
    all.sort_unstable_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}

//! Tasks over threads: each thread has a tool of its own (an engine, say), and takes the next task when it is free.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use thiserror::Error;

use plyglot_open::Stop;

/// The system has refused a thread.
#[derive(Debug, Error)]
#[error("a thread could not be started: {0}")]
pub struct ThreadRefused(#[from] io::Error);

/// Does tasks 0 to `count` on `threads` threads, each with a tool of its own from `begin`. `done` gets the results as
/// they come, on the caller's thread, and says whether further tasks are to be begun; none are once `stop` is raised,
/// and what a task gives then is left out.
///
/// # Errors
/// The first of `begin`, of a task or of `done`; or that there is no thread.
pub fn spread<S, T: Send, E: Send + From<ThreadRefused>>(
    threads: usize,
    count: usize,
    stop: &Stop,
    begin: impl Fn() -> Result<S, E> + Sync,
    task: impl Fn(&mut S, usize) -> Result<T, E> + Sync,
    mut done: impl FnMut(usize, T) -> Result<bool, E>,
) -> Result<(), E> {
    // Only the number matters, so relaxed is enough.
    let next = AtomicUsize::new(0);
    let end = || next.store(count, Ordering::Relaxed);
    let work = |results: &SyncSender<Result<(usize, T), E>>| -> Result<(), E> {
        let mut tool = begin()?;
        while !stop.is_raised() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let result = task(&mut tool, number)?;
            if stop.is_raised() || results.send(Ok((number, result))).is_err() {
                break;
            }
        }
        Ok(())
    };
    // No thread goes on before its result was taken: when no more are wanted, little was begun beyond.
    let (sender, results) = sync_channel(0);
    thread::scope(|scope| {
        for number in 0..threads.clamp(1, count.max(1)) {
            let (sender, work) = (sender.clone(), &work);
            let work = move || {
                if let Err(error) = work(&sender) {
                    // It is not waited for if another error came first.
                    let _ = sender.send(Err(error));
                }
            };
            let thread = thread::Builder::new().name(format!("task {number}"));
            if let Err(error) = thread.spawn_scoped(scope, work) {
                end();
                return Err(ThreadRefused(error).into());
            }
        }
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            if outcome.is_err() {
                continue;
            }
            match result.and_then(|(number, result)| done(number, result)) {
                Ok(true) => {}
                Ok(false) => end(),
                Err(error) => {
                    end();
                    outcome = Err(error);
                }
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Error)]
    enum Failed {
        #[error(transparent)]
        Thread(#[from] ThreadRefused),
        #[error("task {0}")]
        Task(usize),
    }

    fn squares(threads: usize, stop_after: usize) -> Result<Vec<(usize, usize)>, Failed> {
        let mut all = Vec::new();
        spread(
            threads,
            100,
            &Stop::default(),
            || Ok(()),
            |(), number| if number == 77 { Err(Failed::Task(77)) } else { Ok(number * number) },
            |number, square| {
                all.push((number, square));
                Ok(all.len() < stop_after)
            },
        )?;
        all.sort_unstable();
        Ok(all)
    }

    #[test]
    fn each_task_is_done_once_until_no_more_are_wanted() {
        for threads in [1, 3] {
            let all = squares(threads, 40).expect("no task fails before");
            assert!((40..=40 + threads).contains(&all.len()), "{}", all.len());
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(all.iter().all(|(number, square)| number * number == *square));
        }
    }

    #[test]
    fn a_task_that_fails_ends_it_with_its_error() {
        for threads in [1, 3] {
            assert!(matches!(squares(threads, 1000), Err(Failed::Task(77))));
        }
    }

    #[test]
    fn nothing_is_done_after_a_stop() {
        let (stop, mut all) = (Stop::default(), Vec::new());
        let raised = stop.clone();
        let task = |(): &mut (), number: usize| {
            if number == 5 {
                raised.raise();
            }
            Ok::<_, Failed>(number)
        };
        let taken = |number, _| {
            all.push(number);
            Ok(true)
        };
        spread(1, 100, &stop, || Ok(()), task, taken).expect("nothing fails");
        assert_eq!(all, [0, 1, 2, 3, 4]);
    }
}

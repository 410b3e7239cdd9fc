//! Makes the searches of a study, one after the other or, in virtual time, several at once.

use std::collections::HashSet;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use thiserror::Error;

use super::journal::JournalRecord;
use super::lab::{Lab, LabError};
use super::plan::plan;
use super::sample::{PlannedSearch, Sample};
use super::study::{DesignError, Study};
use super::time_left::TimeLeft;
use plyglot_open::Stop;
use plyglot_wire::journal::{Journal, JournalError};

/// Room for the longest line of a search, which the thread that asks for it takes part in.
const STACK_BYTES: usize = 16 << 20;

/// How far a study has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Completion {
    /// How many searches are done, those of an earlier part included.
    pub done: usize,
    /// Of how many.
    pub total: usize,
    /// About how many seconds the others will take; `None` before any is done.
    pub seconds_left: Option<f64>,
}

/// How a study is run.
#[derive(Debug)]
pub struct Run<'a> {
    /// Where every sample is written down as soon as it is there.
    pub journal: Option<&'a mut Journal>,
    /// How many searches at once, at least one. Only in virtual time, in which they do not touch
    /// each other; in real time there is one at a time, whatever this is.
    pub jobs: usize,
    /// Ends the study early.
    pub stop: Stop,
}

/// Why a study did not end.
#[derive(Debug, Error)]
pub enum StudyError {
    /// It cannot be made.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// A sample could not be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The system refused a thread.
    #[error("the system refused a thread: {0}")]
    Thread(io::Error),
}

/// Makes all searches of a study that it holds no sample of yet, and gives it back with what they
/// gave. In real time a first search warms up and is not counted.
///
/// If it is stopped, the searches that are running are discarded and the study comes back with
/// what was measured before. A search that fails becomes a sample with the reason.
///
/// # Errors
/// If the study cannot be made, or cannot be written down; what the journal has stays there.
pub fn run_study(
    lab: &dyn Lab,
    mut study: Study,
    run: Run<'_>,
    mut progress: impl FnMut(Completion),
) -> Result<Study, StudyError> {
    study.design.check()?;
    let had: HashSet<PlannedSearch> = study.samples.iter().map(|sample| sample.case).collect();
    let mut todo = plan(&study.design);
    let total = todo.len();
    todo.retain(|case| !had.contains(case));
    let Run { mut journal, jobs, stop } = run;
    let real = !study.design.clock.is_virtual();
    let jobs = if real { 1 } else { jobs.clamp(1, todo.len().max(1)) };
    let mut left = TimeLeft::new(&study.samples, &todo);
    let mut report = |done: usize, left: &TimeLeft| {
        progress(Completion { done, total, seconds_left: left.seconds(jobs) });
    };
    report(study.samples.len(), &left);
    let bench = Bench { lab, todo: &todo, next: AtomicUsize::new(0), warm_up: real, stop: &stop };
    bench.work(jobs, |sample| {
        if let Some(journal) = &mut journal {
            journal.note(&JournalRecord::Sample(sample.clone()))?;
        }
        left.done(&sample);
        study.samples.push(sample);
        report(study.samples.len(), &left);
        Ok(())
    })?;
    study.sort();
    Ok(study)
}

/// The searches that are left, and who makes them.
struct Bench<'a> {
    lab: &'a dyn Lab,
    todo: &'a [PlannedSearch],
    /// Index of the next search that no thread has taken. Relaxed: it guards nothing else.
    next: AtomicUsize,
    warm_up: bool,
    stop: &'a Stop,
}

impl Bench<'_> {
    /// Lets `jobs` threads make the searches, and hands over what they give on this one. If that
    /// fails, the rest is stopped.
    fn work(
        &self,
        jobs: usize,
        mut deliver: impl FnMut(Sample) -> Result<(), StudyError>,
    ) -> Result<(), StudyError> {
        let (sender, samples) = channel();
        // Not on a pool of rayon's: engines fill their tables with rayon, and a thread that waits
        // for that would begin with another search meanwhile.
        thread::scope(|scope| {
            for job in 0..jobs {
                let sender = sender.clone();
                let thread = thread::Builder::new()
                    .name(format!("study-{job}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || self.serve(&sender));
                if let Err(error) = thread {
                    self.stop.raise();
                    return Err(StudyError::Thread(error));
                }
            }
            drop(sender);
            for sample in samples {
                deliver(sample).inspect_err(|_| self.stop.raise())?;
            }
            Ok(())
        })
    }

    fn serve(&self, samples: &Sender<Sample>) {
        if let Some(first) = self.todo.first().filter(|_| self.warm_up && !self.stop.is_raised()) {
            // Its result is of no interest, not even a failure: that will show again.
            let _ = self.lab.run(first);
        }
        while !self.stop.is_raised() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = self.todo.get(place) else { return };
            let sample = match self.lab.run(case) {
                Ok(sample) => sample,
                Err(LabError::Stopped) => return,
                Err(error) => Sample::failed(*case, error.to_string()),
            };
            if samples.send(sample).is_err() {
                return;
            }
        }
    }
}

//! Has HyperQueue start the workers of a tree, and others in place of those that end.
//!
//! A worker whose machine goes away is started again by HyperQueue elsewhere. One that ends by itself, or is killed, is
//! a task that has failed: another one is submitted, after a while that becomes longer as long as they end soon. Where
//! nothing can be submitted while a job runs, the job has more tasks than there are workers from the start.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use plyglot_play::tree::TreeError;
use plyglot_play::tree::grow::far::Entrance;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};

use crate::farm::runner::{Runner, RunnerError, State, Task, last_line};

/// Between two looks at the job.
const LOOK: Duration = Duration::from_millis(200);

/// How many tasks in place of each worker a job has from the start, where none can be added.
const SPARE: usize = 3;

/// How often in a row workers are started again that have answered nothing.
const FRUITLESS: usize = 3;

/// How long to wait before workers are started again: after the first time, and at most.
const WAIT: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(60)];

/// What a worker is.
#[derive(Clone, Debug)]
pub struct Order {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where its output goes, and the job.
    pub folder: PathBuf,
    /// How many there are.
    pub workers: usize,
    /// How many processors each keeps busy.
    pub cpus: usize,
}

/// Keeps the workers of a tree at work; ends them when it is dropped.
pub struct Tender {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Tender {
    /// Submits them.
    ///
    /// # Errors
    /// If HyperQueue refuses, or the system a thread.
    pub fn start(
        runner: Box<dyn Runner + Send>,
        order: Order,
        entrance: Entrance,
    ) -> Result<Tender, RunnerError> {
        let mut run = Run { runner, order, entrance, jobs: 0, answers: 0, fruitless: 0 };
        run.submit(run.order.workers)?;
        let (stop, stopped) = channel();
        let thread = thread::Builder::new().name("HyperQueue".into());
        let spawned = thread.spawn(move || {
            if let Err(error) = run.follow(&stopped) {
                let message = format!("no worker will come any more: {error}");
                run.entrance.give_up(TreeError::NoWorkers { message });
            }
            run.runner.cancel();
        });
        let failed = |error| RunnerError::Start { program: "a thread".into(), error };
        Ok(Tender { stop: Some(stop), thread: Some(spawned.map_err(failed)?) })
    }
}

impl Drop for Tender {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Run {
    runner: Box<dyn Runner + Send>,
    order: Order,
    entrance: Entrance,
    jobs: usize,
    /// How many positions were answered when workers were last started.
    answers: u64,
    /// How often in a row they were started without an answer since.
    fruitless: usize,
}

impl Run {
    /// Submits this many workers.
    fn submit(&mut self, workers: usize) -> Result<(), RunnerError> {
        self.jobs += 1;
        let tasks = if self.runner.adds() { workers } else { workers * (1 + SPARE) };
        let job = self.jobs;
        let file = |number: usize, ending: &str| {
            self.order.folder.join("logs").join(format!("{job}-{number}-%{{INSTANCE_ID}}.{ending}"))
        };
        let task = |number: usize| Task {
            number,
            command: self.order.command.clone(),
            output: file(number, "out"),
            errors: file(number, "err"),
            cpus: self.order.cpus,
            priority: 0,
        };
        let tasks: Vec<Task> = (1..=tasks).map(task).collect();
        let name = self.order.folder.join(format!("job-{job}"));
        self.runner.submit(&tasks, &name)
    }

    /// Until it is stopped.
    fn follow(&mut self, stopped: &Receiver<()>) -> Result<(), RunnerError> {
        let (mut again, mut wait, mut begun) = (None::<Instant>, WAIT[0], Instant::now());
        loop {
            match stopped.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                _ => return Ok(()),
            }
            let mut notes = Vec::new();
            let state = self.runner.poll(&mut notes);
            notes.into_iter().for_each(|note| self.entrance.note(note));
            let left = match state? {
                State::Ended => 0,
                State::Running => self.runner.left().unwrap_or(self.order.workers),
            };
            let missing = self.order.workers.saturating_sub(left);
            match again {
                None if missing > 0 => again = Some(Instant::now() + wait),
                Some(at) if Instant::now() >= at => {
                    again = None;
                    if missing > 0 {
                        // Where all went well for long, the first wait is short again.
                        let is_old = begun.elapsed() > 2 * WAIT[1];
                        wait = if is_old { WAIT[0] } else { (2 * wait).min(WAIT[1]) };
                        begun = Instant::now();
                        self.start_again(missing)?;
                    }
                }
                _ => {}
            }
        }
    }

    /// Starts this many in place of those that have ended.
    fn start_again(&mut self, missing: usize) -> Result<(), RunnerError> {
        let answers = self.entrance.answers();
        self.fruitless = if answers > self.answers { 0 } else { self.fruitless + 1 };
        self.answers = answers;
        let said = last_said(&self.order.folder.join("logs"));
        if self.fruitless > FRUITLESS {
            let message = format!("the workers end before they have answered anything: {said}");
            return Err(RunnerError::Refused { command: "(the workers)".into(), message });
        }
        let plural = if missing == 1 { "worker has" } else { "workers have" };
        self.entrance.note(format!(
            "{missing} {plural} ended ({said}), and HyperQueue starts as many again"
        ));
        self.submit(missing)
    }
}

/// What a worker has last said of why it ended.
fn last_said(logs: &Path) -> String {
    let files = fs::read_dir(logs).into_iter().flatten().flatten();
    let said = files.filter_map(|entry| {
        let (data, path) = (entry.metadata().ok()?, entry.path());
        let is_said = path.extension().is_some_and(|ending| ending == "err") && data.len() > 0;
        Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), path)).filter(|_| is_said)
    });
    let last = said.max().map(|(_, path)| last_line(&path));
    last.unwrap_or_else(|| "they say nothing".into())
}

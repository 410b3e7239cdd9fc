//! The farm: every part of a file as a task of HyperQueue, followed and gathered.
//!
//! - **A folder** holds everything: the plan, the jobs, and of each task its part of the file, its results, its journal
//!   and its errors. The same farm in the same folder goes on where it ended; another one is refused.
//! - **Tasks** are runs of the program with `--part FILE --journal FILE`; those with the longest searches come first. A
//!   task that is begun again, after its worker was lost, takes what is recorded from its journal.
//! - **Answers** count once a task's results are whole and begin with the header of this run. A program of another
//!   version, or with other options or weights, refuses its task ([`crate::farm::part`]), which is then tried again.
//! - **Rounds.** What is not answered when the job ends is submitted again, as long as a round brings any answer.
//!
//! Cost: the start of a process and of an empty table for each task, and one look at the folder five times a second.

mod folder;
mod follow;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use plyglot_open::Stop;
use thiserror::Error;

use self::folder::Folder;
use self::follow::Results;
use crate::farm::merge::{self, MergeError, Merged};
use crate::farm::part::{Part, PartError};
use crate::farm::runner::{Runner, RunnerError, State, Task};

/// Between two looks at the folder.
const LOOK: Duration = Duration::from_millis(200);

/// How often all that is open is submitted.
const ROUNDS: usize = 5;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Order {
    /// The program and its arguments, but for those of the part.
    pub program: Vec<String>,
    /// Where everything is kept.
    pub folder: PathBuf,
    /// The parts of the file, one for each task.
    pub parts: Vec<Part>,
    /// How many processors a task keeps busy.
    pub cpus: usize,
}

/// Why a farm cannot begin or go on.
#[derive(Debug, Error)]
pub enum FarmError {
    /// A file or folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: std::io::Error,
    },
    /// The folder holds something else.
    #[error("{}: {message}; it is left as it is", path.display())]
    Foreign {
        /// The folder, or what in it.
        path: PathBuf,
        /// What it holds.
        message: String,
    },
    /// A part of the file cannot be written.
    #[error(transparent)]
    Part(#[from] PartError),
    /// Another process uses the folder.
    #[error("{}: another farm is working in this folder", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// There is nothing to run tasks with.
    #[error("{0}")]
    NoRunner(&'static str),
    /// Tasks cannot be run.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// What was gathered cannot be merged.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

/// What is told while the farm works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// How far it is.
    Answered {
        /// Answered lines.
        answered: usize,
        /// Tasks whose results are whole.
        tasks: usize,
    },
    /// Something that people should know.
    Note(String),
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There is nothing left to be tried.
    Done,
    /// It was stopped.
    Stopped,
}

/// Into how many tasks the farm in a folder is divided; `None` if there is none.
#[must_use]
pub fn tasks_of(folder: &Path) -> Option<usize> {
    folder::tasks(folder)
}

/// A farm in its folder.
#[derive(Debug)]
pub struct Farm {
    order: Order,
    folder: Folder,
    results: Results,
}

impl Farm {
    /// Begins in a folder, or goes on in one of the same order.
    ///
    /// # Errors
    /// If the folder is that of another order, in use, or cannot be written.
    pub fn open(order: Order) -> Result<Farm, FarmError> {
        let folder = Folder::open(&order)?;
        let mut results = Results::new(folder.results(), &order.parts);
        results.look_back()?;
        Ok(Farm { order, folder, results })
    }

    /// How many lines are answered.
    #[must_use]
    pub fn answered(&self) -> usize {
        self.results.answered()
    }

    /// How many tasks have whole results.
    #[must_use]
    pub fn whole(&self) -> usize {
        self.results.whole().count()
    }

    /// The tasks that have no whole results, as a job that was not submitted yet: of this round, from 1.
    #[must_use]
    pub fn open_tasks(&self, round: usize) -> Vec<Task> {
        let open = self.results.open();
        open.map(|index| self.task(index, round)).collect()
    }

    /// Where the job of a round is written, without the extension.
    #[must_use]
    pub fn job_name(&self, round: usize) -> PathBuf {
        self.folder.path().join(format!("job-{round}"))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Has everything searched that is not answered yet.
    ///
    /// # Errors
    /// If tasks cannot be run or their results cannot be read.
    pub fn run(
        &mut self,
        runner: &mut dyn Runner,
        stop: &Stop,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Ended, FarmError> {
        for _ in 0..ROUNDS {
            let round = self.folder.next_round()?;
            let tasks = self.open_tasks(round);
            if tasks.is_empty() {
                break;
            }
            let before = self.answered();
            runner.submit(&tasks, &self.job_name(round))?;
            let ended = self.follow(runner, stop, tell);
            if !matches!(ended, Ok(Ended::Done)) {
                runner.cancel();
                return ended;
            }
            self.say_what_failed(&tasks, round, tell);
            if self.answered() == before {
                break;
            }
        }
        Ok(Ended::Done)
    }

    /// Until the job ends.
    fn follow(
        &mut self,
        runner: &mut dyn Runner,
        stop: &Stop,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Ended, FarmError> {
        loop {
            if stop.is_raised() {
                return Ok(Ended::Stopped);
            }
            let mut notes = Vec::new();
            let state = runner.poll(&mut notes);
            // After the job's end, so that nothing is missed.
            notes.extend(self.results.look()?);
            notes.into_iter().for_each(|note| tell(Event::Note(note)));
            tell(Event::Answered { answered: self.answered(), tasks: self.whole() });
            match state? {
                State::Ended => return Ok(Ended::Done),
                // Nothing is left to wait for, and HyperQueue need not be asked once more.
                State::Running if self.results.open().next().is_none() => return Ok(Ended::Done),
                State::Running => thread::sleep(LOOK),
            }
        }
    }

    fn say_what_failed(&self, tasks: &[Task], round: usize, tell: &mut dyn FnMut(Event)) {
        const SHOWN: usize = 5;
        let open: Vec<usize> = self.results.open().map(|index| index + 1).collect();
        // Of results that were refused that was said already.
        let failed = |task: &&Task| {
            open.contains(&task.number) && !self.results.refused_in(task.number - 1, round)
        };
        let failed: Vec<&Task> = tasks.iter().filter(failed).collect();
        for task in failed.iter().take(SHOWN) {
            let number = task.number;
            let said = self.folder.last_error(number, round);
            let said = said.unwrap_or_else(|| "it was ended, and has said nothing".into());
            tell(Event::Note(format!("task {number} failed: {said}")));
        }
        if failed.len() > SHOWN {
            tell(Event::Note(format!("{} more tasks failed", failed.len() - SHOWN)));
        }
    }

    fn task(&self, index: usize, round: usize) -> Task {
        let number = index + 1;
        let part = self.folder.part(number).display().to_string();
        let journal =
            self.folder.journal(number, self.results.foreign(index)).display().to_string();
        let more = ["--part", &part, "--journal", &journal, "--json"].map(String::from);
        let (output, errors) = self.folder.files(number, round);
        Task {
            number,
            command: self.order.program.iter().cloned().chain(more).collect(),
            output,
            errors,
            cpus: self.order.cpus,
            priority: -i32::try_from(number).unwrap_or(i32::MAX),
        }
    }

    /// The whole results of all tasks, merged.
    ///
    /// # Errors
    /// If they cannot be read; [`MergeError::Nothing`] if there are none.
    pub fn gather(&self) -> Result<Merged, FarmError> {
        let files: Vec<PathBuf> = self.results.whole().cloned().collect();
        if files.is_empty() {
            return Err(MergeError::Nothing { path: self.folder.results() }.into());
        }
        Ok(merge::read(&files)?)
    }
}

//! Who runs the tasks of a job: HyperQueue (J. Beránek et al., HyperQueue: Efficient and ergonomic task graphs on HPC
//! clusters, SoftwareX 27, 2024), by its program `hq` or by its Python package.
//!
//! A cluster of this machine ([`LocalHq`], [`Python`]) ends when it is dropped.

mod hq;
mod local;
mod python;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub(in crate::farm) use self::hq::last_line;
pub use self::hq::{Hq, find, write_job};
pub use self::local::LocalHq;
pub use self::python::Python;

/// One process to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number in the job, from 1.
    pub number: usize,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where its output goes; HyperQueue fills in `%{INSTANCE_ID}`, the number of the attempt.
    pub output: PathBuf,
    /// Likewise its errors.
    pub errors: PathBuf,
    /// How many processors it keeps busy.
    pub cpus: usize,
    /// Tasks of a higher priority begin first.
    pub priority: i32,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Tasks run or wait.
    Running,
    /// No task will run any more.
    Ended,
}

/// Why tasks cannot be run.
#[derive(Debug, Error)]
pub enum RunnerError {
    /// A program cannot be started.
    #[error("{program} cannot be started: {error}")]
    Start {
        /// Which.
        program: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// HyperQueue refuses something.
    #[error("hq {command}: {message}")]
    Refused {
        /// What it was asked.
        command: String,
        /// What it said.
        message: String,
    },
    /// No server answers.
    #[error(
        "no server of HyperQueue answers ({message}); `hq server start` starts one, and --local one for this job"
    )]
    NoServer {
        /// What `hq` said.
        message: String,
    },
    /// No local worker is left.
    #[error("every worker has ended, the last one {last}; {log} has what they said")]
    NoWorkers {
        /// How the last one ended.
        last: String,
        /// Their log.
        log: String,
    },
    /// A file of the job cannot be written or read.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
}

/// Runs the tasks of one job after the other, or of several at a time.
pub trait Runner {
    /// True if a job can begin while another one runs.
    fn adds(&self) -> bool {
        false
    }

    /// How many tasks run or wait, as far as that is known.
    fn left(&self) -> Option<usize> {
        None
    }

    /// Begins a job. `name` is a path without its extension, where the job may be written.
    ///
    /// # Errors
    /// If it cannot begin.
    fn submit(&mut self, tasks: &[Task], name: &Path) -> Result<(), RunnerError>;

    /// How far all jobs are, with what people should know since the last call.
    ///
    /// # Errors
    /// If that cannot be found out, or no task will ever run.
    fn poll(&mut self, notes: &mut Vec<String>) -> Result<State, RunnerError>;

    /// Ends the tasks of all jobs.
    fn cancel(&mut self);

    /// What it is, in a few words.
    fn about(&self) -> String;
}

fn of_file(path: &Path) -> impl Fn(io::Error) -> RunnerError {
    let path = path.display().to_string();
    move |error| RunnerError::File { path: path.clone(), error }
}

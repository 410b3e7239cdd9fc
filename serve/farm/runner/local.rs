//! A cluster of HyperQueue on this machine: a server and workers of one processor each, as processes of their own. A
//! worker that ends is started again; everything ends with the cluster, also when this process is killed.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_play::group::Group;

use super::hq::{last_line, waited};
use super::{Hq, Runner, RunnerError, State, Task, of_file};

/// How long the server may take to answer after its start.
const START: Duration = Duration::from_secs(20);

/// How long it may take to end.
const END: Duration = Duration::from_secs(5);

/// How often all workers together may be started again, for each of them.
const RESTARTS: usize = 3;

/// A server and its workers.
#[derive(Debug)]
pub struct LocalHq {
    hq: Hq,
    server: Child,
    workers: Vec<Option<Child>>,
    restarts: usize,
    log: PathBuf,
    cpus: usize,
    group: Group,
}

impl LocalHq {
    /// Starts `workers` workers of `cpus` processors each; the server's files and the log go to `folder`.
    ///
    /// # Errors
    /// If something of it cannot be started.
    pub fn start(
        binary: PathBuf,
        folder: &Path,
        workers: usize,
        cpus: usize,
    ) -> Result<LocalHq, RunnerError> {
        let (files, log) = (folder.join("hq"), folder.join("hq.log"));
        fs::create_dir_all(&files).map_err(of_file(&files))?;
        let hq = Hq::new(binary, Some(files));
        // One that a farm which was killed has left behind.
        let _ = hq.call(&["server", "stop"]);
        File::create(&log).map_err(of_file(&log))?;
        let mut stop = hq.command();
        stop.args(["server", "stop"]);
        let group = Group::new(Some(&stop));
        let group =
            group.map_err(|error| RunnerError::Start { program: "/bin/sh".into(), error })?;
        let server = started(&hq, &group, &["server", "start", "--host", "localhost"], &log)?;
        let mut local = LocalHq { hq, server, workers: Vec::new(), restarts: 0, log, cpus, group };
        local.wait_for_server()?;
        for _ in 0..workers {
            let worker = local.worker()?;
            local.workers.push(Some(worker));
        }
        Ok(local)
    }

    /// The process ids of the workers that run.
    pub fn workers(&self) -> impl Iterator<Item = u32> {
        self.workers.iter().flatten().map(Child::id)
    }

    fn wait_for_server(&mut self) -> Result<(), RunnerError> {
        let begin = Instant::now();
        loop {
            let ended = self.server.try_wait().ok().flatten().is_some();
            let error = match self.hq.check() {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            if ended {
                let message = last_line(&self.log);
                return Err(RunnerError::Refused { command: "server start".into(), message });
            }
            if begin.elapsed() > START {
                return Err(error);
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn worker(&self) -> Result<Child, RunnerError> {
        let cpus = self.cpus.to_string();
        let arguments = [
            "worker",
            "start",
            "--cpus",
            &cpus,
            "--detect-resources",
            "none",
            "--manager",
            "none",
            "--heartbeat",
            "2s",
            "--overview-interval",
            "0s",
        ];
        started(&self.hq, &self.group, &arguments, &self.log)
    }

    /// Starts workers again that have ended.
    fn tend(&mut self, notes: &mut Vec<String>) -> Result<(), RunnerError> {
        let mut last = None;
        for index in 0..self.workers.len() {
            let Some(worker) = &mut self.workers[index] else { continue };
            let Ok(Some(status)) = worker.try_wait() else { continue };
            self.workers[index] = None;
            let again = self.restarts < RESTARTS * self.workers.len();
            let number = index + 1;
            if again {
                self.restarts += 1;
                self.workers[index] = Some(self.worker()?);
            }
            let then = if again { "it is started again" } else { "it is not started again" };
            notes.push(format!("worker {number} has ended ({status}): {then}"));
            last = Some(status);
        }
        match last {
            Some(last) if self.workers.iter().all(Option::is_none) => Err(RunnerError::NoWorkers {
                last: format!("with {last}"),
                log: self.log.display().to_string(),
            }),
            _ => Ok(()),
        }
    }
}

impl Runner for LocalHq {
    fn adds(&self) -> bool {
        true
    }

    fn left(&self) -> Option<usize> {
        self.hq.left()
    }

    fn submit(&mut self, tasks: &[Task], name: &Path) -> Result<(), RunnerError> {
        self.hq.submit(tasks, name)
    }

    fn poll(&mut self, notes: &mut Vec<String>) -> Result<State, RunnerError> {
        self.tend(notes)?;
        self.hq.poll(notes)
    }

    fn cancel(&mut self) {
        self.hq.cancel();
    }

    fn about(&self) -> String {
        let workers: Vec<String> = self.workers().map(|id| id.to_string()).collect();
        let plural = if workers.len() == 1 { "worker" } else { "workers" };
        format!(
            "HyperQueue on this machine, {} {plural} (processes {})",
            workers.len(),
            workers.join(", ")
        )
    }
}

impl Drop for LocalHq {
    fn drop(&mut self) {
        // The server ends the workers, and those their tasks; who does not is ended.
        let _ = self.hq.call(&["server", "stop"]);
        for child in self.workers.iter_mut().flatten().chain([&mut self.server]) {
            waited(child, END);
        }
    }
}

/// Starts `hq` with a log, out of reach of the terminal's Ctrl-C: the farm ends it in order.
fn started(hq: &Hq, group: &Group, arguments: &[&str], log: &Path) -> Result<Child, RunnerError> {
    let out = OpenOptions::new().append(true).create(true).open(log).map_err(of_file(log))?;
    let err = out.try_clone().map_err(of_file(log))?;
    let mut command = hq.command();
    command.args(arguments).stdout(Stdio::from(out)).stderr(Stdio::from(err));
    group.take_in(&mut command);
    let program = format!("hq {}", arguments[..2].join(" "));
    command.spawn().map_err(|error| RunnerError::Start { program, error })
}

//! A cluster of HyperQueue on this machine by its Python package (`pip install hyperqueue`), which has a server and
//! workers in it but not the program `hq`. One process of Python holds the cluster as long as a job runs.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use plyglot_play::group::Group;
use plyglot_wire::beside::write_beside;
use serde_json::json;

use super::hq::{last_line, waited};
use super::{Runner, RunnerError, State, Task, of_file};

/// Runs a job, which it reads as JSON, to its end.
const SCRIPT: &str = include_str!("cluster.py");

/// A server and workers in a process of Python.
#[derive(Debug)]
pub struct Python {
    python: PathBuf,
    folder: PathBuf,
    workers: usize,
    cpus: usize,
    child: Option<(Child, Group)>,
}

impl Python {
    /// Whether this Python has the package.
    #[must_use]
    pub fn has_package(python: &Path) -> bool {
        let mut command = Command::new(python);
        command.args(["-c", "import hyperqueue"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Workers of `cpus` processors each; the server's files and the log go to `folder`.
    #[must_use]
    pub fn new(python: PathBuf, folder: &Path, workers: usize, cpus: usize) -> Python {
        Python { python, folder: folder.into(), workers, cpus, child: None }
    }

    fn log(&self) -> PathBuf {
        self.folder.join("hq.log")
    }
}

impl Runner for Python {
    fn submit(&mut self, tasks: &[Task], name: &Path) -> Result<(), RunnerError> {
        let path = name.with_extension("json");
        let tasks: Vec<_> = tasks
            .iter()
            .map(|task| {
                // There are no second attempts of a task here.
                let path = |path: &Path| path.to_string_lossy().replace("%{INSTANCE_ID}", "0");
                json!({
                    "command": task.command, "output": path(&task.output), "errors": path(&task.errors),
                    "cpus": task.cpus, "priority": task.priority,
                })
            })
            .collect();
        let job = json!({
            "folder": self.folder.join("hq"), "workers": self.workers, "cpus": self.cpus, "tasks": tasks,
        });
        write_beside(&path, job.to_string().as_bytes()).map_err(of_file(&path))?;
        let log = self.log();
        let out = File::create(&log).map_err(of_file(&log))?;
        let err = out.try_clone().map_err(of_file(&log))?;
        let mut command = Command::new(&self.python);
        command.args(["-c", SCRIPT]).arg(&path);
        command.stdin(Stdio::null()).stdout(Stdio::from(out)).stderr(Stdio::from(err));
        let failed =
            |program: String| move |error| RunnerError::Start { program: program.clone(), error };
        let group = Group::new(None).map_err(failed("/bin/sh".into()))?;
        group.take_in(&mut command);
        let child = command.spawn().map_err(failed(self.python.display().to_string()))?;
        self.child = Some((child, group));
        Ok(())
    }

    fn poll(&mut self, _: &mut Vec<String>) -> Result<State, RunnerError> {
        let Some((child, _)) = &mut self.child else { return Ok(State::Ended) };
        match child.try_wait() {
            Ok(None) => return Ok(State::Running),
            Ok(Some(status)) if status.success() => {}
            Ok(Some(status)) => {
                let message = format!("{status}: {}", last_line(&self.log()));
                let command = "(the cluster in Python)".into();
                return Err(RunnerError::Refused { command, message });
            }
            Err(error) => return Err(RunnerError::Start { program: "python".into(), error }),
        }
        self.child = None;
        Ok(State::Ended)
    }

    fn cancel(&mut self) {
        if let Some((mut child, _group)) = self.child.take() {
            // Its tasks end with it.
            waited(&mut child, Duration::ZERO);
        }
    }

    fn about(&self) -> String {
        let plural = if self.workers == 1 { "worker" } else { "workers" };
        format!("HyperQueue on this machine by its Python package, {} {plural}", self.workers)
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        self.cancel();
    }
}

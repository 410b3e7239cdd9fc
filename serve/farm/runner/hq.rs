//! HyperQueue by its program `hq`: a job is a file of tasks, and its state is asked for now and then.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_wire::beside::write_beside;
use serde_json::Value;

use super::{Runner, RunnerError, State, Task, of_file};

/// After this time without an answer `hq` is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often the state is asked for: each time costs the start of a process. The longer a job runs, the less often, down
/// to the second of these; that all is answered shows in the results at once.
const BETWEEN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];

/// Of how long a job has run, this part goes by between two times.
const PART: u32 = 10;

/// After this time without a task that runs it is said that they wait.
const LONG_WAIT: Duration = Duration::from_secs(10);

/// How often in a row the state may be refused: the server may be busy.
const REFUSALS: usize = 5;

/// How many workers may be lost with a task before it counts as the task's fault.
const CRASH_LIMIT: usize = 20;

/// A server of HyperQueue that runs already: `HQ_SERVER_DIR`, or its default.
#[derive(Debug)]
pub struct Hq {
    binary: PathBuf,
    /// Where the server's files are, if that is not for `hq` to find.
    server: Option<PathBuf>,
    /// Those that have not ended.
    jobs: Vec<u64>,
    /// How many tasks they have that run or wait.
    left: usize,
    submitted: Instant,
    asked: Instant,
    refusals: usize,
    /// Since when tasks wait and none runs; none once that was said.
    waits: Option<Instant>,
}

/// The path of `hq`: as given, or in one of the folders of `PATH`.
#[must_use]
pub fn find(given: Option<&Path>) -> Option<PathBuf> {
    if let Some(given) = given {
        return given.is_file().then(|| given.into());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join("hq")).find(|path| path.is_file())
}

impl Hq {
    /// The server that `hq` finds, or the one whose files are in `server`.
    #[must_use]
    pub fn new(binary: PathBuf, server: Option<PathBuf>) -> Hq {
        let now = Instant::now();
        Hq {
            binary,
            server,
            jobs: Vec::new(),
            left: 0,
            submitted: now,
            asked: now,
            refusals: 0,
            waits: None,
        }
    }

    /// Refuses a server that does not answer.
    ///
    /// # Errors
    /// With what `hq` says.
    pub fn check(&self) -> Result<(), RunnerError> {
        self.call(&["server", "info"]).map(drop).map_err(|error| match error {
            RunnerError::Refused { message, .. } => RunnerError::NoServer { message },
            other => other,
        })
    }

    /// A command of `hq`, to which nothing was added yet.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.stdin(Stdio::null());
        if let Some(server) = &self.server {
            command.arg("--server-dir").arg(server);
        }
        command
    }

    /// What `hq` answers to a command, as JSON.
    pub(super) fn call(&self, arguments: &[&str]) -> Result<Value, RunnerError> {
        let said = arguments.join(" ");
        let refused = |message: String| RunnerError::Refused { command: said.clone(), message };
        let mut command = self.command();
        command.args(["--output-mode", "json"]).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| RunnerError::Start {
            program: self.binary.display().to_string(),
            error,
        })?;
        // Both are read while it runs: a full pipe would stop it.
        let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
        let status = waited(&mut child, PATIENCE);
        let text = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
        let Some(success) = status else {
            return Err(refused(format!("no answer within {} s", PATIENCE.as_secs())));
        };
        let (out, err) = (text(out), text(err));
        let value: Value = serde_json::from_str(&out).unwrap_or_default();
        if let Some(message) = value["error"].as_str() {
            return Err(refused(one_line(message.trim_start_matches("Error: "))));
        }
        if !success {
            return Err(refused(one_line(&err)));
        }
        Ok(value)
    }
}

impl Runner for Hq {
    fn adds(&self) -> bool {
        true
    }

    fn left(&self) -> Option<usize> {
        Some(self.left)
    }

    fn submit(&mut self, tasks: &[Task], name: &Path) -> Result<(), RunnerError> {
        let path = write_job(tasks, name)?.display().to_string();
        let answer = self.call(&["job", "submit-file", &path])?;
        let id = answer["id"].as_u64();
        self.jobs.push(id.ok_or_else(|| RunnerError::Refused {
            command: "job submit-file".into(),
            message: format!("an answer without the number of a job: {answer}"),
        })?);
        self.left += tasks.len();
        let now = Instant::now();
        (self.submitted, self.asked, self.waits) = (now, now, Some(now));
        Ok(())
    }

    fn poll(&mut self, notes: &mut Vec<String>) -> Result<State, RunnerError> {
        if self.jobs.is_empty() {
            return Ok(State::Ended);
        }
        let [least, most] = BETWEEN;
        if self.asked.elapsed() < (self.submitted.elapsed() / PART).clamp(least, most) {
            return Ok(State::Running);
        }
        self.asked = Instant::now();
        let answer = match self.call(&["job", "list", "--all"]) {
            Ok(answer) => answer,
            Err(_) if self.refusals < REFUSALS => {
                self.refusals += 1;
                return Ok(State::Running);
            }
            Err(error) => return Err(error),
        };
        self.refusals = 0;
        let jobs = answer.as_array().map_or(&[][..], Vec::as_slice);
        let (mut running, mut waiting, mut open) = (0, 0, Vec::new());
        for &job in &self.jobs {
            let Some(mine) = jobs.iter().find(|of| of["id"].as_u64() == Some(job)) else {
                let message = format!("job {job} is gone");
                return Err(RunnerError::Refused { command: "job list".into(), message });
            };
            let count = |state: &str| mine["task_stats"][state].as_u64().unwrap_or(0);
            running += count("running");
            waiting += count("waiting");
            if count("running") + count("waiting") > 0 {
                open.push(job);
            }
        }
        self.jobs = open;
        self.left = usize::try_from(running + waiting).unwrap_or(usize::MAX);
        if running > 0 {
            self.waits = None;
        } else if waiting > 0 && self.waits.is_some_and(|since| since.elapsed() > LONG_WAIT) {
            self.waits = None;
            notes.push(
                "the tasks wait: no worker has taken one yet (`hq worker list` shows them)".into(),
            );
        }
        Ok(if running + waiting == 0 { State::Ended } else { State::Running })
    }

    fn cancel(&mut self) {
        for job in std::mem::take(&mut self.jobs) {
            // It may have ended by itself.
            let _ = self.call(&["job", "cancel", &job.to_string()]);
        }
    }

    fn about(&self) -> String {
        "a server of HyperQueue".into()
    }
}

/// Writes a job for `hq job submit-file`, at a path that is given without its extension.
///
/// # Errors
/// The system's.
pub fn write_job(tasks: &[Task], name: &Path) -> Result<PathBuf, RunnerError> {
    let path = name.with_extension("toml");
    write_beside(&path, job_file(tasks).as_bytes()).map_err(of_file(&path))?;
    Ok(path)
}

/// The tasks in HyperQueue's format, TOML. Its strings have the escapes of JSON.
fn job_file(tasks: &[Task]) -> String {
    let quoted = |text: &str| Value::from(text).to_string().replace('\u{7f}', "\\u007f");
    let mut file = String::from("name = \"plyglot\"\n");
    for task in tasks {
        let command: Vec<String> = task.command.iter().map(|word| quoted(word)).collect();
        let path = |path: &Path| quoted(&path.to_string_lossy());
        let _ = write!(
            file,
            "\n[[task]]\nid = {}\ncommand = [{}]\nstdout = {}\nstderr = {}\npriority = {}\ncrash_limit = {CRASH_LIMIT}\n\
             [[task.request]]\nresources = {{ \"cpus\" = {} }}\n",
            task.number,
            command.join(", "),
            path(&task.output),
            path(&task.errors),
            task.priority,
            task.cpus,
        );
    }
    file
}

/// Waits that long for a process to end; then ends it. Whether it succeeded; `None` if it was ended.
pub(super) fn waited(child: &mut Child, patience: Duration) -> Option<bool> {
    let begin = Instant::now();
    while begin.elapsed() < patience {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) => thread::sleep(Duration::from_millis(5)),
            Err(_) => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

fn reader(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The last line with anything on it.
pub(super) fn one_line(text: &str) -> String {
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    last.map_or_else(|| "it says nothing".into(), |line| line.trim().chars().take(300).collect())
}

/// The last line of a log.
pub(in crate::farm) fn last_line(path: &Path) -> String {
    one_line(&fs::read_to_string(path).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_written_with_its_quotes() {
        let task = Task {
            number: 3,
            command: vec!["ply".into(), "a \"b\"\n\u{7f}".into()],
            output: "/w/%{INSTANCE_ID}.jsonl".into(),
            errors: "/w/e".into(),
            cpus: 2,
            priority: -1,
        };
        let file = job_file(&[task]);
        for line in [
            "id = 3",
            r#"command = ["ply", "a \"b\"\n\u007f"]"#,
            r#"stdout = "/w/%{INSTANCE_ID}.jsonl""#,
            "priority = -1",
            "resources = { \"cpus\" = 2 }",
        ] {
            assert!(file.lines().any(|written| written == line), "no {line} in\n{file}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_hq_refuses_is_said_in_one_line() {
        let hq = |path: &str| Hq::new(path.into(), None);
        let said = hq("/bin/false").call(&["server", "info"]).expect_err("it fails").to_string();
        assert_eq!(said, "hq server info: it says nothing");
        assert!(matches!(hq("/nonexistent").check(), Err(RunnerError::Start { .. })));
        assert_eq!(one_line("a\nb \n\n"), "b");
    }
}

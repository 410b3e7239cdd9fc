//! Speed beside another build: whether a change made any game slower, with an interval.
//!
//! Both programs are run as whole processes on the same tasks, which ask only for what every
//! version can do (`analyze` and `solve` with `--json`), so that any earlier build can stand on the
//! other side. Runs go in pairs, the order within a pair changing from one to the next, so that
//! whatever else the machine does falls on both. What is compared is the time that the searches report,
//! to the microsecond; starting a process is not part of it.
//!
//! A task has a share of some tenths of a second on one thread. The recorded list of all tasks is
//! `bench/runs/speeds.jsonl`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use plyglot_stats::{Estimate, geometric_mean_interval};

/// Something to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedTask {
    /// The name by which it is listed.
    pub name: &'static str,
    /// The program's arguments, between blanks.
    arguments: &'static str,
    /// What is written to its standard input.
    input: &'static str,
}

const fn task(name: &'static str, arguments: &'static str) -> SpeedTask {
    SpeedTask { name, arguments, input: "" }
}

/// The tasks: every game of the catalogue, midgames and solves, and many tiny searches.
pub const TASKS: [SpeedTask; 13] = [
    task("othello midgame", "analyze othello --moves f5d6c3d3c4f4 --depth 18"),
    task("othello endgame", "solve othello --position ffo40"),
    task("connect4", "analyze connect4 --depth 17"),
    SpeedTask {
        name: "connect4 easy",
        arguments: "solve connect4 --file -",
        input: include_str!("data/connect4-easy.txt"),
    },
    task("chess", "analyze chess --depth 12"),
    task("tictactoe", "solve tictactoe:5,4,4"),
    task("kalah", "analyze kalah --depth 20"),
    task("breakthrough", "analyze breakthrough --depth 14"),
    task("domineering", "analyze domineering --depth 7"),
    task("dots-and-boxes", "solve dots-and-boxes:3x3"),
    task("draughts", "analyze draughts --depth 14"),
    task("hex", "analyze hex:6 --depth 13"),
    task("synthetic", "analyze synthetic:12,9 --depth 9"),
];

/// What one run of a task took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Positions visited by all its searches.
    pub nodes: u64,
    /// Time of all its searches, in seconds.
    pub seconds: f64,
}

/// Why there is no time.
#[derive(Debug, Error)]
pub enum SpeedError {
    /// A program could not be run.
    #[error("{}: {error}", .program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A program did not give a result.
    #[error("{}: `{arguments}` ended without a result: {said}", .program.display())]
    NoResult {
        /// The program.
        program: PathBuf,
        /// What it was asked.
        arguments: String,
        /// What it said on standard error, its last line.
        said: String,
    },
}

/// A build that can be timed.
pub trait Timed {
    /// Makes all searches of a task once, with `threads` threads.
    ///
    /// # Errors
    /// See [`SpeedError`].
    fn run(&self, task: &SpeedTask, threads: usize) -> Result<Run, SpeedError>;
}

/// A program on disk.
#[derive(Clone, Debug)]
pub struct Program(PathBuf);

impl Program {
    /// The program at `path`.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Program(path.as_ref().into())
    }
}

impl Timed for Program {
    fn run(&self, task: &SpeedTask, threads: usize) -> Result<Run, SpeedError> {
        let failed = |error| SpeedError::Start { program: self.0.clone(), error };
        let threads = threads.to_string();
        let mut command = Command::new(&self.0);
        command.args(task.arguments.split_whitespace()).args(["--json", "--threads", &threads]);
        // A table of one size, whatever a build would choose: both search the same tree.
        command.args(["--hash", "64M"]);
        // Whole positions at once would not be searched with the threads that are asked for.
        if task.arguments.contains("--file") {
            command.args(["--spread", "threads"]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        if let Some(mut to) = child.stdin.take() {
            // All of it is read before the first search; a program that ends before reports why.
            let _ = to.write_all(task.input.as_bytes());
        }
        let output = child.wait_with_output().map_err(failed)?;
        total(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| SpeedError::NoResult {
            program: self.0.clone(),
            arguments: task.arguments.into(),
            said: String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("").into(),
        })
    }
}

/// Nodes and time of all results among the lines; `None` without a result.
fn total(lines: &str) -> Option<Run> {
    let objects = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let results = objects.filter(|object| object["type"] == "result");
    let run = |object: Value| {
        let seconds = object["time_ms"].as_f64()? / 1e3;
        Some(Run { nodes: object["nodes"].as_u64()?, seconds })
    };
    results
        .filter_map(run)
        .reduce(|sum, run| Run { nodes: sum.nodes + run.nodes, seconds: sum.seconds + run.seconds })
}

/// How a task went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The task.
    pub task: String,
    /// Threads of each search.
    pub threads: usize,
    /// This build, its median run.
    pub own: Run,
    /// The other build, its median run; `None` without another build.
    pub other: Option<Run>,
    /// This build's time over the other's, pair by pair: below 1 it is faster. With several threads,
    /// where the nodes differ from run to run, its time a node over the other's.
    pub ratio: Option<Estimate>,
}

impl Row {
    /// True if both builds visited as many nodes, or there is no other.
    pub fn same_nodes(&self) -> bool {
        self.other.is_none_or(|other| other.nodes == self.own.nodes)
    }

    /// True if this build is slower by more than `share` beyond doubt.
    pub fn is_slower(&self, share: f64) -> bool {
        self.ratio.is_some_and(|ratio| ratio.low > 1.0 + share)
    }
}

/// Times a task `repeats` times, beside another build if there is one. A first run of each is not
/// counted: it finds the program on disk.
///
/// # Errors
/// See [`SpeedError`].
pub fn measure(
    task: &SpeedTask,
    threads: usize,
    repeats: usize,
    own: &dyn Timed,
    other: Option<&dyn Timed>,
) -> Result<Row, SpeedError> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for pair in 0..=repeats {
        for turn in [pair % 2, 1 - pair % 2] {
            match (turn, other) {
                (0, _) => ours.push(own.run(task, threads)?),
                (_, Some(other)) => theirs.push(other.run(task, threads)?),
                (_, None) => {}
            }
        }
        if pair == 0 {
            (ours, theirs) = (Vec::new(), Vec::new());
        }
    }
    let cost = |run: &Run| match threads {
        1 => run.seconds,
        _ => run.seconds / run.nodes.max(1) as f64,
    };
    let ratios: Vec<_> =
        ours.iter().zip(&theirs).map(|(own, other)| cost(own) / cost(other)).collect();
    Ok(Row {
        task: task.name.into(),
        threads,
        own: middle(&ours),
        other: (!theirs.is_empty()).then(|| middle(&theirs)),
        ratio: geometric_mean_interval(&ratios, 1),
    })
}

/// The run of median time, or none at all.
fn middle(runs: &[Run]) -> Run {
    let mut runs = runs.to_vec();
    runs.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    runs.get(runs.len() / 2).copied().unwrap_or(Run { nodes: 0, seconds: 0.0 })
}

/// The ratio of all tasks together, the mean of theirs; `None` without another build.
pub fn overall(rows: &[Row]) -> Option<f64> {
    let ratios: Vec<_> = rows.iter().filter_map(|row| Some(row.ratio?.value.ln())).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    (!ratios.is_empty()).then(|| mean.exp())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Takes the times that it is given, one after the other.
    struct Given(RefCell<Vec<f64>>);

    impl Timed for Given {
        fn run(&self, _task: &SpeedTask, _threads: usize) -> Result<Run, SpeedError> {
            Ok(Run { nodes: 10, seconds: self.0.borrow_mut().remove(0) })
        }
    }

    fn given(times: &[f64]) -> Given {
        Given(RefCell::new(times.to_vec()))
    }

    #[test]
    fn the_first_run_of_each_is_not_counted() {
        let row = measure(&TASKS[0], 1, 3, &given(&[99.0, 2.0, 4.0, 6.0]), None).expect("a row");
        assert_eq!((row.own, row.other, row.ratio), (Run { nodes: 10, seconds: 4.0 }, None, None));
        assert!(row.same_nodes() && !row.is_slower(0.0) && overall(&[row]).is_none());
    }

    #[test]
    fn times_are_compared_pair_by_pair() {
        let (own, other) = (given(&[1.0, 2.0, 4.0, 8.0]), given(&[1.0, 1.0, 2.0, 4.0]));
        let row = measure(&TASKS[0], 1, 3, &own, Some(&other)).expect("a row");
        let ratio = row.ratio.expect("there is another");
        assert!((ratio.value - 2.0).abs() < 1e-9 && (ratio.high - ratio.low).abs() < 1e-9);
        assert!(row.is_slower(0.5) && !row.is_slower(1.5));
        assert!((overall(&[row]).expect("a mean") - 2.0).abs() < 1e-9);
    }

    #[test]
    fn all_results_of_a_run_are_added_up() {
        let lines = "{\"type\":\"info\",\"nodes\":1,\"time_ms\":1.0}\n\
                     {\"type\":\"result\",\"nodes\":5,\"time_ms\":0.5}\n\
                     {\"type\":\"result\",\"nodes\":7,\"time_ms\":1.5}\n";
        assert_eq!(total(lines), Some(Run { nodes: 12, seconds: 0.002 }));
        assert_eq!(total("error: no\n"), None);
    }

    #[test]
    fn a_program_that_cannot_be_run_is_named() {
        let error = Program::new("no/such/program").run(&TASKS[0], 1).expect_err("there is none");
        assert!(error.to_string().starts_with("no/such/program: "), "{error}");
    }

    #[test]
    fn every_built_in_game_has_a_task() {
        let tasks: String = TASKS.iter().map(|task| format!("{} ", task.arguments)).collect();
        for listing in plyglot_games::catalogue::builtin().listings() {
            assert!(tasks.contains(&format!(" {}", listing.name)), "{}", listing.name);
        }
    }
}

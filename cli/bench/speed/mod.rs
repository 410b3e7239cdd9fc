//! `bench speed`: how fast each game is, beside another build.

mod args;

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use plyglot_bench::speed::{Program, Row, SpeedTask, TASKS, Timed, measure, overall};
use plyglot_wire::read::{FileError, Line, Lines};
use plyglot_wire::{object, rate};

use crate::errors::{ExitStatus, Failure};
use crate::output::Output;
use crate::{format, started};

pub(crate) use args::SpeedArgs;

/// A task counts as slower if its interval lies above this share.
const SLOWER: f64 = 0.01;

/// Times the tasks. There are problems if the whole interval of a task is slower, or if it visits other
/// nodes than the other build or the baseline.
pub(crate) fn run(args: &SpeedArgs) -> Result<ExitStatus, Failure> {
    let tasks = chosen(&args.tasks)?;
    let baseline = args.baseline.as_deref().map(baseline).transpose()?.unwrap_or_default();
    let (own, other) = (Program::new(started::path()?), args.against.as_ref().map(Program::new));
    let other = other.as_ref().map(|other| -> &dyn Timed { other });
    let mut output = Output::new();
    if !args.json {
        output.live_line(header(other.is_some()))?;
    }
    let mut rows = Vec::new();
    let mut status = ExitStatus::Success;
    for task in tasks {
        let row = measure(task, args.threads, args.repeat, &own, other)?;
        let before = baseline.get(&row.task).filter(|_| args.threads == 1);
        let notes = notes(&row, before.copied());
        if !notes.is_empty() {
            status = ExitStatus::Problems;
        }
        match args.json {
            true => output.live_object(object("speed", &row))?,
            false => output.live_line(line(&row, &notes))?,
        }
        rows.push(row);
    }
    if let Some(ratio) = overall(&rows).filter(|_| !args.json) {
        output.line(format_args!(
            "\nall tasks: {ratio:.3} of the other build's time (geometric mean)"
        ))?;
    }
    output.flush()?;
    Ok(status)
}

fn chosen(words: &[String]) -> Result<Vec<&'static SpeedTask>, Failure> {
    let wanted = |task: &&SpeedTask| {
        words.is_empty() || words.iter().any(|word| task.name.contains(word.as_str()))
    };
    let tasks: Vec<_> = TASKS.iter().filter(wanted).collect();
    let names: Vec<_> = TASKS.iter().map(|task| task.name).collect();
    let none = || {
        format!(
            "--tasks: no task has {:?} in its name: the names are {}",
            words.join(", "),
            names.join(", ")
        )
    };
    if tasks.is_empty() { Err(Failure::Usage(none())) } else { Ok(tasks) }
}

/// The nodes of each task in a stored list.
fn baseline(path: &Path) -> Result<HashMap<String, u64>, Failure> {
    let path = path.display().to_string();
    let row = |line: Result<Line<String>, FileError>| {
        let line = line?;
        let row = line.read.ok().and_then(|text| serde_json::from_str::<Row>(&text).ok());
        let row = row.ok_or_else(|| Failure::File {
            path: format!("{path}:{}", line.source),
            message: "not a result of `bench speed --json`".into(),
        })?;
        Ok((row.task, row.own.nodes))
    };
    Lines::open(&path)?.map(row).collect()
}

fn header(compared: bool) -> String {
    let text = format!("{:18} {:>11} {:>10}", "task", "nodes", "time");
    match compared {
        true => format!("{text} {:>10}  ratio of times [95 %]", "other"),
        false => format!("{text} {:>10}", "nodes/s"),
    }
}

fn line(row: &Row, notes: &[String]) -> String {
    let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let own = time(row.own.seconds);
    let nodes = format::grouped(row.own.nodes);
    let mut text = format!("{:18} {nodes:>11} {:>10}", row.task, format::time(own));
    match (row.other, row.ratio) {
        (Some(other), Some(ratio)) => {
            text += &format!(" {:>10}  {ratio:.3}", format::time(time(other.seconds)));
        }
        _ => text += &format!(" {:>10}", format::short(rate(row.own.nodes, own))),
    }
    for note in notes {
        text += &format!("  {note}");
    }
    text
}

/// What is slower or different.
fn notes(row: &Row, before: Option<u64>) -> Vec<String> {
    let mut notes = Vec::new();
    if row.is_slower(SLOWER) {
        notes.push("SLOWER".into());
    }
    // Several threads visit other nodes in every run.
    if let Some(other) = row.other.filter(|_| row.threads == 1 && !row.same_nodes()) {
        notes.push(format!("NODES OF THE OTHER BUILD: {}", format::grouped(other.nodes)));
    }
    if let Some(before) = before.filter(|&before| before != row.own.nodes) {
        notes.push(format!("NODES OF THE BASELINE: {}", format::grouped(before)));
    }
    notes
}

#[cfg(test)]
mod tests {
    use plyglot_bench::speed::Run;
    use plyglot_stats::Estimate;

    use super::*;

    fn row(nodes: u64, low: f64) -> Row {
        let run = |nodes| Run { nodes, seconds: 1.0 };
        let ratio = Some(Estimate { value: 1.1, low, high: 1.2 });
        Row { task: "shogi".into(), threads: 1, own: run(7), other: Some(run(nodes)), ratio }
    }

    #[test]
    fn a_slower_task_or_another_number_of_nodes_is_noted() {
        assert!(notes(&row(7, 1.0), Some(7)).is_empty());
        assert_eq!(notes(&row(7, 1.02), None), ["SLOWER"]);
        assert_eq!(notes(&row(8, 1.0), Some(9)).len(), 2);
        assert!(notes(&Row { threads: 2, ..row(8, 1.0) }, None).is_empty());
    }

    #[test]
    fn tasks_are_chosen_by_words() {
        let names = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(|&word| word.into()).collect();
            chosen(&words).map(|tasks| tasks.len()).map_err(|error| error.to_string())
        };
        assert_eq!(names(&[]), Ok(TASKS.len()));
        assert_eq!(names(&["othello", "kalah"]), Ok(3));
        assert!(names(&["shogi"]).expect_err("none").contains("othello midgame"));
    }
}

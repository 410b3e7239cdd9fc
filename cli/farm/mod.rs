//! `farm`: a file of positions, searched by workers of HyperQueue on this machine or others.

mod args;
mod summary;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use plyglot_open::Stop;
use plyglot_open::catalogue::Catalogue;
use plyglot_serve::farm::part::Part;
use plyglot_serve::farm::run::{Ended, Event, Farm, FarmError, Order};
use plyglot_serve::farm::runner::{self, Hq, LocalHq, Python, Runner};
use plyglot_serve::farm::shard::{By, Header, Shard, tapered};
use plyglot_wire::beside::{self, Beside};
use plyglot_wire::read::Lines;

use crate::analyze::batch;
use crate::errors::{ExitStatus, Failure, complain, note};
use crate::farm::summary::FarmSummary;
use crate::journal::run;
use crate::merge::{Summary, problems, write};
use crate::output::{Output, json, progress};
use crate::{format, signals, started};

pub(crate) use args::FarmArgs;

/// How HyperQueue is found.
pub(crate) const NO_HQ: &str = "HyperQueue was not found: put `hq` into PATH, name it by --hq, or, for --local, install its Python \
                     package (pip install hyperqueue)";

/// Does what `args` say.
pub(crate) fn run(catalogue: &Catalogue, args: &FarmArgs) -> Result<ExitStatus, Failure> {
    json::with_error_object(farmed(catalogue, args), args.json, &args.game)
}

fn farmed(catalogue: &Catalogue, args: &FarmArgs) -> Result<ExitStatus, Failure> {
    let begin = Instant::now();
    let order = order(catalogue, args)?;
    let output = args.output.clone().unwrap_or_else(|| args.workdir.join("results.jsonl"));
    let (lines, tasks) = (order.parts[0].header.records, order.parts.len());
    let mut farm = Farm::open(order)?;
    beside::check(&output).map_err(not_written(&output))?;
    note(&format!(
        "{} in {}{}",
        format::count(lines, "line"),
        format::count(tasks, "task"),
        match farm.whole() {
            0 => String::new(),
            whole => format!(", of which {whole} are done"),
        }
    ));
    let ended = if farm.whole() < tasks {
        let asked = (args.hq.as_deref(), args.local);
        let found = runner(asked, farm.path(), args.workers(), args.threads())?;
        let Some(mut runner) = found else {
            let name = farm.job_name(1);
            let path = runner::write_job(&farm.open_tasks(1), &name)?;
            note(NO_HQ);
            note(&format!(
                "the job is written: `hq job submit-file {}` submits it, and the same command \
                gathers the results",
                path.display()
            ));
            return Ok(ExitStatus::Problems);
        };
        note(&runner.about());
        worked(&mut farm, &mut *runner, lines)?
    } else {
        Ended::Done
    };
    if ended == Ended::Stopped {
        let done = format::grouped(farm.answered() as u64);
        note(&format!(
            "interrupted, {done} of {} done: the same command continues",
            format::count(lines, "line")
        ));
        return Ok(ExitStatus::Interrupted);
    }
    if farm.whole() == 0 {
        complain("no task was searched to its end");
        return Ok(ExitStatus::Problems);
    }
    gathered(&farm, &output, args, begin)
}

/// Follows the tasks to their end.
fn worked(farm: &mut Farm, runner: &mut dyn Runner, lines: usize) -> Result<Ended, Failure> {
    let stop: Stop = signals::listen();
    let bar = progress::bar("positions", "about {eta} left");
    bar.set_length(lines as u64);
    let ended = farm.run(runner, &stop, &mut |news| match news {
        Event::Answered { answered, .. } => bar.set_position(answered as u64),
        Event::Note(text) => bar.suspend(|| note(&text)),
    });
    bar.finish_and_clear();
    Ok(ended?)
}

/// Writes the results of all tasks, and shows their sums.
fn gathered(
    farm: &Farm,
    path: &Path,
    args: &FarmArgs,
    begin: Instant,
) -> Result<ExitStatus, Failure> {
    let merged = farm.gather()?;
    let mut file = Beside::new(path).map_err(not_written(path))?;
    write(&merged, &mut file).map_err(not_written(path))?;
    file.finish().map_err(not_written(path))?;
    let summary = Summary::of(&merged);
    let fine = summary.is_fine();
    let farmed = FarmSummary { summary, seconds: begin.elapsed().as_secs_f64(), output: path };
    let mut output = Output::new();
    match args.json {
        true => output.object(farmed.json())?,
        false => output.line(farmed.text())?,
    }
    output.flush()?;
    problems(&merged).iter().for_each(|problem| complain(problem));
    Ok(if fine { ExitStatus::Success } else { ExitStatus::Problems })
}

fn not_written(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let path = path.display().to_string();
    move |error| Failure::NotWritten { path: path.clone(), error }
}

/// The tasks: the file in parts by likely cost.
fn order(catalogue: &Catalogue, args: &FarmArgs) -> Result<Order, Failure> {
    let refused = |error| Failure::Unusable { path: args.file.clone(), error };
    if args.file == "-" {
        let message = "--file: a file that every worker can read is needed, not standard input";
        return Err(Failure::Usage(message.into()));
    }
    let search = args.search();
    let game = args.options.open(catalogue, &args.game)?;
    let file = fs::canonicalize(&args.file).map_err(refused)?;
    let start = game.start()?;
    let mut lines = Lines::open(&args.file)?.of_games(&start);
    let records = batch::records(&start, &mut lines, |_| true)?;
    let limits = search.limits(Vec::new());
    let costs = records.iter().map(|record| batch::cost(&search, record));
    let costs: Vec<u64> = costs.collect::<Result<_, _>>()?;
    let parts = tapered(&costs, args.tasks(records.len()));
    let mut run = batch::run_of(&search, &*game, &limits, batch::lines(&records));
    let shard = Shard { number: 1, of: parts.len() };
    run.part = Some(run::Part { shard, by: By::Farm, lines: Vec::new() });
    let first = run.shard().ok_or_else(|| Failure::Bug("a part without a shard".into()))?;
    let text = lines.digest();
    let prepared = |(index, part): (usize, &Vec<usize>)| {
        let lines = part.iter().map(|&index| records[index].source).collect();
        Part::new(text.clone(), Header { shard: index + 1, lines, ..first.clone() })
    };
    let parts = parts.iter().enumerate().map(prepared).collect();
    let program = match &args.program {
        Some(path) => path.clone(),
        None => started::path()?,
    };
    let words = args.of_task(&file.display().to_string());
    let program = [program.display().to_string()].into_iter().chain(words).collect();
    Ok(Order { program, folder: args.workdir.clone(), parts, cpus: args.threads() })
}

/// Who runs the tasks; `None` if a job can only be written.
pub(crate) fn runner(
    (named, local): (Option<&Path>, bool),
    folder: &Path,
    workers: usize,
    cpus: usize,
) -> Result<Option<Box<dyn Runner + Send>>, Failure> {
    let hq = runner::find(named);
    if let (None, Some(given)) = (&hq, named) {
        return Err(Failure::Usage(format!("--hq: {} is not a file", given.display())));
    }
    Ok(match (hq, local) {
        (Some(hq), true) => Some(Box::new(LocalHq::start(hq, folder, workers, cpus)?)),
        (Some(hq), false) => {
            let hq = Hq::new(hq, None);
            hq.check()?;
            Some(Box::new(hq))
        }
        (None, true) => {
            let python = PathBuf::from("python3");
            if !Python::has_package(&python) {
                return Err(FarmError::NoRunner(NO_HQ).into());
            }
            Some(Box::new(Python::new(python, folder, workers, cpus)))
        }
        (None, false) => None,
    })
}

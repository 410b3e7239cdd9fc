//! What `farm` is asked.

use std::path::PathBuf;

use clap::Args;
use plyglot_open::Config;
use plyglot_serve::farm::run::tasks_of;
use plyglot_serve::farm::shard::MOST_SHARDS;

use crate::args::{EngineOptions, LimitOptions, SetOptions};
use crate::args::{Search, Source, Spread};
use crate::input::values;
use crate::output::study::OutputFormat;

const EXAMPLES: &str = "\
Examples:
  plyglot farm connect4 --file Test_L3_R1 --workdir work --local     a cluster on this machine, ended with it
  plyglot farm othello --file ends.obf --workdir work --local --workers 4 --tasks 100
  plyglot farm othello --file games.txt --workdir work --depth 20 --hash 1G   to the server that runs already

Without --depth, --time or --nodes the positions are solved. A task has one thread unless --threads says \
more. The same command continues in its folder after \
Ctrl-C, a full disk or a lost machine; each position is answered once. docs/farm.md says how a cluster \
of Slurm or PBS is used, and when it pays.
Exit codes: as of `merge`; 3 HyperQueue failed; 130 interrupted.";

/// How many tasks there are for each worker where nothing is said: a long one, and a short one that makes up for
/// costs which were guessed badly. More would share less: each begins with an empty table.
const TASKS_A_WORKER: usize = 2;

/// Search a file of positions on the workers of HyperQueue, on this machine or many, and gather the results.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FarmArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Search the positions of this file, as `solve` and `analyze` read it. Every worker must find it under the same
    /// path.
    #[arg(short, long, value_name = "FILE", value_parser = values::file)]
    pub(crate) file: String,
    /// Keep the job, the results and the journals in this folder, which every worker must find under the same path. The
    /// same command continues in it; the folder of another farm is refused.
    #[arg(long, value_name = "DIR")]
    pub(crate) workdir: PathBuf,
    /// Start a server of HyperQueue and workers on this machine, and end them with the command. Without it the job is
    /// submitted to the server that runs already.
    #[arg(long)]
    pub(crate) local: bool,
    /// How many workers --local starts, and for how many the file is divided [default: one for each available
    /// processor].
    #[arg(long, value_name = "N", value_parser = values::threads)]
    workers: Option<usize>,
    /// Divide the file into this many tasks [default: two for each worker, or as many as the farm in the folder has].
    #[arg(long, value_name = "N", value_parser = tasks)]
    tasks: Option<usize>,
    /// Write the results of all tasks to this file, in the order of the positions [default: DIR/results.jsonl].
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    // For each task; one thread where nothing is said.
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    // With any of them the positions are analysed, otherwise solved.
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// Give this many of the best moves, each with its score and line (MultiPV).
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = values::at_least_one::<usize>)]
    lines: usize,
    /// The program `hq` of HyperQueue [default: the one in PATH].
    #[arg(long, value_name = "FILE")]
    pub(crate) hq: Option<PathBuf>,
    /// The program that the workers start [default: this one].
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    /// Print the summary as JSON (docs/json.md has the fields); the results are JSON in any case.
    #[arg(long)]
    pub(crate) json: bool,
}

fn tasks(text: &str) -> Result<usize, String> {
    values::within(text, 1..=MOST_SHARDS)
}

impl FarmArgs {
    pub(crate) fn workers(&self) -> usize {
        self.workers.unwrap_or_else(num_cpus::get)
    }

    /// How many tasks this number of lines is divided into.
    pub(crate) fn tasks(&self, lines: usize) -> usize {
        let begun = || tasks_of(&self.workdir);
        let usual = || begun().unwrap_or(self.workers() * TASKS_A_WORKER);
        self.tasks.unwrap_or_else(usual).clamp(1, lines)
    }

    /// The threads of each task.
    pub(crate) fn threads(&self) -> usize {
        self.engine.threads.unwrap_or(1)
    }

    pub(crate) fn solves(&self) -> bool {
        self.limits.is_unlimited()
    }

    /// The search of one process that does it all.
    pub(crate) fn search(&self) -> Search {
        Search {
            game: self.game.clone(),
            options: self.options.clone(),
            source: Source::File {
                path: self.file.clone(),
                spread: Spread::Auto,
                journal: None,
                shard: None,
                part: None,
            },
            config: Config { threads: self.threads(), ..self.engine.config() },
            limits: self.limits.clone(),
            solve: self.solves(),
            lines: self.lines,
            format: OutputFormat::Json,
            load: None,
            save: None,
        }
    }

    /// The arguments of a task, but for its part. `file` is a path that every worker understands.
    pub(crate) fn of_task(&self, file: &str) -> Vec<String> {
        let command = if self.solves() { "solve" } else { "analyze" };
        let (threads, lines) = (self.threads().to_string(), self.lines.to_string());
        let words = [command, &self.game, "--file", file, "--threads", &threads, "--lines", &lines];
        let words = words.into_iter().map(String::from);
        words
            .chain(self.engine.table_arguments())
            .chain(self.options.arguments())
            .chain(self.limits.arguments())
            .collect()
    }
}

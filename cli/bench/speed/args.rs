//! What `bench speed` is asked.

use std::path::PathBuf;

use clap::Args;

use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot bench speed                           every game, about 15 seconds
  plyglot bench speed --against ../old/plyglot --repeat 15
  plyglot bench speed --json > speeds.jsonl
  plyglot bench speed --baseline speeds.jsonl

In a clone of the repository, `.ci/against COMMIT` builds a commit and compares with it.
Exit codes: 0 success; 1 a task is slower by more than 1 % (the whole 95 % interval), or one \
thread visits another number of nodes than the other build or the baseline.";

/// Time fixed tasks of every game, and compare with another build: did a change make any of them slower?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SpeedArgs {
    /// Compare with this build (a path): both run each task, in turns.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) against: Option<PathBuf>,
    /// Run only the tasks whose name contains one of these words, separated by commas.
    #[arg(long, value_name = "WORD,...", value_delimiter = ',')]
    pub(crate) tasks: Vec<String>,
    /// Number of threads of each search. With several the nodes differ from run to run, so the time per node
    /// is compared.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = values::threads)]
    pub(crate) threads: usize,
    /// How many times each task is run.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    pub(crate) repeat: usize,
    /// Compare the node counts with a stored list, which an earlier run wrote with --json.
    // Until 0.2 the option was called --kept.
    #[arg(long, value_name = "FILE", alias = "kept")]
    pub(crate) baseline: Option<PathBuf>,
    /// Print JSON, one object a task (docs/json.md has the fields).
    #[arg(long)]
    pub(crate) json: bool,
}

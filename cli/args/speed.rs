//! What `bench speed` is asked.

use std::path::PathBuf;

use clap::Args;

use crate::input::values::{self, threads};

#[derive(Debug, Args)]
pub(crate) struct SpeedArgs {
    /// Another build of plyglot to compare with, by its path: both run each task in turns.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) against: Option<PathBuf>,
    /// Only tasks whose name contains one of these words.
    #[arg(long, value_name = "WORD,...", value_delimiter = ',')]
    pub(crate) tasks: Vec<String>,
    /// Threads of each search. With several the nodes differ from run to run, so the time a node is
    /// compared.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub(crate) threads: usize,
    /// How often each task is run.
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    pub(crate) repeat: usize,
    /// Compare the nodes with a list that was kept earlier (the output of --json).
    #[arg(long, value_name = "FILE")]
    pub(crate) kept: Option<PathBuf>,
    /// Print JSON, one object a task.
    #[arg(long)]
    pub(crate) json: bool,
}

//! What `merge` is asked.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Files of results, as `analyze`, `solve` or `review` print them with --shard and --json; one may hold several
    /// shards, one after another (`-` for standard input).
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the merged results to this file, and the summary to standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the summary as JSON (docs/json.md has the fields); the results are JSON in any case.
    #[arg(long, requires = "output")]
    pub(crate) json: bool,
}

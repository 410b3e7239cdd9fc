//! What `merge` is asked.

use std::path::PathBuf;

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  plyglot solve connect4 --file Test_L3_R1 --shard 1/2 --json > 1.jsonl
  plyglot solve connect4 --file Test_L3_R1 --shard 2/2 --json > 2.jsonl
  plyglot merge 1.jsonl 2.jsonl > all.jsonl     the same lines as one run over the whole file prints
  plyglot merge shards/*.jsonl --output all.jsonl

The shards must be of one run: the same file, game, options, limits, number of shards and version of the \
program. docs/farm.md has scripts for GNU parallel, xargs and Slurm.
Exit codes: 0 success; 1 something is missing, answered twice or answered differently, or a result is \
one that the run itself ends with 1 for.";

/// Merge the results of shards (--shard), and check that nothing is missing, answered twice or differently.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
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

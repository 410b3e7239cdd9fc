//! What `trace` is asked: which search, and how to show it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plyglot_bench::trace::Traced;
use plyglot_search::MAX_PLY;

use crate::args::StartPosition;
use crate::args::algorithms;
use crate::errors::Failure;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot trace tictactoe --depth 2                           NegaScout, as text
  plyglot trace othello --depth 4 --algorithm alpha-beta+table --format html --output trace.html
  plyglot trace connect4 --moves 4453 --depth 8 --plies 3     shown to three plies
  plyglot trace kalah --depth 5 --algorithm mtd-f+table --format json
  plyglot trace tictactoe --depth 2 --format dot | dot -Tsvg > trace.svg
  plyglot trace othello --depth 3 --algorithm alpha-beta --window=-0.5,+0.5
  plyglot trace connect4 --depth 4 --algorithm engine         the engine's own recursion
  plyglot trace othello --depth 5 --algorithm mistake-guide --against minimax

A trace of more visits than --max-nodes shows the first ones and says how many others there were. \
Ctrl-C stops the search and shows what was traced.
Exit codes: 0 success; 1 the two searches of --against disagree; 130 interrupted.";

/// The examples, and what can be traced.
fn examples() -> String {
    let engine = ("engine", "plyglot's own search, on one thread");
    format!("{EXAMPLES}\n\n{}", algorithms(&[engine]))
}

/// How a trace is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    // Plain comments: clap would spread doc comments over the help.
    // An indented tree.
    Text,
    // One object a line.
    Json,
    // A graph for Graphviz.
    Dot,
    // An interactive page for a browser, in one file.
    Html,
}

/// Show a search node by node: each visit with its window, its result and why it ended.
#[derive(Debug, Args)]
#[command(after_help = examples())]
pub(crate) struct TraceArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    /// How deep to search, in plies.
    #[arg(short, long, value_name = "D", value_parser = depth)]
    pub(crate) depth: u32,
    /// The algorithm, with its parameter after = and its aids after +, such as mtd-f+table; see the list
    /// below.
    #[arg(long, value_name = "NAME", default_value = "negascout")]
    pub(crate) algorithm: Traced,
    /// Search with this window, from the point of view of the side to move: two scores as traces show them, the
    /// lower first [default: the full window].
    #[arg(long, value_name = "ALPHA,BETA", allow_hyphen_values = true)]
    pub(crate) window: Option<String>,
    /// Compare with this algorithm instead of showing the search: prints the first node at which the two
    /// disagree, in the smallest search that shows it.
    #[arg(long, value_name = "NAME")]
    #[arg(conflicts_with_all = ["window", "format", "plies", "output"])]
    pub(crate) against: Option<Traced>,
    /// Format of the trace: an indented tree, JSON objects (docs/json.md has the fields), a graph for Graphviz,
    /// or a page for a browser [default: by the file name extension of --output, or text].
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Show the first N visits and only count the others [default: 10000 as text, 1000 as dot, 100000 as
    /// JSON or HTML].
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    max_nodes: Option<usize>,
    /// Show only the visits less than P plies from the root and only count the others.
    #[arg(long, value_name = "P", value_parser = values::at_least_one::<u32>)]
    plies: Option<u32>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

fn depth(text: &str) -> Result<u32, String> {
    values::within(text, 0..=MAX_PLY as u32)
}

impl TraceArgs {
    /// How the trace is shown: as it is said, or as the name of the file says.
    ///
    /// # Errors
    /// If the name has an extension that stands for no format.
    pub(crate) fn format(&self) -> Result<Format, Failure> {
        let (Some(output), None) = (&self.output, self.format) else {
            return Ok(self.format.unwrap_or(Format::Text));
        };
        let extension = output.extension().map(|extension| extension.to_string_lossy());
        Ok(match extension.map(|extension| extension.to_ascii_lowercase()).as_deref() {
            None | Some("txt" | "text") => Format::Text,
            Some("json" | "jsonl") => Format::Json,
            Some("dot" | "gv") => Format::Dot,
            Some("html" | "htm") => Format::Html,
            Some(extension) => {
                return Err(Failure::Usage(format!(
                    "--output {}: unknown extension {extension:?}; expected one of txt, json, jsonl, dot, gv, \
                     html, htm, or a --format (a picture: `--format dot | dot -Tsvg`)",
                    output.display()
                )));
            }
        })
    }

    /// How many visits are stored, to be shown in this format.
    pub(crate) fn most(&self, format: Format) -> usize {
        self.max_nodes.unwrap_or(match format {
            Format::Text => 10_000,
            Format::Dot => 1_000,
            Format::Json | Format::Html => 100_000,
        })
    }

    /// How many visits of one search are stored where two are compared.
    pub(crate) fn most_compared(&self) -> usize {
        self.max_nodes.unwrap_or(1_000_000)
    }

    /// Visits at this many plies from the root, or more, are only counted.
    pub(crate) fn plies(&self) -> u32 {
        self.plies.unwrap_or(u32::MAX)
    }
}

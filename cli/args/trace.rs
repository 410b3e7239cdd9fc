//! What `trace` is asked: which search, and how it is to be shown.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use plyglot_search::MAX_PLY;
use plyglot_trace::Traced;

use crate::args::groups::Place;
use crate::input::values;

/// How a trace is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// An indented tree.
    Text,
    /// One object a line (docs/json.md has the fields).
    Json,
    /// A graph for Graphviz.
    Dot,
    /// A page that needs nothing but a browser.
    Html,
}

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The game, with its size behind a colon where it has several.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) place: Place,
    /// How deep to search, in plies.
    #[arg(long, value_name = "D")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=MAX_PLY as i64))]
    pub(crate) depth: u32,
    /// What is run: an algorithm, with its number behind `=` where it has one, and with what it may
    /// use beside the rules; see below.
    #[arg(long, value_name = "NAME", default_value = "negascout")]
    pub(crate) algorithm: Traced,
    /// Search with this window, from the side to move: two scores as traces show them, the lower
    /// first [default: the open window].
    #[arg(long, value_name = "ALPHA,BETA", allow_hyphen_values = true)]
    pub(crate) window: Option<String>,
    /// Do not show the search, but compare it with this one, depth by depth: the first node at which
    /// the two disagree, in the shortest search that shows it.
    #[arg(long, value_name = "NAME")]
    #[arg(conflicts_with_all = ["window", "format", "plies", "output"])]
    pub(crate) against: Option<Traced>,
    /// How the trace is shown [default: as the ending of --output says, or text].
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Keep this many visits, and count the others [default: 10000 as text, 1000 as a graph, 100000
    /// as JSON or as a page].
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<usize>)]
    max_nodes: Option<usize>,
    /// Keep only the visits less than so many plies from the root, and count the others.
    #[arg(long, value_name = "P", value_parser = values::at_least_one::<u32>)]
    plies: Option<u32>,
    /// Write into this file, not to standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl TraceArgs {
    /// How the trace is shown.
    pub(crate) fn format(&self) -> Format {
        let ending = self.output.as_deref().and_then(Path::extension);
        self.format.unwrap_or_else(|| match ending.and_then(|ending| ending.to_str()) {
            Some("json" | "jsonl") => Format::Json,
            Some("dot" | "gv") => Format::Dot,
            Some("html" | "htm") => Format::Html,
            _ => Format::Text,
        })
    }

    /// How many visits are kept.
    pub(crate) fn most(&self) -> usize {
        self.max_nodes.unwrap_or(match self.format() {
            Format::Text => 10_000,
            Format::Dot => 1_000,
            Format::Json | Format::Html => 100_000,
        })
    }

    /// How many visits of one search are kept where two are compared.
    pub(crate) fn most_compared(&self) -> usize {
        self.max_nodes.unwrap_or(1_000_000)
    }

    /// Visits at so many plies from the root, or more, are only counted.
    pub(crate) fn plies(&self) -> u32 {
        self.plies.unwrap_or(u32::MAX)
    }
}

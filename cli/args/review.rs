//! What `review` is asked.

use std::time::Duration;

use clap::Args;
use plyglot_open::{Limits, Mv};

use crate::args::groups::{EngineOptions, LimitOptions, SetOptions};
use crate::output::study::StudyFormat;

/// How long a position is searched where nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(500);

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Review the game of these moves.
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    pub(crate) moves: Option<String>,
    /// Review the games of a file, the moves of one on each line (`-` for standard input; blank lines and
    /// lines that start with # are skipped).
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    // For each position; half a second if there is none.
    #[command(flatten)]
    limits: LimitOptions,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV, a row for each move.
    #[arg(long)]
    csv: bool,
}

impl ReviewArgs {
    /// The limits of each position's search.
    pub(crate) fn limits(&self) -> Limits<Mv> {
        let LimitOptions { depth, time, nodes } = self.limits;
        let time = if self.limits.is_unlimited() { Some(USUAL_TIME) } else { time };
        Limits { depth, time, nodes, ..Limits::default() }
    }

    /// What the result is printed as.
    pub(crate) fn format(&self) -> StudyFormat {
        StudyFormat::of(self.json, self.csv)
    }

    /// True if errors are objects, too.
    pub(crate) fn json(&self) -> bool {
        self.json
    }
}

//! What `review` is asked.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plyglot_open::{Config, Limits, Mv};

use crate::args::{EngineOptions, LimitOptions, SetOptions, ShardOptions};
use crate::format;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot review othello --moves f5d6c3d3c4f4f6f3e6e7 --depth 12
  plyglot review connect4 --moves 44444322155 --time 1s
  plyglot review kalah --file games.txt --nodes 1000000 --json
  plyglot review chess --file games.pgn --annotated annotated.pgn

Each position of the game is searched, half a second by default; the best move and the one that was played have \
the same depth. A move is an \
inaccuracy (?!), a mistake (?) or a blunder (??) if it gives away at least 10, 20 or 30 % of the expected \
result; docs/review.md has the formulas. Ctrl-C shows the moves that are reviewed by then.
Exit codes: 0 success; 1 a bad line in a file; 130 interrupted.";

/// How long a position is searched where nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(500);

/// Review a played game: what each move lost against the best, and which were mistakes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReviewArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Review the game of these moves.
    #[arg(short, long, value_name = "TEXT", conflicts_with = "file")]
    pub(crate) moves: Option<String>,
    /// Review the games of a file, on each line the moves of one, or for Othello a record in GGF, for
    /// chess in PGN on as many lines as it takes (`-` for standard input; blank lines and lines that start with # are
    /// skipped).
    #[arg(short, long, value_name = "FILE", value_parser = values::file)]
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    // For each position; half a second if there is none.
    #[command(flatten)]
    limits: LimitOptions,
    /// Write a page with the boards and the graph to this file as well: one HTML file that needs nothing else. Of
    /// several games it lists them, and each has a page beside it (FILE-LINE.html, of several on a line
    /// FILE-LINE-GAME.html).
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the games with what was found of each move to this file as well: each in the format in which it came, with
    /// all that it said before, or with its moves numbered where it had none.
    #[arg(long, value_name = "FILE")]
    pub(crate) annotated: Option<PathBuf>,
    /// Record the result of each search in this file as soon as it is found, and take what is recorded from it:
    /// the same command continues a review that was interrupted. A file that is not the journal of the same
    /// review is refused and not changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shard: ShardOptions,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV, a row for each move.
    #[arg(long)]
    pub(crate) csv: bool,
}

impl ReviewArgs {
    /// The limits of each position's search.
    pub(crate) fn limits(&self) -> Limits<Mv> {
        let LimitOptions { depth, time, nodes } = self.limits;
        let time = if self.limits.is_unlimited() { Some(USUAL_TIME) } else { time };
        Limits { depth, time, nodes, ..Limits::default() }
    }

    /// How each position is searched, in a sentence for the page.
    pub(crate) fn about(&self, config: &Config) -> String {
        let Limits { depth, time, nodes, .. } = self.limits();
        let limits = [
            depth.map(|depth| format!("to depth {depth}")),
            time.map(|time| format!("for {}", humantime::format_duration(time))),
            nodes.map(|nodes| format!("for {nodes} nodes")),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        let threads = format::count(config.threads, "thread");
        format!("Every position searched {} on {threads}.", limits.join(" or "))
    }
}

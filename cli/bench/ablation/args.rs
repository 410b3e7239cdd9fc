//! What `bench ablation` is asked.

use std::path::PathBuf;

use clap::Args;
use plyglot_bench::ablation::Design;

use crate::args::SetOptions;
use crate::input::values;

const EXAMPLES: &str = "\
Examples:
  plyglot bench ablation othello                everything, about a minute
  plyglot bench ablation connect4 --only killer,history --games 1000 --match-nodes 5000
  plyglot bench ablation kalah --positions 100 --nodes 500000 --games 0     searches only
  plyglot bench ablation breakthrough --journal day.jsonl --report out      the same command continues it
  plyglot bench ablation hex:5 --set history=16 --only history    against another default

Each row is the game with one thing switched off (or on, if it is off), against the game as it is; what makes no \
difference plays no match. docs/ablation.md explains the figures. Ctrl-C shows what was measured.
Exit codes: 0 success; 1 a player of a match crashed; 130 interrupted.";

/// Size of each table where nothing is said. Searches are short, and the table is cleared before each.
const HASH: usize = 16 << 20;

/// Measure what each heuristic of the engine and each hook of a game is worth: nodes, time, depth and proofs
/// without it, and Elo by a match, with 95 % intervals.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AblationArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Measure only these, separated by commas: the engine's numbers (killer), the words of the option `off`
    /// (hash-move), the game's switches, or `bare` for everything off (`plyglot games GAME` lists the options) [default:
    /// all].
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Search this many positions, and solve as many endings.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::at_least_one::<usize>)]
    positions: usize,
    /// Nodes of a search by the default: the depth that it reaches so is the depth to which a position is
    /// searched, and endings are as long as it can prove with them.
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = nodes)]
    nodes: u64,
    /// Search all positions to this depth instead, in plies.
    #[arg(long, value_name = "D", value_parser = values::at_least_one::<u32>)]
    depth: Option<u32>,
    /// Games of each match against the default, two from each opening; 0 for no matches.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    games: usize,
    /// Nodes for each move of a match.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = values::at_least_one::<u64>)]
    match_nodes: u64,
    /// Seed of the positions and openings.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::seed)]
    seed: u64,
    /// Size of each transposition table, such as 64M [default: 16M].
    #[arg(long, value_name = "SIZE", value_parser = values::size, allow_hyphen_values = true)]
    hash: Option<usize>,
    /// How many searches or games run at once [default: one for each processor].
    #[arg(long, value_name = "J", value_parser = values::at_least_one::<usize>)]
    pub(crate) jobs: Option<usize>,
    // The default that everything is compared with.
    #[command(flatten)]
    pub(crate) options: SetOptions,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV, a row for each variant.
    #[arg(long)]
    pub(crate) csv: bool,
    /// Write a page with plots, and all data, to this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
    /// Record each search and each game in this file as soon as it has ended, and continue what was interrupted, or
    /// was to have fewer games or variants. A file that is not the journal of the same ablation is refused and not
    /// changed.
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
}

impl AblationArgs {
    /// What is to be measured.
    pub(crate) fn design(&self) -> Design {
        Design {
            positions: self.positions,
            nodes: self.nodes,
            depth: self.depth,
            seed: self.seed,
            hash_bytes: self.hash.unwrap_or(HASH),
            match_nodes: self.match_nodes,
            games: self.games,
        }
    }
}

/// A search of the default gets several times as many at most.
fn nodes(text: &str) -> Result<u64, String> {
    let nodes: u64 = values::at_least_one(text)?;
    let most = u64::MAX / Design::MOST_TIMES;
    if nodes <= most { Ok(nodes) } else { Err("the number is too large".into()) }
}

fn games(text: &str) -> Result<usize, String> {
    let games: usize = if text == "0" { 0 } else { values::at_least_one(text)? };
    if games.is_multiple_of(2) {
        return Ok(games);
    }
    Err("an even number is needed: each opening is played twice, with the sides exchanged".into())
}

//! The command line: what can be asked of the program.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use plyglot_search::{Config, Limits};

use crate::errors::{Failure, Verdict};
use crate::values;

const EXAMPLES: &str = "\
Examples:
  plyglot games                                 which games there are
  plyglot analyze othello                       analyse the start position until Ctrl-C
  plyglot analyze connect4 --moves 4444 --time 5s
  plyglot solve tictactoe                       the exact value, with proof
  plyglot play kalah --side second              play against the engine

Exit codes: 0 done; 1 a wrong answer, a bad line of a file, or no proof; 2 bad arguments or input;
3 the machine or a game failed; 130 interrupted.";

const ANALYZE_EXAMPLES: &str = "\
Examples:
  plyglot analyze othello                       until Ctrl-C, on all cores
  plyglot analyze othello --moves f5d6c3 --depth 12 --lines 3
  plyglot analyze connect4 --moves 4453 --time 10s --json
  plyglot analyze othello --file positions.obf --time 1s

Scores are from the point of view of the side to move. Ctrl-C stops the search and still prints the
best found so far. Exit code 0: done; 1: a wrong answer or a bad line in a file.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  plyglot solve tictactoe
  plyglot solve connect4:5x5 --hash 256M
  plyglot solve othello --file fforum-40-59.obf --threads 2
  plyglot solve connect4 --file Test_L3_R1 --json

The result says `exact` only of a value that is proven to the end of the game. Exit code 0: solved;
1: ended without a proof, a wrong answer, or a bad line in a file.";

const PLAY_EXAMPLES: &str = "\
Examples:
  plyglot play othello                          you move first, the engine takes a second a move
  plyglot play connect4 --side second --time 3s
  plyglot play tictactoe --side both            no engine but for hints
  plyglot play kalah --side none --depth 8      the engine against itself";

const PERFT_EXAMPLES: &str = "\
Examples:
  plyglot perft othello --depth 9
  plyglot perft connect4 --moves 444 --depth 6 --divide";

/// Analyse, solve and play two-player games on all cores.
#[derive(Debug, Parser)]
#[command(name = "plyglot", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search a position deeper and deeper, and show the best moves.
    #[command(after_help = ANALYZE_EXAMPLES)]
    Analyze(SearchArgs),
    /// Find the exact value of a position, with proof.
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SearchArgs),
    /// Play against the engine in the terminal.
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Count the lines of play of each length up to a depth.
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(PerftArgs),
    /// List the games, their sizes, and how positions and moves are written.
    Games,
    /// Measure the engine.
    #[command(subcommand_required = true, arg_required_else_help = false)]
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
    /// Print a completion script for a shell.
    #[command(after_help = "Example:\n  plyglot completions bash > \
        ~/.local/share/bash-completion/completions/plyglot")]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Print one node count over fixed positions of all games: it changes when the search does.
    Signature {
        /// Print the count of each game as well.
        #[arg(long)]
        verbose: bool,
    },
}

/// Where to start from.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Place {
    /// Start from this position (`plyglot games` tells how it is written).
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "moves")]
    pub(crate) position: Option<String>,
    /// Start from the position after these moves.
    #[arg(long, value_name = "TEXT")]
    pub(crate) moves: Option<String>,
}

/// What to search with.
#[derive(Clone, Debug, Args)]
pub(crate) struct Power {
    /// Worker threads [default: all processors that the program may use].
    #[arg(long, value_name = "N", value_parser = threads())]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table: 64M, 1G [default: 64M].
    #[arg(long, value_name = "SIZE", value_parser = values::size)]
    pub(crate) hash: Option<usize>,
}

/// When to stop.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Stops {
    /// Stop at this depth, in plies.
    #[arg(long, value_name = "D", value_parser = values::at_least_one::<u32>)]
    pub(crate) depth: Option<u32>,
    /// Stop after this time: 500ms, 10s, 2m.
    #[arg(long, value_name = "T", value_parser = values::time)]
    pub(crate) time: Option<Duration>,
    /// Stop after this many positions.
    #[arg(long, value_name = "N", value_parser = values::at_least_one::<u64>)]
    pub(crate) nodes: Option<u64>,
}

/// How the positions of a file are spread over the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spread {
    // Plain comments: clap would spread doc comments over the help.
    // The first of the others where there are several positions for each thread.
    Auto,
    // Many positions at once with one thread each.
    Positions,
    // One position at a time with all threads.
    Threads,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The game, with its size behind a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    place: Place,
    /// Take positions from a file, one a line (`-` for standard input; blank lines and lines that
    /// start with # are skipped). Known answers in it are checked.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "root_moves"])]
    file: Option<String>,
    #[command(flatten)]
    power: Power,
    #[command(flatten)]
    stops: Stops,
    /// Show this many of the best moves, each with its score and line.
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = values::at_least_one::<usize>)]
    lines: usize,
    /// Look only at these moves, separated by commas.
    #[arg(long, value_name = "M,...")]
    root_moves: Option<String>,
    /// How a file is spread over the threads: many positions at once with one thread each, one at
    /// a time with all threads, or whichever suits their number.
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Spread::Auto, requires = "file")]
    spread: Spread,
    /// Print JSON, one object a line (docs/json.md has the fields).
    #[arg(long)]
    json: bool,
}

/// Where the positions of a search come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// One position.
    Place {
        /// The position.
        place: Place,
        /// Which of its moves to look at, as text.
        root_moves: Option<String>,
    },
    /// Many, one a line.
    File {
        /// The file, or `-`.
        path: String,
        /// How to spread them.
        spread: Spread,
    },
}

/// What `analyze` and `solve` are asked to do.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) game: String,
    pub(crate) source: Source,
    pub(crate) config: Config,
    pub(crate) stops: Stops,
    pub(crate) solve: bool,
    pub(crate) lines: usize,
    pub(crate) json: bool,
}

impl SearchArgs {
    /// The arguments, checked for what clap cannot check.
    pub(crate) fn into_search(self, solve: bool) -> Result<Search, Failure> {
        let unlimited = !solve && self.stops.is_unlimited();
        let source = match self.file {
            Some(_) if unlimited => {
                let message = "an analysis of a file needs a limit for each position: --depth, \
                               --time or --nodes (or `solve`, which ends by itself)";
                return Err(Failure::Usage(message.into()));
            }
            Some(path) => Source::File { path, spread: self.spread },
            None => Source::Place { place: self.place, root_moves: self.root_moves },
        };
        Ok(Search {
            game: self.game,
            source,
            config: self.power.config(),
            stops: self.stops,
            solve,
            lines: self.lines,
            json: self.json,
        })
    }
}

impl Search {
    /// The limits of one position's search.
    pub(crate) fn limits<M>(&self, root_moves: Vec<M>) -> Limits<M> {
        let Stops { depth, time, nodes } = self.stops;
        // A file's positions want their values; a single position wants its whole line too.
        let whole_lines = matches!(self.source, Source::Place { .. });
        let (solve, lines) = (self.solve, self.lines);
        Limits { depth, time, nodes, solve, lines, root_moves, whole_lines }
    }
}

impl Stops {
    /// True if nothing but a proof ends the search.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.depth.is_none() && self.time.is_none() && self.nodes.is_none()
    }
}

impl Power {
    /// What the engine is to be made of.
    pub(crate) fn config(&self) -> Config {
        let default = Config::default();
        Config {
            threads: self.threads.unwrap_or(default.threads),
            hash_bytes: self.hash.unwrap_or(default.hash_bytes),
            ..default
        }
    }
}

/// Which side the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seat {
    First,
    Second,
    // The engine only gives hints.
    Both,
    // The engine plays itself.
    None,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game, with its size behind a colon where it has several.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Which side you play; the engine plays the other.
    #[arg(long, value_enum, default_value_t = Seat::First)]
    pub(crate) side: Seat,
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(flatten)]
    pub(crate) power: Power,
    // The engine's limits for a move; one second if there is none.
    #[command(flatten)]
    pub(crate) stops: Stops,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The game, with its size behind a colon where it has several.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How many plies deep to count.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) depth: u32,
    /// Show the count behind each move of the position.
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) place: Place,
}

fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=Config::MAX_THREADS as u64)
}

/// Prints the help or the version where that was asked for; any mistake becomes one line.
pub(crate) fn report(error: &clap::Error) -> Result<Verdict, Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.print()?;
        return Ok(Verdict::Fine);
    }
    let text = error.render().to_string();
    let told = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(|line| line.trim())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>();
    let message = told.join("; ").replace(":; ", ": ");
    Err(Failure::Usage(message.trim_start_matches("error: ").into()))
}

//! The command line: what the program can be asked for.

mod ablation;
mod board;
mod examples;
mod family;
mod farm;
mod groups;
mod r#match;
mod merge;
mod own_games;
mod peers;
mod perft;
mod player;
mod review;
mod scaling;
mod search;
mod serve;
mod speed;
mod trace;
mod train;
mod tune;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use plyglot_clock::level::LEVELS;

pub(crate) use crate::args::ablation::AblationArgs;
pub(crate) use crate::args::board::{BoardArgs, VIEWERS};
use crate::args::examples::{
    ABLATION_EXAMPLES, ANALYZE_EXAMPLES, BOARD_EXAMPLES, EXAMPLES, FARM_EXAMPLES, GAMES_EXAMPLES,
    MATCH_EXAMPLES, MERGE_EXAMPLES, NBOARD_EXAMPLES, PEERS_EXAMPLES, PERFT_EXAMPLES, PLAY_EXAMPLES,
    REVIEW_EXAMPLES, SCALING_EXAMPLES, SERVE_EXAMPLES, SOLVE_EXAMPLES, SPEED_EXAMPLES,
    UGI_EXAMPLES,
};
pub(crate) use crate::args::family::FamilyArgs;
pub(crate) use crate::args::farm::FarmArgs;
pub(crate) use crate::args::groups::{EngineOptions, LimitOptions, SetOptions, StartPosition};
pub(crate) use crate::args::r#match::MatchArgs;
pub(crate) use crate::args::merge::MergeArgs;
pub(crate) use crate::args::peers::PeersArgs;
pub(crate) use crate::args::perft::{DEEPEST, PerftArgs};
pub(crate) use crate::args::review::ReviewArgs;
pub(crate) use crate::args::scaling::ScalingArgs;
pub(crate) use crate::args::search::{Search, SearchArgs, Source, Spread};
pub(crate) use crate::args::serve::{MOST_CONNECTIONS, ServeArgs};
pub(crate) use crate::args::speed::SpeedArgs;
pub(crate) use crate::args::trace::{Format, TraceArgs};
pub(crate) use crate::args::train::TrainArgs;
pub(crate) use crate::args::tune::TuneArgs;
use crate::catalogue::Catalogue;
use crate::errors::{ExitStatus, Failure};
use crate::input::values;

/// Name of the positions that come with the program.
pub(crate) const BUILT_IN: &str = "built-in";

/// Analyse, solve and play two-player games on all cores.
#[derive(Debug, Parser)]
#[command(name = "plyglot", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Colours on the terminal: auto (unless NO_COLOR is set), always or never.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Search a position by iterative deepening, and show the best moves.
    #[command(visible_alias = "analyse", after_help = ANALYZE_EXAMPLES)]
    Analyze(SearchArgs),
    /// Find the exact value of a position, with proof.
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SearchArgs),
    /// Review a played game: what each move lost against the best, and which were mistakes.
    #[command(after_help = REVIEW_EXAMPLES)]
    Review(ReviewArgs),
    /// Merge the results of shards (--shard), and check that nothing is missing, answered twice or differently.
    #[command(after_help = MERGE_EXAMPLES)]
    Merge(MergeArgs),
    /// Search a file of positions by workers of HyperQueue, on this machine or many: divided by likely cost, followed,
    /// gathered.
    #[command(after_help = FARM_EXAMPLES)]
    Farm(Box<FarmArgs>),
    /// Play against the engine in the terminal.
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Open a board in the browser: play, analyse and review any game.
    #[command(after_help = BOARD_EXAMPLES)]
    Board(BoardArgs),
    /// Play a match between two players: which is the stronger, and how surely.
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Box<MatchArgs>),
    /// Train the evaluation of a game from its rules: self-play, labels, regression; it writes a file of weights.
    #[command(after_help = examples::TRAIN_EXAMPLES)]
    Train(TrainArgs),
    /// Find numbers of a game and of the engine that play better, by games; or how well shallow searches predict deep
    /// ones.
    #[command(after_help = examples::TUNE_EXAMPLES)]
    Tune(Box<TuneArgs>),
    /// Speak UGI (UCI for any game), for user interfaces and match programs.
    #[command(after_help = UGI_EXAMPLES)]
    Ugi(ProtocolArgs),
    /// Speak the NBoard protocol, for Othello programs.
    #[command(after_help = NBOARD_EXAMPLES)]
    Nboard {
        // Threads, table and scheme.
        #[command(flatten)]
        engine: EngineOptions,
        // The options of Othello's knowledge.
        #[command(flatten)]
        options: SetOptions,
    },
    /// Answer queries of other programs: JSON over standard input or a socket, many searches of several games at
    /// once.
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// Count the move sequences of each length (perft).
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(PerftArgs),
    /// Show a search node by node: each visit with its window, its result and why it ended.
    #[command(after_help = examples::trace())]
    Trace(Box<TraceArgs>),
    /// List the games, or show one in detail: rules, sizes, options, how positions and moves are written,
    /// examples.
    #[command(after_help = GAMES_EXAMPLES)]
    Games {
        /// The game, with a size after a colon where it has several: othello, connect4:6x5.
        #[arg(value_name = "GAME")]
        game: Option<String>,
    },
    /// Measure the engine: speed, scaling over threads, algorithms.
    #[command(subcommand_required = true, arg_required_else_help = false)]
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
    /// Print a completion script for a shell.
    #[command(after_help = "Example:\n  plyglot completions bash > \
        ~/.local/share/bash-completion/completions/plyglot")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Print one node count over fixed positions of all games, like `bench` of Stockfish: it changes when the
    /// search does.
    Signature {
        /// Print the count of each game as well.
        #[arg(long)]
        verbose: bool,
    },
    /// Time fixed tasks of every game, and compare with another build of plyglot: did a change make any of
    /// them slower?
    #[command(after_help = SPEED_EXAMPLES)]
    Speed(SpeedArgs),
    /// Measure how the search scales over threads: speed-up, nodes per second and repeated work, position by
    /// position, with 95 % intervals, beside the limits of the machine.
    #[command(after_help = SCALING_EXAMPLES)]
    Scaling(Box<ScalingArgs>),
    /// Compare the textbook algorithms (alpha-beta, Scout, NegaScout, aspiration, MTD(f) and their
    /// relatives) on the same trees: leaves, nodes, re-searches, passes and time, tree by tree
    /// against alpha-beta, with 95 % intervals.
    #[command(after_help = examples::family())]
    Family(Box<FamilyArgs>),
    /// Measure what each heuristic of the engine and each hook of a game is worth: nodes, time, depth and proofs
    /// without it, and Elo by a match, with 95 % intervals.
    #[command(after_help = ABLATION_EXAMPLES)]
    Ablation(Box<AblationArgs>),
    /// Compare the engine with the crate minimax: times, nodes and values of the same game, evaluation and
    /// depth, in one process. Needs a build with the feature `peers`.
    #[command(after_help = PEERS_EXAMPLES)]
    Peers(Box<PeersArgs>),
}

/// When colours are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Which side the user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HumanSide {
    First,
    Second,
    // The engine only gives hints.
    Both,
    // The engine plays itself.
    None,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Which side you play: first or second (the engine plays the other), both, or none.
    #[arg(long, value_enum, default_value_t = HumanSide::First)]
    pub(crate) side: HumanSide,
    #[command(flatten)]
    pub(crate) start: StartPosition,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
    // The engine's limits for a move; one second without any.
    #[command(flatten)]
    pub(crate) limits: LimitOptions,
    /// How strong the engine plays, from 1 (it looks one ply ahead) to 10 (five seconds a move) [default: one
    /// second a move].
    #[arg(long, value_name = "N", value_parser = level, conflicts_with_all = ["depth", "time", "nodes"])]
    pub(crate) level: Option<u32>,
    /// Go on with a game that `save` has written.
    #[arg(long, value_name = "FILE", value_parser = values::file)]
    #[arg(conflicts_with_all = ["position", "moves"])]
    pub(crate) load: Option<String>,
}

/// A level of play from what was typed.
pub(crate) fn level(text: &str) -> Result<u32, String> {
    values::within(text, 1..=LEVELS)
}

#[derive(Debug, Args)]
pub(crate) struct ProtocolArgs {
    /// The game, with a size after a colon where it has several: othello, connect4:6x5.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    // Where the options of the protocol start from.
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) options: SetOptions,
}

/// Reads the arguments of a program with these games; the first is the program's name.
pub(crate) fn parse(
    catalogue: &Catalogue,
    arguments: Vec<OsString>,
) -> Result<Arguments, clap::Error> {
    let command = own_games::named(Arguments::command(), catalogue);
    let matches = with_numbers_below_zero(command).try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

/// A command to which `-1` is a number, which the option refuses by its range, and not an unknown option.
fn with_numbers_below_zero(command: clap::Command) -> clap::Command {
    let is_option = |arg: &Arg| arg.get_action().takes_values() && !arg.is_positional();
    let command = command
        .mut_args(|arg| if is_option(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_numbers_below_zero)
}

/// Prints the help or the version where that was asked for; any other error becomes one line.
pub(crate) fn report(error: &clap::Error) -> Result<ExitStatus, Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.print()?;
        return Ok(ExitStatus::Success);
    }
    if error.kind() == ErrorKind::MissingSubcommand {
        let names = error.get(ContextKind::ValidSubcommand).map(ToString::to_string);
        let message = format!("a subcommand is needed: {}", names.unwrap_or_default());
        return Err(Failure::Usage(message));
    }
    if let Some(message) = what_is_missing(error) {
        return Err(Failure::Usage(message));
    }
    let text = error.render().to_string();
    let parts = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(|line| line.trim())
        // No command takes a value that begins with a hyphen behind `--`.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"))
        .collect::<Vec<_>>();
    let message = parts.join("; ").replace(":; ", ": ");
    Err(Failure::Usage(message.trim_start_matches("error: ").into()))
}

/// Which arguments are missing, and how the command is typed with them.
fn what_is_missing(error: &clap::Error) -> Option<String> {
    let (ErrorKind::MissingRequiredArgument, Some(ContextValue::Strings(missing))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let usage = error.get(ContextKind::Usage)?.to_string();
    let typed = usage.trim_start_matches("Usage:").trim();
    Some(format!("missing {}: {typed} (--help tells more)", missing.join(", ")))
}

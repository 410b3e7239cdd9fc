//! The command line: what can be asked of the program.

mod examples;
mod family;
mod groups;
mod peers;
mod scaling;
mod search;
mod speed;
mod trace;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::args::examples::{
    ANALYZE_EXAMPLES, EXAMPLES, NBOARD_EXAMPLES, PEERS_EXAMPLES, PERFT_EXAMPLES, PLAY_EXAMPLES,
    SCALING_EXAMPLES, SOLVE_EXAMPLES, SPEED_EXAMPLES, UGI_EXAMPLES,
};
pub(crate) use crate::args::family::FamilyArgs;
pub(crate) use crate::args::groups::{Options, Place, Power, Stops};
pub(crate) use crate::args::peers::PeersArgs;
pub(crate) use crate::args::scaling::ScalingArgs;
pub(crate) use crate::args::search::{Search, SearchArgs, Source, Spread};
pub(crate) use crate::args::speed::SpeedArgs;
pub(crate) use crate::args::trace::{Format, TraceArgs};
use crate::errors::{ExitStatus, Failure};

/// Name of the positions that come with the program.
pub(crate) const BUILT_IN: &str = "built-in";

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
    /// Speak UGI, so that user interfaces and match programs can use the engine.
    #[command(after_help = UGI_EXAMPLES)]
    Ugi(ProtocolArgs),
    /// Speak NBoard, so that Othello programs can use the engine.
    #[command(after_help = NBOARD_EXAMPLES)]
    Nboard {
        // What every search has to work with.
        #[command(flatten)]
        power: Power,
        // What Othello can be set to.
        #[command(flatten)]
        options: Options,
    },
    /// Count the lines of play of each length up to a depth.
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(PerftArgs),
    /// Show a search as it ran: every visit with its window, its answer and why it ended.
    #[command(after_help = examples::trace())]
    Trace(Box<TraceArgs>),
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
    /// Time every game on fixed tasks, beside another build of plyglot: does a change make any of
    /// them slower?
    #[command(after_help = SPEED_EXAMPLES)]
    Speed(SpeedArgs),
    /// Measure what N threads buy: speed-up, nodes per second and work done twice, position by
    /// position, with intervals, beside what the machine gives.
    #[command(after_help = SCALING_EXAMPLES)]
    Scaling(Box<ScalingArgs>),
    /// Compare the textbook algorithms (alpha-beta, Scout, NegaScout, aspiration, MTD(f) and their
    /// relatives) on the same trees: leaves, nodes, re-searches, passes and time, tree by tree
    /// against alpha-beta, with intervals.
    #[command(after_help = examples::family())]
    Family(Box<FamilyArgs>),
    /// Set the engine side by side with the crate minimax: the same game, evaluation and depth in
    /// the same process; times, nodes and values. Needs a build with the feature `peers`.
    #[command(after_help = PEERS_EXAMPLES)]
    Peers(Box<PeersArgs>),
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
    #[command(flatten)]
    pub(crate) options: Options,
    // The engine's limits for a move; one second if there is none.
    #[command(flatten)]
    pub(crate) stops: Stops,
}

#[derive(Debug, Args)]
pub(crate) struct ProtocolArgs {
    /// The game, with its size behind a colon where it has several.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    // Where the options of the protocol start from.
    #[command(flatten)]
    pub(crate) power: Power,
    #[command(flatten)]
    pub(crate) options: Options,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The game, with its size behind a colon where it has several.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How many plies deep to count. Where a published count lets finished games count at every
    /// later depth, as Othello's does, it is the lines plus those that ended before.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) depth: u32,
    /// Show the count behind each move of the position.
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) place: Place,
}

/// Prints the help or the version where that was asked for; any mistake becomes one line.
pub(crate) fn report(error: &clap::Error) -> Result<ExitStatus, Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.print()?;
        return Ok(ExitStatus::Success);
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

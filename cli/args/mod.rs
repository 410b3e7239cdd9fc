//! The command line: how it is read, and the arguments that several commands share. Those of a command alone
//! stand in its folder.

mod algorithms;
mod groups;
mod own_games;
mod player;
mod search;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, ValueEnum};

use crate::Command;
pub(crate) use crate::args::algorithms::algorithms;
pub(crate) use crate::args::groups::{
    EngineOptions, LimitOptions, SetOptions, ShardOptions, StartPosition,
};
pub(crate) use crate::args::player::PlayerText;
pub(crate) use crate::args::search::{Search, SearchArgs, Source, Spread};
use crate::catalogue::Catalogue;
use crate::errors::{ExitStatus, Failure};

const EXAMPLES: &str = "\
Examples:
  plyglot games                                 list the games and their notation
  plyglot games othello                         show one game in detail
  plyglot analyze othello                       analyse the start position until Ctrl-C
  plyglot analyze connect4 --moves 4444 --time 5s
  plyglot solve tictactoe                       find the exact value, with proof
  plyglot play kalah --side second              play against the engine
  plyglot ugi othello                           serve a user interface or a match program
  plyglot serve                                 answer queries of programs, JSON, several games at once

`plyglot help COMMAND` has the options and examples of a command.

Exit codes: 0 success; 1 done, but with a wrong answer, a bad line in a file, a failed search, no proof or \
nothing measured; 2 bad arguments or input, or a file or folder that cannot be used; 3 out of memory, full \
disk or a panic in a game; 130 interrupted. docs/stability.md has the rule.";

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

/// When colours are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
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

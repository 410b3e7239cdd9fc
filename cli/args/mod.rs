//! The command line: how it is read, and the arguments that several commands share. Those of a command alone
//! stand in its folder.

mod algorithms;
mod groups;
mod layout;
mod own_games;
mod player;
mod search;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, ValueEnum};

use plyglot_wire::read::did_you_mean;

use crate::Command;
pub(crate) use crate::args::algorithms::algorithms;
pub(crate) use crate::args::groups::{
    BookOptions, EngineOptions, LimitOptions, SetOptions, ShardOptions, StartPosition,
};
pub(crate) use crate::args::player::{NamedPlayer, PlayerText};
pub(crate) use crate::args::search::{Search, SearchArgs, Source, Spread};
use crate::catalogue::{Catalogue, Program};
use crate::errors::{ExitStatus, Failure};
use crate::{format, output};

const EXAMPLES: &str = "\
Examples:
  plyglot games                                 list the games and their sizes
  plyglot games othello                         one game: rules, notation, examples
  plyglot analyze othello                       analyse the start position until Ctrl-C
  plyglot analyze connect4 --moves 4444 --time 5s
  plyglot solve tictactoe                       find the exact value, with proof
  plyglot play kalah --side second              play against the engine
  plyglot ugi othello                           serve a user interface or a match program
  plyglot serve                                 answer other programs, in JSON

`plyglot help COMMAND` has the options and examples of a command.

Exit codes: 0 success; 1 done, but with a wrong answer, a bad line in a file, a failed search, no proof or \
nothing measured; 2 bad arguments or input, or a file or folder that cannot be used; 3 out of memory, full \
disk or a panic in a game; 130 interrupted. docs/stability.md has the rule.";

/// Analyse, solve and play two-player games on all cores.
#[derive(Debug, Parser)]
#[command(name = "plyglot", version, after_help = EXAMPLES, max_term_width = layout::WIDEST)]
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
    let matches = command(catalogue).try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

/// What a program with these games takes.
pub(crate) fn command(catalogue: &Catalogue) -> clap::Command {
    let command = own_games::named(Arguments::command(), catalogue);
    let program = catalogue.program();
    with_numbers_below_zero(layout::laid_out(own_program(command, program), program.name))
}

/// The command under the name and version of the program.
fn own_program(command: clap::Command, program: &Program) -> clap::Command {
    if *program == Program::PLYGLOT {
        return command;
    }
    // What clap keeps lives as long as the process.
    let version = format!("{} (plyglot {})", program.version, Program::PLYGLOT.version).leak();
    let about = program.about();
    own_texts(command, program.name)
        .name(program.name)
        .bin_name(program.name)
        .version(&*version)
        .about(about)
}

/// Its texts with the commands of the program where they show those of plyglot.
fn own_texts(command: clap::Command, name: &'static str) -> clap::Command {
    let own = |text: &StyledStr| {
        let text = text.to_string();
        let own = text.replace("plyglot ", &format!("{name} "));
        own.replace("/plyglot", &format!("/{name}"))
    };
    let help = command.get_after_help().map(own);
    let command = help.into_iter().fold(command, clap::Command::after_help);
    let in_argument = |arg: Arg| {
        let help = arg.get_help().map(own);
        help.into_iter().fold(arg, Arg::help)
    };
    command.mut_args(in_argument).mut_subcommands(|command| own_texts(command, name))
}

/// A command to which `-1` is a number, which the option refuses by its range, and not an unknown option.
fn with_numbers_below_zero(command: clap::Command) -> clap::Command {
    let is_option = |arg: &Arg| arg.get_action().takes_values() && !arg.is_positional();
    let command = command
        .mut_args(|arg| if is_option(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.mut_subcommands(with_numbers_below_zero)
}

/// Prints the help or the version where that was asked for; any other error becomes one line.
pub(crate) fn report(error: &clap::Error, catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // clap folds everything but the usage.
        let text = error.render().ansi().to_string();
        let mut out = anstream::stdout();
        write!(out, "{}", format::folded(&text, output::width(&io::stdout())))?;
        out.flush()?;
        return Ok(ExitStatus::Success);
    }
    if error.kind() == ErrorKind::MissingSubcommand {
        let names = error.get(ContextKind::ValidSubcommand).map(ToString::to_string);
        let message = format!("a subcommand is needed: {}", names.unwrap_or_default());
        return Err(Failure::Usage(message));
    }
    if let Some(message) = what_is_missing(error).or_else(|| not_a_command(error, catalogue)) {
        return Err(Failure::Usage(message));
    }
    Err(Failure::Usage(message(error)))
}

/// What is wrong, in one line.
pub(crate) fn message(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let parts = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(|line| line.trim())
        // No command takes a value that begins with a hyphen behind `--`.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"))
        .collect::<Vec<_>>();
    let message = parts.join("; ").replace(":; ", ": ");
    message.trim_start_matches("error: ").into()
}

/// What the first word is instead of a command: a game, or nothing that is known.
fn not_a_command(error: &clap::Error, catalogue: &Catalogue) -> Option<String> {
    let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
    else {
        return None;
    };
    let all = Arguments::command();
    // Those of `bench` are named by clap.
    let usage = error.get(ContextKind::Usage)?.to_string();
    if usage.split_whitespace().nth(2).is_some_and(|word| all.find_subcommand(word).is_some()) {
        return None;
    }
    let (program, listings) = (catalogue.program().name, catalogue.listings());
    let game = word.split(':').next().unwrap_or_default();
    if listings.iter().any(|listing| listing.answers_to(game)) {
        let typed = ["play", "board", "analyze", "games"]
            .map(|command| format!("{program} {command} {word}"));
        return Some(format!("{word:?} is a game; type what to do with it: {}", typed.join(", ")));
    }
    let commands: Vec<_> = all.get_subcommands().map(clap::Command::get_name).collect();
    let meant = match did_you_mean(word, commands.iter().copied()).as_str() {
        "" => did_you_mean(game, listings.iter().map(|listing| listing.name)),
        command => command.into(),
    };
    Some(format!("unknown command {word:?}; expected one of {}{meant}", commands.join(", ")))
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

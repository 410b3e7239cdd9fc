//! From what is typed to what is meant: with the options of the environment and of the file that go with it.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use plyglot_open::catalogue::Catalogue;
use plyglot_wire::read::did_you_mean;

use crate::args;
use crate::config::file::{self, Line};
use crate::errors::Failure;

/// A command and an option of it that is a number where that of all others is a folder: what stands for all commands may be
/// meant for those.
const OTHER: (&str, &str) = ("serve", "tables");

/// The arguments with those of the environment and of the file; as they are where they mean nothing, or ask for help.
///
/// # Errors
/// If the file cannot be read, or has a line that no command takes.
pub(crate) fn with_defaults(
    catalogue: &Catalogue,
    arguments: Vec<OsString>,
) -> Result<Vec<OsString>, Failure> {
    // Whoever looks at the file wants to see what is wrong with it.
    if arguments.get(1).is_some_and(|word| word == "config") {
        return Ok(arguments);
    }
    let program = catalogue.program().name;
    let variables = file::variables(program);
    let lines = file::path(program).map(|path| file::read(&path)).transpose()?.flatten();
    // Nearly always, and then the command line is not made a second time.
    if variables.is_empty() && lines.is_none() {
        return Ok(arguments);
    }
    let command = args::command(catalogue);
    let lines = lines.unwrap_or_default();
    takers(&command, &lines)?;
    // Variables count more than the file.
    let lines: Vec<_> = taken(&command, variables).into_iter().chain(lines).collect();
    let Ok(matches) = command.clone().try_get_matches_from(&arguments) else {
        return Ok(arguments);
    };
    let (names, typed) = asked(&matches);
    // The parts of a file are to be alike, whichever machine each is searched on.
    if is_typed(typed, "shard") {
        return Ok(arguments);
    }
    let mut added = Vec::new();
    for line in &lines {
        let concerns = line.command.is_empty() || line.command == names;
        let known = find(&command, &names).and_then(|command| id(command, line.name()));
        let (true, Some(id)) = (concerns, known) else { continue };
        if is_typed(typed, &id) {
            continue;
        }
        let with: Vec<_> = added.iter().copied().chain([line]).collect();
        match command.clone().try_get_matches_from(joined(&arguments, &names, &with)) {
            Ok(_) => added = with,
            // It does not go with what is typed, or waits for something that is not.
            Err(error) if is_about_others(&error) => {}
            Err(_) if line.command.is_empty() && *names == [OTHER.0] && line.name() == OTHER.1 => {}
            Err(error) => return Err(line.wrong(&args::message(&error))),
        }
    }
    Ok(joined(&arguments, &names, &added))
}

/// Those of the variables that stand for an option that a command takes with a value: others are for something else.
pub(super) fn taken(command: &Command, variables: Vec<Line>) -> Vec<Line> {
    let all = all(command);
    let takes = |line: &Line| {
        let mut arguments = all.iter().flat_map(|(_, command)| command.get_arguments());
        arguments.any(|arg| arg.get_long() == Some(line.name()) && arg.get_action().takes_values())
    };
    variables.into_iter().filter(takes).collect()
}

/// Each line with the names of the commands that take it.
///
/// # Errors
/// The first line that no command takes.
pub(super) fn takers(
    command: &Command,
    lines: &[Line],
) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let all = all(command);
    let each = |line: &Line| {
        let own: Vec<_> = all
            .iter()
            .filter(|(names, _)| line.command.is_empty() || *names == line.command)
            .collect();
        if own.is_empty() {
            let name = line.command.join(" ");
            let known = all.iter().map(|(names, _)| names.join(" ")).collect::<Vec<_>>();
            let meant = did_you_mean(&name, known.iter().map(String::as_str));
            return Err(line.wrong(&format!("unknown command {name:?}{meant}")));
        }
        let takes: Vec<_> =
            own.iter().filter(|(_, command)| id(command, line.name()).is_some()).collect();
        if takes.is_empty() {
            let known = own
                .iter()
                .flat_map(|(_, command)| command.get_arguments().filter_map(|arg| arg.get_long()));
            let meant = did_you_mean(line.name(), known);
            return Err(line.wrong(&format!("unknown option --{}{meant}", line.name())));
        }
        Ok((line.text(), takes.iter().map(|(names, _)| names.join(" ")).collect()))
    };
    lines.iter().map(each).collect()
}

/// All commands that can be run, each with its names.
fn all(command: &Command) -> Vec<(Vec<String>, &Command)> {
    let mut all = Vec::new();
    for inner in command.get_subcommands() {
        let name = inner.get_name().to_owned();
        if inner.has_subcommands() {
            let named = |(names, command): (Vec<String>, _)| {
                ([vec![name.clone()], names].concat(), command)
            };
            all.extend(self::all(inner).into_iter().map(named));
        } else {
            all.push((vec![name], inner));
        }
    }
    all
}

/// The names of the command that is asked for, and what is typed of it.
fn asked(matches: &ArgMatches) -> (Vec<String>, &ArgMatches) {
    let (mut names, mut matches) = (Vec::new(), matches);
    while let Some((name, inner)) = matches.subcommand() {
        names.push(name.to_owned());
        matches = inner;
    }
    (names, matches)
}

fn find<'a>(command: &'a Command, names: &[String]) -> Option<&'a Command> {
    names.iter().try_fold(command, |command, name| command.find_subcommand(name))
}

/// The id of an option of a command, by its name.
fn id(command: &Command, name: &str) -> Option<String> {
    let arg = command.get_arguments().find(|arg| arg.get_long() == Some(name))?;
    Some(arg.get_id().to_string())
}

fn is_typed(matches: &ArgMatches, id: &str) -> bool {
    matches.ids().any(|known| known == id)
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

fn is_about_others(error: &clap::Error) -> bool {
    use clap::error::ErrorKind::{ArgumentConflict, MissingRequiredArgument};
    matches!(error.kind(), ArgumentConflict | MissingRequiredArgument)
}

/// What is typed, with the options of these lines behind the name of the command.
fn joined(arguments: &[OsString], names: &[String], lines: &[&Line]) -> Vec<OsString> {
    let mut end = 1;
    for name in names {
        let found = arguments[end..].iter().position(|word| *word == **name);
        end += found.map_or(0, |at| at + 1);
    }
    let (before, after) = arguments.split_at(end.min(arguments.len()));
    let options = lines.iter().flat_map(|line| line.option.iter().map(OsString::from));
    before.iter().cloned().chain(options).chain(after.iter().cloned()).collect()
}

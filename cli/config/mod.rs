//! Defaults that stay set: a file of options, each as it is typed, and variables of the environment, that are added to what
//! is typed; and `config`, which shows them.
//!
//! A line is an option (`--threads=2`), for every command that has it, or for one (`analyze --lines=3`). What is typed
//! counts more: an option of the file is left out where it is typed, too, and where it does not go with what is typed. Found
//! out by parsing, so that no rule of the command line is written twice: a parse costs less than a millisecond, and there
//! is one for each line of the file that concerns the command.

mod file;
mod typed;

use clap::{Args, Command};
use plyglot_open::catalogue::Catalogue;

use crate::args;
use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

pub(crate) use typed::with_defaults;

const EXAMPLES: &str = "\
Example of a file:
  # Two cores for me, one for the rest.
  --threads=2
  --hash=1G
  --tables=default
  analyze --lines=3
  bench scaling --most=20
  match --engine=sf=cmd=stockfish,protocol=uci
  match --engine=old=cmd=old/program,threads=2

A line is an option as it is typed, for every command that has it, or behind the name of a command for that alone. What \
is typed counts more: an option of the file is left out where it is typed, too, or does not go with what is typed. The \
file is named by PLYGLOT_CONFIG (empty: none), else options in the folder plyglot of XDG_CONFIG_HOME (~/.config; on \
Windows APPDATA). An option with a value may also stand in the environment, as PLYGLOT_THREADS=2: it counts more than \
the file. Shards are searched without both.
Exit codes: 0 success; 2 a file that cannot be read, or has a line that no command takes.";

/// Show the defaults that stay set: those of the environment and of their file, and which commands take each.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConfigArgs {}

/// Shows the variables and the file.
pub(crate) fn run(catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
    let program = catalogue.program().name;
    let command = args::command(catalogue);
    let mut output = Output::new();
    let variables = typed::taken(&command, file::variables(program));
    if !variables.is_empty() {
        output.line("the environment:")?;
        show(&mut output, &command, &variables)?;
    }
    let Some(path) = file::path(program) else {
        output.line("no file of options: PLYGLOT_CONFIG is empty, or there is no folder for it")?;
        output.flush()?;
        return Ok(ExitStatus::Success);
    };
    match file::read(&path)? {
        None => output.line(format_args!(
            "{}: there is no such file; `{program} config --help` shows what could be in it",
            path.display()
        ))?,
        Some(lines) => {
            output.line(format_args!("{}:", path.display()))?;
            show(&mut output, &command, &lines)?;
        }
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

fn show(output: &mut Output, command: &Command, lines: &[file::Line]) -> Result<(), Failure> {
    for (line, takers) in typed::takers(command, lines)? {
        output.line(format_args!("  {line}    {}", takers.join(", ")))?;
    }
    Ok(())
}

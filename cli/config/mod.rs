//! Defaults that stay set: a file of options, each as it is typed, that are added to what is typed; and `config`, which
//! shows it.
//!
//! A line is an option (`--threads=2`), for every command that has it, or for one (`analyze --lines=3`). What is typed
//! counts more: an option of the file is left out where it is typed, too, and where it does not go with what is typed. Found
//! out by parsing, so that no rule of the command line is written twice: a parse costs less than a millisecond, and there
//! is one for each line of the file that concerns the command.

mod file;
mod typed;

use clap::Args;
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
  analyze --lines=3
  bench scaling --most=20

A line is an option as it is typed, for every command that has it, or behind the name of a command for that alone. What \
is typed counts more: an option of the file is left out where it is typed, too, or does not go with what is typed. The \
file is named by PLYGLOT_CONFIG (empty: none), else options in the folder plyglot of XDG_CONFIG_HOME (~/.config; on \
Windows APPDATA).
Exit codes: 0 success; 2 a file that cannot be read, or has a line that no command takes.";

/// Show the defaults that stay set: where their file is, and which commands take each line.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ConfigArgs {}

/// Shows the file.
pub(crate) fn run(catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
    let program = catalogue.program().name;
    let mut output = Output::new();
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
            for (line, takers) in typed::takers(&args::command(catalogue), &path, &lines)? {
                output.line(format_args!("  {line}    {}", takers.join(", ")))?;
            }
        }
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

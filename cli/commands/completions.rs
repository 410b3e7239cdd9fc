//! `completions`: scripts that complete commands, options and the names of games in a shell.

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use plyglot_open::catalogue::Catalogue;

use crate::args::Arguments;
use crate::errors::{ExitStatus, Failure};
use crate::output::Output;

/// Prints the script for `shell`.
pub(crate) fn run(catalogue: &Catalogue, shell: Shell) -> Result<ExitStatus, Failure> {
    let names: Vec<_> = catalogue.listings().iter().map(|listing| listing.name).collect();
    let mut command = Arguments::command();
    for takes_game in ["analyze", "solve", "play", "ugi", "perft", "trace"] {
        let names = PossibleValuesParser::new(names.clone());
        let offer = |command: Command| command.mut_arg("game", |game| game.value_parser(names));
        command = command.mut_subcommand(takes_game, offer);
    }
    // Written to memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "plyglot", &mut script);
    let mut output = Output::new();
    output.line(String::from_utf8_lossy(&script).trim_end())?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

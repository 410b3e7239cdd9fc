//! `completions`: scripts that complete commands, options and their values in a shell: games, the examples of
//! all games, algorithms.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;
use plyglot_family::Algorithm;
use plyglot_open::catalogue::Catalogue;

use crate::args::Arguments;
use crate::errors::{ExitStatus, Failure};
use crate::output::Output;
use crate::play::HumanSide;

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  plyglot completions bash > \
    ~/.local/share/bash-completion/completions/plyglot")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Prints the script for the shell.
pub(crate) fn run(catalogue: &Catalogue, args: &CompletionsArgs) -> Result<ExitStatus, Failure> {
    let mut command = Values::of(catalogue).offered(Arguments::command());
    // Written to memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, catalogue.program().name, &mut script);
    let mut output = Output::new();
    output.object(String::from_utf8_lossy(&script).trim_end())?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// What a shell may offer for the value of an option. The names stay in memory to the end of the program, which
/// is what its arguments are made from.
struct Values {
    games: Vec<&'static str>,
    examples: Vec<&'static str>,
    algorithms: Vec<&'static str>,
}

impl Values {
    fn of(catalogue: &Catalogue) -> Values {
        let games: Vec<_> = catalogue.listings().iter().map(|listing| listing.name).collect();
        let opened = games.iter().filter_map(|game| catalogue.open(game).ok());
        let named = |example: &plyglot_open::NamedExample| example.name.clone().leak() as &str;
        let examples =
            opened.flat_map(|game| game.facts().examples.iter().map(named).collect::<Vec<_>>());
        let algorithms = Algorithm::table().into_iter().map(|(name, ..)| name).collect();
        Values { examples: examples.collect(), algorithms, games }
    }

    fn offered(&self, command: Command) -> Command {
        let traces = command.get_name() == "trace";
        let offer = |arg: Arg| match arg.get_id().as_str() {
            "game" => arg.value_parser(PossibleValuesParser::new(&self.games)),
            "position" => arg.value_parser(PossibleValuesParser::new(&self.examples)),
            "algorithm" | "against" if traces => {
                let names = self.algorithms.iter().copied().chain(["engine"]);
                arg.value_parser(PossibleValuesParser::new(names))
            }
            "side" => arg.value_parser(PossibleValuesParser::new(HumanSide::NAMES)),
            "algorithms" => arg.value_parser(PossibleValuesParser::new(&self.algorithms)),
            _ => arg,
        };
        command.mut_args(offer).mut_subcommands(|command| self.offered(command))
    }
}

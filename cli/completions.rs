//! `completions`: scripts that complete commands, options and their values in a shell: games, the examples of
//! all games, algorithms; and their installation, with a page of the manual for each command.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use plyglot_family::Algorithm;
use plyglot_open::catalogue::Catalogue;

use crate::args::{self, Arguments};
use crate::errors::{ExitStatus, Failure};
use crate::output::Output;
use crate::play::HumanSide;

/// Print a completion script for a shell, or install those of bash, zsh and fish with the pages of the manual.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  plyglot completions bash > \
    ~/.local/share/bash-completion/completions/plyglot\n  plyglot completions --install ~/.local     \
 manual pages, and completion in bash, zsh and fish")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(required_unless_present = "install", conflicts_with = "install")]
    shell: Option<Shell>,
    /// Write the scripts and the pages of the manual into the folders below this one where shells and `man` look for
    /// them: /usr/local, or ~/.local for one user
    #[arg(long, value_name = "PREFIX")]
    install: Option<PathBuf>,
}

/// Prints the script for the shell, or writes all files.
pub(crate) fn run(catalogue: &Catalogue, args: &CompletionsArgs) -> Result<ExitStatus, Failure> {
    let mut command = Values::of(catalogue).offered(Arguments::command());
    let name = catalogue.program().name;
    let mut output = Output::new();
    if let Some(shell) = args.shell {
        let script = script(shell, &mut command, name);
        output.object(String::from_utf8_lossy(&script).trim_end())?;
    }
    if let Some(prefix) = &args.install {
        let share = prefix.join("share");
        let place = |shell: Shell| {
            let (folder, file) = match shell {
                Shell::Fish => ("fish/vendor_completions.d", format!("{name}.fish")),
                Shell::Zsh => ("zsh/site-functions", format!("_{name}")),
                _ => ("bash-completion/completions", name.into()),
            };
            (share.join(folder).join(file), script(shell, &mut command, name))
        };
        let mut files: Vec<_> = [Shell::Bash, Shell::Zsh, Shell::Fish].map(place).into();
        // The values that shells offer would fill a page of the manual.
        let command = args::command(catalogue).name(name).bin_name(name);
        let source = format!("{name} {}", catalogue.program().version);
        files.extend(pages(&command, &source, &share.join("man/man1"))?);
        for (path, text) in &files {
            write(path, text)?;
        }
        output.line(format_args!("{} files in {}", files.len(), share.display()))?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

fn script(shell: Shell, command: &mut Command, name: &str) -> Vec<u8> {
    // Written to memory first: the generator panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, command, name, &mut script);
    script
}

/// The page of a command and those of the commands below it, each with its place. `source` is the program with its version.
fn pages(
    command: &Command,
    source: &str,
    folder: &Path,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let path = folder.join(format!("{name}.1"));
    let page = page(command, source).map_err(|error| unusable(&path, error))?;
    let mut pages = vec![(path, page)];
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let own = below.get_name();
        let typed = format!("{} {own}", command.get_bin_name().unwrap_or(&name));
        let below = below.clone().display_name(format!("{name}-{own}")).bin_name(typed);
        pages.extend(self::pages(&below, source, folder)?);
    }
    Ok(pages)
}

/// The page of a command. Lines of examples stay as they are.
fn page(command: &Command, source: &str) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone()).source(source);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_help() {
        let mut notes = Roff::new();
        notes.control("SH", ["NOTES"]);
        for line in text.to_string().lines() {
            match line {
                "" => notes.control("PP", []),
                line if line.starts_with(' ') => {
                    notes.control("nf", []).text([roman(line)]).control("fi", [])
                }
                line => notes.text([roman(line)]).control("br", []),
            };
        }
        notes.to_writer(&mut page)?;
    }
    Ok(page)
}

fn write(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| unusable(folder, error))?;
    fs::write(path, text).map_err(|error| unusable(path, error))
}

fn unusable(path: &Path, error: io::Error) -> Failure {
    Failure::Unusable { path: path.display().to_string(), error }
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

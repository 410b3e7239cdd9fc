//! `games`: the list; and what the program prints without a command.

use std::io;

use plyglot_open::catalogue::{Catalogue, Listing};
use plyglot_open::{DoorError, OptionSpec};

use crate::errors::{ExitStatus, Failure};
use crate::format;
use crate::output::Output;

/// How wide the details of a game may be, and where their text begins.
const DETAILS: usize = 90;
const INDENT: usize = 13;

/// Lists the games, each with all that is needed to ask for it.
pub(crate) fn list(catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
    let mut output = Output::new();
    for (index, listing) in catalogue.listings().iter().enumerate() {
        if index > 0 {
            output.line("")?;
        }
        one(catalogue, listing, &mut output)?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

fn one(catalogue: &Catalogue, listing: &Listing, output: &mut Output) -> Result<(), Failure> {
    output.line(format_args!("{:12} {}", listing.name, listing.title))?;
    detail(output, "aliases", &listing.aliases.join(", "))?;
    detail(output, "sizes", listing.sizes)?;
    detail(output, "notation", listing.notation)?;
    let game = match catalogue.open(listing.name) {
        Ok(game) => game,
        // A game without a default size is listed too.
        Err(DoorError::Catalogue(_)) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    for (place, example) in game.facts().examples.iter().enumerate() {
        let what = if place == 0 { "examples" } else { "" };
        output.line(format_args!("  {what:10} {}: {}", example.name, example.about))?;
    }
    for (place, spec) in game.options().iter().enumerate() {
        detail(output, if place == 0 { "options" } else { "" }, &option(spec))?;
    }
    Ok(())
}

/// A detail of a game, unless it is empty.
fn detail(output: &mut Output, what: &str, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let line_break = format!("\n{:INDENT$}", "");
    let text = format::wrapped(text, DETAILS - INDENT).join(&line_break);
    output.line(format_args!("  {what:10} {text}"))
}

/// An option of a game's knowledge: its name, what it does, what it takes.
fn option(spec: &OptionSpec) -> String {
    let OptionSpec { name, about, kind, default, .. } = spec;
    let default = if default.is_empty() { "empty" } else { default };
    format!("{name}: {about} ({kind}; default {default})")
}

/// An example position of a game as an option: one that is solved while a user looks on, where the start
/// position may take for ever. Nothing for a game without examples.
fn example(catalogue: &Catalogue, name: &str) -> String {
    let game = catalogue.open(name).ok();
    let example = game.as_ref().and_then(|game| game.facts().examples.first());
    example.map_or_else(String::new, |example| format!(" --position {}", example.name))
}

/// What the program prints without a command.
pub(crate) fn greet(catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
    let listings = catalogue.listings();
    let names: Vec<_> = listings.iter().map(|listing| listing.name).collect();
    let first = names.first().copied().unwrap_or("GAME");
    let mut output = Output::new();
    output.line("plyglot analyses, solves and plays two-player games on all cores.\n")?;
    output.line(format_args!("Games: {}\n", names.join(", ")))?;
    let examples = [
        (format!("plyglot analyze {first}"), "analyse the start position until Ctrl-C"),
        (
            format!("plyglot solve {first}{}", example(catalogue, first)),
            "find the exact value, with proof",
        ),
        (format!("plyglot play {first}"), "play against the engine"),
        ("plyglot games".into(), "list the games, their sizes, options and notation"),
        ("plyglot --help".into(), "list all commands"),
    ];
    for (command, what) in examples {
        output.line(format_args!("  {command:38} {what}"))?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

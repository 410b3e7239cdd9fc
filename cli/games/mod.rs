//! `games`: the list, or one game in detail; and what the program prints without a command.

mod args;

use std::{io, iter};

use plyglot_open::catalogue::{Catalogue, Listing};
use plyglot_open::{DoorError, Facts, NamedExample, OptionSpec};
use plyglot_wire::object::{Game, Games, object};

use crate::errors::{ExitStatus, Failure};
use crate::format;
use crate::output::{Output, board, json};

pub(crate) use args::GamesArgs;

/// How wide the details of a game may be, and where their text begins.
const DETAILS: usize = 90;
const INDENT: usize = 13;

/// Lists the games, or shows the one that `args` name.
pub(crate) fn run(catalogue: &Catalogue, args: &GamesArgs) -> Result<ExitStatus, Failure> {
    match &args.game {
        Some(game) if args.json => json::with_error_object(known(catalogue, game), true, game),
        Some(game) => detail(catalogue, game),
        None if args.json => said(object("games", &Games::of(catalogue))),
        None => list(catalogue),
    }
}

/// What is known of one game, for programs.
fn known(catalogue: &Catalogue, spec: &str) -> Result<ExitStatus, Failure> {
    said(object("game", &Game::of(&*catalogue.open(spec)?)?))
}

fn said(object: String) -> Result<ExitStatus, Failure> {
    let mut output = Output::new();
    output.line(object)?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// Lists the games, each with all that is needed to ask for it.
fn list(catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
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
    item(output, "aliases", &listing.aliases.join(", "))?;
    item(output, "sizes", listing.sizes)?;
    item(output, "notation", listing.notation)?;
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
    Ok(items(output, "options", game.options().iter().map(option))?)
}

/// Shows one game in detail, in the size that is asked for.
fn detail(catalogue: &Catalogue, spec: &str) -> Result<ExitStatus, Failure> {
    let game = catalogue.open(spec)?;
    let facts = game.facts();
    let name = spec.split(':').next().unwrap_or_default();
    let listings = catalogue.listings();
    // The last that answers, as the catalogue opens it.
    let listing = listings.iter().rev().find(|listing| listing.answers_to(name));
    let of_listing = |of: fn(&Listing) -> String| listing.map_or_else(String::new, of);
    let mut output = Output::new();
    let (title, board) =
        (of_listing(|listing| listing.title.into()), board::text(&game.start()?, None)?);
    output.line(format_args!("{}  {title}\n\n{}\n", facts.name, board))?;
    let out = &mut output;
    items(out, "rules", facts.rules.lines().map(String::from))?;
    let [first, second] = &facts.sides;
    item(out, "sides", &format!("{first}, who moves first, and {second}"))?;
    item(out, "scores", &scores(facts))?;
    item(out, "sizes", &of_listing(|listing| listing.sizes.into()))?;
    item(out, "aliases", &of_listing(|listing| listing.aliases.join(", ")))?;
    item(out, "notation", &facts.notation)?;
    item(out, "", "moves in a line are separated by blanks or commas")?;
    item(out, "files", &facts.formats.join(", "))?;
    items(out, "options", game.options().iter().map(option))?;
    for (place, example) in facts.examples.iter().enumerate() {
        let NamedExample { name, position, about } = example;
        item(out, if place == 0 { "examples" } else { "" }, &format!("{name}: {about}"))?;
        out.line(format_args!("{:INDENT$}{position}", ""))?;
    }
    output.line("")?;
    for (command, what) in suggestions(spec, facts) {
        output.line(format_args!("  {command:48} {what}"))?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// What its scores are.
fn scores(facts: &Facts) -> String {
    match (&*facts.unit, facts.points) {
        ("", _) => "won, drawn or lost; estimates are in points".into(),
        (unit, _) => format!("in {unit}, from the point of view of the side to move"),
    }
}

/// What to do with a game next.
fn suggestions(spec: &str, facts: &Facts) -> Vec<(String, &'static str)> {
    let mut lines = vec![
        (format!("plyglot play {spec}"), "play against the engine"),
        (format!("plyglot analyze {spec}"), "analyse the start position until Ctrl-C"),
    ];
    if let Some(example) = facts.examples.first() {
        let command = format!("plyglot solve {spec} --position {}", example.name);
        lines.push((command, "find the exact value of an example"));
    }
    lines
}

/// Details of one kind.
fn items(output: &mut Output, what: &str, texts: impl Iterator<Item = String>) -> io::Result<()> {
    let mut whats = iter::once(what).chain(iter::repeat(""));
    texts.zip(&mut whats).try_for_each(|(text, what)| item(output, what, &text))
}

/// A detail of a game, unless it is empty.
fn item(output: &mut Output, what: &str, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let line_break = format!("\n{:INDENT$}", "");
    let width = output.width().map_or(DETAILS, |width| width.min(DETAILS));
    let text = format::wrapped(text, width - INDENT).join(&line_break);
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
        (format!("plyglot games {first}"), "show the rules, notation and examples of a game"),
        ("plyglot help".into(), "list all commands"),
    ];
    for (command, what) in examples {
        output.line(format_args!("  {command:38} {what}"))?;
    }
    output.flush()?;
    Ok(ExitStatus::Success)
}

//! `games`: the list, or one game in detail; and what the program prints without a command.

mod args;

use std::{io, iter};

use plyglot_open::catalogue::{Catalogue, Listing};
use plyglot_open::{Facts, NamedExample, OptionSpec};
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
    output.object(object)?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// Lists the games, each in a line or two.
fn list(catalogue: &Catalogue) -> Result<ExitStatus, Failure> {
    let mut output = Output::new();
    let listings = catalogue.listings();
    let longest = listings.iter().map(|listing| listing.name.chars().count()).max();
    let indent = longest.unwrap_or(0) + 2;
    let mut show = |name: &str, text: &str| entry(&mut output, indent, name, text);
    for listing in &listings {
        let names = match listing.aliases.join(", ") {
            aliases if aliases.is_empty() => String::new(),
            aliases => format!(" (also {aliases})"),
        };
        show(listing.name, &format!("{}{names}", listing.title))?;
        if !listing.sizes.is_empty() {
            show("", &format!("sizes: {}", listing.sizes))?;
        }
    }
    let program = catalogue.program().name;
    output.line(format_args!(
        "\n`{program} games GAME` shows one: its rules, a board, the notation of its positions and moves, its \
         options and examples."
    ))?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

/// A text in a column of its own, behind a name or below the text before.
fn entry(output: &mut Output, indent: usize, name: &str, text: &str) -> io::Result<()> {
    let width = output.width().map_or(DETAILS, |width| width.min(DETAILS));
    output.line(format::entry(indent, name, text, width))
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
    commands(&mut output, &suggestions(catalogue.program().name, spec, facts))?;
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
fn suggestions(program: &str, spec: &str, facts: &Facts) -> Vec<(String, &'static str)> {
    let mut lines = vec![
        (format!("{program} play {spec}"), "play against the engine"),
        (format!("{program} analyze {spec}"), "analyse it until Ctrl-C"),
    ];
    if let Some(example) = facts.examples.first() {
        let command = format!("{program} solve {spec} --position {}", example.name);
        lines.push((command, "find an exact value"));
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
    if text.is_empty() { Ok(()) } else { entry(output, INDENT, &format!("  {what}"), text) }
}

/// Commands, each with what it does.
fn commands(output: &mut Output, lines: &[(String, &str)]) -> io::Result<()> {
    let lines: Vec<_> = lines.iter().map(|(command, what)| (command.as_str(), *what)).collect();
    let lines = format::examples(&lines, output.width().unwrap_or(DETAILS));
    lines.iter().try_for_each(|line| output.line(line))
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
    let Some(first) = names.first() else {
        return Err(Failure::Usage("there is no game in this program".into()));
    };
    let (program, about) = (catalogue.program().name, catalogue.program().about());
    let mut output = Output::new();
    output.line(format_args!("{program}: {about}.\n"))?;
    output.line(format_args!("Games: {}\n", names.join(", ")))?;
    let examples = [
        (format!("{program} analyze {first}"), "analyse it until Ctrl-C"),
        (
            format!("{program} solve {first}{}", example(catalogue, first)),
            "find an exact value, with proof",
        ),
        (format!("{program} play {first}"), "play against the engine"),
        (format!("{program} board {first}"), "the same in the browser"),
        (format!("{program} games {first}"), "its rules, notation and examples"),
        (format!("{program} help"), "list all commands"),
    ];
    commands(&mut output, &examples)?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

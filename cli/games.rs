//! `games`: what there is; and the greeting of the program alone.

use plyglot_games::catalogue::{Catalogue, Setup, Visitor};
use plyglot_search::{Describe, Example, Knowledge};

use crate::errors::{Failure, Verdict};
use crate::format;
use crate::output::Output;

/// How wide the details of a game may be, and where their text begins.
const DETAILS: usize = 90;
const INDENT: usize = 13;

/// Lists the games, each with all that a person needs to ask for it.
pub(crate) fn list<C: Catalogue>(catalogue: &C) -> Result<Verdict, Failure> {
    let mut output = Output::new();
    let line_break = format!("\n{:INDENT$}", "");
    for (index, listing) in catalogue.listings().iter().enumerate() {
        if index > 0 {
            output.line("")?;
        }
        output.line(format_args!("{:12} {}", listing.name, listing.title))?;
        let mut detail = |what: &str, text: &str| match text {
            "" => Ok(()),
            text => {
                let text = format::wrapped(text, DETAILS - INDENT).join(&line_break);
                output.line(format_args!("  {what:10} {text}"))
            }
        };
        detail("also", &listing.aliases.join(", "))?;
        detail("sizes", listing.sizes)?;
        detail("notation", listing.notation)?;
        let examples = catalogue.with(listing.name, Examples).unwrap_or_default();
        for (place, example) in examples.iter().enumerate() {
            let what = if place == 0 { "examples" } else { "" };
            output.line(format_args!("  {what:10} {}: {}", example.name, example.about))?;
        }
    }
    output.finish()?;
    Ok(Verdict::Fine)
}

/// Asks a game for its examples.
struct Examples;

impl Visitor for Examples {
    type Output = &'static [Example];

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        setup.start.examples()
    }
}

/// What the program says when it is asked for nothing.
pub(crate) fn greet<C: Catalogue>(catalogue: &C) -> Result<Verdict, Failure> {
    let listings = catalogue.listings();
    let names: Vec<_> = listings.iter().map(|listing| listing.name).collect();
    let first = names.first().copied().unwrap_or("GAME");
    let mut output = Output::new();
    output.line("plyglot analyses, solves and plays two-player games on all cores.\n")?;
    output.line(format_args!("Games: {}\n", names.join(", ")))?;
    let examples = [
        (format!("plyglot analyze {first}"), "analyse the start position until Ctrl-C"),
        (format!("plyglot solve {first}"), "find the exact value, with proof"),
        (format!("plyglot play {first}"), "play against the engine"),
        ("plyglot games".into(), "the games, their sizes and notation"),
        ("plyglot --help".into(), "everything else"),
    ];
    for (command, what) in examples {
        output.line(format_args!("  {command:28} {what}"))?;
    }
    output.finish()?;
    Ok(Verdict::Fine)
}

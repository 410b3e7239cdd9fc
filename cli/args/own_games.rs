//! Help that names the games of the program at hand.
//!
//! The texts of the help are written for the built-in games. A program with other games instead of them shows
//! the same texts with its own: each built-in game that it lacks stands for one that it has, and what belongs
//! to that one alone (moves, positions, sizes) goes. With all the built-in games nothing changes.
//!
//! Cost: a look at the names of the catalogue; only a program that lacks a game goes through the texts.

use clap::{Arg, Command};
use plyglot_games::catalogue::{Catalogue, Listing, builtin};

/// How many of its games the help of an argument names.
const NAMED: usize = 4;

/// Sentences about a built-in game, and what is left of them without it.
const SENTENCES: [(&str, &str, &str); 4] = [
    ("othello", ", or for Othello a record in GGF", ""),
    ("chess", ", for chess in PGN on as many lines as it takes", ""),
    (
        "othello",
        ". Published counts for Othello count a finished game at every later depth as well: they are the sum of \
         the columns `lines` and `ended before`",
        "",
    ),
    (
        "draughts",
        ". Those for draughts count each way of a capture, where here ways with the same result are one move: at \
         depth 12 there are 388,617,999 lines for the published 388,623,673",
        "",
    ),
];

/// What an example says that belongs to its game alone.
const SPECIAL: [&str; 4] = ["weights=", "killer=", "moves=", "--class"];

/// Commands that are about built-in games, and which.
const COMMANDS: [(&str, &str); 3] =
    [("nboard", "othello"), ("uci", "chess"), ("peers", "connect4")];

/// The games by which examples are given, of a program that does not have all of them.
struct OwnGames {
    /// The built-in games, each with the one that stands in for it where it is missing.
    stand_ins: Vec<(&'static str, Option<&'static str>)>,
    /// How the help of an argument names games.
    named: String,
}

/// The command with the games of `catalogue` in its help.
pub(super) fn named(command: Command, catalogue: &Catalogue) -> Command {
    match OwnGames::of(catalogue) {
        Some(own) => own.in_command(command),
        None => command,
    }
}

impl OwnGames {
    /// `None` if no built-in game is missing, or there is none to name instead.
    fn of(catalogue: &Catalogue) -> Option<OwnGames> {
        let listings = catalogue.listings();
        let own: Vec<_> = listings.iter().map(|listing| listing.name).collect();
        let mut others = own.iter().copied().cycle();
        others.clone().next()?;
        let of_built_in = |listing: Listing| {
            let is_there = own.iter().any(|name| name.eq_ignore_ascii_case(listing.name));
            let stand_in = if is_there { None } else { others.next() };
            (listing.name, stand_in)
        };
        let stand_ins: Vec<_> = builtin().listings().into_iter().map(of_built_in).collect();
        if stand_ins.iter().all(|(_, stand_in)| stand_in.is_none()) {
            return None;
        }
        let more = if own.len() > NAMED { ", ..." } else { "" };
        let named = format!("{}{more}", own[..own.len().min(NAMED)].join(", "));
        let sizes = listings.iter().any(|listing| !listing.sizes.is_empty());
        let sizes = if sizes { ", with a size after a colon where it has several" } else { "" };
        let named = format!("The game{sizes}: {named}");
        Some(OwnGames { stand_ins, named })
    }

    fn lacks(&self, game: &str) -> bool {
        self.stand_ins.iter().any(|&(name, stand_in)| name == game && stand_in.is_some())
    }

    fn in_command(&self, mut command: Command) -> Command {
        let lacked = |&(name, game): &(&str, &str)| name == command.get_name() && self.lacks(game);
        if COMMANDS.iter().any(lacked) {
            command = command.hide(true);
        }
        if let Some(text) = command.get_after_help().map(ToString::to_string) {
            command = command.after_help(self.in_examples(&text));
        }
        command
            .mut_args(|arg| self.in_argument(arg))
            .mut_subcommands(|command| self.in_command(command))
    }

    fn in_argument(&self, arg: Arg) -> Arg {
        let Some(before) = arg.get_help().map(ToString::to_string) else { return arg };
        let sized =
            "The game, with a size after a colon where it has several: othello, connect4:6x5";
        let mut help = before.replace(sized, &self.named);
        for (game, text, instead) in SENTENCES {
            if self.lacks(game) {
                help = help.replace(text, instead);
            }
        }
        if help == before { arg } else { arg.help(help) }
    }

    /// The text with each example about a game that is there.
    fn in_examples(&self, text: &str) -> String {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines() {
            let is_example = line.starts_with("  plyglot ") || line.starts_with("  echo ");
            let line = if is_example { self.in_example(line) } else { Some(line.into()) };
            // Two examples may be the same without what set them apart.
            let is_new = |line: &String| line.is_empty() || !lines.contains(line);
            lines.extend(line.filter(is_new));
        }
        lines.join("\n")
    }

    /// An example about a game that is there; `None` if there is nothing left of it.
    fn in_example(&self, line: &str) -> Option<String> {
        // A comment stands in a column of its own.
        let (command, comment) = match line.trim_start().find("  ") {
            Some(end) => line.split_at(line.len() - line.trim_start().len() + end),
            None => (line, ""),
        };
        let mut words: Vec<String> = command.split(' ').map(String::from).collect();
        let mut stood_in = false;
        for word in &mut words {
            let parts = word.split(['"', '{', '}', ':', ',', '=', '&']);
            let stands_in = |part: &str| {
                let here = |&&(name, _): &&(&'static str, _)| name == part;
                self.stand_ins
                    .iter()
                    .find(here)
                    .and_then(|&(name, stand_in)| Some((name, stand_in?)))
            };
            let Some((name, stand_in)) = parts.into_iter().find_map(stands_in) else { continue };
            stood_in = true;
            *word = match word.split_once(':') {
                Some((before, _)) if before == name => stand_in.into(),
                _ => word.replacen(name, stand_in, 1),
            };
        }
        if !stood_in {
            return Some(line.into());
        }
        // Options that the game may not have, and moves whose comment would be about nothing.
        let is_special =
            |word: &String| word == "-m" || SPECIAL.iter().any(|special| word.contains(special));
        if words.iter().any(is_special) {
            return None;
        }
        while let Some(place) =
            words.iter().position(|word| word == "--moves" || word == "--position")
        {
            words.drain(place..words.len().min(place + 2));
        }
        Some(words.join(" ") + comment)
    }
}

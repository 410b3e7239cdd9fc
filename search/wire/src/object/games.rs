//! Which games there are, and what is known of one.

use plyglot_open::catalogue::{Catalogue, Listing};
use plyglot_open::{DoorError, Facts, NamedExample, Open, OptionSpec};
use serde::Serialize;

/// The fields of `games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Games {
    /// All games, in the order of the catalogue.
    pub games: Vec<Listed>,
}

/// How to ask for a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// Its other names.
    pub aliases: &'static [&'static str],
    /// What people call it.
    pub title: &'static str,
    /// Which sizes it has, in words.
    pub sizes: &'static str,
    /// How positions and moves are written, in words.
    pub notation: &'static str,
}

/// The fields of `game`: what is known of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// The game with its size.
    pub game: String,
    /// The unit of its scores, in the plural; empty where it is only won, drawn or lost.
    pub unit: String,
    /// The two players, the one that moves first first.
    pub sides: [String; 2],
    /// How it is played.
    pub rules: String,
    /// How positions and moves are written.
    pub notation: String,
    /// The file formats whose games it reads.
    pub formats: Vec<String>,
    /// Positions can come back.
    pub can_repeat: bool,
    /// It can be solved without a depth.
    pub has_end: bool,
    /// The start position.
    pub start: String,
    /// Positions with names.
    pub examples: Vec<Example>,
    /// What `set` takes.
    pub options: Vec<GameOption>,
}

/// A position with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// By which it is asked for.
    pub name: String,
    /// The position.
    pub position: String,
    /// What it is.
    pub about: String,
}

/// An option of a game or of the engine's numbers for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameOption {
    /// By which it is set.
    pub name: String,
    /// What it does.
    pub about: String,
    /// Which values it takes, in words.
    pub takes: String,
    /// What it is unless set.
    pub default: String,
}

impl Games {
    /// All of a catalogue.
    pub fn of(catalogue: &Catalogue) -> Games {
        let listed = |Listing { name, aliases, title, sizes, notation, .. }| Listed {
            name,
            aliases,
            title,
            sizes,
            notation,
        };
        Games { games: catalogue.listings().into_iter().map(listed).collect() }
    }
}

impl Game {
    /// Of an opened game.
    ///
    /// # Errors
    /// If the game's code panics.
    pub fn of(game: &dyn Open) -> Result<Game, DoorError> {
        let Facts { name, unit, sides, rules, notation, formats, examples, .. } = game.facts();
        let example = |example: &NamedExample| {
            let NamedExample { name, position, about } = example.clone();
            Example { name, position, about }
        };
        let option = |option: &OptionSpec| GameOption {
            name: option.name.to_string(),
            about: option.about.to_string(),
            takes: option.kind.to_string(),
            default: option.default.to_string(),
        };
        Ok(Game {
            game: name.clone(),
            unit: unit.clone(),
            sides: sides.clone(),
            rules: rules.clone(),
            notation: notation.clone(),
            formats: formats.iter().map(ToString::to_string).collect(),
            can_repeat: game.facts().can_repeat,
            has_end: game.facts().has_end,
            start: game.start()?.text()?,
            examples: examples.iter().map(example).collect(),
            options: game.options().iter().map(option).collect(),
        })
    }
}

//! What can be switched: each heuristic of the engine, each hook and each switch of a game, one at a time.
//!
//! A variant is the game as it is set, its base, but for one thing: what is on is switched off, what is off is
//! switched on. Where everything is on, as it is usually, that is each thing off alone; a selective heuristic that a
//! game offers and leaves off is on alone.

use plyglot_open::{Open, OptionKind, OptionSpec};
use plyglot_search::Off;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The engine's option whose words switch heuristics and hooks off.
const OFF: &str = "off";
/// The engine's numbers of which zero switches something off.
const NUMBERS: [&str; 6] =
    ["aspiration", "killer", "countermove", "history", "continuation", "correction"];
/// The name of the variant with all of the engine's options off.
pub const BARE: &str = "bare";

/// How a variant differs from the game as it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// One thing is switched off.
    Off,
    /// One thing is switched on.
    On,
    /// All heuristics and hooks that the engine can switch off are off.
    Bare,
}

/// A game with one thing switched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// The name by which it is asked for: what is switched.
    pub name: String,
    /// Which way.
    pub way: Way,
    /// What is switched, in one line.
    pub about: String,
    /// The options that make it, names before values; in files as [`Variant::options`].
    #[serde(rename = "options", serialize_with = "joined", deserialize_with = "split")]
    pub set: Vec<(String, String)>,
    /// True if it may change what a depth means, so that times to one depth do not compare.
    pub selective: bool,
}

impl Variant {
    /// The name with the way: `killer off`.
    pub fn title(&self) -> String {
        match self.way {
            Way::Off => format!("{} off", self.name),
            Way::On => format!("{} on", self.name),
            Way::Bare => "all off".into(),
        }
    }

    /// The options as a player's specification has them: `off=hash-move`.
    pub fn options(&self) -> String {
        texts(&self.set)
    }
}

fn texts(set: &[(String, String)]) -> String {
    let each = set.iter().map(|(name, value)| format!("{name}={value}"));
    each.collect::<Vec<_>>().join(",")
}

fn joined<S: Serializer>(set: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&texts(set))
}

fn split<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, String)>, D::Error> {
    let text = String::deserialize(from)?;
    let each = text.split(',').filter(|one| !one.is_empty()).map(|one| one.split_once('='));
    let each = each.map(|one| one.map(|(name, value)| (name.to_string(), value.to_string())));
    each.collect::<Option<_>>().ok_or_else(|| D::Error::custom(format!("{text:?}: no options")))
}

/// All variants of a game, in the order of its options; the bare engine last.
pub fn variants(game: &dyn Open) -> Vec<Variant> {
    let mut all: Vec<Variant> = Vec::new();
    let mut bare = Vec::new();
    for option in game.options() {
        match &option.kind {
            OptionKind::Switch => all.push(switch(option)),
            OptionKind::Number { min, max: 1.. } if *min <= 0 && is_number(option) => {
                bare.push((option.name.clone(), "0".into()));
                all.extend(number(option));
            }
            OptionKind::Words(known) if option.name == OFF => {
                bare.push((option.name.clone(), known.join("+")));
                all.extend(known.iter().map(|word| hook(option, known, word)));
            }
            _ => {}
        }
    }
    // A switch of the game may have the name of a hook of the engine.
    for place in 0..all.len() {
        if all[..place].iter().any(|other| other.name == all[place].name) {
            all[place].name = format!("{OFF}={}", all[place].name);
        }
    }
    if !bare.is_empty() {
        all.push(Variant {
            name: BARE.into(),
            way: Way::Bare,
            about: "the engine without all that it can switch off".into(),
            set: bare,
            selective: true,
        });
    }
    all
}

fn is_number(option: &OptionSpec) -> bool {
    NUMBERS.contains(&option.name.as_str())
}

/// A switch of the game. What it does is for the game to know: it may be selective.
fn switch(option: &OptionSpec) -> Variant {
    let (way, value) = if option.value == "true" { (Way::Off, "false") } else { (Way::On, "true") };
    Variant {
        name: option.name.clone(),
        way,
        about: option.about.clone(),
        set: vec![(option.name.clone(), value.into())],
        selective: true,
    }
}

/// A number of the engine; none if the game has no use for it.
fn number(option: &OptionSpec) -> Option<Variant> {
    let (way, value) = match (&*option.value, &*option.default) {
        ("0", "0") => return None,
        ("0", default) => (Way::On, default),
        _ => (Way::Off, "0"),
    };
    Some(Variant {
        name: option.name.clone(),
        way,
        about: option.about.clone(),
        set: vec![(option.name.clone(), value.into())],
        selective: false,
    })
}

/// A word of the engine's option [`OFF`].
fn hook(option: &OptionSpec, known: &[String], word: &str) -> Variant {
    let are_off: Vec<&str> = option.value.split('+').filter(|&off| off != "none").collect();
    let way = if are_off.contains(&word) { Way::On } else { Way::Off };
    let after = known.iter().map(String::as_str).filter(|&other| match other == word {
        true => way == Way::Off,
        false => are_off.contains(&other),
    });
    let after: Vec<&str> = after.collect();
    let value = if after.is_empty() { "none".into() } else { after.join("+") };
    let switch = Off::SWITCHES.iter().find(|switch| switch.name == word);
    let about =
        switch.map_or_else(|| format!("{word} of the engine"), |switch| switch.about.into());
    let selective = switch.is_none_or(|switch| switch.selective);
    Variant { name: word.into(), way, about, set: vec![(option.name.clone(), value)], selective }
}

//! What a player is made from.

use plyglot_open::{Config, Open};
use plyglot_search::Schedule;
use serde_json::{Value, json};

use super::engine::EnginePlayer;
use super::program::{self, ProgramSpec};
use super::turn::{Player, PlayerError};
use crate::matches::control::Control;
use crate::tree::book::Book;

/// What a player is made from.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// As it was asked for.
    pub text: String,
    /// What it may use for each move.
    pub control: Control,
    /// What thinks.
    pub kind: Kind,
}

/// What thinks.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An engine of this process.
    Engine(EngineSpec),
    /// Another program.
    Program(ProgramSpec),
}

/// An engine of this process.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// What it is made of.
    pub config: Config,
    /// Options of the game's knowledge, names before values.
    pub options: Vec<(String, String)>,
    /// What it plays from before it searches.
    pub book: Option<Book>,
}

impl PlayerSpec {
    /// How many processors it keeps busy while it thinks. Virtual threads take turns on one.
    pub fn cores(&self) -> usize {
        match &self.kind {
            Kind::Engine(EngineSpec { config, .. }) => match config.schedule {
                Schedule::Real => config.threads,
                Schedule::Virtual { .. } => 1,
            },
            Kind::Program(program) => program.threads,
        }
    }

    /// True if it is sure to play the same moves each time it is asked.
    pub fn repeats(&self) -> bool {
        match &self.kind {
            Kind::Engine(EngineSpec { config, book, .. }) => {
                let alone = config.threads == 1 || config.schedule != Schedule::Real;
                let varies = book.as_ref().is_some_and(|book| book.taste().margin > 0);
                alone && !self.control.is_timed() && !varies
            }
            Kind::Program(_) => false,
        }
    }

    /// Makes the player.
    ///
    /// # Errors
    /// If it cannot be made as it is asked for.
    pub fn make(&self, game: &dyn Open) -> Result<Box<dyn Player>, PlayerError> {
        match &self.kind {
            Kind::Engine(spec) => {
                let game = spec.open(game)?;
                Ok(Box::new(EnginePlayer::new(&*game, spec, self.control)?))
            }
            Kind::Program(spec) => program::start(game, spec, self.control),
        }
    }

    /// What a journal is bound to: a player that differs in any of this is another one.
    ///
    /// # Errors
    /// If an option cannot be set.
    pub fn identity(&self, game: &dyn Open) -> Result<Value, PlayerError> {
        let control = json!(self.control);
        Ok(match &self.kind {
            Kind::Engine(spec) => {
                let Config { threads, hash_bytes, scheme, schedule, .. } = &spec.config;
                let turn = match schedule {
                    Schedule::Real => None,
                    Schedule::Virtual { turn } => Some(turn),
                };
                let knowledge = format!("{:016x}", spec.open(game)?.fingerprint());
                let mut identity = json!({ "control": control, "threads": threads, "hash": hash_bytes,
                        "scheme": scheme.to_string(), "turn": turn, "knowledge": knowledge });
                // Only where there is one, so that journals of players without a book stay good.
                if let Some(book) = &spec.book {
                    identity["book"] = json!(book.fingerprint());
                }
                identity
            }
            Kind::Program(spec) => json!({ "control": control, "program": spec }),
        })
    }
}

impl EngineSpec {
    fn open(&self, game: &dyn Open) -> Result<Box<dyn Open>, PlayerError> {
        let set: Vec<(&str, &str)> =
            self.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Ok(game.with(&set)?)
    }
}

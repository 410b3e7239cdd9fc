//! The journal of a tuning ([`plyglot_wire::journal`]): which tuning it is, the results of its pairs, and the
//! games of the match that confirms it. The way of the numbers follows from the results.

use std::collections::BTreeMap;
use std::path::Path;

use crate::matches::GameRecord;
use plyglot_wire::journal::{Header, Journal, Skipped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::tune::error::TuneError;
use crate::tune::tuning::Tuning;

/// What a journal holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Record {
    /// The points of a pair's first player less those of the second, by its number from 0.
    #[serde(rename = "pair")]
    Pair {
        /// Its number.
        number: usize,
        /// -2 to 2.
        result: f64,
    },
    /// A game of the match at the end.
    #[serde(rename = "game")]
    Game(GameRecord),
}

/// A tuning's journal, and what it holds already.
pub struct Continued {
    pub(crate) journal: Journal,
    pub(crate) pairs: BTreeMap<usize, f64>,
    pub(crate) games: Vec<GameRecord>,
    /// What of it was not used.
    pub skipped: Vec<Skipped>,
}

impl Continued {
    /// How many pairs the journal held.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }
}

impl Tuning<'_> {
    /// Opens the journal of this tuning, or begins one. `origin` is stored with it.
    ///
    /// # Errors
    /// See [`Journal::open`]; or if the player cannot be made.
    pub fn continued(&self, path: &Path, origin: &Value) -> Result<Continued, TuneError> {
        let player = self.player.identity(self.game).map_err(|error| match error {
            crate::matches::PlayerError::Door(error) => TuneError::Door(error),
            crate::matches::PlayerError::Program(_) | crate::matches::PlayerError::Unsaid(_) => {
                TuneError::Program
            }
        })?;
        let header = Header {
            command: "tune".into(),
            run: json!({
                "game": self.game.facts().name,
                "player": player,
                "numbers": self.numbers,
                "pairs": self.pairs,
                "seed": self.seed,
                "program": { "version": origin["version"], "commit": origin["commit"] },
            }),
            origin: origin.clone(),
        };
        let (mut pairs, mut games) = (BTreeMap::new(), Vec::new());
        let take = |record: Record| -> Result<(), String> {
            match record {
                Record::Pair { number, result } if result.abs() > 2.0 => {
                    return Err(format!("pair {number} has the result {result}"));
                }
                Record::Pair { number, result } => drop(pairs.insert(number, result)),
                Record::Game(game) => games.push(game),
            }
            Ok(())
        };
        let opened = Journal::open(path, &header, |_| None, take)?;
        Ok(Continued { journal: opened.journal, pairs, games, skipped: opened.skipped })
    }
}

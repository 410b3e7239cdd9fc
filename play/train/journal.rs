//! The journal of a training ([`plyglot_wire::journal`]): which training it is, and the games that it
//! holds. The fits are not in it: they take little beside the games, and come out the same again.

use std::collections::BTreeMap;
use std::path::Path;

use plyglot_wire::journal::{Header, Journal, JournalError, Skipped};
use serde_json::{Value, json};

use crate::train::play::GameRecord;
use crate::train::training::Training;

/// A training's journal, and what it holds already.
pub struct Continued {
    pub(crate) journal: Journal,
    /// By round and number.
    pub(crate) games: BTreeMap<(u32, u32), GameRecord>,
    /// What of it was not used.
    pub skipped: Vec<Skipped>,
}

impl Continued {
    /// How many games the journal held.
    pub fn games(&self) -> usize {
        self.games.len()
    }
}

impl Training<'_> {
    /// Opens the journal of this training, or begins one. How many rounds there are to be is not part of
    /// what a journal is bound to: a training may go on for longer than was planned. `origin` is stored with it.
    ///
    /// # Errors
    /// See [`Journal::open`].
    pub fn continued(&self, path: &Path, origin: &Value) -> Result<Continued, JournalError> {
        // A training that cannot begin is refused before.
        let features = self.hash().unwrap_or_default();
        let mut header = Header {
            command: "train".into(),
            run: json!({
                "game": self.game.facts().name,
                "features": format!("{features:016x}"),
                "seed": self.plan.seed,
                "first round": self.plan.rounds.first(),
                "first weights": self.first,
                "program": { "version": origin["version"], "commit": origin["commit"] },
            }),
            origin: origin.clone(),
        };
        if self.also.games() > 0 {
            let also = format!("{} games, {:016x}", self.also.games(), self.also.hash());
            header.run["also"] = also.into();
        }
        let mut games = BTreeMap::new();
        let opened = Journal::open(
            path,
            &header,
            |_| None,
            |game: GameRecord| {
                if game.moves.len() != game.labels.len() {
                    return Err(format!("game {} has not one label a move", game.game));
                }
                games.insert((game.round, game.game), game);
                Ok(())
            },
        )?;
        Ok(Continued { journal: opened.journal, games, skipped: opened.skipped })
    }
}

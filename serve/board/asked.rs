//! From the texts of a request to a position.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::queue::Games;
use plyglot_open::{DoorError, Open, Position};
use plyglot_wire::read::{self, Texts};
use serde::Deserialize;

/// Which game is meant: its name, with a size after a colon, and its options, names before values.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OfGame {
    pub(crate) game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
}

impl OfGame {
    /// The game.
    ///
    /// # Errors
    /// If there is no such game, or an option is not possible.
    pub(crate) fn open(&self, games: &Games<'_>) -> Result<Arc<dyn Open>, DoorError> {
        let set: Vec<_> = self.set.clone().into_iter().collect();
        games.open(&self.game, &set)
    }
}

/// Which position is meant: a game, where it began, and the moves.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Which {
    #[serde(flatten)]
    of: OfGame,
    /// The position at the beginning; the game's own start if there is none.
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// A position that was asked for.
pub(crate) struct Asked {
    pub(crate) game: Arc<dyn Open>,
    /// With the moves that led there.
    pub(crate) at: Position,
}

impl Which {
    /// The name of the game, as it was given.
    pub(crate) fn game(&self) -> &str {
        &self.of.game
    }

    /// The position.
    ///
    /// # Errors
    /// What is not possible, in one line.
    pub(crate) fn find(&self, games: &Games<'_>) -> Result<Asked, String> {
        let said = |error: DoorError| error.to_string();
        let game = self.of.open(games).map_err(said)?;
        let mut at = game.start().map_err(said)?;
        if let Some(text) = &self.start {
            at = read::position(&at, text).map_err(|error| format!("start: {error}"))?;
        }
        let moves = Texts::Several(self.moves.clone());
        read::moves_of_request(&mut at, &moves, || false)
            .map_err(|error| format!("moves: {error}"))?;
        Ok(Asked { game, at })
    }
}

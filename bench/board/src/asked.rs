//! From the texts of a request to a position.

use std::sync::Arc;

use plyglot_open::{DoorError, Open, Position};
use plyglot_serve::Games;
use serde::Deserialize;

/// How many moves a game may have: more than any lasts.
const MOST_MOVES: usize = 4_000;

/// Which position is meant: a game, where it began, and the moves.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Which {
    game: String,
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
        &self.game
    }

    /// The position.
    ///
    /// # Errors
    /// What is not possible, in one line.
    pub(crate) fn find(&self, games: &Games<'_>) -> Result<Asked, String> {
        let said = |error: DoorError| error.to_string();
        let game = games.open(&self.game, &[]).map_err(said)?;
        let mut at = game.start().map_err(said)?;
        if let Some(text) = &self.start {
            at = at.parse(text).map_err(|error| format!("start: {error}"))?;
        }
        if self.moves.len() > MOST_MOVES {
            return Err(format!("moves: at most {MOST_MOVES} moves are taken"));
        }
        for (index, text) in self.moves.iter().enumerate() {
            let played = at.parse_move(text).and_then(|mv| at.play(mv));
            played.map_err(|error| format!("moves: move {}: {error}", index + 1))?;
        }
        Ok(Asked { game, at })
    }
}

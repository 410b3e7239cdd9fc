//! The journal of a match ([`plyglot_wire::journal`]): which match it is, and the games that it holds.

use std::collections::BTreeMap;
use std::path::Path;

use plyglot_wire::journal::{Header, Journal, Skipped};
use serde_json::{Value, json};

use crate::matches::error::MatchError;
use crate::matches::plan::{Match, Source};
use crate::matches::player::PlayerSpec;
use crate::matches::record::{GameRecord, Seat};

/// A match's journal, and what it holds already.
pub struct Continued {
    /// `None` where the games are recorded elsewhere.
    pub(crate) journal: Option<Journal>,
    pub(crate) games: BTreeMap<usize, GameRecord>,
    /// What of it was not used.
    pub skipped: Vec<Skipped>,
}

impl Continued {
    /// Games of this match that were recorded elsewhere, in any order: the caller records the others.
    pub fn of(games: impl IntoIterator<Item = GameRecord>) -> Continued {
        let games = games.into_iter().map(|game| (game.number, game)).collect();
        Continued { journal: None, games, skipped: Vec::new() }
    }

    /// How many games the journal held.
    pub fn games(&self) -> usize {
        self.games.len()
    }
}

impl Match<'_> {
    /// Opens the journal of this match, or begins one. How many games there are to be and the test are not part
    /// of what a journal is bound to: a match may go on for longer than was planned. `origin` is stored with it, and
    /// `place` (the machine) is part of what must be the same where moves depend on it.
    ///
    /// # Errors
    /// See [`Journal::open`]; or if a player cannot be made.
    pub fn continued(
        &self,
        path: &Path,
        origin: &Value,
        place: &Value,
    ) -> Result<Continued, MatchError> {
        let header = self.header(origin, place)?;
        let mut games = BTreeMap::new();
        let opened = Journal::open(
            path,
            &header,
            |_| None,
            |game: GameRecord| {
                if game.number == 0 || game.pair != game.number.div_ceil(2) {
                    return Err(format!("game {} of pair {}", game.number, game.pair));
                }
                games.insert(game.number, game);
                Ok(())
            },
        )?;
        Ok(Continued { journal: Some(opened.journal), games, skipped: opened.skipped })
    }

    fn header(&self, origin: &Value, place: &Value) -> Result<Header, MatchError> {
        let identity = |seat: Seat, spec: &PlayerSpec| {
            spec.identity(self.game).map_err(|error| MatchError::Player { seat, error })
        };
        let [a, b] = &self.players;
        let openings = match &self.openings {
            Source::Made(recipe) => json!(recipe),
            Source::Given(openings) => {
                json!(openings.iter().map(|opening| &opening.text).collect::<Vec<_>>())
            }
        };
        let timed = self.players.iter().any(|spec| spec.control.is_timed());
        let mut run = json!({
            "game": self.game.facts().name,
            "knowledge": format!("{:016x}", self.game.fingerprint()),
            "a": identity(Seat::A, a)?,
            "b": identity(Seat::B, b)?,
            "openings": openings,
            "adjudication": self.adjudication,
            "margin": self.margin,
            "program": { "version": origin["version"], "commit": origin["commit"] },
            "machine": if timed { place } else { &Value::Null },
        });
        // Only where there is one, so that journals of matches without it stay good.
        if let Some(referee) = &self.referee {
            run["referee"] = json!(format!("{:016x}", referee.fingerprint()));
        }
        Ok(Header { command: "match".into(), run, origin: origin.clone() })
    }
}

//! What a match is.

use std::time::Duration;

use plyglot_open::Open;

use crate::matches::judge::Adjudication;
use crate::matches::openings::{Opening, Recipe};
use crate::matches::player::PlayerSpec;
use crate::matches::stats::Sprt;

/// Where the openings of a match come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// These, in this order.
    Given(Vec<Opening>),
    /// Made as the recipe says.
    Made(Recipe),
}

/// A match.
pub struct Match<'a> {
    /// What is played.
    pub game: &'a dyn Open,
    /// A and B.
    pub players: [PlayerSpec; 2],
    /// Where it begins.
    pub openings: Source,
    /// When games end early.
    pub adjudication: Adjudication,
    /// The game with tables of endgames, by which the referee ends a game at the first position that they hold; players
    /// do not know them unless they were told.
    pub referee: Option<Box<dyn Open>>,
    /// How late a move may be.
    pub margin: Duration,
    /// The most games, an even number; `None` plays until the test decides or openings run out.
    pub games: Option<usize>,
    /// The test that ends it.
    pub sprt: Option<Sprt>,
    /// How many games at once; see [`Match::most_jobs`].
    pub jobs: usize,
}

impl Match<'_> {
    /// How many games there may be at once on `cores` processors: in each one player thinks at a time.
    pub fn most_jobs(players: &[PlayerSpec; 2], cores: usize) -> usize {
        let each = players.iter().map(PlayerSpec::cores).max().unwrap_or(1);
        (cores / each.max(1)).max(1)
    }

    /// True if the match is the same each time it is played.
    pub fn repeats(&self) -> bool {
        self.players.iter().all(PlayerSpec::repeats)
    }
}

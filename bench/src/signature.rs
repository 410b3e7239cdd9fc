//! The signature: one node count over fixed positions of all games.
//!
//! One thread, fixed depths and a small table repeat themselves bit for bit, so the number is the
//! same on every machine, and changes whenever the search, a game's rules or its knowledge does. A
//! change that should not touch the search must leave it alone; a change that should says by how
//! much.

use plyglot_games::catalogue::{Catalogue, CatalogueError, Setup, Visitor};
use plyglot_search::{
    Config, Describe, Engine, EngineError, Knowledge, Limits, MoveList, SearchError,
};
use thiserror::Error;

use crate::random::SplitMix;

/// How deep the openings and middle games are searched, in plies.
pub const DEPTH: u32 = 9;
/// No position takes more nodes than this, however wide its game is.
pub const NODES: u64 = 250_000;
/// The table: small, so that replacement plays its part.
pub const HASH_BYTES: usize = 1 << 20;
/// How many random moves lead from the start to each of the positions that are searched to a fixed
/// depth; those after which the game would be over are left out.
pub const PLIES: [usize; 4] = [0, 4, 10, 20];
/// How many plies before the end of random games the positions stand that are solved.
pub const ENDINGS: [usize; 3] = [6, 10, 14];

/// Random games that have not ended after so many plies are taken for endless: nothing is solved.
const ENDLESS: usize = 500;

/// The nodes of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The game with its size.
    pub game: String,
    /// How many positions of it were searched.
    pub positions: usize,
    /// Nodes of all its positions together.
    pub nodes: u64,
}

/// The nodes of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Game by game, in the catalogue's order.
    pub games: Vec<Part>,
}

impl Signature {
    /// The one number.
    pub fn total(&self) -> u64 {
        self.games.iter().map(|part| part.nodes).sum()
    }
}

/// Why there is no signature.
#[derive(Debug, Error)]
pub enum SignatureError {
    /// A game of the list could not be had in its default size.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// An engine could not be made.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search failed.
    #[error("{game}: {error}")]
    Search {
        /// The game.
        game: String,
        /// What went wrong.
        error: SearchError,
    },
}

/// Searches the fixed positions of every game of the catalogue, in its default size.
///
/// # Errors
/// See [`SignatureError`].
pub fn signature<C: Catalogue>(catalogue: &C) -> Result<Signature, SignatureError> {
    let part = |name| catalogue.with(name, Measure)?;
    let listings = catalogue.listings();
    let games = listings.iter().map(|listing| part(listing.name)).collect::<Result<_, _>>()?;
    Ok(Signature { games })
}

struct Measure;

impl Visitor for Measure {
    type Output = Result<Part, SignatureError>;

    fn visit<G: Describe, K: Knowledge<G>>(self, setup: Setup<G, K>) -> Self::Output {
        let config = Config { threads: 1, hash_bytes: HASH_BYTES, ..Config::default() };
        let nodes = Some(NODES);
        let deepen = Limits { depth: Some(DEPTH), nodes, ..Limits::default() };
        let solve = Limits { solve: true, nodes, ..Limits::default() };
        let openings = PLIES.into_iter().filter_map(|plies| {
            let line = random_game(&setup.start, plies as u64, plies);
            line.into_iter().nth(plies).filter(|game| game.outcome().is_none())
        });
        let endings = ENDINGS.into_iter().filter_map(|plies| {
            let line = random_game(&setup.start, plies as u64, ENDLESS);
            line.last()?.outcome()?;
            line.into_iter().rev().nth(plies)
        });
        let tasks = openings.map(|game| (game, &deepen)).chain(endings.map(|game| (game, &solve)));
        let mut part = Part { game: setup.name.clone(), positions: 0, nodes: 0 };
        for (game, limits) in tasks {
            // A new engine each time: no position leans on what another left in the table.
            let mut engine = Engine::new(&config, setup.knowledge.clone())?;
            let failed = |error| SignatureError::Search { game: setup.name.clone(), error };
            part.positions += 1;
            part.nodes += engine.search(&game, limits).map_err(failed)?.nodes;
        }
        Ok(part)
    }
}

/// The positions of a game of random moves, always the same ones for a seed; up to `plies` moves.
fn random_game<G: Describe>(start: &G, seed: u64, plies: usize) -> Vec<G> {
    let mut line = vec![start.clone()];
    let mut random = SplitMix(seed);
    let mut moves = MoveList::new();
    while let Some(game) = line.last().filter(|game| game.outcome().is_none())
        && line.len() <= plies
    {
        moves.clear();
        game.moves(&mut moves);
        let Some(choice) = random.below(moves.len()) else { break };
        let mut next = game.clone();
        next.play(moves.as_slice()[choice].mv);
        line.push(next);
    }
    line
}

#[cfg(test)]
mod tests {
    use plyglot_games::catalogue::builtin;

    use super::*;

    #[test]
    fn the_signature_repeats_itself() {
        let first = signature(&builtin()).expect("every built-in game can be searched");
        let second = signature(&builtin()).expect("every built-in game can be searched");
        assert_eq!(first, second);
        assert_eq!(first.total(), first.games.iter().map(|part| part.nodes).sum::<u64>());
    }
}

//! The signature: one node count over fixed positions of all games.
//!
//! One thread, fixed depths and a small table repeat themselves bit for bit, so the number is the
//! same on every machine, and changes whenever the search, a game's rules or its knowledge does. A
//! change that should not touch the search must leave it alone; a change that should says by how
//! much.

use plyglot_games::catalogue::{Catalogue, CatalogueError, Setup, Visitor};
use plyglot_search::{
    Acceptance, Config, Describe, Engine, EngineError, Knowledge, Limits, MoveList, SearchError,
};
use thiserror::Error;

/// How deep every position is searched, in plies.
pub const DEPTH: u32 = 8;
/// No position takes more nodes than this, however wide its game is.
pub const NODES: u64 = 1_000_000;
/// The table: small, so that replacement plays its part.
pub const HASH_BYTES: usize = 1 << 20;
/// How many random moves lead from the start to each of the positions; those after which the game
/// would be over are left out.
pub const PLIES: [usize; 4] = [0, 4, 10, 20];

/// The nodes of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The game with its size.
    pub game: String,
    /// How many positions of it were searched.
    pub positions: usize,
    /// How deep, in plies.
    pub depth: u32,
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
        let config = Config { threads: 1, hash_bytes: HASH_BYTES, acceptance: Acceptance::AtLeast };
        let limits = Limits { depth: Some(DEPTH), nodes: Some(NODES), ..Limits::default() };
        let mut part = Part { game: setup.name, positions: 0, depth: DEPTH, nodes: 0 };
        for plies in PLIES {
            let Some(game) = walk(&setup.start, plies) else { continue };
            // A new engine each time: no position leans on what another left in the table.
            let mut engine = Engine::new(&config, setup.knowledge.clone())?;
            let report = engine
                .search(&game, &limits)
                .map_err(|error| SignatureError::Search { game: part.game.clone(), error })?;
            part.positions += 1;
            part.nodes += report.nodes;
        }
        Ok(part)
    }
}

/// The position after so many random moves, always the same ones; `None` if the game ends before.
fn walk<G: Describe>(start: &G, plies: usize) -> Option<G> {
    let mut game = start.clone();
    let mut random = SplitMix(plies as u64);
    let mut moves = MoveList::new();
    for _ in 0..plies {
        if game.outcome().is_some() {
            return None;
        }
        moves.clear();
        game.moves(&mut moves);
        let choice = random.below(moves.len())?;
        game.play(moves.as_slice()[choice].mv);
    }
    game.outcome().is_none().then_some(game)
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number generators, 2014).
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `limit`; `None` if there is none. The slight bias does not matter here.
    fn below(&mut self, limit: usize) -> Option<usize> {
        (limit > 0).then(|| (self.next() % limit as u64) as usize)
    }
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

    #[test]
    fn random_walks_are_the_same_everywhere() {
        let mut random = SplitMix(0);
        assert_eq!(random.next(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.below(0), None);
    }
}

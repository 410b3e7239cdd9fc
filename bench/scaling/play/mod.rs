//! What threads are worth in play: Elo at equal virtual time.
//!
//! A player of many virtual threads with N nodes a thread meets one of one thread with N nodes; beside it one
//! thread with as many more nodes meets the same opponent. The second says what the nodes would be worth if no
//! thread got in another's way, so the ratio of both is what the scheme makes of its threads. Games come in
//! pairs with the sides exchanged, from openings that all contests share ([`plyglot_play::matches`]).
//!
//! Cost: a contest of T threads plays games of N x T and of N nodes a move.

mod rows;
mod run;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

pub use rows::{EloShare, PlayRow, Strength, play_rows};
pub use run::{PlayCompletion, PlayError, play_study};

use super::sample::SchemeName;
use super::study::Design;
use plyglot_play::matches::GameRecord;

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayDesign {
    /// Nodes that a thread has for a move; each is a contest of its own.
    pub nodes: Vec<u64>,
    /// Pairs of games of each contest.
    pub pairs: usize,
}

/// One match of a study: who meets one thread with `nodes` nodes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contest {
    /// How the player's threads share a search; `None` of one thread with `threads` times the nodes.
    pub scheme: Option<SchemeName>,
    /// Threads of the player, or how many times the nodes one thread has.
    pub threads: usize,
    /// Nodes a thread of the player, and of its opponent.
    pub nodes: u64,
}

/// A game of a contest, without its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestGame {
    /// Of which match.
    pub contest: Contest,
    /// The game; A is the player of the contest.
    pub game: GameRecord,
}

impl Design {
    /// All contests, by nodes and rising thread count, one thread with more nodes before the schemes.
    pub fn contests(&self) -> Vec<Contest> {
        let Some(play) = &self.play else { return Vec::new() };
        let counts: Vec<usize> = self.ways().map(|(_, threads)| threads).collect();
        let mut all = Vec::new();
        let mut seen = HashSet::new();
        for &nodes in &play.nodes {
            for &threads in counts.iter().filter(|&&threads| threads > 1) {
                let schemes = self.schemes.iter().copied().map(Some);
                let contests = std::iter::once(None).chain(schemes);
                let contests = contests.map(|scheme| Contest { scheme, threads, nodes });
                all.extend(contests.filter(|contest| seen.insert(*contest)));
            }
        }
        all
    }
}

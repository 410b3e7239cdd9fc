//! A match that has ended.

use plyglot_play::matches::stats::Sprt;
use plyglot_play::matches::{Finished, PlayerSpec};

/// A match that has ended, and what it was.
pub(crate) struct MatchView<'a> {
    /// The game with its size.
    pub(crate) game: &'a str,
    /// A and B.
    pub(crate) players: &'a [PlayerSpec; 2],
    /// The test that it was played for.
    pub(crate) sprt: Option<Sprt>,
    /// How many games there were at once.
    pub(crate) jobs: usize,
    /// How it ended.
    pub(crate) finished: &'a Finished,
}

//! What a match has come to: results, faults, and what follows from them.

use std::collections::HashMap;

use crate::matches::judge::Ended;
use crate::matches::player::FaultKind;
use crate::matches::record::{GameRecord, GameResult, Seat};
use crate::matches::stats::Pairs;

/// The results of a match from A's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many games A lost, drew and won.
    results: [u64; 3],
    /// The pairs of which both games are played.
    pub pairs: Pairs,
    /// Half points of a pair of which one game is played.
    half: Option<usize>,
    faults: HashMap<(Seat, FaultKind), u64>,
    ends: HashMap<Ended, u64>,
    /// Games from openings that a search found to favour a side.
    unbalanced: u64,
}

impl Standing {
    /// The standing after these games of a match, in their order.
    pub fn of(games: &[GameRecord]) -> Standing {
        let mut standing = Standing::default();
        games.iter().for_each(|game| standing.add(game));
        standing
    }

    /// Counts the next game of the match.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let points = game.result.half_points();
        self.results[points] += 1;
        match self.half.take() {
            Some(first) => self.pairs.add(first + points),
            None => self.half = Some(points),
        }
        self.unbalanced += u64::from(game.balanced == Some(false));
        *self.ends.entry(game.ended).or_default() += 1;
        if let Some(fault) = &game.fault {
            *self.faults.entry((fault.by, fault.kind)).or_default() += 1;
        }
    }

    /// True if the last game has completed a pair.
    pub fn is_whole(&self) -> bool {
        self.half.is_none()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// How many games ended so for A.
    pub fn count(&self, result: GameResult) -> u64 {
        self.results[result.half_points()]
    }

    /// A's points.
    pub fn points(&self) -> f64 {
        self.count(GameResult::Win) as f64 + self.count(GameResult::Draw) as f64 / 2.0
    }

    /// How many games a player lost by this fault.
    pub fn faults(&self, by: Seat, kind: FaultKind) -> u64 {
        self.faults.get(&(by, kind)).copied().unwrap_or_default()
    }

    /// How many games began from an opening that favours a side, since there were no more balanced ones.
    pub fn unbalanced(&self) -> u64 {
        self.unbalanced
    }

    /// How many games ended for this reason.
    pub fn ends(&self, ended: Ended) -> u64 {
        self.ends.get(&ended).copied().unwrap_or_default()
    }
}

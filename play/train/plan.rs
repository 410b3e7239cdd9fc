//! How long a training is: rounds of self-play, each stronger and longer than the one before.

use serde::{Deserialize, Serialize};

/// One round of self-play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// How many games.
    pub games: u32,
    /// The least and the greatest depth of a player's searches, in plies; each game draws its own.
    pub depths: (u32, u32),
    /// How much of a position's label comes from the rest of its game, in percent; the rest comes from the
    /// search there.
    pub result: u32,
}

/// What is played and fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What everything is drawn by.
    pub seed: u64,
    /// The rounds, in their order.
    pub rounds: Vec<Round>,
}

/// The rounds of the usual plans: the first have little to go by, and are short.
const ROUNDS: [Round; 8] = [
    Round { games: 20_000, depths: (1, 1), result: 100 },
    Round { games: 30_000, depths: (1, 2), result: 100 },
    Round { games: 40_000, depths: (2, 3), result: 90 },
    Round { games: 50_000, depths: (3, 4), result: 80 },
    Round { games: 60_000, depths: (3, 4), result: 70 },
    Round { games: 60_000, depths: (3, 4), result: 70 },
    Round { games: 60_000, depths: (4, 5), result: 70 },
    Round { games: 60_000, depths: (4, 6), result: 70 },
];

/// How many of them make weak weights usable.
const FIRST: usize = 4;

impl Plan {
    /// The most rounds of a usual plan.
    pub const MOST: usize = ROUNDS.len();

    /// The first `rounds` of the usual plan (at most [`Plan::MOST`]), with `games` in each if that is
    /// given.
    pub fn usual(seed: u64, rounds: usize, games: Option<u32>) -> Plan {
        let sized = |round: &Round| Round { games: games.unwrap_or(round.games), ..*round };
        Plan { seed, rounds: ROUNDS.iter().take(rounds).map(sized).collect() }
    }

    /// The plan for weights that are good already: `rounds` (at most [`Plan::MOST`]) of those that come after the first
    /// four, the last one again where there are no more.
    pub fn further(seed: u64, rounds: usize, games: Option<u32>) -> Plan {
        let known = Plan::usual(seed, Plan::MOST, games).rounds;
        let late = known.iter().skip(FIRST).chain(std::iter::repeat(&known[Plan::MOST - 1]));
        Plan { seed, rounds: late.take(rounds.min(Plan::MOST)).copied().collect() }
    }

    /// How many games are played in all.
    pub fn games(&self) -> u64 {
        self.rounds.iter().map(|round| u64::from(round.games)).sum()
    }
}

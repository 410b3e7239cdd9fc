//! What was measured: both on every position, to every depth, with every number of threads.

use serde::Serialize;

use super::value::Value;

/// Who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contestant {
    /// The crate `minimax` with the options that its documentation shows.
    Peer,
    /// The same with its history of cut-offs as well, at its best. Only with one thread: its search
    /// by several never fills that table.
    Tuned,
    /// Our engine with what the peer has: the rules and the evaluation.
    Plain,
    /// Our engine with all that the game knows.
    Hooks,
}

impl Contestant {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Contestant; 4] =
        [Contestant::Peer, Contestant::Tuned, Contestant::Plain, Contestant::Hooks];

    /// True of our engine.
    pub fn is_ours(self) -> bool {
        matches!(self, Contestant::Plain | Contestant::Hooks)
    }

    /// Those who search with this number of threads.
    pub fn with_threads(threads: usize) -> impl Iterator<Item = Contestant> {
        let plays = move |who: &Contestant| threads == 1 || *who != Contestant::Tuned;
        Contestant::ALL.into_iter().filter(plays)
    }

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Peer => "minimax",
            Contestant::Tuned => "minimax, tuned",
            Contestant::Plain => "plyglot, evaluation alone",
            Contestant::Hooks => "plyglot, the game's hooks",
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContestResult {
    /// The value.
    pub value: Value,
    /// Positions visited; of the peer with several threads they are counted apart.
    pub nodes: Option<u64>,
    /// How long it took.
    pub seconds: f64,
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It would have taken more positions than its budget.
    Budget,
    /// The study was stopped.
    Stopped,
    /// It is not available.
    Failed(String),
}

/// A position and a depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestPosition {
    /// The game with its size.
    pub game: String,
    /// The position, as the game writes it.
    pub position: String,
    /// The depth, in plies.
    pub depth: u8,
}

/// What a place is truly worth to its depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reference {
    /// The value.
    pub value: Value,
    /// Where it comes from.
    pub by: Arbiter,
    /// How many positions the peer's plain alpha-beta visited.
    pub nodes: Option<u64>,
}

/// Where the reference value of a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Arbiter {
    /// The peer's plain alpha-beta, without a table.
    Negamax,
    /// Our engine with a table that answers for equal depths only, where that would take too long.
    EqualDepths,
}

/// One search.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Which position, by its number in the study.
    pub place: usize,
    /// How many threads.
    pub threads: usize,
    /// Which repeat, from 0.
    pub repeat: usize,
    /// Who searched.
    pub who: Contestant,
    /// Its result.
    pub result: Result<ContestResult, Missing>,
}

/// Everything that was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// What was searched.
    pub places: Vec<TestPosition>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// How often each search was planned.
    pub repeats: usize,
    /// Size of the table of each contestant, in bytes.
    pub hash_bytes: usize,
    /// What the places are worth, as far as it was found out.
    pub references: Vec<Option<Reference>>,
    /// True of a position where our engine without hooks found another value than the reference, and
    /// finds the same with a table that answers for equal depths only.
    pub explained: Vec<bool>,
    /// The peer's positions with several threads, by place and number of threads.
    pub counts: Vec<(usize, usize, u64)>,
    /// All searches that were made.
    pub samples: Vec<Sample>,
    /// True if it was stopped before all was done.
    pub stopped: bool,
}

impl Study {
    /// The searches of one position by one contestant with this number of threads that found a value.
    pub fn found(
        &self,
        place: usize,
        threads: usize,
        who: Contestant,
    ) -> impl Iterator<Item = (usize, &ContestResult)> {
        let of = move |sample: &&Sample| {
            (sample.place, sample.threads, sample.who) == (place, threads, who)
        };
        let samples = self.samples.iter().filter(of);
        samples.filter_map(|sample| Some((sample.repeat, sample.result.as_ref().ok()?)))
    }

    /// How many nodes the peer visits in a position with this number of threads.
    pub fn peer_nodes(&self, place: usize, threads: usize) -> Option<u64> {
        let counted = self.counts.iter().find(|count| (count.0, count.1) == (place, threads));
        counted.map(|count| count.2)
    }
}

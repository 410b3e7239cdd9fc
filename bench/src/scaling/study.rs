//! What is to be measured, where and by what, and what was measured.

use plyglot_search::Schedule;
use serde::{Deserialize, Serialize};

use super::case::{Sample, SchemeName};
use super::goal::Goal;

/// Which clock tells the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// The machine's.
    Real,
    /// That of virtual threads: a microsecond a node.
    Virtual {
        /// Length of a turn in nodes; at least 1.
        turn: u64,
    },
}

impl Clock {
    /// How an engine's threads get the processor under this clock.
    pub fn schedule(&self) -> Schedule {
        match *self {
            Clock::Real => Schedule::Real,
            Clock::Virtual { turn } => Schedule::Virtual { turn },
        }
    }

    /// True of virtual time.
    pub fn is_virtual(&self) -> bool {
        matches!(self, Clock::Virtual { .. })
    }
}

/// A position of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// What people call it: its line in the file, or its name.
    pub name: String,
    /// The position as the game writes it.
    pub text: String,
}

/// What is to be measured. Two studies with equal designs measure the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Design {
    /// The game with its size: `othello`, `connect4:6x5`.
    pub game: String,
    /// What is searched.
    pub positions: Vec<Position>,
    /// What each search is to reach.
    pub goal: Goal,
    /// Which clock tells the time.
    pub clock: Clock,
    /// The thread counts. One thread, the baseline, is measured in any case.
    pub threads: Vec<usize>,
    /// How the threads share a search; the first is the one that the others are compared to.
    pub schemes: Vec<SchemeName>,
    /// How often each search is made. Repeating under virtual time tells nothing new.
    pub repeats: usize,
    /// Seed of the order of searches and of the bootstrap.
    pub seed: u64,
    /// Size of each engine's table in bytes.
    pub hash_bytes: usize,
    /// Count the nodes that several threads search, each for itself. Takes a little of the time
    /// that is measured, but for virtual time, and 32 MiB for each engine.
    pub count_repeated: bool,
}

/// The machine that measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name; empty if the system does not tell.
    pub processor: String,
    /// Logical processors of the machine.
    pub processors: usize,
    /// Processors that this program may use.
    pub usable: usize,
    /// Memory in bytes; zero if the system does not tell.
    pub memory_bytes: u64,
}

/// Where the figures come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Version of the program.
    pub version: String,
    /// The commit that it was built from, if known.
    pub commit: Option<String>,
    /// The command that measured.
    pub command: String,
    /// When, as the caller writes it.
    pub date: String,
    /// On which machine.
    pub machine: Machine,
}

/// How much the machine itself gives to independent one-thread searches, each with a table of its
/// own: no scheme can be expected to pass it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CeilingPoint {
    /// How many searches at once.
    pub threads: usize,
    /// Nodes per second of all of them together, as a multiple of one search alone.
    pub throughput: f64,
    /// Lower end of the 95 % interval of the throughput.
    pub low: f64,
    /// Upper end of the 95 % interval of the throughput.
    pub high: f64,
}

/// How fast the machine looks up random places of a shared table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbePoint {
    /// How many threads look up at once.
    pub threads: usize,
    /// Whether the table lies on huge pages.
    pub huge_pages: bool,
    /// Whether each place is fetched ahead.
    pub prefetch: bool,
    /// Look-ups in a second, of all threads together.
    pub per_second: f64,
    /// Size of the table in bytes.
    pub bytes: usize,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Study {
    /// What was to be measured.
    pub design: Design,
    /// Where the figures come from.
    pub origin: Origin,
    /// What the searches gave, sorted by position, scheme, threads and repeat. Fewer than planned if
    /// the study was stopped.
    pub samples: Vec<Sample>,
    /// The machine's ceiling, by rising thread count; empty if it was not measured.
    pub ceiling: Vec<CeilingPoint>,
    /// Random look-ups, by rising thread count; empty if they were not measured.
    pub probes: Vec<ProbePoint>,
}

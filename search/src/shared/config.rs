//! What an engine is made of.

use crate::shared::scheme::Scheme;

/// What an engine is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Worker threads, the calling thread included; 1 to [`Config::MAX_THREADS`].
    pub threads: usize,
    /// Size of the transposition table, in bytes.
    pub hash_bytes: usize,
    /// Which table entries may answer for a search.
    pub acceptance: Acceptance,
    /// How the threads share a search.
    pub scheme: Scheme,
    /// How the threads get the processor.
    pub schedule: Schedule,
    /// Account for the time of the threads ([`crate::Account`],
    /// [`crate::Counters::repeated`]). Costs a little time, and some bytes a node: up to 1.2 GiB in long searches.
    pub account: bool,
}

/// How an engine's threads get the processor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// They run freely.
    #[default]
    Real,
    /// Virtual threads: they take turns of a fixed number of nodes in a fixed order. A search then repeats itself node for node, and its times are
    /// virtual: a microsecond a node, as if each thread had a processor of its own. Limits in time
    /// are refused. Only where the crate has its feature `virtual`.
    Virtual {
        /// Length of a turn in nodes; at least 1. Shorter turns are nearer to real threads, longer
        /// ones are faster.
        turn: u64,
    },
}

impl Schedule {
    /// Virtual threads with turns of the usual length.
    pub const VIRTUAL: Schedule = Schedule::Virtual { turn: 10 };
}

/// Which table entries may answer for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Acceptance {
    /// Entries of the same depth or deeper, and whatever is proven to the end of the game.
    #[default]
    AtLeast,
    /// Entries of exactly the same depth: a search to a fixed depth then equals minimax to that
    /// depth, at any number of threads, if all engines on the table keep to this and the knowledge
    /// proves and prunes nothing. For tests and comparisons.
    Equal,
}

impl Config {
    /// The most worker threads of one engine.
    pub const MAX_THREADS: usize = 1024;

    /// One thread, and a table of `hash_bytes` bytes: a search that repeats itself bit for bit.
    pub fn single(hash_bytes: usize) -> Self {
        Config { threads: 1, hash_bytes, ..Config::default() }
    }
}

impl Default for Config {
    /// All processors that the control group grants, and a table of 64 MiB.
    fn default() -> Self {
        Config {
            // Of a quota of one and a half processors it makes two, where `available_parallelism` makes one, and it
            // always has an answer.
            threads: num_cpus::get(),
            hash_bytes: 64 << 20,
            acceptance: Acceptance::AtLeast,
            scheme: Scheme::default(),
            schedule: Schedule::Real,
            account: false,
        }
    }
}

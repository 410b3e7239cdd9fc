//! What an engine is made of.

use crate::shared::groups::{Groups, Placement};
use crate::shared::scheme::Scheme;
use crate::table::HashGrowth;

/// The size of a table that was not asked for and does not grow.
const DEFAULT_BYTES: usize = 64 << 20;
/// The size with which a table that grows begins: it is ready in some milliseconds.
const FIRST_BYTES: usize = 16 << 20;
/// The least size of a table that was not asked for.
const LEAST_BYTES: usize = 1 << 20;

/// What an engine is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Worker threads, the calling thread included; 1 to [`Config::MAX_THREADS`].
    pub threads: usize,
    /// Size of the transposition table, in bytes; at first, if it grows.
    pub hash_bytes: usize,
    /// Whether the table grows while a search fills it. The memory that is free then decides how far, so
    /// that a long search may not repeat itself node for node on another machine.
    pub hash_growth: HashGrowth,
    /// Which table entries may answer for a search.
    pub acceptance: Acceptance,
    /// How the threads share a search.
    pub scheme: Scheme,
    /// How the threads get the processor.
    pub schedule: Schedule,
    /// Which machine decides what threads are near to one another.
    pub groups: Groups,
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

    /// Among how many last-level caches the threads are divided ([`Groups`]), at least one.
    pub fn caches(&self) -> usize {
        self.placement().caches()
    }

    /// Where the workers are.
    pub(crate) fn placement(&self) -> Placement {
        if self.scheme.groups {
            Placement::new(&self.groups, self.threads, self.schedule == Schedule::Real)
        } else {
            Placement::together(self.threads)
        }
    }

    /// The same for one of several engines, which share a table's room in equal parts.
    pub fn with_part_of_table(self, engines: usize) -> Self {
        let hash_growth = match self.hash_growth {
            HashGrowth::Fixed => HashGrowth::Fixed,
            HashGrowth::UpTo(bytes) => HashGrowth::UpTo(bytes / engines),
        };
        Config { hash_bytes: self.hash_bytes / engines, hash_growth, ..self }
    }

    /// The same with a table that is sized by its work: small at first, it grows while it fills, up to an
    /// eighth of the memory that is free. Where the system does not say how much that is, it has the size
    /// of [`Config::default`].
    pub fn with_growing_table(self) -> Self {
        match HashGrowth::while_memory_allows() {
            HashGrowth::Fixed => Config { hash_bytes: DEFAULT_BYTES, ..self },
            HashGrowth::UpTo(bytes) => {
                let hash_growth = HashGrowth::UpTo(bytes.max(LEAST_BYTES));
                Config { hash_bytes: FIRST_BYTES.min(bytes).max(LEAST_BYTES), hash_growth, ..self }
            }
        }
    }
}

impl Default for Config {
    /// All processors that the control group grants, and a table of 64 MiB that does not grow.
    fn default() -> Self {
        Config {
            // Of a quota of one and a half processors it makes two, where `available_parallelism` makes one, and it
            // always has an answer.
            threads: num_cpus::get(),
            hash_bytes: DEFAULT_BYTES,
            hash_growth: HashGrowth::Fixed,
            acceptance: Acceptance::AtLeast,
            scheme: Scheme::default(),
            schedule: Schedule::Real,
            groups: Groups::Machine,
            account: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_share_the_room_of_a_table_in_equal_parts() {
        let whole = Config { hash_growth: HashGrowth::UpTo(1 << 30), ..Config::single(16 << 20) };
        let part = whole.with_part_of_table(4);
        assert_eq!((part.hash_bytes, part.hash_growth), (4 << 20, HashGrowth::UpTo(256 << 20)));
        let fixed = Config::single(64 << 20).with_part_of_table(2);
        assert_eq!((fixed.hash_bytes, fixed.hash_growth), (32 << 20, HashGrowth::Fixed));
    }

    #[test]
    fn a_table_that_was_not_asked_for_has_a_size_that_little_memory_allows() {
        let config = Config::default().with_growing_table();
        match config.hash_growth {
            HashGrowth::Fixed => assert_eq!(config.hash_bytes, DEFAULT_BYTES),
            HashGrowth::UpTo(most) => {
                assert!((LEAST_BYTES..=FIRST_BYTES).contains(&config.hash_bytes));
                assert!(config.hash_bytes <= most);
            }
        }
    }
}

//! What a service is made of.

use plyglot_search::{Config, Scheme, TableError};
use thiserror::Error;

/// What a service is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many threads search, of all queries together; 1 to [`Config::MAX_THREADS`].
    pub threads: usize,
    /// How many bytes all tables have together.
    pub hash_bytes: usize,
    /// How many games have a table of their own at the same time. A further game takes the place of the one
    /// that was not asked for for longest, if that is a second or more; until then it is searched with the small
    /// tables of fresh searches.
    pub tables: usize,
    /// How many queries may wait.
    pub most_waiting: usize,
    /// How several threads share a search: not one that splits nodes ([`Scheme::splits`]).
    pub scheme: Scheme,
}

impl Default for Settings {
    /// All processors that the control group grants, 64 MiB or the least that is needed, four games, ten
    /// thousand queries.
    fn default() -> Self {
        let Config { threads, hash_bytes, scheme, .. } = Config::default();
        let usual = Settings { threads, hash_bytes, tables: 4, most_waiting: 10_000, scheme };
        Settings { hash_bytes: hash_bytes.max(usual.least_hash()), ..usual }
    }
}

/// The least table, so that a search finds at least its latest thousands of positions again.
const LEAST_TABLE: usize = 64 << 10;

/// What part of the memory the small tables have.
const FRESH_PART: usize = 8;

impl Settings {
    /// The size of the table of a fresh search: an eighth of the memory, divided by the threads.
    pub fn fresh_bytes(&self) -> usize {
        self.hash_bytes / FRESH_PART / self.threads.max(1)
    }

    /// The size of the table of a game: an equal part of the rest.
    pub fn game_bytes(&self) -> usize {
        (self.hash_bytes - self.hash_bytes / FRESH_PART) / self.tables.max(1)
    }

    /// The least [`Settings::hash_bytes`] for a number of threads and games.
    pub fn least_hash(&self) -> usize {
        let fresh = LEAST_TABLE * FRESH_PART * self.threads.max(1);
        fresh.max(LEAST_TABLE * self.tables.max(1) * FRESH_PART / (FRESH_PART - 1) + FRESH_PART)
    }

    /// Checks what can be checked before anything is made.
    ///
    /// # Errors
    /// The first setting that is not possible.
    pub fn check(&self) -> Result<(), ServiceError> {
        if !(1..=Config::MAX_THREADS).contains(&self.threads) {
            return Err(ServiceError::Threads(self.threads));
        }
        if self.tables == 0 {
            return Err(ServiceError::NoTables);
        }
        if self.most_waiting == 0 {
            return Err(ServiceError::NoQueue);
        }
        if self.scheme.splits() {
            return Err(ServiceError::Scheme(self.scheme));
        }
        let least = self.least_hash();
        if self.hash_bytes < least {
            let Settings { threads, tables, .. } = *self;
            return Err(ServiceError::Hash { least, threads, tables });
        }
        Ok(())
    }
}

/// Why a service could not be started.
#[derive(Debug, Error)]
pub enum ServiceError {
    /// Not a possible number of threads.
    #[error("{0} threads: a service has 1 to {max}", max = Config::MAX_THREADS)]
    Threads(usize),
    /// No game could have a table.
    #[error("a service needs a table for at least one game")]
    NoTables,
    /// No query could wait.
    #[error("a service needs room for at least one query that waits")]
    NoQueue,
    /// Threads of this scheme cannot join a search that runs, nor leave it.
    #[error("scheme {0}: its threads cannot join a search that runs; expected one of abdada, lazy")]
    Scheme(Scheme),
    /// Too little memory for the tables.
    #[error(
        "the tables of {threads} threads and {tables} games need {}K in all",
        least.div_ceil(1 << 10)
    )]
    Hash {
        /// The least, in bytes.
        least: usize,
        /// For this number of threads.
        threads: usize,
        /// For this number of games.
        tables: usize,
    },
    /// The system does not grant the tables.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system refused a thread.
    #[error("the system refused a thread: {0}")]
    Thread(std::io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_what_the_memory_is_divided_into() {
        let settings =
            Settings { threads: 2, hash_bytes: 64 << 20, tables: 4, ..Settings::default() };
        assert_eq!((settings.fresh_bytes(), settings.game_bytes()), (4 << 20, 14 << 20));
        assert_eq!(2 * settings.fresh_bytes() + 4 * settings.game_bytes(), 64 << 20);
    }

    #[test]
    fn the_least_memory_is_enough_and_less_is_refused() {
        for (threads, tables) in [(1, 1), (2, 4), (64, 4), (1, 64), (1024, 100)] {
            let settings = Settings { threads, tables, ..Settings::default() };
            let least = Settings { hash_bytes: settings.least_hash(), ..settings };
            least.check().expect("it is the least");
            assert!(least.fresh_bytes().min(least.game_bytes()) >= LEAST_TABLE, "{least:?}");
            let less = Settings { hash_bytes: least.hash_bytes - 1, ..least };
            assert!(matches!(less.check(), Err(ServiceError::Hash { .. })), "{less:?}");
        }
    }
}

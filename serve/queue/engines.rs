//! Engines: which one a search wants, how one is made on a table that is there, and how it ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use plyglot_open::{Config, DoorError, Engine, Open};
use plyglot_search::{EngineError, Scheme, Table, panic_message};

/// A game with its options, as far as it matters to what is stored of searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) name: String,
    fingerprint: u64,
}

impl Key {
    pub(crate) fn of(game: &dyn Open) -> Key {
        Key { name: game.facts().name.clone(), fingerprint: game.fingerprint() }
    }
}

/// What kind of engine a search wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// One thread on the game's table.
    Solo,
    /// All threads on the game's table, of which any number may take part.
    Team,
    /// One thread on an empty table.
    Fresh,
}

/// An engine on a table that is there already.
pub(crate) fn make(
    game: &dyn Open,
    table: &Arc<Table>,
    threads: usize,
    scheme: Scheme,
) -> Result<Box<dyn Engine>, DoorError> {
    let config = Config { threads, hash_bytes: table.bytes(), scheme, ..Config::default() };
    game.engine(&config, Some(Arc::clone(table)))
}

/// True if the system has refused a thread or its memory, so that an engine of fewer may be possible.
pub(crate) fn is_lack_of_threads(error: &DoorError) -> bool {
    matches!(error, DoorError::Engine(EngineError::Spawn { .. } | EngineError::Memory { .. }))
}

/// Ends an engine. A value of the game's that panics when it is dropped does no harm.
pub(crate) fn discard(engine: Box<dyn Engine>) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(engine))) {
        let _ = panic_message(panic);
    }
}

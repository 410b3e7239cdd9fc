//! What the pool keeps account of: tables, who uses them, and the engines on them that are idle.
//!
//! Everything here is done under the pool's lock, so nothing here makes, clears or drops anything; what is to end
//! is handed out.

use std::sync::Arc;
use std::time::Instant;

use plyglot_open::Engine;
use plyglot_search::Table;

use crate::queue::engines::Key;

/// The account of a pool.
pub(crate) struct Account {
    pub(crate) games: Vec<GameTable>,
    pub(crate) small: Vec<SmallTable>,
    /// Engines on the tables of games that no search uses.
    pub(crate) idle: Vec<Idle>,
    /// Engines of several threads, idle or not.
    pub(crate) teams: usize,
    /// Engines on the tables of games, idle or not.
    pub(crate) engines: usize,
    /// Counts uses, for what was not used for longest.
    pub(crate) now: u64,
}

/// The table of a game.
pub(crate) struct GameTable {
    pub(crate) table: Arc<Table>,
    pub(crate) game: Option<Key>,
    /// False while it is cleared for its game.
    pub(crate) ready: bool,
    pub(crate) searches: usize,
    pub(crate) used: Option<Instant>,
}

/// A small table, with the engine that searched with it last.
pub(crate) struct SmallTable {
    pub(crate) table: Arc<Table>,
    pub(crate) engine: Option<(Key, Box<dyn Engine>)>,
    pub(crate) lent: bool,
    pub(crate) used: u64,
}

/// An engine on the table of a game that no search uses.
pub(crate) struct Idle {
    pub(crate) place: usize,
    pub(crate) threads: usize,
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) used: u64,
}

impl Account {
    /// The number of the next use.
    pub(crate) fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    /// The idle engine of this kind that was used last.
    pub(crate) fn idle_on(&mut self, place: usize, threads: usize) -> Option<Box<dyn Engine>> {
        let of_kind = |idle: &Idle| idle.place == place && idle.threads == threads;
        let found = self.idle.iter().rposition(of_kind)?;
        Some(self.idle.remove(found).engine)
    }

    pub(crate) fn take_oldest_team(&mut self) -> Vec<Box<dyn Engine>> {
        self.take_oldest(|idle| idle.threads > 1)
    }

    /// Takes the idle engine out that was not used for longest among these.
    pub(crate) fn take_oldest(&mut self, of_kind: impl Fn(&Idle) -> bool) -> Vec<Box<dyn Engine>> {
        let oldest = self.idle.iter().filter(|idle| of_kind(idle)).map(|idle| idle.used).min();
        oldest.map_or_else(Vec::new, |used| self.take_idle(|idle| idle.used == used))
    }

    /// Takes all idle engines of this kind out.
    pub(crate) fn take_idle(&mut self, of_kind: impl Fn(&Idle) -> bool) -> Vec<Box<dyn Engine>> {
        let taken: Vec<_> = self.idle.extract_if(.., |idle| of_kind(idle)).collect();
        taken.iter().for_each(|idle| self.count_out(idle.threads));
        taken.into_iter().map(|idle| idle.engine).collect()
    }

    /// An engine of a game's table is no more.
    pub(crate) fn count_out(&mut self, threads: usize) {
        self.engines -= 1;
        self.teams -= usize::from(threads > 1);
    }
}

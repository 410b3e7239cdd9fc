//! The tables and the engines on them.
//!
//! Tables are made once and then only cleared: one for each of a few games, and a small one for each thread.
//! Engines without a table are cheap, but each of several threads has those threads, so there are only a few such
//! teams. A team of which one worker takes part is slower than an engine of one thread by up to a tenth, since
//! its workers make notes for each other; so engines of one thread search while all threads are busy.
//!
//! Cost: a lock around a look through the engines for each search. Making an engine, clearing a table and
//! dropping an engine happen outside of the lock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyglot_open::{DoorError, Engine, Open};
use plyglot_search::{Scheme, Table};

use crate::queue::engines::{Key, Want, discard, is_lack_of_threads, make};
use crate::queue::settings::{ServiceError, Settings};
use crate::queue::status::TableStatus;
use crate::queue::tables::{Account, GameTable, Idle, SmallTable};

/// How many engines of several threads there may be.
const MOST_TEAMS: usize = 4;

/// How long the table of a game has to have been idle before another game takes it: clearing it takes longer than
/// a short search, and games that are asked for by turns must not clear each other's tables every time.
const KEPT: Duration = Duration::from_secs(1);

/// The tables and the engines on them.
pub(crate) struct Pool {
    threads: usize,
    scheme: Scheme,
    account: Mutex<Account>,
}

impl Pool {
    /// All tables, empty.
    ///
    /// # Errors
    /// If the system does not grant them.
    pub(crate) fn new(settings: &Settings) -> Result<Pool, ServiceError> {
        let table = |bytes| Table::new(bytes).map(Arc::new);
        let game = |_| {
            let table = table(settings.game_bytes())?;
            Ok(GameTable { table, game: None, ready: true, searches: 0, used: None })
        };
        let small = |_| {
            let table = table(settings.fresh_bytes())?;
            Ok(SmallTable { table, engine: None, lent: false, used: 0 })
        };
        let games = (0..settings.tables).map(game).collect::<Result<_, ServiceError>>()?;
        let small = (0..settings.threads).map(small).collect::<Result<_, ServiceError>>()?;
        let account = Account { games, small, idle: Vec::new(), teams: 0, engines: 0, now: 0 };
        let Settings { threads, scheme, .. } = *settings;
        Ok(Pool { threads, scheme, account: Mutex::new(account) })
    }

    /// An engine for a search of `game`. Where no team is left it is one of a single thread.
    ///
    /// # Errors
    /// If there can be no such engine.
    pub(crate) fn lend(&self, game: &dyn Open, want: Want) -> Result<Lease<'_>, DoorError> {
        let key = Key::of(game);
        if want == Want::Fresh {
            return self.lend_small(game, key, true);
        }
        match self.seat(&key) {
            Some(place) => self.lend_on(place, game, want),
            None => self.lend_small(game, key, false),
        }
    }

    /// The number of the game's table, in which this search is counted; `None` where other games use all tables,
    /// or have a moment ago.
    fn seat(&self, key: &Key) -> Option<usize> {
        let mut account = self.account();
        let now = Instant::now();
        let own = |table: &GameTable| table.game.as_ref() == Some(key);
        if let Some(place) = account.games.iter().position(own) {
            let table = &mut account.games[place];
            if !table.ready {
                return None;
            }
            (table.searches, table.used) = (table.searches + 1, Some(now));
            return Some(place);
        }
        let is_free = |table: &GameTable| {
            table.searches == 0 && table.used.is_none_or(|used| now - used >= KEPT)
        };
        let free = account.games.iter().enumerate().filter(|(_, table)| is_free(table));
        let (place, _) = free.min_by_key(|(_, table)| table.used)?;
        let table = &mut account.games[place];
        let was_used = table.game.replace(key.clone()).is_some();
        (table.searches, table.used, table.ready) = (1, Some(now), !was_used);
        if was_used {
            let table = Arc::clone(&table.table);
            let old = account.take_idle(|idle| idle.place == place);
            drop(account);
            old.into_iter().for_each(discard);
            table.clear();
            self.account().games[place].ready = true;
        }
        Some(place)
    }

    fn lend_on(&self, place: usize, game: &dyn Open, want: Want) -> Result<Lease<'_>, DoorError> {
        let mut account = self.account();
        let mut old = Vec::new();
        let mut threads = if want == Want::Team { self.threads } else { 1 };
        let mut engine = account.idle_on(place, threads);
        if engine.is_none() && threads > 1 {
            if account.teams >= MOST_TEAMS {
                old = account.take_oldest_team();
            }
            if account.teams < MOST_TEAMS {
                account.teams += 1;
            } else {
                threads = 1;
                engine = account.idle_on(place, 1);
            }
        }
        if engine.is_none() {
            account.engines += 1;
        }
        let table = Arc::clone(&account.games[place].table);
        drop(account);
        old.into_iter().for_each(discard);
        let mut lease = Lease { pool: self, from: From::Game { place, threads }, engine };
        if lease.engine.is_none() {
            let made = make(game, &table, threads, self.scheme);
            lease.engine = match made {
                Err(error) if threads > 1 && is_lack_of_threads(&error) => {
                    self.account().teams -= 1;
                    lease.from = From::Game { place, threads: 1 };
                    Some(make(game, &table, 1, self.scheme)?)
                }
                made => Some(made?),
            };
        }
        Ok(lease)
    }

    /// An engine of one thread on a small table, which is empty if it is to be `fresh`, or was another game's.
    /// There are as many as threads, so one is always free.
    fn lend_small(&self, game: &dyn Open, key: Key, fresh: bool) -> Result<Lease<'_>, DoorError> {
        let mut account = self.account();
        let now = account.tick();
        let own = |small: &SmallTable| matches!(&small.engine, Some((known, _)) if *known == key);
        let free = account.small.iter().enumerate().filter(|(_, small)| !small.lent);
        let (place, _) = free
            .min_by_key(|(_, small)| (!own(small), small.used))
            .expect("there are as many as runners");
        let small = &mut account.small[place];
        (small.lent, small.used) = (true, now);
        let (table, engine) = (Arc::clone(&small.table), small.engine.take());
        drop(account);
        let mut lease =
            Lease { pool: self, from: From::Small { place, key: key.clone() }, engine: None };
        match engine {
            Some((known, mut engine)) if known == key => {
                if fresh {
                    engine.clear();
                }
                lease.engine = Some(engine);
            }
            other => {
                other.into_iter().for_each(|(_, engine)| discard(engine));
                table.clear();
                lease.engine = Some(make(game, &table, 1, self.scheme)?);
            }
        }
        Ok(lease)
    }

    /// Takes an engine back; `None` is one that was given up, or never made.
    pub(crate) fn take_back(&self, from: From, engine: Option<Box<dyn Engine>>) {
        let mut account = self.account();
        let now = account.tick();
        let mut old = Vec::new();
        match from {
            From::Game { place, threads } => {
                let table = &mut account.games[place];
                (table.searches, table.used) = (table.searches - 1, Some(Instant::now()));
                match engine {
                    Some(engine) => account.idle.push(Idle { place, threads, engine, used: now }),
                    None => account.count_out(threads),
                }
                if account.idle.len() > 4 * self.threads {
                    old = account.take_oldest(|_| true);
                }
            }
            From::Small { place, key } => {
                let small = &mut account.small[place];
                (small.lent, small.engine) = (false, engine.map(|engine| (key, engine)));
            }
        }
        drop(account);
        old.into_iter().for_each(discard);
    }

    /// The tables of the games, and how many engines there are.
    pub(crate) fn status(&self) -> (Vec<TableStatus>, usize) {
        let account = self.account();
        let status = |table: &GameTable| TableStatus {
            game: table.game.as_ref().map(|key| key.name.clone()),
            bytes: table.table.bytes(),
            searches: table.searches,
        };
        let small = account.small.iter().filter(|small| small.lent || small.engine.is_some());
        let engines = account.engines + small.count();
        (account.games.iter().map(status).collect(), engines)
    }

    fn account(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where an engine came from.
#[derive(Clone, Debug)]
pub(crate) enum From {
    /// It searches with the table of a game.
    Game { place: usize, threads: usize },
    /// It searches with the small table of this number.
    Small { place: usize, key: Key },
}

/// An engine that is lent; given back when this is dropped.
pub(crate) struct Lease<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) from: From,
    pub(crate) engine: Option<Box<dyn Engine>>,
}

impl Lease<'_> {
    /// How many threads the engine has.
    pub(crate) fn threads(&self) -> usize {
        match self.from {
            From::Game { threads, .. } => threads,
            From::Small { .. } => 1,
        }
    }

    /// The engine.
    pub(crate) fn engine(&mut self) -> &mut dyn Engine {
        &mut **self.engine.as_mut().expect("it is there until it is given back")
    }

    /// Gives up the engine: a game's code panicked in it.
    pub(crate) fn spoil(&mut self) {
        self.engine.take().into_iter().for_each(discard);
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.pool.take_back(self.from.clone(), self.engine.take());
    }
}

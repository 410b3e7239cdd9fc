//! An engine: one search at a time, to which it is lent.

use std::mem;
use std::sync::{Arc, Mutex};

use plyglot_open::{Config, Engine as Searcher};
use plyglot_search::table::HashGrowth;

use crate::failure::{Failure, Status};
use crate::game::{Game, locked};

/// An engine for one game.
pub struct Engine {
    pub(crate) owner: Arc<Owner>,
}

/// The engine itself, or where it is. Freed with the last of its handle and its search.
pub(crate) struct Owner {
    pub(crate) game: Game,
    place: Mutex<Place>,
}

enum Place {
    Here(Box<dyn Searcher>),
    Lent,
    Lost,
}

impl Engine {
    /// An engine of this many threads, 0 for the usual number, and with a table of this many bytes, 0 for one that grows.
    pub(crate) fn new(game: &Game, threads: u32, hash_bytes: u64) -> Result<Engine, Failure> {
        let mut config = Config::default().with_growing_table();
        config.threads = match threads {
            0 => game.usual_threads.unwrap_or(config.threads),
            threads => threads as usize,
        };
        if hash_bytes > 0 {
            config.hash_bytes = usize::try_from(hash_bytes).unwrap_or(usize::MAX);
            config.hash_growth = HashGrowth::Fixed;
        }
        let searcher = game.open.engine(&config, None)?;
        let place = Mutex::new(Place::Here(searcher));
        Ok(Engine { owner: Arc::new(Owner { game: game.clone(), place }) })
    }
}

impl Owner {
    pub(crate) fn lend(&self) -> Result<Box<dyn Searcher>, Failure> {
        let mut place = locked(&self.place);
        let status = match mem::replace(&mut *place, Place::Lent) {
            Place::Here(searcher) => return Ok(searcher),
            Place::Lent => Failure::new(
                Status::PLYGLOT_BUSY,
                "the engine is searching: stop that search and wait for its end, or use another engine",
            ),
            Place::Lost => {
                *place = Place::Lost;
                let said = "the engine was lost with the thread of a search: make another one";
                Failure::new(Status::PLYGLOT_ENGINE, said)
            }
        };
        Err(status)
    }

    /// Takes it back; `None` if it was lost.
    pub(crate) fn give_back(&self, searcher: Option<Box<dyn Searcher>>) {
        *locked(&self.place) = searcher.map_or(Place::Lost, Place::Here);
    }
}

//! An engine for one game, whichever that is.

use std::sync::Arc;

use plyglot_search::{
    Config, Describe, Engine as Searching, EngineError, Handle, Knowledge, Limits, Listener,
    Progress, Report, Request, Table,
};

use crate::error::{DoorError, guarded};
use crate::facts::Mv;
use crate::position::{Position, own};

/// What an engine is asked.
#[derive(Clone)]
pub struct Ask<'a> {
    /// The position, whose past counts where positions can repeat.
    pub at: &'a Position,
    /// When to stop, and what to look at.
    pub limits: &'a Limits<Mv>,
    /// Receives progress.
    pub progress: Option<Listener<Mv>>,
}

impl<'a> Ask<'a> {
    /// A search without a listener.
    pub fn new(at: &'a Position, limits: &'a Limits<Mv>) -> Self {
        Ask { at, limits, progress: None }
    }

    /// The same, with progress told to `listener`. It runs on a thread of the search, which waits for
    /// it.
    pub fn telling(self, listener: impl Fn(Progress<Mv>) + Send + Sync + 'static) -> Self {
        Ask { progress: Some(Arc::new(listener)), ..self }
    }
}

/// An engine for the game that made it. See [`plyglot_search::Engine`].
pub trait Engine: Send {
    /// Searches a position. Blocks until the search ends; the calling thread is its first worker, on a
    /// stack that holds the longest line wherever it is called.
    ///
    /// # Errors
    /// See [`DoorError`]. The engine can be used again afterwards.
    fn run(&mut self, ask: &Ask<'_>) -> Result<Report<Mv>, DoorError>;

    /// A handle that stops this engine's searches and reads their live figures, from any thread.
    /// [`Engine::reconfigure`] leaves older handles without an engine.
    fn handle(&self) -> Handle;

    /// What the engine is made of.
    fn config(&self) -> &Config;

    /// The engine's table.
    fn table(&self) -> &Arc<Table>;

    /// Makes the engine of something else: other threads, another scheme, another table. A table of
    /// the same size stays, with what it knows. One of another size takes the place of the old one, so
    /// that there need not be room for both, unless other engines share that.
    ///
    /// # Errors
    /// If it cannot be made of that; then it stays what it was, though what the table knew may be lost
    /// where its size was to change. Should the system no longer grant the old engine either, one of a
    /// single thread and a small table is left: [`Engine::config`] tells.
    fn reconfigure(&mut self, config: &Config) -> Result<(), DoorError>;

    /// Forgets what was learnt from earlier searches.
    fn clear(&mut self);
}

/// The table of an engine where there is no other.
const LEAST_BYTES: usize = 64 << 10;

/// The engine of a game of a catalogue.
pub(crate) struct TypedEngine<G: Describe, K: Knowledge<G>> {
    game: String,
    engine: Searching<G, K>,
    /// From which the engine is made anew.
    knowledge: K,
}

impl<G: Describe, K: Knowledge<G>> TypedEngine<G, K> {
    pub(crate) fn new(
        game: &str,
        config: &Config,
        table: Option<Arc<Table>>,
        knowledge: K,
    ) -> Result<Self, DoorError> {
        let made = match table {
            Some(table) => guarded(|| Searching::with_table(config, table, knowledge.clone()))?,
            None => guarded(|| Searching::new(config, knowledge.clone()))?,
        };
        Ok(TypedEngine { game: game.into(), engine: made?, knowledge })
    }

    /// Another engine for the same game with the same knowledge.
    fn anew(&self, config: &Config, table: Option<Arc<Table>>) -> Result<Self, DoorError> {
        Self::new(&self.game, config, table, guarded(|| self.knowledge.clone())?)
    }

    /// [`Engine::reconfigure`] with a table of another size.
    fn resize(&mut self, config: &Config) -> Result<(), DoorError> {
        let (before, bytes) = (self.config().clone(), self.table().bytes());
        let resize = |table: &mut Table, to: &Config| {
            table.resize_with_growth(to.hash_bytes, to.hash_growth)
        };
        // There always is an engine: this one stays if there can be no other.
        let least = Config { acceptance: before.acceptance, ..Config::single(LEAST_BYTES) };
        let stand_in = self.anew(&least, None)?;
        let old = std::mem::replace(self, stand_in);
        let mut table = Arc::clone(old.table());
        // Its workers hold the table, too. What the game does wrong on the way out changes nothing.
        let _ = guarded(|| drop(old));
        let made = match Arc::get_mut(&mut table).map(|own| resize(own, config)) {
            Some(Ok(())) => self.anew(config, Some(Arc::clone(&table))),
            Some(Err(error)) => Err(EngineError::from(error).into()),
            // Other engines search with it.
            None => self.anew(config, None),
        };
        let refused = match made {
            Ok(made) => {
                *self = made;
                return Ok(());
            }
            Err(refused) => refused,
        };
        if let Some(own) = Arc::get_mut(&mut table).filter(|own| own.bytes() != bytes) {
            // As much of the old size as there is memory for.
            let _ = resize(own, &before);
        }
        if let Ok(old) = self.anew(&before, Some(table)) {
            *self = old;
        }
        Err(refused)
    }
}

impl<G: Describe, K: Knowledge<G>> Engine for TypedEngine<G, K> {
    fn run(&mut self, ask: &Ask<'_>) -> Result<Report<Mv>, DoorError> {
        let game = own::<G>(ask.at, &self.game)?;
        let history = ask.at.keys_before();
        let progress = ask.progress.clone();
        let request = Request { game, history: &history, limits: ask.limits, progress };
        Ok(self.engine.run_packed(&request)?)
    }

    fn handle(&self) -> Handle {
        self.engine.handle()
    }

    fn config(&self) -> &Config {
        self.engine.config()
    }

    fn table(&self) -> &Arc<Table> {
        self.engine.table()
    }

    fn reconfigure(&mut self, config: &Config) -> Result<(), DoorError> {
        let of_table = |config: &Config| (config.hash_bytes, config.hash_growth);
        if of_table(config) != of_table(self.config()) {
            return self.resize(config);
        }
        *self = self.anew(config, Some(Arc::clone(self.table())))?;
        Ok(())
    }

    fn clear(&mut self) {
        self.engine.clear();
    }
}

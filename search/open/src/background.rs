//! A search in the background: a thread of its own has the engine and searches, while whoever has begun it
//! follows its news, stops it, gives it other limits, and takes the engine back at its end.
//!
//! The live view of a command, a game at the terminal and the protocols are built on it. The news come over a
//! channel of crossbeam and not of the standard library, since a protocol waits for its input and for the search
//! at the same time.
//!
//! Cost: a thread a search, some hundredths of a millisecond, and a message for each line that is found.

use std::io;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use crossbeam::channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use plyglot_search::{Current, Handle, Limits, Progress, Report, Table, panic_message};

use crate::engine::{Ask, Engine};
use crate::error::DoorError;
use crate::facts::Mv;
use crate::position::Position;

/// The stack of the thread: the engine may go as deep as its longest line.
const STACK: usize = 16 << 20;

/// What a search in the background says.
#[derive(Clone, Debug)]
pub enum News {
    /// It has found something new.
    Progress(Progress<Mv>),
    /// Nothing new for a while: what it is working on.
    Tick(Figures),
    /// It has ended: [`Background::end`] has the report.
    Ended,
}

/// The live figures of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// What it is working on; none before its first task.
    pub current: Option<Current>,
    /// Positions visited so far.
    pub nodes: u64,
    /// How many were found in tables of endgames.
    pub tbhits: u64,
    /// Time since it began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hash_permill: u32,
    /// The size of the table in bytes; of one that grows, as it is now.
    pub hash_bytes: usize,
}

/// What a search hands back: the engine, and the report or why there is none.
pub type Searched = (Box<dyn Engine>, Result<Report<Mv>, DoorError>);

/// A search in the background. One that is dropped is stopped and waited for.
#[derive(Debug)]
pub struct Background {
    handle: Handle,
    table: Arc<Table>,
    news: Receiver<News>,
    thread: Option<JoinHandle<Searched>>,
}

impl Background {
    /// Begins to search a position.
    ///
    /// # Errors
    /// If the system refuses a thread; then the engine is lost.
    pub fn begin(
        mut engine: Box<dyn Engine>,
        at: Position,
        limits: Limits<Mv>,
    ) -> io::Result<Background> {
        let (sender, news) = unbounded();
        // A stop that crosses the end of this search is not for the next one.
        let (handle, table) = (engine.handle().for_one_search(), Arc::clone(engine.table()));
        let search = move || {
            let last = Last(sender.clone());
            let ask = Ask::new(&at, &limits).telling(move |progress| {
                let _ = sender.send(News::Progress(progress));
            });
            let report = engine.run(&ask);
            drop(last);
            (engine, report)
        };
        let thread = Builder::new().name("search".into()).stack_size(STACK).spawn(search)?;
        Ok(Background { handle, table, news, thread: Some(thread) })
    }

    /// A handle that stops this search alone, and gives it other limits.
    pub fn handle(&self) -> &Handle {
        &self.handle
    }

    /// The live figures.
    pub fn figures(&self) -> Figures {
        Figures {
            current: self.handle.current(),
            nodes: self.handle.nodes(),
            tbhits: self.handle.tbhits(),
            elapsed: self.handle.elapsed(),
            hash_permill: self.table.fill_permill(),
            hash_bytes: self.table.bytes(),
        }
    }

    /// The next news; the live figures if there are none within `tick`.
    pub fn follow(&self, tick: Duration) -> News {
        self.news.recv_timeout(tick).unwrap_or_else(|nothing| match nothing {
            RecvTimeoutError::Timeout => News::Tick(self.figures()),
            RecvTimeoutError::Disconnected => News::Ended,
        })
    }

    /// Where the news come, in order and without ticks, to wait for them and for something else. The end is the last.
    pub fn news(&self) -> &Receiver<News> {
        &self.news
    }

    /// Waits for the end.
    ///
    /// # Errors
    /// If there was a panic in the engine itself, which is then lost.
    pub fn end(mut self) -> Result<Searched, DoorError> {
        let thread = self.thread.take().expect("it is taken once, here or at the drop");
        thread.join().map_err(|payload| DoorError::Bug(panic_message(payload)))
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.handle.stop();
            let _ = thread.join();
        }
    }
}

/// Says that a search has ended, by a panic too. The engine may hold on to a sender of its own for longer.
struct Last(Sender<News>);

impl Drop for Last {
    fn drop(&mut self) {
        let _ = self.0.send(News::Ended);
    }
}

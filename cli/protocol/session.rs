//! The session behind a protocol: a game in progress, and an engine that searches beside it.
//!
//! While a search runs, its thread owns the engine, and hands it back with the result. The session
//! itself never waits for a search unless it is told to end it, so that commands can be answered
//! meanwhile. Starting a search costs a thread: some hundredths of a millisecond.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam::channel::{Receiver, Sender, bounded, never, unbounded};
use plyglot_open::{Ask, DoorError, Engine, Handle, Mv, Open, Position};
use plyglot_search::panic_message;
use plyglot_search::{Bound, Config, Limits, Progress, Report};

use crate::clock::Budget;
use crate::live::STACK;

/// A game in progress and the engine that thinks about it.
pub(crate) struct Session {
    game: Box<dyn Open>,
    position: Position,
    config: Config,
    /// Away while a search runs, and after a failure that took it along.
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
}

/// What a search is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// Where it ends by itself.
    pub(crate) limits: Limits<Mv>,
    /// How long it may take; the limits hold the longest.
    pub(crate) budget: Option<Budget>,
    /// Keep the result back until it is asked for, even if the search ends by itself.
    pub(crate) wait_for_stop: bool,
}

/// What came of a search.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The best move, or any legal one if the search failed; `None` if there is no legal move.
    pub(crate) best: Option<Mv>,
    /// The result, or in one line why there is none.
    pub(crate) report: Result<Report<Mv>, String>,
}

/// A search that was begun and whose answer was not yet given.
struct Running {
    handle: Option<Handle>,
    thread: Option<JoinHandle<()>>,
    budget: Option<Budget>,
    lines: usize,
    wait_for_stop: bool,
    progress: Receiver<Progress<Mv>>,
    home: Receiver<Home>,
    /// The result, if it came and is kept back.
    held: Option<Result<Report<Mv>, String>>,
}

/// What a search hands back: the engine, and the result.
pub(crate) struct Home {
    engine: Option<Box<dyn Engine>>,
    report: Result<Report<Mv>, String>,
}

/// How a search ended.
#[derive(Default)]
pub(crate) struct Conclusion {
    /// Its last news.
    pub(crate) news: Vec<Progress<Mv>>,
    /// Its answer; `None` if there was no search, or if the answer is to wait for a stop.
    pub(crate) answer: Option<Answer>,
}

impl Session {
    /// A session on the start position of a game.
    ///
    /// # Errors
    /// If there cannot be such an engine, or if the game's code panics.
    pub(crate) fn new(game: Box<dyn Open>, config: &Config) -> Result<Self, DoorError> {
        let engine = Some(game.engine(config, None)?);
        let (position, config) = (game.start()?, config.clone());
        Ok(Session { game, position, config, engine, running: None })
    }

    /// The game that is spoken about.
    pub(crate) fn game(&self) -> &dyn Open {
        &*self.game
    }

    /// The game as it stands. A search that runs is about the present position.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Sets the game up anew. To be done while no search runs, as all that changes the session.
    pub(crate) fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// What the engine is made of.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Makes the engine of something else. The table stays as it is unless its size changes; then it is
    /// empty.
    ///
    /// # Errors
    /// If there cannot be such an engine; then it stays the same.
    pub(crate) fn reconfigure(&mut self, config: Config) -> Result<(), DoorError> {
        match &mut self.engine {
            Some(engine) => {
                let done = engine.reconfigure(&config);
                self.config.clone_from(engine.config());
                done
            }
            None => {
                self.engine = Some(self.game.engine(&config, None)?);
                self.config = config;
                Ok(())
            }
        }
    }

    /// Sets an option of what a player of the game knows. What was learnt before is forgotten, the game
    /// stands where it stood.
    ///
    /// # Errors
    /// If the option cannot be set; then everything stays as it was.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), DoorError> {
        let game = self.game.with(&[(name, value)])?;
        // A position is one of the game that made it, with what that knows.
        let mut position = game.parse(&self.position.after_plies(0).text()?)?;
        for mv in self.position.played() {
            position.play(mv)?;
        }
        // There may be no room for a second table.
        let table = self.engine.as_ref().map(|engine| Arc::clone(engine.table()));
        let mut engine = game.engine(&self.config, table)?;
        engine.clear();
        (self.game, self.position, self.engine) = (game, position, Some(engine));
        Ok(())
    }

    /// Forgets what was learnt from earlier searches.
    pub(crate) fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Begins a search of the present position. Whatever hinders it is told by its answer, so that
    /// there always is one.
    pub(crate) fn go(&mut self, order: Order) {
        let (news, progress) = unbounded();
        let (sender, home) = bounded(1);
        let Order { limits, budget, wait_for_stop } = order;
        let lines = limits.lines;
        let started = self.spawn(limits, news, sender.clone());
        let (handle, thread) = match started {
            Ok((handle, thread)) => (Some(handle), Some(thread)),
            Err(message) => {
                let _ = sender.send(Home { engine: None, report: Err(message) });
                (None, None)
            }
        };
        let held = None;
        let running =
            Running { handle, thread, budget, lines, wait_for_stop, progress, home, held };
        self.running = Some(running);
    }

    /// Has a thread of its own search.
    fn spawn(
        &mut self,
        limits: Limits<Mv>,
        news: Sender<Progress<Mv>>,
        sender: Sender<Home>,
    ) -> Result<(Handle, JoinHandle<()>), String> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.game.engine(&self.config, None).map_err(|error| error.to_string())?,
        };
        // A stop that crosses the end of this search is not for the next one.
        let handle = engine.handle().for_one_search();
        let position = self.position.clone();
        let search = move || {
            let ask = Ask::new(&position, &limits).telling(move |progress| {
                let _ = news.send(progress);
            });
            let report = engine.run(&ask).map_err(|error| error.to_string());
            let _ = sender.send(Home { engine: Some(engine), report });
        };
        let builder = thread::Builder::new().name("search".into()).stack_size(STACK);
        let thread = builder
            .spawn(search)
            .map_err(|error| format!("the system refused a thread: {error}"))?;
        Ok((handle, thread))
    }

    /// Where the running search tells its news; silent without one.
    pub(crate) fn news(&self) -> Receiver<Progress<Mv>> {
        self.running.as_ref().map_or_else(never, |running| running.progress.clone())
    }

    /// Where the running search hands in its result; silent without one.
    pub(crate) fn home(&self) -> Receiver<Home> {
        self.running.as_ref().map_or_else(never, |running| running.home.clone())
    }

    /// Ends the search if it has found this when its time was enough.
    pub(crate) fn heed(&self, progress: &Progress<Mv>) {
        let Some(Running { handle: Some(handle), budget: Some(budget), lines, .. }) = &self.running
        else {
            return;
        };
        let line = &progress.line;
        let is_whole = line.verdict.bound == Bound::Exact && line.rank == *lines;
        if is_whole && budget.is_enough(progress.elapsed) {
            handle.stop();
        }
    }

    /// Takes the engine back from a search that has ended by itself.
    pub(crate) fn welcome(&mut self, home: Option<Home>) -> Conclusion {
        let Some(mut running) = self.running.take() else { return Conclusion::default() };
        let report = self.take_back(&mut running, home);
        let news = running.progress.try_iter().collect();
        if running.wait_for_stop {
            let (progress, home) = (never(), never());
            self.running = Some(Running { progress, home, held: Some(report), ..running });
            return Conclusion { news, answer: None };
        }
        Conclusion { news, answer: Some(self.answer(report)) }
    }

    /// Stops the search, if there is one, and waits for it.
    pub(crate) fn conclude(&mut self) -> Conclusion {
        let Some(mut running) = self.running.take() else { return Conclusion::default() };
        let report = match running.held.take() {
            Some(report) => report,
            None => {
                if let Some(handle) = &running.handle {
                    handle.stop();
                }
                let home = running.home.recv().ok();
                self.take_back(&mut running, home)
            }
        };
        let news = running.progress.try_iter().collect();
        Conclusion { news, answer: Some(self.answer(report)) }
    }

    /// Takes the engine back; `None` is a thread that ended without a word.
    fn take_back(
        &mut self,
        running: &mut Running,
        home: Option<Home>,
    ) -> Result<Report<Mv>, String> {
        match home {
            Some(Home { engine, report }) => {
                self.engine = engine;
                report
            }
            None => match running.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => Err(panic_message(panic)),
                _ => Err("the search ended without a result".into()),
            },
        }
    }

    fn answer(&self, report: Result<Report<Mv>, String>) -> Answer {
        let found = report.as_ref().ok().and_then(Report::best_move);
        let any = || self.position.moves().ok()?.first().copied();
        Answer { best: found.or_else(any), report }
    }
}

impl Drop for Session {
    /// No search outlives its session.
    fn drop(&mut self) {
        let _ = self.conclude();
    }
}

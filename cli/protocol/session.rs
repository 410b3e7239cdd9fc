//! The session behind a protocol: a game in progress, and an engine that searches beside it.
//!
//! While a search runs, its thread owns the engine, and hands it back with the result. The session
//! itself never waits for a search unless it is told to end it, so that commands can be answered
//! meanwhile. Starting a search costs a thread: some hundredths of a millisecond.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender, bounded, never, unbounded};
use plyglot_games::catalogue::Setup;
use plyglot_search::{
    Bound, Config, Describe, Engine, EngineError, Knowledge, Limits, Progress, Report, Request,
    Stopper,
};

use crate::errors::panic_message;
use crate::live::STACK;
use crate::protocol::course::Course;

/// A game in progress and the engine that thinks about it.
pub(crate) struct Session<G: Describe, K: Knowledge<G>> {
    name: String,
    start: G,
    course: Course<G>,
    knowledge: K,
    config: Config,
    /// Away while a search runs, and after a failure that took it along.
    engine: Option<Engine<G, K>>,
    running: Option<Running<G, K>>,
}

/// What a search is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Order<M> {
    /// Where it ends by itself.
    pub(crate) limits: Limits<M>,
    /// After this time no new depth is begun.
    pub(crate) soft: Option<Duration>,
    /// Keep the result back until it is asked for, even if the search ends by itself.
    pub(crate) wait_for_stop: bool,
}

/// What came of a search.
#[derive(Debug)]
pub(crate) struct Answer<M> {
    /// The best move, or any legal one if the search failed; `None` if there is no legal move.
    pub(crate) best: Option<M>,
    /// The result, or in one line why there is none.
    pub(crate) report: Result<Report<M>, String>,
}

/// A search that was begun and whose answer was not yet given.
struct Running<G: Describe, K: Knowledge<G>> {
    stopper: Option<Stopper>,
    thread: Option<JoinHandle<()>>,
    soft: Option<Duration>,
    lines: usize,
    wait_for_stop: bool,
    progress: Receiver<Progress<G::Move>>,
    home: Receiver<Home<G, K>>,
    /// The result, if it came and is kept back.
    held: Option<Result<Report<G::Move>, String>>,
}

/// What a search hands back: the engine, and the result.
pub(crate) struct Home<G: Describe, K: Knowledge<G>> {
    engine: Option<Engine<G, K>>,
    report: Result<Report<G::Move>, String>,
}

/// How a search ended.
pub(crate) struct Conclusion<M> {
    /// Its last news.
    pub(crate) news: Vec<Progress<M>>,
    /// Its answer; `None` if there was no search, or if the answer is to wait for a stop.
    pub(crate) answer: Option<Answer<M>>,
}

impl<G: Describe, K: Knowledge<G>> Session<G, K> {
    /// A session on the start position of a game.
    ///
    /// # Errors
    /// If there cannot be such an engine.
    pub(crate) fn new(setup: Setup<G, K>, config: &Config) -> Result<Self, EngineError> {
        let Setup { name, start, knowledge } = setup;
        let engine = Some(Engine::new(config, knowledge.clone())?);
        let (course, config) = (Course::new(start.clone()), config.clone());
        Ok(Session { name, start, course, knowledge, config, engine, running: None })
    }

    /// The game by its name in the catalogue, with its size.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The start position.
    pub(crate) fn start(&self) -> &G {
        &self.start
    }

    /// The game as it stands. A search that runs is about the present position.
    pub(crate) fn course(&self) -> &Course<G> {
        &self.course
    }

    /// Sets the game up anew. To be done while no search runs, as all that changes the session.
    pub(crate) fn set_course(&mut self, course: Course<G>) {
        self.course = course;
    }

    /// How many plies the game may still last, if its knowledge can tell.
    pub(crate) fn plies_left(&self) -> Option<u32> {
        let plies = self.knowledge.plies_left(self.course.game())?;
        Some(u32::try_from(plies).unwrap_or(0))
    }

    /// What the engine is made of.
    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Changes the number of threads. The table stays as it is.
    ///
    /// # Errors
    /// If there cannot be as many; then the engine stays the same.
    pub(crate) fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        let config = Config { threads, ..self.config.clone() };
        let engine = match &self.engine {
            Some(engine) => {
                Engine::with_table(&config, Arc::clone(engine.table()), self.knowledge.clone())
            }
            None => Engine::new(&config, self.knowledge.clone()),
        };
        (self.engine, self.config) = (Some(engine?), config);
        Ok(())
    }

    /// Changes the size of the table, which is empty afterwards.
    ///
    /// # Errors
    /// If there is not as much memory; then the engine keeps the old table.
    pub(crate) fn set_hash(&mut self, hash_bytes: usize) -> Result<(), EngineError> {
        let config = Config { hash_bytes, ..self.config.clone() };
        let engine = Engine::new(&config, self.knowledge.clone())?;
        (self.engine, self.config) = (Some(engine), config);
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
    pub(crate) fn go(&mut self, order: Order<G::Move>) {
        let (news, progress) = unbounded();
        let (sender, home) = bounded(1);
        let Order { limits, soft, wait_for_stop } = order;
        let lines = limits.lines;
        let started = self.spawn(limits, news, sender.clone());
        let (stopper, thread) = match started {
            Ok((stopper, thread)) => (Some(stopper), Some(thread)),
            Err(message) => {
                let _ = sender.send(Home { engine: None, report: Err(message) });
                (None, None)
            }
        };
        let held = None;
        let running = Running { stopper, thread, soft, lines, wait_for_stop, progress, home, held };
        self.running = Some(running);
    }

    /// Has a thread of its own search.
    fn spawn(
        &mut self,
        limits: Limits<G::Move>,
        news: Sender<Progress<G::Move>>,
        sender: Sender<Home<G, K>>,
    ) -> Result<(Stopper, JoinHandle<()>), String> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::new(&self.config, self.knowledge.clone())
                .map_err(|error| error.to_string())?,
        };
        // A stop may have crossed the end of the search before.
        engine.forget_stop();
        let stopper = engine.stopper();
        let course = self.course.clone();
        let search = move || {
            let (game, history) = (course.game(), course.past());
            let request = Request { game, history, limits: &limits, progress: Some(&news) };
            let report = engine.run(&request).map_err(|error| error.to_string());
            let _ = sender.send(Home { engine: Some(engine), report });
        };
        let builder = thread::Builder::new().name("search".into()).stack_size(STACK);
        let thread = builder
            .spawn(search)
            .map_err(|error| format!("the system refused a thread: {error}"))?;
        Ok((stopper, thread))
    }

    /// Where the running search tells its news; silent without one.
    pub(crate) fn news(&self) -> Receiver<Progress<G::Move>> {
        self.running.as_ref().map_or_else(never, |running| running.progress.clone())
    }

    /// Where the running search hands in its result; silent without one.
    pub(crate) fn home(&self) -> Receiver<Home<G, K>> {
        self.running.as_ref().map_or_else(never, |running| running.home.clone())
    }

    /// Ends the search if it has found this after the time at which no new depth is to be begun.
    pub(crate) fn heed(&self, progress: &Progress<G::Move>) {
        let Some(Running { stopper: Some(stopper), soft: Some(soft), lines, .. }) = &self.running
        else {
            return;
        };
        let line = &progress.line;
        let is_whole = line.verdict.bound == Bound::Exact && line.rank == *lines;
        if is_whole && progress.elapsed >= *soft {
            stopper.stop();
        }
    }

    /// Takes the engine back from a search that has ended by itself.
    pub(crate) fn welcome(&mut self, home: Option<Home<G, K>>) -> Conclusion<G::Move> {
        let Some(mut running) = self.running.take() else { return Conclusion::nothing() };
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
    pub(crate) fn conclude(&mut self) -> Conclusion<G::Move> {
        let Some(mut running) = self.running.take() else { return Conclusion::nothing() };
        let report = match running.held.take() {
            Some(report) => report,
            None => {
                if let Some(stopper) = &running.stopper {
                    stopper.stop();
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
        running: &mut Running<G, K>,
        home: Option<Home<G, K>>,
    ) -> Result<Report<G::Move>, String> {
        match home {
            Some(Home { engine, report }) => {
                self.engine = engine;
                report
            }
            None => match running.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => Err(panic_message(&*panic)),
                _ => Err("the search ended without a result".into()),
            },
        }
    }

    fn answer(&self, report: Result<Report<G::Move>, String>) -> Answer<G::Move> {
        let found = report.as_ref().ok().and_then(Report::best_move);
        let any = || guarded(|| self.course.legal().iter().next()).ok().flatten();
        Answer { best: found.or_else(any), report }
    }
}

impl<M> Conclusion<M> {
    fn nothing() -> Self {
        Conclusion { news: Vec::new(), answer: None }
    }
}

impl<G: Describe, K: Knowledge<G>> Drop for Session<G, K> {
    /// No search outlives its session.
    fn drop(&mut self) {
        let _ = self.conclude();
    }
}

/// Runs what may run into a panic of a game's code; gives what the panic said.
pub(crate) fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    let said = |panic: Box<dyn Any + Send>| panic_message(&*panic);
    catch_unwind(AssertUnwindSafe(code)).map_err(said)
}

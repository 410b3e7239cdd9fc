//! The session of a protocol: a game in progress, and an engine that searches beside it.
//!
//! While a search runs, its thread owns the engine, and hands it back with the result. The session
//! itself never waits for a search unless it is asked to end it, so that commands can be answered
//! meanwhile. Starting a search costs a thread: some hundredths of a millisecond.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam::channel::{Receiver, Sender, bounded, never, unbounded};
use plyglot_clock::Budget;
use plyglot_open::{Ask, DoorError, Engine, Handle, Mv, Open, Position};
use plyglot_search::panic_message;
use plyglot_search::{Config, Limits, Progress, Report};

use crate::output::live::Figures;
use crate::protocol::running::{Returned, Running};
use crate::threads;

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
pub(crate) struct SearchRequest {
    /// Where it ends by itself.
    pub(crate) limits: Limits<Mv>,
    /// How long it may take; the limits hold the longest.
    pub(crate) budget: Option<Budget>,
    /// Hold the result until a stop, even if the search ends by itself.
    pub(crate) wait_for_stop: bool,
}

/// The result of a search.
#[derive(Debug)]
pub(crate) struct SearchResult {
    /// The best move, or any legal one if the search failed; `None` if there is no legal move.
    pub(crate) best: Option<Mv>,
    /// The report, or in one line why there is none.
    pub(crate) report: Result<Report<Mv>, String>,
}

/// How a search ended.
#[derive(Default)]
pub(crate) struct SearchEnd {
    /// What it has found last.
    pub(crate) progress: Vec<Progress<Mv>>,
    /// Its result; `None` if there was no search, or if the result is held until a stop.
    pub(crate) result: Option<SearchResult>,
}

impl Session {
    /// A session on the start position of a game.
    ///
    /// # Errors
    /// If such an engine cannot be made, or if the game's code panics.
    pub(crate) fn new(game: Box<dyn Open>, config: &Config) -> Result<Self, DoorError> {
        let engine = Some(game.engine(config, None)?);
        let (position, config) = (game.start()?, config.clone());
        Ok(Session { game, position, config, engine, running: None })
    }

    /// The game of the conversation.
    pub(crate) fn game(&self) -> &dyn Open {
        &*self.game
    }

    /// The present position, with the moves that led to it. A search that runs is of this position.
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
    /// If such an engine cannot be made; then it stays the same.
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

    /// Sets an option of the game's knowledge. What earlier searches stored is cleared; the position and the
    /// moves that led to it stay.
    ///
    /// # Errors
    /// If the option cannot be set; then nothing is changed.
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

    /// Clears what earlier searches have stored.
    pub(crate) fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Begins a search of the present position. What prevents it is reported in its result, so that there
    /// always is one.
    pub(crate) fn go(&mut self, request: SearchRequest) {
        let (progress_sender, progress) = unbounded();
        let (sender, returned) = bounded(1);
        let SearchRequest { limits, budget, wait_for_stop } = request;
        let lines = limits.lines;
        let table = self.engine.as_ref().map(|engine| Arc::clone(engine.table()));
        let started = self.spawn(limits, progress_sender, sender.clone());
        let (handle, thread) = match started {
            Ok((handle, thread)) => (Some(handle), Some(thread)),
            Err(message) => {
                let _ = sender.send(Returned { engine: None, report: Err(message) });
                (None, None)
            }
        };
        self.running = Some(Running {
            handle,
            thread,
            budget,
            lines,
            wait_for_stop,
            progress,
            returned,
            ticks: Running::second(),
            deadline: never(),
            table,
            held: None,
        });
    }

    /// Searches in a thread of its own.
    fn spawn(
        &mut self,
        limits: Limits<Mv>,
        progress_sender: Sender<Progress<Mv>>,
        sender: Sender<Returned>,
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
                let _ = progress_sender.send(progress);
            });
            let report = engine.run(&ask).map_err(|error| error.to_string());
            let _ = sender.send(Returned { engine: Some(engine), report });
        };
        let thread = threads::searcher("search").spawn(search);
        Ok((handle, thread.map_err(|error| threads::refused(error).to_string())?))
    }

    /// Where the running search sends what it finds; silent without one.
    pub(crate) fn progress(&self) -> Receiver<Progress<Mv>> {
        self.running.as_ref().map_or_else(never, |running| running.progress.clone())
    }

    /// Where the running search hands back the engine; silent without one.
    pub(crate) fn returned(&self) -> Receiver<Returned> {
        self.running.as_ref().map_or_else(never, |running| running.returned.clone())
    }

    /// Comes once a second while a search runs; silent without one.
    pub(crate) fn ticks(&self) -> Receiver<Instant> {
        self.running.as_ref().map_or_else(never, |running| running.ticks.clone())
    }

    /// Comes when the time of the running search is up, if its limits do not stop it.
    pub(crate) fn deadline(&self) -> Receiver<Instant> {
        self.running.as_ref().map_or_else(never, |running| running.deadline.clone())
    }

    /// The live figures of the search that runs, if one does.
    pub(crate) fn figures(&self) -> Option<Figures> {
        self.running.as_ref()?.figures()
    }

    /// The time of the search is up: its result will come.
    pub(crate) fn time_is_up(&mut self) {
        if let Some(running) = &mut self.running {
            running.time_is_up();
        }
    }

    /// What was searched ahead is to be answered: from now on the search has this much time, or waits for a
    /// stop. Its result, if it has ended and no stop is waited for.
    pub(crate) fn ponder_hit(&mut self, budget: Option<Budget>, wait_for_stop: bool) -> SearchEnd {
        let Some(mut running) = self.running.take() else { return SearchEnd::default() };
        running.wait_for_stop = wait_for_stop;
        if let Some(report) = running.held.take_if(|_| !wait_for_stop) {
            return SearchEnd { progress: Vec::new(), result: Some(self.result(report)) };
        }
        running.give(budget);
        self.running = Some(running);
        SearchEnd::default()
    }

    /// Stops the search if it has finished a depth and the soft limit of its time has passed.
    pub(crate) fn stop_in_time(&self, progress: &Progress<Mv>) {
        self.running.iter().for_each(|running| running.stop_in_time(progress));
    }

    /// Takes the engine back from a search that has ended by itself.
    pub(crate) fn take_result(&mut self, returned: Option<Returned>) -> SearchEnd {
        let Some(mut running) = self.running.take() else { return SearchEnd::default() };
        let report = self.take_back(&mut running, returned);
        let progress = running.progress.try_iter().collect();
        if running.wait_for_stop {
            self.running = Some(running.hold(report));
            return SearchEnd { progress, result: None };
        }
        SearchEnd { progress, result: Some(self.result(report)) }
    }

    /// Stops the search, if there is one, and waits for it.
    pub(crate) fn stop(&mut self) -> SearchEnd {
        let Some(mut running) = self.running.take() else { return SearchEnd::default() };
        let report = match running.held.take() {
            Some(report) => report,
            None => {
                if let Some(handle) = &running.handle {
                    handle.stop();
                }
                let returned = running.returned.recv().ok();
                self.take_back(&mut running, returned)
            }
        };
        let progress = running.progress.try_iter().collect();
        SearchEnd { progress, result: Some(self.result(report)) }
    }

    /// Takes the engine back; `None` is a thread that ended without returning it.
    fn take_back(
        &mut self,
        running: &mut Running,
        returned: Option<Returned>,
    ) -> Result<Report<Mv>, String> {
        match returned {
            Some(Returned { engine, report }) => {
                self.engine = engine;
                report
            }
            None => match running.thread.take().map(JoinHandle::join) {
                Some(Err(panic)) => Err(panic_message(panic)),
                _ => Err("the search ended without a result".into()),
            },
        }
    }

    fn result(&self, report: Result<Report<Mv>, String>) -> SearchResult {
        let found = report.as_ref().ok().and_then(Report::best_move);
        let any = || self.position.moves().ok()?.first().copied();
        SearchResult { best: found.or_else(any), report }
    }
}

impl Drop for Session {
    /// No search outlives its session.
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

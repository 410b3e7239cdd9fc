//! The session of a protocol: a game in progress, and an engine that searches beside it.
//!
//! While a search runs, its thread owns the engine, and hands it back with the result. The session
//! itself never waits for a search unless it is asked to end it, so that commands can be answered
//! meanwhile. Starting a search costs a thread: some hundredths of a millisecond.

use std::sync::Arc;
use std::time::Instant;

use crossbeam::channel::{Receiver, never};
use plyglot_open::{
    Background, Config, DoorError, Engine, Figures, Limits, Mv, News, Open, Position, Progress,
    Report,
};

use plyglot_play::tree::book::Book;

use crate::protocol::running::Running;
use crate::protocol::work::Work;
use crate::threads;

/// A game in progress and the engine that thinks about it. No search outlives its session.
pub(crate) struct Session {
    game: Box<dyn Open>,
    position: Position,
    config: Config,
    /// What the engine plays from before it searches.
    book: Option<Book>,
    /// Away while a search runs, and after a failure that took it along.
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
    /// What runs beside and is not a search.
    work: Option<Work>,
}

/// An engine behind a book, if there is one.
fn behind(book: Option<&Book>, engine: Box<dyn Engine>) -> Box<dyn Engine> {
    match book {
        Some(book) => book.before(engine),
        None => engine,
    }
}

/// What a search is asked for.
#[derive(Clone, Debug)]
pub(crate) struct SearchRequest {
    /// Where it ends by itself.
    pub(crate) limits: Limits<Mv>,
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
        Ok(Session { game, position, config, book: None, engine, running: None, work: None })
    }

    /// The same with a book.
    pub(crate) fn with_book(mut self, book: Option<Book>) -> Self {
        self.engine = self.engine.map(|engine| behind(book.as_ref(), engine));
        Session { book, ..self }
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
                let engine = self.game.engine(&config, None)?;
                self.engine = Some(behind(self.book.as_ref(), engine));
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
        self.set_game(self.game.with(&[(name, value)])?)
    }

    /// Goes on with another form of the same game: other options, other notation. What earlier searches stored is cleared;
    /// the position and the moves that led to it stay.
    ///
    /// # Errors
    /// If the position is not one of that game, or there is no engine for it; then nothing is changed.
    pub(crate) fn set_game(&mut self, game: Box<dyn Open>) -> Result<(), DoorError> {
        // A position is one of the game that made it, with what that knows.
        let mut position = game.parse(&self.position.after_plies(0).text()?)?;
        for mv in self.position.played() {
            position.play(mv)?;
        }
        // There may be no room for a second table.
        let table = self.engine.as_ref().map(|engine| Arc::clone(engine.table()));
        let mut engine = behind(self.book.as_ref(), game.engine(&self.config, table)?);
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
        let SearchRequest { limits, wait_for_stop } = request;
        self.running = Some(match self.begin(limits) {
            Ok(search) => Running::of(search, wait_for_stop),
            Err(why) => Running::failed(why, wait_for_stop),
        });
    }

    fn begin(&mut self, limits: Limits<Mv>) -> Result<Background, String> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => {
                let engine = self.game.engine(&self.config, None);
                behind(self.book.as_ref(), engine.map_err(|error| error.to_string())?)
            }
        };
        let search = Background::begin(engine, self.position.clone(), limits);
        search.map_err(|error| threads::refused(error).to_string())
    }

    /// Begins something that is not a search, in the place of what ran before.
    pub(crate) fn work(&mut self, work: Work) {
        self.work = Some(work);
    }

    /// Where that says its lines; closed at its end, silent without it.
    pub(crate) fn lines(&self) -> Receiver<String> {
        self.work.as_ref().map_or_else(never, |work| work.lines().clone())
    }

    /// Ends that, if it runs, with what it says last; with `grace` it has some time to end by itself.
    pub(crate) fn end_work(&mut self, grace: bool) -> Vec<String> {
        self.work.take().map_or_else(Vec::new, |work| work.end(grace))
    }

    /// Where the running search says its news; silent without one.
    pub(crate) fn news(&self) -> Receiver<News> {
        self.running.as_ref().map_or_else(never, |running| running.news.clone())
    }

    /// Comes once a second while a search runs; silent without one.
    pub(crate) fn ticks(&self) -> Receiver<Instant> {
        self.running.as_ref().map_or_else(never, |running| running.ticks.clone())
    }

    /// The live figures of the search that runs, if one does.
    pub(crate) fn figures(&self) -> Option<Figures> {
        self.running.as_ref()?.search.as_ref().map(Background::figures)
    }

    /// What was searched ahead is to be answered as it was asked for: from now on the search has the time of that, or
    /// waits for a stop. Its result, if it has ended and no stop is waited for.
    pub(crate) fn ponder_hit(&mut self, asked: &SearchRequest) -> SearchEnd {
        let Some(running) = &mut self.running else { return SearchEnd::default() };
        running.wait_for_stop = asked.wait_for_stop;
        let Limits { time, soft_time, .. } = asked.limits;
        match &running.search {
            Some(search) if search.handle().set_time(time, soft_time).is_ok() => {
                SearchEnd::default()
            }
            None if asked.wait_for_stop => SearchEnd::default(),
            // A search that cannot be timed has had its time.
            _ => self.stop(),
        }
    }

    /// Takes the engine back from a search that has ended by itself. Its result, unless that is held until a stop.
    pub(crate) fn take_result(&mut self) -> Option<SearchResult> {
        let running = self.running.take()?;
        let wait_for_stop = running.wait_for_stop;
        let report = self.take_back(running);
        if wait_for_stop {
            self.running = Some(Running::hold(report));
            return None;
        }
        Some(self.result(report))
    }

    /// Stops the search, if there is one, and waits for it.
    pub(crate) fn stop(&mut self) -> SearchEnd {
        let Some(running) = self.running.take() else { return SearchEnd::default() };
        let mut progress = Vec::new();
        if let Some(search) = &running.search {
            search.handle().stop();
            while let Ok(News::Progress(found)) = running.news.recv() {
                progress.push(found);
            }
        }
        let report = self.take_back(running);
        SearchEnd { progress, result: Some(self.result(report)) }
    }

    /// Takes the engine back from a search, once it has ended.
    fn take_back(&mut self, running: Running) -> Result<Report<Mv>, String> {
        if let Some(report) = running.report {
            return report;
        }
        let search = running.search.ok_or("the search ended without a result")?;
        let (engine, report) = search.end().map_err(|error| error.to_string())?;
        self.engine = Some(engine);
        report.map_err(|error| error.to_string())
    }

    fn result(&self, report: Result<Report<Mv>, String>) -> SearchResult {
        let found = report.as_ref().ok().and_then(Report::best_move);
        let any = || self.position.moves().ok()?.first().copied();
        SearchResult { best: found.or_else(any), report }
    }
}

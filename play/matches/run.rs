//! The match: games over threads, results in the order of the games.
//!
//! Each thread has its own two players and takes the next game when it is free. Results are counted in the
//! order of the games whatever the order in which they end, and a sequential test looks at them in that order:
//! with players that repeat themselves, a match of one seed is the same, game for game, at any number of threads.
//! Games that were begun beyond the one that decides are given up.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crossbeam::channel::{Sender, unbounded};
use plyglot_open::Stop;
use plyglot_search::panic_message;
use plyglot_wire::journal::Journal;

use crate::matches::deck::Deck;
use crate::matches::error::MatchError;
use crate::matches::game::{Table, Terms, Unplayed};
use crate::matches::journal::Continued;
use crate::matches::openings::{Openings, Recipe};
use crate::matches::plan::{Match, Source};
use crate::matches::player::PlayerSpec;
use crate::matches::record::{GameRecord, Seat};
use crate::matches::standing::Standing;
use crate::matches::stats::{Decision, Sprt};

/// How a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The results.
    pub standing: Standing,
    /// What the test says; `None` without one.
    pub decision: Option<Decision>,
    /// True if there was no further opening: the same games would have been played again.
    pub exhausted: bool,
    /// True if it was ended early.
    pub stopped: bool,
}

impl Match<'_> {
    /// Plays the match. `show` gets each game in its order with the standing after it.
    ///
    /// # Errors
    /// See [`MatchError`].
    pub fn play(
        &self,
        continued: Option<Continued>,
        stop: &Stop,
        mut show: impl FnMut(&GameRecord, &Standing) -> io::Result<()>,
    ) -> Result<Finished, MatchError> {
        let (journal, waiting) = match continued {
            Some(Continued { journal, games, .. }) => (journal, games),
            None => (None, BTreeMap::new()),
        };
        let openings = match &self.openings {
            Source::Given(openings) => Openings::given(openings.clone()),
            Source::Made(recipe) => Openings::made(self.game, *recipe)?,
        };
        let done: HashSet<usize> = waiting.keys().copied().collect();
        let deck = Mutex::new(Deck::new(openings, !self.repeats(), self.games, done));
        let (standing, limit, sprt) = (Standing::default(), self.games, self.sprt);
        let mut count = Count { journal, waiting, standing, limit, sprt };
        // What runs is ended by the user, by the test or by an error.
        let inner = Stop::default();
        let raised = inner.clone();
        stop.calls(move || raised.raise());
        let decision = match count.advance(&mut show)? {
            Decision::Open => self.spread(&deck, &inner, &mut count, &mut show)?,
            decided => decided,
        };
        let standing = count.finished()?;
        let deck = deck.into_inner().unwrap_or_else(PoisonError::into_inner);
        if standing.games() == 0 && deck.is_exhausted() {
            return Err(self.no_opening());
        }
        let full = self.games.is_some_and(|games| standing.games() >= games as u64);
        let is_short = decision == Decision::Open && !full;
        let (exhausted, stopped) = (is_short && deck.is_exhausted(), is_short && stop.is_raised());
        Ok(Finished { standing, decision: sprt.map(|_| decision), exhausted, stopped })
    }

    /// Plays what is still to be played, over threads.
    fn spread(
        &self,
        deck: &Mutex<Deck>,
        stop: &Stop,
        count: &mut Count,
        show: &mut Show<'_>,
    ) -> Result<Decision, MatchError> {
        let (sender, results) = unbounded();
        thread::scope(|scope| {
            for number in 0..self.jobs.max(1) {
                let sender = sender.clone();
                let work = move || self.work(deck, stop, &sender);
                let thread = thread::Builder::new().name(format!("game {number}"));
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    stop.raise();
                    return Err(MatchError::Thread(error));
                }
            }
            drop(sender);
            let mut state = Ok(Decision::Open);
            for result in results {
                // What was begun beyond the end is given up.
                if matches!(state, Ok(Decision::Open)) {
                    state = result.and_then(|game| count.take(game, show));
                    if !matches!(state, Ok(Decision::Open)) {
                        stop.raise();
                    }
                }
            }
            state
        })
    }

    fn no_opening(&self) -> MatchError {
        let plies = match &self.openings {
            Source::Made(Recipe { plies: Some(plies), .. }) => plies.to_string(),
            _ => "the usual number of".into(),
        };
        MatchError::NoOpening { plies }
    }

    /// What one thread does.
    fn work(
        &self,
        deck: &Mutex<Deck>,
        stop: &Stop,
        sender: &Sender<Result<GameRecord, MatchError>>,
    ) {
        let worked = catch_unwind(AssertUnwindSafe(|| self.play_games(deck, stop, sender)));
        let failed = match worked {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error,
            Err(payload) => MatchError::Panicked(panic_message(payload)),
        };
        let _ = sender.send(Err(failed));
    }

    fn play_games(
        &self,
        deck: &Mutex<Deck>,
        stop: &Stop,
        sender: &Sender<Result<GameRecord, MatchError>>,
    ) -> Result<(), MatchError> {
        let mut table: Option<Table<'_>> = None;
        while !stop.is_raised() {
            let planned = deck.lock().unwrap_or_else(PoisonError::into_inner).deal()?;
            let Some(planned) = planned else { break };
            // Players are made for games only: there may be more threads than games.
            let table = match &mut table {
                Some(table) => table,
                empty => empty.insert(self.table(stop)?),
            };
            match table.play(&planned) {
                Ok(game) => {
                    if sender.send(Ok(game)).is_err() {
                        break;
                    }
                }
                Err(Unplayed::Stopped) => break,
                Err(Unplayed::Door(error)) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn table<'h>(&self, stop: &'h Stop) -> Result<Table<'h>, MatchError> {
        let [a, b] = &self.players;
        let make = |seat: Seat, spec: &PlayerSpec| {
            spec.make(self.game).map_err(|error| MatchError::Player { seat, error })
        };
        let players = [make(Seat::A, a)?, make(Seat::B, b)?];
        let terms = Terms { adjudication: self.adjudication, margin: self.margin };
        let referee = self.referee.as_ref().map(|game| game.start()).transpose()?;
        Ok(Table { players, controls: [a.control, b.control], terms, referee, stop })
    }
}

/// Shows a game, with the standing after it.
type Show<'a> = dyn FnMut(&GameRecord, &Standing) -> io::Result<()> + 'a;

/// Counts games in their order.
struct Count {
    journal: Option<Journal>,
    /// Games that have ended before an earlier one.
    waiting: BTreeMap<usize, GameRecord>,
    standing: Standing,
    limit: Option<usize>,
    sprt: Option<Sprt>,
}

impl Count {
    /// Takes a game that has ended; what the test says then.
    fn take(&mut self, game: GameRecord, show: &mut Show<'_>) -> Result<Decision, MatchError> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.note(&game))?;
        self.waiting.insert(game.number, game);
        self.advance(show)
    }

    /// Counts and shows what has its turn; what the test says then.
    fn advance(&mut self, show: &mut Show<'_>) -> Result<Decision, MatchError> {
        loop {
            let number = self.standing.games() as usize + 1;
            let within = self.limit.is_none_or(|limit| number <= limit);
            let Some(game) = self.waiting.remove(&number).filter(|_| within) else {
                return Ok(Decision::Open);
            };
            self.standing.add(&game);
            show(&game, &self.standing).map_err(MatchError::Shown)?;
            let sprt = self.sprt.filter(|_| self.standing.is_whole());
            match sprt.map_or(Decision::Open, |sprt| sprt.decision(&self.standing.pairs)) {
                Decision::Open => {}
                decided => return Ok(decided),
            }
        }
    }

    /// The results, once the journal is on the disk.
    fn finished(mut self) -> Result<Standing, MatchError> {
        self.journal.as_mut().map_or(Ok(()), Journal::sync)?;
        Ok(self.standing)
    }
}

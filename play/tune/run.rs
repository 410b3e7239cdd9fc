//! The pairs of games that move the numbers, and the match that confirms what was found.
//!
//! The games of a pair begin from one opening with the sides exchanged, as those of a match do. The match at
//! the end begins from other openings, and its opponent is the game as it was: what was found by chance does not
//! win it.

use std::io;
use std::time::Duration;

use crate::matches::{
    Adjudication, Continued as Played, Control, EngineSpec, GameRecord, Kind, Match, Opening,
    Openings, PlayerSpec, Recipe, Source, Standing,
};
use plyglot_open::{Open, Stop};
use plyglot_wire::spread::spread;

use crate::tune::error::TuneError;
use crate::tune::journal::{Continued, Record};
use crate::tune::number::Number;
use crate::tune::spsa::Spsa;
use crate::tune::tuning::Tuning;

/// What a tuning is doing.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A pair has been played.
    Pair {
        /// How many have.
        played: usize,
        /// How many there are to be.
        of: usize,
    },
    /// A batch of pairs has moved the numbers.
    Step {
        /// Pairs that were played.
        played: usize,
        /// What each number is now.
        now: &'a [i64],
    },
    /// A game of the match at the end has been played.
    Confirms {
        /// How it stands.
        standing: &'a Standing,
    },
}

/// A number that was tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Which one.
    pub number: Number,
    /// What was found.
    pub found: i64,
    /// Its value at the start and after each batch of pairs.
    pub way: Vec<f64>,
}

/// How a tuning ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The numbers, in the order in which they were asked for.
    pub numbers: Vec<Tuned>,
    /// Pairs that were played.
    pub pairs: usize,
    /// The match of what was found (A) against the game as it was; `None` where it was left out, or nothing
    /// else was found.
    pub confirmed: Option<Standing>,
    /// True if it was ended early.
    pub stopped: bool,
}

impl Finished {
    /// True if something else than the start was found.
    pub fn is_changed(&self) -> bool {
        self.numbers.iter().any(|tuned| tuned.found != tuned.number.start)
    }
}

type Show<'s> = dyn FnMut(Event<'_>) -> io::Result<()> + 's;

impl Tuning<'_> {
    /// Tunes. `show` is told of everything as it happens.
    ///
    /// # Errors
    /// See [`TuneError`].
    pub fn run(
        &self,
        continued: Option<Continued>,
        stop: &Stop,
        mut show: impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Finished, TuneError> {
        self.check()?;
        let mut spsa = Spsa::new(self.numbers.clone(), self.pairs, self.seed);
        let (mut journal, mut known, games) = match continued {
            Some(Continued { journal, pairs, games, .. }) => (Some(journal), pairs, games),
            None => (None, Default::default(), Vec::new()),
        };
        let mut openings = Supply::new(self.game, self.seed)?;
        let mut played = 0;
        while !spsa.next().is_empty() && !stop.is_raised() {
            let batch = spsa.next();
            let left: Vec<usize> =
                batch.clone().filter(|number| !known.contains_key(number)).collect();
            played += batch.len() - left.len();
            let begin = batch.clone().map(|_| openings.next()).collect::<Result<Vec<_>, _>>()?;
            spread(
                self.jobs,
                left.len(),
                stop,
                || Ok(()),
                |(), place| {
                    let number = left[place];
                    let opening = begin[number - batch.start].clone();
                    self.pair(&spsa, number, opening, stop)
                },
                |place, result| {
                    let number = left[place];
                    known.insert(number, result);
                    if let Some(journal) = &mut journal {
                        journal.note(&Record::Pair { number, result })?;
                    }
                    played += 1;
                    show(Event::Pair { played, of: self.pairs }).map_err(TuneError::Show)?;
                    Ok(true)
                },
            )?;
            let results: Vec<f64> =
                batch.clone().map_while(|number| known.get(&number).copied()).collect();
            if results.len() < batch.len() {
                break;
            }
            spsa.learn(&results);
            let now = spsa.now();
            show(Event::Step { played: spsa.played(), now: &now }).map_err(TuneError::Show)?;
        }
        let mut finished = self.finished(&spsa);
        if finished.pairs == self.pairs && finished.is_changed() && self.confirm > 0 {
            let found = finished.numbers.iter().map(|tuned| tuned.found).collect();
            let note = |game: &GameRecord| match &mut journal {
                Some(journal) => journal.note(&Record::Game(game.clone())),
                None => Ok(()),
            };
            finished.confirmed = self.confirmed(found, games, stop, note, &mut show)?;
        }
        finished.stopped = stop.is_raised();
        Ok(finished)
    }

    fn finished(&self, spsa: &Spsa) -> Finished {
        let found = spsa.found().into_iter().zip(spsa.ways());
        let numbers = self.numbers.iter().zip(found).map(|(number, (found, way))| Tuned {
            number: number.clone(),
            found,
            way,
        });
        let (pairs, confirmed, stopped) = (spsa.played(), None, false);
        Finished { numbers: numbers.collect(), pairs, confirmed, stopped }
    }

    /// The player with these values.
    fn player(&self, text: &str, values: &[i64]) -> Result<PlayerSpec, TuneError> {
        let EngineSpec { config, options, book } = self.engine()?.clone();
        let set = self.numbers.iter().zip(values);
        let set = set.map(|(number, value)| (number.name.clone(), value.to_string()));
        let options = options.into_iter().chain(set).collect();
        let kind = Kind::Engine(EngineSpec { config, options, book });
        Ok(PlayerSpec { text: text.into(), control: self.control(), kind })
    }

    fn control(&self) -> Control {
        self.player.control
    }

    /// A match between two sets of values.
    fn contest(
        &self,
        players: [PlayerSpec; 2],
        openings: Source,
        games: usize,
        jobs: usize,
    ) -> Match<'_> {
        Match {
            game: self.game,
            players,
            openings,
            adjudication: Adjudication::default(),
            referee: None,
            margin: Duration::from_millis(50),
            games: Some(games),
            sprt: None,
            jobs,
        }
    }

    /// The result of a pair; of one that was stopped it means nothing.
    fn pair(
        &self,
        spsa: &Spsa,
        number: usize,
        opening: Opening,
        stop: &Stop,
    ) -> Result<f64, TuneError> {
        let [up, down] = spsa.trial(number);
        let players = [self.player("up", &up)?, self.player("down", &down)?];
        let contest = self.contest(players, Source::Given(vec![opening]), 2, 1);
        let played = contest.play(None, stop, |_, _| Ok(()))?;
        Ok(2.0 * played.standing.points() - 2.0)
    }

    /// The match of what was found against the game as it was.
    fn confirmed(
        &self,
        found: Vec<i64>,
        games: Vec<GameRecord>,
        stop: &Stop,
        mut note: impl FnMut(&GameRecord) -> Result<(), plyglot_wire::journal::JournalError>,
        show: &mut Show<'_>,
    ) -> Result<Option<Standing>, TuneError> {
        let starts: Vec<i64> = self.numbers.iter().map(|number| number.start).collect();
        let players = [self.player("found", &found)?, self.player("start", &starts)?];
        // Other openings than those of the pairs.
        let recipe = Recipe { plies: None, seed: !self.seed };
        let contest = self.contest(players, Source::Made(recipe), self.confirm, self.jobs);
        let known: Vec<usize> = games.iter().map(|game| game.number).collect();
        let mut failed = None;
        let played = contest.play(Some(Played::of(games)), stop, |game, standing| {
            if !known.contains(&game.number) {
                failed = failed.take().or(note(game).err());
            }
            show(Event::Confirms { standing })?;
            // What ends the match; the error itself is kept.
            if failed.is_some() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
        });
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(Some(played?.standing).filter(|standing| standing.games() > 0)),
        }
    }
}

/// The openings of the pairs: where there are no more, they begin again.
struct Supply {
    made: Openings,
    kept: Vec<Opening>,
    dealt: usize,
    game: String,
}

impl Supply {
    fn new(game: &dyn Open, seed: u64) -> Result<Supply, TuneError> {
        let made = Openings::made(game, Recipe { plies: None, seed })?;
        Ok(Supply { made, kept: Vec::new(), dealt: 0, game: game.facts().name.clone() })
    }

    fn next(&mut self) -> Result<Opening, TuneError> {
        if let Some(opening) = self.made.deal()? {
            self.kept.push(opening.clone());
            return Ok(opening);
        }
        let Some(opening) = self.kept.get(self.dealt % self.kept.len().max(1)) else {
            return Err(TuneError::NoPositions(self.game.clone(), 1));
        };
        self.dealt += 1;
        Ok(opening.clone())
    }
}

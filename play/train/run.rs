//! The rounds: games, fit, weights for the next round.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Instant;

use plyglot_eval::{About, WeightFile, Weights};
use plyglot_open::{Layout, Open, Stop};
use plyglot_wire::beside::write_beside;
use plyglot_wire::journal::Journal;

use crate::train::check::{Checked, check};
use crate::train::deck::Deck;
use crate::train::error::TrainError;
use crate::train::fit::{Aim, error, fit};
use crate::train::journal::Continued;
use crate::train::plan::{Plan, Round};
use crate::train::play::GameRecord;
use crate::train::rows::gather;
use crate::train::training::{Training, WEIGHTS};

/// The fit uses the games of this many rounds, the last ones.
const WINDOW: usize = 3;

/// The error of a phase on games that were not trained on.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseError {
    /// The phase.
    pub name: String,
    /// How many positions it was fitted to.
    pub positions: usize,
    /// How many were held out.
    pub held_out: usize,
    /// The mean absolute difference to the labels of those, in points.
    pub error: Option<f64>,
    /// The iterations of the fit.
    pub iterations: usize,
    /// The error against deeper searches, after the last round.
    pub checked: Option<Checked>,
}

/// What a training is doing.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A round begins.
    Begins {
        /// Its number, from 0.
        round: usize,
        /// What is to be played.
        plan: Round,
    },
    /// A game has ended.
    Played {
        /// How many of the round have.
        games: u32,
        /// How many there are to be.
        of: u32,
    },
    /// The weights of a phase are being fitted.
    Fits {
        /// The phase, from the last one of the game on.
        phase: &'a str,
    },
    /// A round has ended, and its weights are written.
    Ends {
        /// Its number, from 0.
        round: usize,
        /// Phase by phase.
        phases: &'a [PhaseError],
    },
    /// The weights are checked by deeper searches.
    Checks,
}

/// How a training ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What was played, which may be less than was planned.
    pub plan: Plan,
    /// Games that were played in all.
    pub games: u64,
    /// Positions that the last fit was made from.
    pub positions: u64,
    /// Phase by phase.
    pub phases: Vec<PhaseError>,
    /// The length of the file of weights, in bytes.
    pub bytes: usize,
    /// True if it was ended early.
    pub stopped: bool,
}

/// What a training has so far.
struct State {
    rounds: Vec<Vec<GameRecord>>,
    plan: Plan,
    /// The latest weights, and what is said of them.
    file: Option<WeightFile>,
    phases: Vec<PhaseError>,
    bytes: usize,
    stopped: bool,
}

impl Training<'_> {
    /// Trains. `show` is told of everything as it happens.
    ///
    /// # Errors
    /// See [`TrainError`].
    pub fn run(
        &self,
        continued: Option<Continued>,
        stop: &Stop,
        mut show: impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Finished, TrainError> {
        let layout = self.layout()?;
        let (mut journal, mut known) = match continued {
            Some(Continued { journal, games, .. }) => (Some(journal), games),
            None => (None, BTreeMap::new()),
        };
        let mut state = State {
            rounds: Vec::new(),
            plan: Plan { rounds: Vec::new(), ..self.plan.clone() },
            file: None,
            phases: Vec::new(),
            bytes: 0,
            stopped: false,
        };
        for (number, &round) in self.plan.rounds.iter().enumerate() {
            show(Event::Begins { round: number, plan: round }).map_err(TrainError::Show)?;
            let game = self.with_weights(layout, state.file.as_ref())?;
            let place = (number as u32, round);
            let records = self.play(&*game, place, &mut known, &mut journal, stop, &mut show)?;
            state.stopped = stop.is_raised();
            let played = records.len() as u32;
            // A round that was cut short early would make the weights worse.
            if state.stopped || (played < round.games / 2 && number > 0) || played == 0 {
                break;
            }
            let late = self.is_late();
            let round = if late { Round { games: played, ..round } } else { round };
            state.plan.rounds.push(round);
            state.rounds.push(records);
            self.fit(layout, &mut state, &mut show)?;
            let (round, phases) = (number, &*state.phases);
            show(Event::Ends { round, phases }).map_err(TrainError::Show)?;
            if late {
                break;
            }
        }
        if self.checked > 0 && !state.stopped && state.file.is_some() {
            show(Event::Checks).map_err(TrainError::Show)?;
            self.check(layout, &mut state, stop)?;
        }
        let positions = state.file.as_ref().map_or(0, |file| file.about.positions);
        let games = state.rounds.iter().map(|round| round.len() as u64).sum();
        let State { plan, phases, bytes, stopped, .. } = state;
        Ok(Finished { plan, games, positions, phases, bytes, stopped })
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The game with weights, or with those of the beginning.
    fn with_weights(
        &self,
        layout: &Layout,
        file: Option<&WeightFile>,
    ) -> Result<Box<dyn Open>, TrainError> {
        let failed = |error| TrainError::Output { path: self.output.into(), error };
        let nothing;
        let file = match (file, self.first) {
            (Some(file), _) => file,
            (None, Some(first)) => return Ok(self.game.with(&[(WEIGHTS, first)])?),
            (None, None) => {
                nothing =
                    self.file(layout, Weights::zero(layout, layout.units()), &About::default());
                &nothing
            }
        };
        let folder = self.output.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut beside = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        io::Write::write_all(&mut beside, &file.to_bytes()).map_err(failed)?;
        let path = beside.path().to_string_lossy().into_owned();
        Ok(self.game.with(&[(WEIGHTS, &path)])?)
    }

    fn file(&self, layout: &Layout, weights: Weights, about: &About) -> WeightFile {
        let game = self.game.facts().name.clone();
        WeightFile { about: About { game, ..about.clone() }, features: layout.hash(), weights }
    }

    /// The games of a round in their order, those that are known included.
    fn play(
        &self,
        game: &dyn Open,
        (number, round): (u32, Round),
        known: &mut BTreeMap<(u32, u32), GameRecord>,
        journal: &mut Option<Journal>,
        stop: &Stop,
        show: &mut impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Vec<GameRecord>, TrainError> {
        let mut records: Vec<GameRecord> =
            (0..round.games).filter_map(|game| known.remove(&(number, game))).collect();
        let mut there = vec![false; round.games as usize];
        for record in &records {
            there[record.game as usize] = true;
        }
        let left: Vec<u32> = (0..round.games).filter(|&game| !there[game as usize]).collect();
        let mut games = round.games - left.len() as u32;
        let deck =
            Deck { game, number, round, seed: self.plan.seed, threads: self.threads, games: &left };
        deck.deal(stop, |record| {
            games += 1;
            if let Some(record) = record {
                if let Some(journal) = journal {
                    journal.note(&record)?;
                }
                records.push(record);
            }
            show(Event::Played { games, of: round.games }).map_err(TrainError::Show)?;
            Ok(!self.is_late())
        })?;
        records.sort_unstable_by_key(|record| record.game);
        Ok(records)
    }

    /// Fits all phases, the last one of the game first, and writes the weights.
    fn fit(
        &self,
        layout: &Layout,
        state: &mut State,
        show: &mut impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<(), TrainError> {
        let first = state.rounds.len().saturating_sub(WINDOW);
        let records: Vec<&GameRecord> = state.rounds[first..].iter().flatten().collect();
        let data = gather(self.game, &records)?;
        let count = layout.phases().len();
        let facts = self.game.facts();
        let aim = if facts.unit.is_empty() {
            Aim::Results(facts.result_scale as f32)
        } else {
            Aim::Points
        };
        let mut found = vec![Vec::new(); count];
        let mut phases = Vec::with_capacity(count);
        let mut prior = vec![0.0; layout.size()];
        for phase in (0..count).rev() {
            let name = &layout.phases()[phase];
            show(Event::Fits { phase: name }).map_err(TrainError::Show)?;
            let (train, held_out) = (&data.train[phase], &data.held_out[phase]);
            let fitted = fit(aim, train, held_out, &prior);
            phases.push(PhaseError {
                name: name.clone(),
                positions: train.len(),
                held_out: held_out.len(),
                error: error(held_out, &fitted.weights),
                iterations: fitted.iterations,
                checked: None,
            });
            prior.clone_from(&fitted.weights);
            found[phase] = fitted.weights;
        }
        phases.reverse();
        let about = About {
            game: String::new(),
            seed: self.plan.seed,
            command: (self.command)(&state.plan),
            games: state.plan.games(),
            positions: phases.iter().map(|phase| phase.positions as u64).sum(),
            errors: phases.iter().map(|phase| phase.error.unwrap_or(f64::NAN)).collect(),
        };
        let file = self.file(layout, Weights::rounded(layout, layout.units(), &found), &about);
        let bytes = file.to_bytes();
        write_beside(self.output, &bytes)
            .map_err(|error| TrainError::Output { path: self.output.into(), error })?;
        (state.file, state.phases, state.bytes) = (Some(file), phases, bytes.len());
        Ok(())
    }

    /// Searches positions of the last round deeper.
    fn check(&self, layout: &Layout, state: &mut State, stop: &Stop) -> Result<(), TrainError> {
        let game = self.with_weights(layout, state.file.as_ref())?;
        let records: Vec<&GameRecord> = state.rounds.last().into_iter().flatten().collect();
        let errors = check(&*game, &records, self.checked, self.plan.seed, stop)?;
        for (phase, checked) in state.phases.iter_mut().zip(errors) {
            phase.checked = checked;
        }
        state.stopped = stop.is_raised();
        Ok(())
    }
}

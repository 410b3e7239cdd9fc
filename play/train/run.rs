//! The rounds: games, fit, weights for the next round.

use std::collections::BTreeMap;
use std::io;
use std::time::Instant;

use plyglot_eval::net::{NetFile, NetWeights};
use plyglot_eval::{About, Weights};
use plyglot_open::{Active, Open, Stop};
use plyglot_wire::beside::write_beside;
use plyglot_wire::journal::Journal;

use crate::train::check::check;
use crate::train::deck::Deck;
use crate::train::error::TrainError;
use crate::train::fit::{Aim, error, fit};
use crate::train::gate::{self, Met, Terms};
use crate::train::held::Held;
use crate::train::journal::Continued;
use crate::train::net;
use crate::train::plan::{Plan, Round};
use crate::train::play::GameRecord;
use crate::train::rows::gather;
use crate::train::selectivity;
use crate::train::told::{Ended, Event, Finished, NetFacts, PhaseError, mean_error};
use crate::train::training::{Kind, Training, WEIGHTS};

/// The fit uses the games of this many rounds, the last ones.
const WINDOW: usize = 3;

/// Weights that were fitted.
#[derive(Default)]
struct Fit {
    /// The bytes of their file.
    file: Vec<u8>,
    phases: Vec<PhaseError>,
    /// Where the phases of a net end.
    bounds: Vec<u32>,
    net: Option<NetFacts>,
}

/// What a training has so far.
struct State {
    rounds: Vec<Vec<GameRecord>>,
    ended: Vec<Ended>,
    plan: Plan,
    /// The weights that are written.
    kept: Option<Fit>,
    trials: Vec<selectivity::Trial>,
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
        self.run_rounds(continued, stop, &mut show)
    }

    /// The same, compiled once and not for everyone who trains.
    fn run_rounds(
        &self,
        continued: Option<Continued>,
        stop: &Stop,
        mut show: &mut dyn FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Finished, TrainError> {
        self.check_game()?;
        let (mut journal, mut known) = match continued {
            Some(Continued { journal, games, .. }) => (Some(journal), games),
            None => (None, BTreeMap::new()),
        };
        let mut state = State {
            rounds: Vec::new(),
            ended: Vec::new(),
            plan: Plan { rounds: Vec::new(), ..self.plan.clone() },
            kept: None,
            trials: Vec::new(),
            stopped: false,
        };
        for (number, &round) in self.plan.rounds.iter().enumerate() {
            show(Event::Begins { round: number, plan: round }).map_err(TrainError::Show)?;
            let before = self.held(state.file())?;
            let game = self.with(&before)?;
            let place = (number as u32, round);
            let records = self.play(&*game, place, &mut known, &mut journal, stop, &mut show)?;
            state.stopped = stop.is_raised();
            let games = records.len();
            // A round that was cut short early would make the weights worse.
            let learnt = games + self.also.games();
            if state.stopped || (games < round.games as usize / 2 && number > 0) || learnt == 0 {
                break;
            }
            let late = self.is_late();
            let round = if late { Round { games: games as u32, ..round } } else { round };
            state.plan.rounds.push(round);
            state.rounds.push(records);
            let fit = match self.kind {
                Kind::Patterns => Some(self.fit_patterns(&state, &mut show)?),
                Kind::Net(plan) => self.fit_net(plan, &state, stop, &mut show)?,
            };
            let met = match &fit {
                None => Met::Stopped,
                Some(fit) => self.meet(fit, &before, number, stop, &mut show)?,
            };
            let (Some(fit), Met::Ended(gate)) = (fit, met) else {
                state.plan.rounds.pop();
                state.rounds.pop();
                state.stopped = true;
                break;
            };
            let ends = Event::Ends { round: number, phases: &fit.phases, gate: gate.as_ref() };
            show(ends).map_err(TrainError::Show)?;
            let positions = fit.phases.iter().map(|phase| phase.positions).sum();
            state.ended.push(Ended { games, positions, error: mean_error(&fit.phases), gate });
            if gate.is_none_or(|gate| gate.kept) {
                self.write(&fit.file)?;
                state.kept = Some(fit);
            }
            if late {
                break;
            }
        }
        self.try_selectivity(&mut state, stop, &mut show)?;
        if self.checked > 0 && !state.stopped && state.kept.is_some() {
            show(Event::Checks).map_err(TrainError::Show)?;
            self.check(&mut state, stop)?;
        }
        let State { rounds, ended, plan, kept, trials, stopped } = state;
        let games = rounds.iter().map(|round| round.len() as u64).sum();
        let Fit { file, phases, net, .. } = kept.unwrap_or_default();
        let positions = phases.iter().map(|phase| phase.positions as u64).sum();
        let bytes = file.len();
        let also = self.also.games() as u64;
        let rounds = ended;
        Ok(Finished { plan, games, also, positions, rounds, phases, bytes, net, trials, stopped })
    }

    /// The match of weights that were fitted, in round `number`, against those of before.
    fn meet(
        &self,
        fit: &Fit,
        before: &Held,
        number: usize,
        stop: &Stop,
        show: &mut impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Met, TrainError> {
        let of = self.games_of_match(&self.plan.rounds[number]);
        if of == 0 {
            return Ok(Met::Ended(None));
        }
        let now = self.held(Some(&fit.file))?;
        let players = [&now, before].map(|held| held.value.as_str());
        gate::meet(self, players, Terms::of_round(of, number as u64), stop, |games| {
            show(Event::Meets { games, of })
        })
    }

    /// How many games a match has at most: no more than were learnt from in a round.
    fn games_of_match(&self, round: &Round) -> u32 {
        let learnt = self.also.games() as u64 + u64::from(round.games);
        u64::from(self.gate).min(learnt) as u32 / 2 * 2
    }

    /// Finds what a search by the net that is kept may leave out, and writes it with that.
    fn try_selectivity(
        &self,
        state: &mut State,
        stop: &Stop,
        show: &mut impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<(), TrainError> {
        let of = state.plan.rounds.last().map_or(0, |round| self.games_of_match(round));
        let (Kind::Net(_), Some(kept)) = (self.kind, &mut state.kept) else { return Ok(()) };
        if of == 0 || state.stopped || !self.game.facts().learns {
            return Ok(());
        }
        let found = selectivity::find(self, &kept.file, of, stop, |selectivity, games| {
            show(Event::Tries { selectivity, games, of })
        })?;
        self.write(&found.file)?;
        kept.file = found.file;
        (state.trials, state.stopped) = (found.trials, found.stopped);
        Ok(())
    }

    fn write(&self, file: &[u8]) -> Result<(), TrainError> {
        let path = || self.output.into();
        write_beside(self.output, file).map_err(|error| TrainError::Output { path: path(), error })
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn with(&self, held: &Held) -> Result<Box<dyn Open>, TrainError> {
        Ok(self.game.with(&[(WEIGHTS, &held.value)])?)
    }

    /// What is said of weights that were fitted.
    fn about(&self, state: &State, phases: &[PhaseError]) -> About {
        About {
            game: String::new(),
            seed: self.plan.seed,
            command: (self.command)(&state.plan),
            games: state.plan.games() + self.also.games() as u64,
            positions: phases.iter().map(|phase| phase.positions as u64).sum(),
            errors: phases.iter().map(|phase| phase.error.unwrap_or(f64::NAN)).collect(),
        }
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

    /// The games that are fitted to.
    fn window<'a>(&'a self, state: &'a State) -> Vec<&'a GameRecord> {
        let first = state.rounds.len().saturating_sub(WINDOW);
        self.also.records().iter().chain(state.rounds[first..].iter().flatten()).collect()
    }

    /// Fits a net; `None` if it was stopped before that.
    fn fit_net(
        &self,
        plan: net::NetPlan,
        state: &State,
        stop: &Stop,
        show: &mut impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Option<Fit>, TrainError> {
        let own = self.game.with(&[(WEIGHTS, self.game.facts().base.value)])?;
        let data = net::gather(&*own, &self.window(state), plan.adds)?;
        let inputs = self.game.inputs()?;
        let scale = self.game.facts().result_scale.clamp(1, NetWeights::MOST_SCALE);
        let seed = self.plan.seed ^ (state.rounds.len() as u64) << 32;
        let further = self.trained_further(plan, scale, state)?;
        let mut shown = Ok(());
        let fitted =
            net::fit(&data, &inputs, plan, (scale, seed), further.as_ref(), stop, |epoch| {
                if shown.is_ok() {
                    shown = show(Event::Fits { what: &format!("epoch {}", epoch + 1) });
                }
            });
        shown.map_err(TrainError::Show)?;
        let Some(fitted) = fitted else { return Ok(None) };
        let names = NetWeights::names(&fitted.weights.bounds);
        let phase = |(name, (positions, held_out, error))| PhaseError {
            name,
            positions,
            held_out,
            error,
            iterations: fitted.epochs,
            checked: None,
        };
        let phases: Vec<PhaseError> = names.into_iter().zip(fitted.parts).map(phase).collect();
        let bounds = fitted.weights.bounds.clone();
        let net = NetFacts {
            width: plan.width,
            rounding: fitted.rounding.0,
            most_rounding: fitted.rounding.1,
            nanoseconds: fitted.nanoseconds,
        };
        let file = self.net_file(fitted.weights, self.about(state, &phases))?;
        Ok(Some(Fit { file, phases, bounds, net: Some(net) }))
    }

    /// The net that is trained further: where a training begins with one of its plan, that and then the round's before.
    fn trained_further(
        &self,
        plan: net::NetPlan,
        scale: i32,
        state: &State,
    ) -> Result<Option<NetWeights>, TrainError> {
        let inputs = self.inputs_hash(plan.adds)?;
        let begun = self.first_net().filter(|net| {
            let of = (net.inputs, net.weights.width, net.weights.adds, net.weights.scale);
            of == (inputs, plan.width, plan.adds, scale)
        });
        let before = state.file().and_then(|file| NetFile::from_bytes(file).ok());
        Ok(begun.map(|begun| before.unwrap_or(begun).weights))
    }

    /// Fits all phases of patterns, the last one of the game first.
    fn fit_patterns(
        &self,
        state: &State,
        show: &mut impl FnMut(Event<'_>) -> io::Result<()>,
    ) -> Result<Fit, TrainError> {
        let layout = self.layout()?;
        let data = gather(self.game, &self.window(state))?;
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
            show(Event::Fits { what: name }).map_err(TrainError::Show)?;
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
        let about = self.about(state, &phases);
        let file = self.file(Weights::rounded(layout, layout.units(), &found), about)?;
        Ok(Fit { file, phases, ..Fit::default() })
    }

    /// Searches positions of the last round deeper.
    fn check(&self, state: &mut State, stop: &Stop) -> Result<(), TrainError> {
        let game = self.with(&self.held(state.file())?)?;
        let Some(kept) = &mut state.kept else { return Ok(()) };
        let records: Vec<&GameRecord> = state.rounds.last().into_iter().flatten().collect();
        let size = game.inputs()?.size();
        let by_features = |at: &_| game.active(at, &mut Active::new());
        let by_inputs = |at: &_| {
            let mut planes = vec![0; size];
            let judged = game.see(at, &mut planes)?;
            let on = planes.iter().map(|word| word.count_ones()).sum();
            Ok(judged.then(|| NetWeights::part(&kept.bounds, on)))
        };
        let phase: crate::train::training::Phase<'_> = match self.kind {
            Kind::Patterns => &by_features,
            Kind::Net(_) => &by_inputs,
        };
        let phases = (kept.phases.len(), phase);
        let errors = check(&*game, phases, &records, (self.checked, self.plan.seed), stop)?;
        for (phase, checked) in kept.phases.iter_mut().zip(errors) {
            phase.checked = checked;
        }
        state.stopped = stop.is_raised();
        Ok(())
    }
}

impl State {
    /// The bytes of the weights that are written.
    fn file(&self) -> Option<&[u8]> {
        self.kept.as_ref().map(|kept| kept.file.as_slice())
    }
}

//! Deep and shallow searches of the same positions, for ProbCut (M. Buro 1995).
//!
//! Positions come from the openings of a match, each played on for some plies, drawn by the seed. Each is searched
//! by deepening on one thread with ProbCut switched off, which gives its scores at all depths at once. Where a
//! score is proven there is nothing to predict, and it is left out.
//!
//! Cost: a search to the deepest depth for each position, some more for an opening.

use std::sync::{Arc, Mutex, PoisonError};

use crate::matches::{Opening, Openings, Recipe};
use plyglot_open::{Ask, Config, DoorError, Engine, Limits, Open, Position, Stop};
use plyglot_search::random::{SplitMix, mix};
use plyglot_search::{Bound, Meaning, OptionKind};
use plyglot_wire::spread::spread;

use crate::tune::error::TuneError;
use crate::tune::regress::{Formula, PairFit, Scores, fit};

/// The table of a search, in bytes.
const TABLE: usize = 16 << 20;
/// The depth of the moves that lead on from an opening.
const ON: u32 = 3;
/// The most plies that lead on where a game does not say how long it is.
const USUAL_ON: u32 = 40;
/// The option that switches hooks off, and the hook that is measured.
const OFF: (&str, &str) = ("off", "probcut");

/// What is searched.
pub struct Prediction<'a> {
    /// The game, with its options.
    pub game: &'a dyn Open,
    /// How many positions, if there are as many openings.
    pub positions: usize,
    /// The depth of the deepest searches, at least 3.
    pub deepest: u32,
    /// What the positions are drawn by.
    pub seed: u64,
    /// How many are searched at once.
    pub threads: usize,
}

/// What the searches say.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Positions that were searched.
    pub positions: usize,
    /// What the stage of a position is counted in: true for plies left, as the game tells them, false for plies
    /// played.
    pub plies_left: bool,
    /// Each deep search by the usual shallow one.
    pub fits: Vec<PairFit>,
    /// The deviation for all of them.
    pub formula: Formula,
    /// True if it was ended early: what is found is from the positions until then.
    pub stopped: bool,
}

impl Prediction<'_> {
    /// Searches. `progress` gets how many positions of how many are done.
    ///
    /// # Errors
    /// See [`TuneError`].
    pub fn run(
        &self,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Found, TuneError> {
        let game = self.without_probcut()?;
        let openings = self.openings(&*game, stop, |found| progress(0, found))?;
        let total = openings.len();
        let mut all: Vec<(usize, Option<Scores>)> = Vec::with_capacity(total);
        spread(
            self.threads,
            total,
            stop,
            || Ok::<_, TuneError>(game.engine(&Config::single(TABLE), None)?),
            |engine, number| Ok(self.scores(&mut **engine, &openings[number], number, stop)?),
            |number, scores| {
                all.push((number, scores));
                progress(all.len(), total);
                Ok(true)
            },
        )?;
        all.sort_unstable_by_key(|(number, _)| *number);
        let scores: Vec<Scores> = all.into_iter().filter_map(|(_, scores)| scores).collect();
        let plies_left = game.start()?.plies_left()?.is_some();
        let none = || TuneError::NoPositions(game.facts().name.clone(), self.deepest);
        let (fits, formula) = fit(&scores, self.deepest).ok_or_else(none)?;
        Ok(Found { positions: scores.len(), plies_left, fits, formula, stopped: stop.is_raised() })
    }

    /// The game, with ProbCut off beside what is off already.
    fn without_probcut(&self) -> Result<Box<dyn Open>, DoorError> {
        let (option, word) = OFF;
        let now = self.game.options().iter().find(|spec| {
            spec.name == option
                && matches!(&spec.kind, OptionKind::Words(known) if known.iter().any(|known| known == word))
        });
        match now.map(|spec| spec.value.as_str()) {
            None => self.game.with(&[]),
            Some("none") => self.game.with(&[(option, word)]),
            Some(value) if value.split('+').any(|off| off == word) => self.game.with(&[]),
            Some(value) => self.game.with(&[(option, &format!("{value}+{word}"))]),
        }
    }

    fn openings(
        &self,
        game: &dyn Open,
        stop: &Stop,
        mut found: impl FnMut(usize),
    ) -> Result<Vec<Opening>, DoorError> {
        let mut made = Openings::made(game, Recipe { plies: None, seed: self.seed })?;
        let mut openings = Vec::new();
        while openings.len() < self.positions && !stop.is_raised() {
            let Some(opening) = made.deal()? else { break };
            openings.push(opening);
            found(openings.len());
        }
        Ok(openings)
    }

    /// The scores of the position that an opening leads to; `None` if the game ended on the way. If it was stopped, they
    /// mean nothing.
    fn scores(
        &self,
        engine: &mut dyn Engine,
        opening: &Opening,
        number: usize,
        stop: &Stop,
    ) -> Result<Option<Scores>, DoorError> {
        let _watch = stop.watch(engine.handle());
        engine.clear();
        let Some(at) = self.played_on(engine, opening, number)? else { return Ok(None) };
        engine.clear();
        let by_depth = Arc::new(Mutex::new(vec![None; self.deepest as usize + 1]));
        let seen = Arc::clone(&by_depth);
        let limits = Limits::depth(self.deepest).without_whole_lines();
        let ask = Ask::new(&at, &limits).telling(move |progress| {
            let line = &progress.line;
            let whole = line.verdict.bound == Bound::Exact && !line.verdict.proven;
            let points = match line.verdict.score.meaning() {
                Meaning::Heuristic(points) if whole => Some(points),
                _ => None,
            };
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = seen.get_mut(line.depth as usize) {
                *place = points;
            }
        });
        engine.run(&ask)?;
        let mut by_depth = by_depth.lock().unwrap_or_else(PoisonError::into_inner).clone();
        by_depth[0] = at.estimate()?;
        let stage = at.plies_left()?.map_or(at.plies() as i32, |plies| plies as i32);
        Ok(Some(Scores { stage, by_depth }))
    }

    /// The position some plies further; `None` if the game ends there, or is as good as over.
    fn played_on(
        &self,
        engine: &mut dyn Engine,
        opening: &Opening,
        number: usize,
    ) -> Result<Option<Position>, DoorError> {
        let mut random = SplitMix(mix(self.seed ^ mix(number as u64)));
        let mut at = opening.at.clone();
        let left = at.plies_left()?.map_or(USUAL_ON, |left| left.saturating_sub(self.deepest));
        let plies = random.below(left.max(1) as usize).unwrap_or(0);
        for _ in 0..plies {
            let report = engine.run(&Ask::new(&at, &Limits::depth(ON).without_whole_lines()))?;
            let Some(best) = report.best_move().filter(|_| !report.verdict.proven) else { break };
            at.play(best)?;
            if at.outcome().is_some() || at.repetitions() > 0 {
                return Ok(None);
            }
        }
        Ok(Some(at))
    }
}

//! The journal of a study ([`plyglot_wire::journal`]): which run it is, and which records can be of it.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use plyglot_search::Scheme;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::lab::Lab;
use super::plan::plan;
use super::play::{Contest, ContestGame};
use super::sample::{PlannedSearch, Sample};
use super::study::{CeilingPoint, Machine, ProbePoint, Study};
use plyglot_wire::journal::{Header, Journal, JournalError, Opened, Skipped};

/// A record of a study's journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalRecord {
    /// What a search gave.
    Sample(Sample),
    /// A game.
    Game(ContestGame),
    /// The machine's ceiling, all points of it.
    Ceiling(Vec<CeilingPoint>),
    /// Random look-ups, all points of them.
    Probes(Vec<ProbePoint>),
    /// How many threads of other programs ran when a part of it began; the largest number counts.
    Load(f64),
}

/// A study that is continued.
#[derive(Debug)]
pub struct Continued {
    /// Where further samples go.
    pub journal: Journal,
    /// The study with what the journal holds of it.
    pub study: Study,
    /// What of the journal was not used.
    pub skipped: Vec<Skipped>,
}

impl Study {
    /// A new journal for this study, with what it holds already. `lab` is where it is measured.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn journal(&self, path: &Path, lab: &dyn Lab) -> Result<Journal, JournalError> {
        let mut journal = Journal::create(path, &self.header(lab))?;
        self.samples
            .iter()
            .try_for_each(|sample| journal.note(&JournalRecord::Sample(sample.clone())))?;
        self.games.iter().try_for_each(|game| journal.note(&JournalRecord::Game(game.clone())))?;
        if !self.ceiling.is_empty() {
            journal.note(&JournalRecord::Ceiling(self.ceiling.clone()))?;
            journal.note(&JournalRecord::Probes(self.probes.clone()))?;
        }
        self.load.map_or(Ok(()), |load| journal.note(&JournalRecord::Load(load)))?;
        journal.sync()?;
        Ok(journal)
    }

    /// Continues the journal of this study, which has measured nothing yet; begins one if there is none. A
    /// search that failed is not taken, so that it is tried again. The study's origin is then that of
    /// the journal.
    ///
    /// # Errors
    /// See [`Journal::open`]. Another study is one of another design, with another knowledge of the game,
    /// made by another version of the program or, in real time, on another machine.
    pub fn continued(mut self, path: &Path, lab: &dyn Lab) -> Result<Continued, JournalError> {
        let planned: HashSet<PlannedSearch> = plan(&self.design).into_iter().collect();
        let contests: HashSet<Contest> = self.design.contests().into_iter().collect();
        let mut stored: HashMap<PlannedSearch, Sample> = HashMap::new();
        let mut played: HashMap<(Contest, usize), ContestGame> = HashMap::new();
        let header = self.header(lab);
        let Opened { journal, origin, mut skipped } =
            Journal::open(path, &header, unknown_scheme, |entry| {
                match entry {
                    JournalRecord::Sample(sample) => {
                        self.check(&sample, &planned, lab)?;
                        if sample.error.is_none() {
                            stored.insert(sample.case, sample);
                        }
                    }
                    JournalRecord::Game(game) => {
                        self.check_game(&game, &contests)?;
                        played.insert((game.contest, game.game.number), game);
                    }
                    JournalRecord::Ceiling(points) => self.ceiling = points,
                    JournalRecord::Probes(points) => self.probes = points,
                    JournalRecord::Load(load) => {
                        self.load = Some(self.load.map_or(load, |other: f64| other.max(load)));
                    }
                }
                Ok(())
            })?;
        if let Some(origin) = origin {
            match serde_json::from_value(origin) {
                Ok(origin) => self.origin = origin,
                Err(error) => {
                    skipped.insert(0, Skipped { line: 1, message: format!("origin: {error}") });
                }
            }
        }
        self.samples = stored.into_values().collect();
        self.games = played.into_values().collect();
        self.sort();
        Ok(Continued { journal, study: self, skipped })
    }

    fn header(&self, lab: &dyn Lab) -> Header {
        let Study { design, origin, .. } = self;
        // Virtual time is the same on every machine. How much memory there is differs a little from one
        // start of a machine to the next.
        let real = !design.clock.is_virtual();
        let machine = real.then(|| Machine { memory_bytes: 0, ..origin.machine.clone() });
        Header {
            command: "bench scaling".into(),
            run: json!({
                "design": design,
                // The game's options and weights. Hexadecimal: not every reader has 64 bits.
                "knowledge": format!("{:016x}", lab.fingerprint()),
                "program": { "version": origin.version, "commit": origin.commit },
                "machine": machine,
            }),
            origin: json!(origin),
        }
    }

    /// What is wrong with a game as one of this study.
    fn check_game(&self, game: &ContestGame, contests: &HashSet<Contest>) -> Result<(), String> {
        let ContestGame { contest, game } = game;
        let Contest { scheme, threads, nodes } = contest;
        if !contests.contains(contest) {
            let scheme = scheme.map_or_else(|| "no scheme".into(), |name| name.to_string());
            return Err(format!(
                "a game that is not of this study: {scheme}, threads {threads}, nodes {nodes}"
            ));
        }
        let most = 2 * self.design.play.as_ref().map_or(0, |play| play.pairs);
        if !(1..=most).contains(&game.number) || game.pair != game.number.div_ceil(2) {
            return Err(format!("game {} of pair {}, of {most} games", game.number, game.pair));
        }
        Ok(())
    }

    /// What is wrong with a sample as one of this study.
    fn check(
        &self,
        sample: &Sample,
        planned: &HashSet<PlannedSearch>,
        lab: &dyn Lab,
    ) -> Result<(), String> {
        let PlannedSearch { position, scheme, threads, repeat } = sample.case;
        let positions = self.design.positions.len();
        if position >= positions {
            return Err(format!("position {position}, counted from 0, of {positions}"));
        }
        if !planned.contains(&sample.case) {
            let scheme = scheme.map_or_else(|| "no scheme".into(), |name| name.to_string());
            return Err(format!(
                "a search that is not of this study: {scheme}, threads {threads}, repeat {repeat}"
            ));
        }
        if sample.error.is_some() {
            return Ok(());
        }
        let times = [("seconds", sample.seconds), ("wall_seconds", sample.wall_seconds)];
        let first = sample.first_result.map(|time| ("first_result", time));
        if let Some((name, time)) = times.into_iter().chain(first).find(|(_, time)| *time < 0.0) {
            return Err(format!("{name} {time}"));
        }
        lab.check(sample)
    }
}

/// What is wrong with the first scheme of a journal's run that does not exist: earlier versions had
/// more parts.
fn unknown_scheme(run: &Value) -> Option<String> {
    let mut names = run["design"]["schemes"].as_array()?.iter().filter_map(Value::as_str);
    names.find_map(|name| {
        let error = name.parse::<Scheme>().err()?;
        Some(format!("its scheme is {name:?}, and {error}"))
    })
}

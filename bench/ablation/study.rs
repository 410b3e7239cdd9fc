//! What was measured: searches and games, with what they were to be.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use plyglot_open::Open;
use plyglot_play::matches::GameRecord;
use plyglot_wire::journal::{Header, Journal, JournalError, Opened, Skipped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ablation::design::Design;
use crate::ablation::places::Places;
use crate::ablation::sample::{Sample, Task};
use crate::ablation::variant::Variant;

/// An ablation, with what was measured of it so far.
#[derive(Clone, Debug)]
pub struct Study {
    /// What is measured.
    pub design: Design,
    /// Of which variants.
    pub variants: Vec<Variant>,
    /// Where.
    pub places: Places,
    /// The searches of each variant by its title: for each task, by their places.
    samples: HashMap<String, [BTreeMap<usize, Sample>; 3]>,
    /// The games of each variant by its title, in their order. The variant is A, the base B.
    pub games: HashMap<String, BTreeMap<usize, GameRecord>>,
}

/// A record of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Record {
    /// A search of a variant.
    Sample(Sample),
    /// A game of a variant, without its moves.
    Game {
        /// The variant's title.
        variant: String,
        /// The game.
        game: GameRecord,
    },
}

/// An ablation that is continued.
#[derive(Debug)]
pub struct Continued {
    /// Where further records go.
    pub journal: Journal,
    /// The study with what the journal holds of it.
    pub study: Study,
    /// What of the journal was not used.
    pub skipped: Vec<Skipped>,
}

impl Study {
    /// A study of which nothing is measured yet.
    pub fn new(design: Design, variants: Vec<Variant>, places: Places) -> Study {
        Study { design, variants, places, samples: HashMap::new(), games: HashMap::new() }
    }

    /// Continues the journal of this study; begins one where there is none. Which variants there are and how many
    /// games is not part of what a journal is bound to: a study may be extended. `origin` is stored with it, and
    /// `machine` must be the same, since times are measured.
    ///
    /// # Errors
    /// See [`Journal::open`].
    pub fn continued(
        mut self,
        path: &Path,
        game: &dyn Open,
        origin: &Value,
        machine: &Value,
    ) -> Result<Continued, JournalError> {
        let Design { positions, nodes, depth, seed, hash_bytes, match_nodes, games: _ } =
            self.design;
        let header = Header {
            command: "bench ablation".into(),
            run: json!({
                "game": game.facts().name,
                // The game's options and weights. Hexadecimal: not every reader has 64 bits.
                "knowledge": format!("{:016x}", game.fingerprint()),
                "positions": positions,
                "nodes": nodes,
                "depth": depth,
                "seed": seed,
                "hash": hash_bytes,
                "match nodes": match_nodes,
                "program": { "version": origin["version"], "commit": origin["commit"] },
                "machine": machine,
            }),
            origin: origin.clone(),
        };
        let titles: HashSet<String> =
            crate::ablation::variants(game).iter().map(Variant::title).collect();
        let Opened { journal, skipped, .. } =
            Journal::open(path, &header, |_| None, |record| self.take(record, &titles))?;
        Ok(Continued { journal, study: self, skipped })
    }

    /// Takes a record of the journal. Variants that are not asked for now stay in the journal.
    fn take(&mut self, record: Record, titles: &HashSet<String>) -> Result<(), String> {
        let (Record::Sample(Sample { variant, .. }) | Record::Game { variant, .. }) = &record;
        if !titles.contains(variant) {
            return Err(format!("{variant:?} is not a variant of this game"));
        }
        match record {
            Record::Sample(sample) => {
                let places = self.count(sample.task);
                if sample.place >= places {
                    return Err(format!("place {}, counted from 0, of {places}", sample.place));
                }
                self.add(sample);
            }
            Record::Game { variant, game } => {
                if game.number == 0 || game.pair != game.number.div_ceil(2) {
                    return Err(format!("game {} of pair {}", game.number, game.pair));
                }
                self.games.entry(variant).or_default().insert(game.number, game);
            }
        }
        Ok(())
    }

    /// How many places a task has.
    pub(crate) fn count(&self, task: Task) -> usize {
        match task {
            Task::Depth | Task::Nodes => self.places.positions.len(),
            Task::Proof => self.places.endings.len(),
        }
    }

    /// Takes a search.
    pub(crate) fn add(&mut self, sample: Sample) {
        let of = self.samples.entry(sample.variant.clone()).or_default();
        of[sample.task as usize].insert(sample.place, sample);
    }

    /// True if this search was made.
    pub(crate) fn has(&self, variant: &str, task: Task, place: usize) -> bool {
        self.samples.get(variant).is_some_and(|of| of[task as usize].contains_key(&place))
    }

    /// The searches of a variant, by its title, in the order of their places.
    pub fn of(&self, variant: &str, task: Task) -> impl Iterator<Item = &Sample> {
        self.samples.get(variant).into_iter().flat_map(move |of| of[task as usize].values())
    }

    /// How many searches of a variant are made.
    pub(crate) fn searched(&self, variant: &str) -> usize {
        self.samples.get(variant).map_or(0, |of| of.iter().map(BTreeMap::len).sum())
    }

    /// How many searches are made of the study's variants.
    pub fn searches(&self) -> usize {
        self.variants.iter().map(|variant| self.searched(&variant.title())).sum()
    }

    /// True if all searches of a variant are made.
    pub(crate) fn is_searched(&self, variant: &str) -> bool {
        let all: usize = Task::ALL.into_iter().map(|task| self.count(task)).sum();
        self.searched(variant) >= all
    }

    /// Whether the variant makes a difference: true once a search differs from the base's, false if all searches
    /// are made and none does; otherwise not known.
    pub fn is_used(&self, variant: &str) -> Option<bool> {
        let differs = |sample: &Sample| !sample.base.is_like(&sample.with);
        if Task::ALL.into_iter().any(|task| self.of(variant, task).any(differs)) {
            return Some(true);
        }
        self.is_searched(variant).then_some(false)
    }
}

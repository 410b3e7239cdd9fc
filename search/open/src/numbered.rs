//! Positions that have numbers, seen from above the door: [`Numbered`].
//!
//! What makes tables asks of each position where its moves lead, and nothing else. It is told of many at once, so the
//! way through the door costs one dynamic call a position and none a move; what is compiled for each game is the walk
//! from a number over its moves to numbers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use plyglot_search::endings::{Endings, Place};
use plyglot_search::hash::{ByKey, Fnv};
use plyglot_search::random::mix;
use plyglot_search::{Describe, Game, Knowledge, MoveList, Score, Stop};
use rayon::prelude::*;

use crate::error::{DoorError, guarded};

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To a position with a number.
    At(Place),
    /// To one that has none, where the game is over with this score for the side to move there.
    Over(Score),
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it leads.
    pub to: To,
    /// True if the other side is to move there.
    pub turns: bool,
}

/// What there is with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<'a> {
    /// No position.
    Nothing,
    /// A position in which the game is over, with its score for the side to move.
    Over(Score),
    /// A position with its moves.
    Moves(&'a [Step]),
}

/// Positions that are numbered from 0: those of a class, or all that are reached from one, whose class counts as 0.
pub trait Numbered: Send + Sync {
    /// How many numbers there are.
    fn size(&self) -> u64;

    /// Tells `tell` of each number of a range, in their order.
    ///
    /// # Errors
    /// If the game's code panics or its classes break their law; what was told until then is right.
    fn each(&self, range: Range<u64>, tell: &mut dyn FnMut(u64, Seen<'_>))
    -> Result<(), DoorError>;

    /// The keys of the positions in the order of their numbers, by which they are found; empty of a class.
    fn keys(&self) -> &[u64] {
        &[]
    }

    /// The position with a number as text; `None` if there is none.
    ///
    /// # Errors
    /// If the game's code panics.
    fn text(&self, index: u64) -> Result<Option<String>, DoorError>;

    /// A hash of what the rules make of the positions, by some dozens of them: a table is good for the rules under which
    /// it is the same.
    ///
    /// # Errors
    /// As [`Numbered::each`].
    fn rules(&self) -> Result<u64, DoorError>;
}

/// How many positions of a class its hash looks at.
const SAMPLES: u64 = 64;

/// A class that a game declares.
pub(crate) struct OfClass<G> {
    pub(crate) endings: Arc<dyn Endings<G>>,
    pub(crate) class: usize,
    pub(crate) start: G,
}

impl<G: Describe> OfClass<G> {
    /// What there is at a place; `moves` and `steps` are room for its moves.
    fn look<'a>(
        &self,
        index: u64,
        moves: &mut MoveList<G::Move>,
        steps: &'a mut Vec<Step>,
    ) -> Result<Seen<'a>, DoorError> {
        let Some(mut at) = self.endings.position(Place { class: self.class, index }) else {
            return Ok(Seen::Nothing);
        };
        if let Some(outcome) = at.outcome() {
            return Ok(Seen::Over(outcome.score()));
        }
        moves.clear();
        at.moves(moves);
        let mover = at.to_move();
        steps.clear();
        for mv in moves.iter() {
            let undo = at.play(mv);
            let turns = at.to_move() != mover;
            let to = match (self.endings.place(&at), at.outcome()) {
                (Some(place), _) if place.class <= self.class => To::At(place),
                (None, Some(outcome)) => To::Over(outcome.score()),
                _ => return Err(self.breaks(&at)),
            };
            at.undo(mv, undo);
            steps.push(Step { to, turns });
        }
        Ok(Seen::Moves(steps))
    }

    fn breaks(&self, at: &G) -> DoorError {
        let class = &self.endings.classes()[self.class].name;
        DoorError::Endings(format!(
            "from {class} a move leads to {}, which is in a later class, or in none and not over",
            at.text()
        ))
    }
}

impl<G: Describe> Numbered for OfClass<G> {
    fn size(&self) -> u64 {
        self.endings.classes()[self.class].size
    }

    fn each(
        &self,
        range: Range<u64>,
        tell: &mut dyn FnMut(u64, Seen<'_>),
    ) -> Result<(), DoorError> {
        let (mut moves, mut steps) = (MoveList::new(), Vec::new());
        guarded(|| {
            for index in range {
                tell(index, self.look(index, &mut moves, &mut steps)?);
            }
            Ok(())
        })?
    }

    fn text(&self, index: u64) -> Result<Option<String>, DoorError> {
        let place = Place { class: self.class, index };
        guarded(|| self.endings.position(place).map(|at| at.text()))
    }

    fn rules(&self) -> Result<u64, DoorError> {
        let mut hash = Fnv::default();
        if !G::OTHER_STARTS {
            hash.number(guarded(|| self.start.key())?);
        }
        hash.number(self.size());
        for class in &self.endings.classes()[..=self.class] {
            hash.bytes(class.name.as_bytes());
        }
        // Spread over the class, by a step that meets no pattern of its digits.
        let mut at = self.size() / 3;
        for _ in 0..SAMPLES {
            at = at.wrapping_add(0x9e37_79b9_7f4a_7c15) % self.size().max(1);
            self.each(at..at + 1, &mut |_, seen| of_seen(&mut hash, seen))?;
        }
        Ok(hash.0)
    }
}

/// Takes in what there is with a number.
fn of_seen(hash: &mut Fnv, seen: Seen<'_>) {
    match seen {
        Seen::Nothing => hash.number(0),
        Seen::Over(score) => hash.number(1 + u64::from(score.pack())),
        Seen::Moves(steps) => {
            let number = |step: &Step| {
                let to = match step.to {
                    To::At(Place { class, index }) => mix(index ^ mix(class as u64)),
                    To::Over(score) => u64::from(score.pack()),
                };
                mix(to ^ u64::from(step.turns))
            };
            // In whichever order the game has them.
            hash.number(steps.iter().map(number).fold(2, u64::wrapping_add));
        }
    }
}

type Numbers = HashMap<u64, u32, ByKey>;

/// All positions that are reached from one, by the keys of the player's knowledge: symmetric ones are one.
pub(crate) struct Reached<G, K> {
    /// In the order in which they were found.
    positions: Vec<G>,
    /// Where among them the position of each number is.
    places: Vec<u32>,
    /// Ascending.
    keys: Vec<u64>,
    numbers: Numbers,
    rules: u64,
    // Knowledge need not be shareable between threads; it is only cloned under the lock.
    knowledge: Mutex<K>,
}

/// How many positions are looked at between two looks at the stop.
const CHUNK: usize = 1 << 14;

/// Looks at parts on all cores. Not generic, as all that rayon needs here, so that it is compiled once and not for every
/// game.
fn on_all_cores(parts: usize, look: &(dyn Fn(usize) + Sync)) {
    (0..parts).into_par_iter().for_each(look);
}

/// Sorts keys, each of which is there once; what belongs to them comes along.
fn sorted(mut keys: Vec<(u64, u32)>) -> (Vec<u64>, Vec<u32>) {
    keys.par_sort_unstable();
    keys.into_iter().unzip()
}

/// A hash of a position and all that two moves lead to.
pub(crate) fn rules_from<G: Describe, K: Knowledge<G>>(from: &G, knowledge: &K) -> u64 {
    let mut hash = Fnv::default();
    hash.number(knowledge.key(from).hash);
    let mut at = from.clone();
    let mut keys = 0u64;
    each_after(&mut at, &mut |at| {
        keys = keys.wrapping_add(mix(knowledge.key(at).hash));
        each_after(at, &mut |at| {
            let outcome = at.outcome().map_or(0, |outcome| 1 + u64::from(outcome.score().pack()));
            keys = keys.wrapping_add(mix(knowledge.key(at).hash ^ mix(outcome)));
        });
    });
    hash.number(keys);
    hash.0
}

/// Shows the position after each move.
fn each_after<G: Game>(at: &mut G, show: &mut dyn FnMut(&mut G)) {
    if at.outcome().is_some() {
        return;
    }
    let mut moves = MoveList::new();
    at.moves(&mut moves);
    for mv in moves.iter() {
        let undo = at.play(mv);
        show(at);
        at.undo(mv, undo);
    }
}

impl<G: Describe, K: Knowledge<G>> Reached<G, K> {
    /// See [`crate::Open::reached`].
    pub(crate) fn from(
        from: &G,
        knowledge: K,
        most: u64,
        stop: &Stop,
        told: &mut dyn FnMut(u64),
    ) -> Result<Option<Self>, DoorError> {
        let rules = guarded(|| rules_from(from, &knowledge))?;
        let first = guarded(|| knowledge.key(from).hash)?;
        let mut numbers = Numbers::default();
        numbers.insert(first, 0);
        let (mut keys, mut positions) = (vec![(first, 0)], vec![from.clone()]);
        // Those whose moves have not been looked at begin here.
        let mut next = 0;
        while next < positions.len() {
            let end = positions.len().min(next + CHUNK * rayon::current_num_threads());
            let mut parts = Vec::new();
            for begin in (next..end).step_by(CHUNK) {
                let knowledge = guarded(|| knowledge.clone())?;
                parts
                    .push((begin..end.min(begin + CHUNK), Mutex::new((knowledge, Ok(Vec::new())))));
            }
            on_all_cores(parts.len(), &|part| {
                let (range, of) = &parts[part];
                let (knowledge, found) = &mut *of.lock().unwrap_or_else(PoisonError::into_inner);
                *found = guarded(|| {
                    let mut found = Vec::new();
                    for at in &positions[range.clone()] {
                        each_after(&mut at.clone(), &mut |at| {
                            let key = knowledge.key(at).hash;
                            if !numbers.contains_key(&key) {
                                found.push((key, at.clone()));
                            }
                        });
                    }
                    found
                });
            });
            for (_, part) in parts {
                for (key, at) in part.into_inner().unwrap_or_else(PoisonError::into_inner).1? {
                    if let Entry::Vacant(entry) = numbers.entry(key) {
                        entry.insert(0);
                        keys.push((key, positions.len() as u32));
                        positions.push(at);
                    }
                }
            }
            next = end;
            let found = positions.len() as u64;
            told(found);
            if stop.is_raised() || found > most.min(u64::from(u32::MAX)) {
                return Ok(None);
            }
        }
        let (keys, places) = sorted(keys);
        for (number, key) in (0..).zip(&keys) {
            numbers.insert(*key, number);
        }
        let knowledge = Mutex::new(knowledge);
        Ok(Some(Reached { positions, places, keys, numbers, rules, knowledge }))
    }
}

impl<G: Describe, K: Knowledge<G>> Numbered for Reached<G, K> {
    fn size(&self) -> u64 {
        self.positions.len() as u64
    }

    fn each(
        &self,
        range: Range<u64>,
        tell: &mut dyn FnMut(u64, Seen<'_>),
    ) -> Result<(), DoorError> {
        let knowledge =
            guarded(|| self.knowledge.lock().unwrap_or_else(PoisonError::into_inner).clone())?;
        let mut steps = Vec::new();
        guarded(|| {
            for index in range {
                let mut at = self.positions[self.places[index as usize] as usize].clone();
                if let Some(outcome) = at.outcome() {
                    tell(index, Seen::Over(outcome.score()));
                    continue;
                }
                let mover = at.to_move();
                steps.clear();
                each_after(&mut at, &mut |at| {
                    let index = self.numbers[&knowledge.key(at).hash].into();
                    let to = To::At(Place { class: 0, index });
                    steps.push(Step { to, turns: at.to_move() != mover });
                });
                tell(index, Seen::Moves(&steps));
            }
        })
    }

    fn keys(&self) -> &[u64] {
        &self.keys
    }

    fn text(&self, index: u64) -> Result<Option<String>, DoorError> {
        guarded(|| {
            let place = self.places.get(index as usize);
            place.map(|&place| self.positions[place as usize].text())
        })
    }

    fn rules(&self) -> Result<u64, DoorError> {
        Ok(self.rules)
    }
}

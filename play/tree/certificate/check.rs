//! The check of a certificate: every record by itself, or a sample of them.

use std::collections::HashMap;

use plyglot_open::{DoorError, Open, Position, Stop};
use plyglot_search::Side;
use plyglot_search::random::mix;
use plyglot_wire::spread::spread;
use serde::{Deserialize, Serialize};

use super::plain;
use super::read::Certificate;
use super::record::{Bound, Reason, Record};
use crate::tree::error::TreeError;
use crate::tree::key;
use crate::tree::value::Scale;

/// How many records a thread takes at once.
const PART: usize = 64;
/// How sure a sample is to be.
const CONFIDENCE: f64 = 0.99;

/// Records in a row that hold, counted in the order in which they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The first.
    pub first: usize,
    /// How many.
    pub records: usize,
    /// Nodes of their searches.
    pub nodes: u64,
}

/// How a certificate is checked.
pub struct Check<'a> {
    /// The game of the certificate.
    pub game: &'a dyn Open,
    /// By how many threads.
    pub threads: usize,
    /// Only this many of the records, chosen by a seed; all, if `None`.
    pub sample: Option<(usize, u64)>,
    /// What an earlier check of the same records has found to hold.
    pub done: &'a [Part],
}

/// What was checked, and found to be right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checked {
    /// How many records.
    pub records: u64,
    /// Nodes of plain searches.
    pub nodes: u64,
    /// Of a sample: with a confidence of 99 %, no more than this share of all records is wrong.
    pub wrong_at_most: Option<f64>,
}

/// Where a position with a bound stands, by its key and whether it is a lower one.
type Index = HashMap<(u64, bool), usize>;

/// What a thread checks with.
struct Checker<'a> {
    certificate: &'a Certificate,
    index: &'a Index,
    /// A position of the game whose knowledge no other thread asks.
    start: Position,
    scale: Scale,
}

impl Certificate {
    /// Checks it by the rules of the game; `tell` hears of every part that holds. `None` if it was stopped.
    ///
    /// # Errors
    /// [`TreeError::Certificate`] with the first record that was found not to hold; that of `tell`.
    pub fn check(
        &self,
        check: &Check<'_>,
        stop: &Stop,
        tell: &mut dyn FnMut(Part) -> Result<(), TreeError>,
    ) -> Result<Option<Checked>, TreeError> {
        let facts = check.game.facts();
        if facts.can_repeat {
            return Err(TreeError::Repeats { game: facts.name.clone() });
        }
        let scale = Scale::of(facts);
        let mut index = Index::new();
        let all: Vec<usize> = (0..self.records.len()).collect();
        let keyed =
            |start: &Position, number: usize| Ok((number, key(&self.position(start, number)?, 0)?));
        let parts: Vec<_> = all.chunks(PART).collect();
        self.each(check, &parts, stop, keyed, |_, keyed| {
            for (number, key) in keyed {
                index.insert((key, self.records[number].bound.least), number);
            }
            Ok(())
        })?;
        self.check_root(check.game, &index)?;
        let chosen = match check.sample {
            Some((count, seed)) => sample(all, count, seed),
            None => all,
        };
        let done = self.done(check);
        let left = (0..chosen.len()).step_by(PART).filter(|first| !done.contains_key(first));
        let left: Vec<usize> = left.collect();
        let parts: Vec<_> =
            left.iter().map(|&first| &chosen[first..chosen.len().min(first + PART)]).collect();
        let mut nodes = done.values().sum();
        let holds = |start: &Position, number: usize| {
            let start = start.clone();
            Checker { certificate: self, index: &index, start, scale }.check(number)
        };
        self.each(check, &parts, stop, holds, |part, found| {
            let of_part = found.iter().sum();
            nodes += of_part;
            tell(Part { first: left[part], records: found.len(), nodes: of_part })
        })?;
        if stop.is_raised() {
            return Ok(None);
        }
        let (records, whole) = (chosen.len() as u64, chosen.len() == self.records.len());
        let wrong = 1.0 - (1.0 - CONFIDENCE).powf(1.0 / chosen.len().max(1) as f64);
        let wrong_at_most = (!whole).then_some(wrong);
        Ok(Some(Checked { records, nodes, wrong_at_most }))
    }

    /// How many records an earlier check has found to hold.
    pub fn counted(&self, check: &Check<'_>) -> usize {
        let size = self.size(check);
        self.done(check).keys().map(|&first| PART.min(size - first)).sum()
    }

    /// How many records are to be checked.
    fn size(&self, check: &Check<'_>) -> usize {
        let all = self.records.len();
        check.sample.map_or(all, |(count, _)| count.min(all))
    }

    /// What an earlier check has done, by where its parts begin. Only whole parts count.
    fn done(&self, check: &Check<'_>) -> HashMap<usize, u64> {
        let size = self.size(check);
        let is_whole = |part: &&Part| {
            let Part { first, records, .. } = **part;
            first.is_multiple_of(PART) && first < size && records == PART.min(size - first)
        };
        check.done.iter().filter(is_whole).map(|part| (part.first, part.nodes)).collect()
    }

    /// Does something with each record of these parts, on all threads; `take` gets what came of each part.
    fn each<T: Send>(
        &self,
        check: &Check<'_>,
        parts: &[&[usize]],
        stop: &Stop,
        task: impl Fn(&Position, usize) -> Result<T, TreeError> + Sync,
        mut take: impl FnMut(usize, Vec<T>) -> Result<(), TreeError>,
    ) -> Result<(), TreeError> {
        let begin = || Ok(check.game.with(&[])?.start()?);
        let work = |start: &mut Position, part: usize| {
            parts[part].iter().map(|&number| task(start, number)).collect::<Result<Vec<T>, _>>()
        };
        spread(check.threads, parts.len(), stop, begin, work, |part, done| {
            take(part, done)?;
            Ok(true)
        })
    }

    /// What it says of its own position has to be among the records.
    fn check_root(&self, game: &dyn Open, index: &Index) -> Result<(), TreeError> {
        let start = game.parse(&self.header.start);
        let start = start.map_err(|error| self.wrong(format!("line 1: its start: {error}")))?;
        for bound in self.header.bounds() {
            if !self.says(index, &start, bound)? {
                let message = format!("line 1: no record says that its start is {}", bound.text());
                return Err(self.wrong(message));
            }
        }
        if self.header.bounds().next().is_none() {
            return Err(self.wrong("line 1 says nothing of its start".into()));
        }
        Ok(())
    }

    /// True if a record says at least that of a position.
    fn says(&self, index: &Index, at: &Position, bound: Bound) -> Result<bool, DoorError> {
        let found = index.get(&(key(at, 0)?, bound.least));
        Ok(found.is_some_and(|&number| bound.holds(self.records[number].bound.value)))
    }

    fn position(&self, start: &Position, number: usize) -> Result<Position, TreeError> {
        let text = &self.records[number].position;
        let at = start.parse(text).map_err(|error| self.in_record(number, &error.to_string()))?;
        match at.outcome() {
            None => Ok(at),
            Some(_) => Err(self.in_record(number, "the game is over there")),
        }
    }

    fn wrong(&self, message: String) -> TreeError {
        TreeError::Certificate { path: self.path.clone(), message }
    }

    /// Something is wrong with a record.
    fn in_record(&self, number: usize, message: &str) -> TreeError {
        let position = &self.records[number].position;
        self.wrong(format!("line {}, {position}: {message}", number + 2))
    }
}

impl Checker<'_> {
    /// Checks a record; gives the nodes of its search.
    fn check(&self, number: usize) -> Result<u64, TreeError> {
        let Record { bound, ref reason, .. } = self.certificate.records[number];
        let at = self.certificate.position(&self.start, number)?;
        let wrong = |message: &str| self.certificate.in_record(number, message);
        let one = (at.to_move() == Side::First) == bound.least;
        match reason {
            Reason::Leaf(_) => {
                let answer = plain::search(&at, bound, self.scale, self.certificate.header.leaf)?;
                match answer.holds {
                    Some(true) => return Ok(answer.nodes),
                    Some(false) => Err(wrong(&format!("its value is not {}", bound.text()))),
                    None => Err(wrong("its search takes more nodes than a leaf may")),
                }
            }
            Reason::Move(text) if one => {
                let mv = at.parse_move(text).map_err(|error| wrong(&error.to_string()))?;
                self.after(&at, mv, bound, number)
            }
            Reason::All if !one => {
                at.moves()?.into_iter().try_for_each(|mv| self.after(&at, mv, bound, number))
            }
            Reason::Move(_) => Err(wrong("one move does not prove this: the other side chooses")),
            Reason::All => Err(wrong("a move is missing")),
        }?;
        Ok(0)
    }

    /// Checks that a bound holds after a move, by a record or by the end of the game.
    fn after(&self, at: &Position, mv: u32, bound: Bound, number: usize) -> Result<(), TreeError> {
        let next = at.after(mv)?;
        let says = match next.outcome() {
            Some(end) => bound.holds(self.scale.outcome(end, next.to_move())),
            None => self.certificate.says(self.index, &next, bound)?,
        };
        if says {
            return Ok(());
        }
        let (mv, bound) = (at.move_text(mv)?, bound.text());
        let message = match next.outcome() {
            Some(_) => format!("after {mv} the game ends, and its value is not {bound}"),
            None => format!("no record says that after {mv} the value is {bound}"),
        };
        Err(self.certificate.in_record(number, &message))
    }
}

/// This many of the numbers, chosen by a seed.
fn sample(mut numbers: Vec<usize>, count: usize, seed: u64) -> Vec<usize> {
    let count = count.min(numbers.len());
    for place in 0..count {
        let left = (numbers.len() - place) as u64;
        let other = place + (mix(mix(seed) ^ place as u64) % left) as usize;
        numbers.swap(place, other);
    }
    numbers.truncate(count);
    numbers
}

//! The results of shards, merged: what one process would have written, and what is missing, answered twice or
//! answered differently.
//!
//! A file holds the JSON of one shard or of several, one after another; each begins with its [`Header`].
//! A shard may be there several times: a run that was interrupted and begun again, or a task that was tried again.
//! Of the answers to a line the first whole one counts.
//!
//! Cost: every line is parsed once, and the results are held in memory, some 400 bytes a position.

mod error;
mod lines;
mod object;
mod read;

use std::collections::BTreeMap;
use std::path::PathBuf;

use plyglot_wire::journal::differ::{first_difference, short};
use plyglot_wire::read::Source;
use serde_json::Value;

use self::error::wrong;
use self::object::{Object, Says, State, difference};
use crate::farm::shard::Header;

pub use self::error::{MergeError, Place};
pub use self::object::Counts;

/// The results of several shards.
#[derive(Debug)]
pub struct Merged {
    first: (Place, Header),
    shards: BTreeMap<usize, Shard>,
    answers: BTreeMap<Source, Answer>,
    /// Which line was answered more than once, alike, and where.
    pub twice: Vec<(Source, Place, Place)>,
    /// Errors of whole commands.
    pub failures: Vec<(Place, String)>,
}

#[derive(Debug)]
struct Shard {
    place: Place,
    lines: Vec<Source>,
}

/// What is known of a line.
#[derive(Debug)]
struct Answer {
    place: Place,
    /// The objects as they were read.
    texts: Vec<String>,
    state: State,
    counts: Counts,
    /// Where another answer says something else, and what the two say.
    other: Option<(Place, String, String)>,
}

/// What stands for a line in the merged results.
#[derive(Debug)]
pub enum Entry<'a> {
    /// The objects of its answer.
    Answer(&'a [String]),
    /// Answers that say something else; in words.
    Different(Source, String),
}

/// A shard of which results are missing, or that is missing as a whole.
#[derive(Debug, PartialEq, Eq)]
pub struct Missing {
    /// Which, from 1.
    pub shard: usize,
    /// Where it begins; `None` if no file has it.
    pub place: Option<Place>,
    /// The lines without an answer; empty if no file has the shard.
    pub lines: Vec<Source>,
}

/// Reads all files.
///
/// # Errors
/// If a file cannot be read, or holds something else than shards of one run.
pub fn read(paths: &[PathBuf]) -> Result<Merged, MergeError> {
    let mut reading = read::Reading::default();
    for path in paths {
        reading.file(path)?;
    }
    let first = paths.first().cloned().unwrap_or_default();
    let merged = reading.merged.ok_or(MergeError::Nothing { path: first })?;
    merged.disjoint()?;
    Ok(merged)
}

impl Merged {
    /// Refuses a shard of another run.
    fn compare(&self, place: &Place, header: &Header) -> Result<(), MergeError> {
        let (first, wanted) = &self.first;
        let identity = |header: &Header| {
            let Header { game, command, shards, by, records, run, .. } = header;
            serde_json::json!({
                "game": game, "command": command, "number of shards": shards, "way of dividing the lines": by,
                "number of lines": records, "run": run,
            })
        };
        let (there, wanted): (Value, Value) = (identity(header), identity(wanted));
        match first_difference(&there, &wanted) {
            None => Ok(()),
            Some((field, there, wanted)) => Err(MergeError::Differs {
                place: place.clone(),
                field: field.trim_start_matches("run.").into(),
                there: short(there),
                first: first.clone(),
                wanted: short(wanted),
            }),
        }
    }

    /// Refuses shards that share a line or have more lines than there are: their headers were changed.
    fn disjoint(&self) -> Result<(), MergeError> {
        let lines = |(&number, shard): (&usize, &Shard)| {
            shard.lines.iter().map(move |&line| (line, number)).collect::<Vec<_>>()
        };
        let mut all: Vec<(Source, usize)> = self.shards.iter().flat_map(lines).collect();
        all.sort_unstable();
        if let Some(pair) = all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let [(line, one), (_, other)] = [pair[0], pair[1]];
            let message =
                format!("line {line} is also in shard {one} ({})", self.shards[&one].place);
            return Err(wrong(self.shards[&other].place.clone(), message));
        }
        let (records, complete) =
            (self.header().records, self.shards.len() == self.header().shards);
        if all.len() > records || (complete && all.len() < records) {
            let message = format!("the shards have {} lines, and not {records}", all.len());
            return Err(wrong(self.first.0.clone(), message));
        }
        Ok(())
    }

    fn take(&mut self, line: Source, answer: Answer) -> Result<(), MergeError> {
        let Some(known) = self.answers.get_mut(&line) else {
            self.answers.insert(line, answer);
            return Ok(());
        };
        if known.state < State::Whole || answer.state < State::Whole {
            if answer.state > known.state {
                *known = answer;
            }
            return Ok(());
        }
        match difference(&said(known)?, &said(&answer)?) {
            None => self.twice.push((line, known.place.clone(), answer.place)),
            Some((first, second)) if known.other.is_none() => {
                known.other = Some((answer.place, first, second));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// What all shards share; its lines are those of one of them.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.first.1
    }

    /// How many shards there are in the files.
    #[must_use]
    pub fn shards(&self) -> usize {
        self.shards.len()
    }

    /// How many lines have an answer, errors included.
    #[must_use]
    pub fn answered(&self) -> usize {
        self.answers.values().filter(|answer| answer.state > State::Open).count()
    }

    /// Sums over all lines.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let whole = self.answers.values().filter(|answer| answer.state > State::Open);
        whole.fold(Counts::default(), |sum, answer| sum.add(answer.counts))
    }

    /// What stands for each line that has an answer, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let answers = self.answers.iter().filter(|(_, answer)| answer.state > State::Open);
        answers.map(|(&line, answer)| match &answer.other {
            None => Entry::Answer(&answer.texts),
            Some((other, first, second)) => Entry::Different(
                line,
                format!("answered differently: {first} in {}, {second} in {other}", answer.place),
            ),
        })
    }

    /// The lines that are answered differently, in words.
    pub fn different(&self) -> impl Iterator<Item = (Source, String)> {
        self.entries().filter_map(|entry| match entry {
            Entry::Answer(_) => None,
            Entry::Different(line, words) => Some((line, words)),
        })
    }

    /// What has no answer.
    #[must_use]
    pub fn missing(&self) -> Vec<Missing> {
        let answered =
            |line: &Source| self.answers.get(line).is_some_and(|answer| answer.state > State::Open);
        let absent = |number| Missing { shard: number, place: None, lines: Vec::new() };
        // Where no line is left, a shard that is not there would have been empty.
        let all_known = self.missing_lines_of_absent_shards() == 0;
        let shards =
            (1..=self.header().shards).filter_map(|number| match self.shards.get(&number) {
                None => (!all_known).then(|| absent(number)),
                Some(shard) => {
                    let lines: Vec<Source> =
                        shard.lines.iter().copied().filter(|line| !answered(line)).collect();
                    let place = Some(shard.place.clone());
                    (!lines.is_empty()).then_some(Missing { shard: number, place, lines })
                }
            });
        shards.collect()
    }

    /// True if every line of every shard that is there has an answer.
    #[must_use]
    pub fn answers_its_shards(&self) -> bool {
        self.missing().iter().all(|missing| missing.place.is_none())
    }

    /// How many lines are in shards that are in no file.
    #[must_use]
    pub fn missing_lines_of_absent_shards(&self) -> usize {
        let known: usize = self.shards.values().map(|shard| shard.lines.len()).sum();
        self.header().records.saturating_sub(known)
    }
}

fn said(answer: &Answer) -> Result<Vec<Says>, MergeError> {
    let parse = |text: &String| serde_json::from_str(text).map(|object: Object| object.says);
    let says: Result<_, _> = answer.texts.iter().map(parse).collect();
    says.map_err(|error| wrong(answer.place.clone(), error.to_string()))
}

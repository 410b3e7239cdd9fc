//! What follows from a study: a row for each position, number of threads and contestant, and every
//! value that is not the reference's.

use serde::Serialize;

use super::study::{Arbiter, ContestResult, Contestant, Missing, Study};
use super::value::Value;
use plyglot_stats::{Estimate, geometric_mean_interval, median, median_interval};

/// One contestant in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which position, by its number in the study.
    pub place: usize,
    /// How many threads.
    pub threads: usize,
    /// Who.
    pub who: Contestant,
    /// How many searches found a value, and how many did not.
    pub searches: usize,
    /// Those that did not.
    pub missing: usize,
    /// The values that were found, each once, the commonest first.
    pub values: Vec<Value>,
    /// Seconds of a search, median.
    pub seconds: Option<Estimate>,
    /// Positions of a search, median.
    pub nodes: Option<f64>,
    /// How many times as fast as the peer: geometric mean over the repeats, paired.
    pub times: Option<Estimate>,
    /// The same against the tuned peer.
    pub times_tuned: Option<Estimate>,
    /// How many times as many positions the peer visits.
    pub fewer: Option<f64>,
}

/// Why a value may differ from the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The peer's table answers with entries that were searched deeper.
    PeersTable,
    /// Our table does. Confirmed: with one that answers for equal depths only, the value is the
    /// reference's.
    OurTable,
    /// Proven bounds and the leaf solver may see beyond the depth, and so may the table. Not
    /// confirmed: a value that is wrong for another reason would be listed here as well.
    Hooks,
    /// None of these: one of the programs is wrong.
    Unexplained,
}

impl Cause {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Cause::PeersTable => "its table may answer with deeper entries",
            Cause::OurTable => "the table answers with deeper entries; without them they agree",
            Cause::Hooks => "bounds, leaf solver and table may see beyond the depth",
            Cause::Unexplained => "UNEXPLAINED",
        }
    }
}

/// A value that is not the reference's.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which position, by its number in the study.
    pub place: usize,
    /// How many threads.
    pub threads: usize,
    /// Who.
    pub who: Contestant,
    /// What was found.
    pub found: Value,
    /// By how many searches.
    pub searches: usize,
    /// What the reference is.
    pub reference: Value,
    /// Where it comes from.
    pub by: Arbiter,
    /// Why.
    pub cause: Cause,
}

/// What follows from a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// By position, number of threads and contestant.
    pub rows: Vec<Row>,
    /// In the same order.
    pub differences: Vec<Difference>,
}

impl Analysis {
    /// What follows; equal seeds give equal intervals.
    pub fn of(study: &Study, seed: u64) -> Self {
        let mut analysis = Analysis { rows: Vec::new(), differences: Vec::new() };
        for place in 0..study.places.len() {
            for &threads in &study.threads {
                for who in Contestant::with_threads(threads) {
                    let row = row(study, (place, threads, who), seed);
                    analysis.differences.extend(differences(study, &row));
                    analysis.rows.push(row);
                }
            }
        }
        analysis
    }

    /// True if a value differs for no known reason.
    pub fn has_unexplained(&self) -> bool {
        self.differences.iter().any(|difference| difference.cause == Cause::Unexplained)
    }
}

/// A position, a number of threads, a contestant.
type At = (usize, usize, Contestant);

fn row(study: &Study, at @ (place, threads, who): At, seed: u64) -> Row {
    let found: Vec<&ContestResult> =
        study.found(place, threads, who).map(|(_, found)| found).collect();
    let seconds: Vec<f64> = found.iter().map(|found| found.seconds).collect();
    let against = |base| if who.is_ours() { times(study, at, base, seed) } else { None };
    let nodes = nodes(study, at);
    let peer = nodes_of_peer(study, place, threads).filter(|_| who.is_ours());
    let missing = study.samples.iter().filter(|sample| {
        let failed = matches!(sample.result, Err(Missing::Failed(_) | Missing::Budget));
        failed && (sample.place, sample.threads, sample.who) == at
    });
    Row {
        place,
        threads,
        who,
        searches: found.len(),
        missing: missing.count(),
        values: values(&found),
        seconds: median_interval(&seconds, seed),
        nodes,
        times: against(Contestant::Peer),
        times_tuned: against(Contestant::Tuned),
        fewer: peer.zip(nodes).map(|(peer, ours)| peer / ours.max(1.0)),
    }
}

fn nodes_of_peer(study: &Study, place: usize, threads: usize) -> Option<f64> {
    nodes(study, (place, threads, Contestant::Peer))
}

fn nodes(study: &Study, (place, threads, who): At) -> Option<f64> {
    let found = study.found(place, threads, who);
    let counts: Vec<f64> =
        found.filter_map(|(_, found)| found.nodes).map(|nodes| nodes as f64).collect();
    let counted = || study.peer_nodes(place, threads).filter(|_| who == Contestant::Peer);
    median(&counts).or_else(|| counted().map(|nodes| nodes as f64))
}

/// How many times as fast as `base`, repeat by repeat.
fn times(
    study: &Study,
    (place, threads, who): At,
    base: Contestant,
    seed: u64,
) -> Option<Estimate> {
    let bases: Vec<_> = study.found(place, threads, base).collect();
    let ratio = |(repeat, ours): (usize, &ContestResult)| {
        let (_, base) = bases.iter().find(|(other, _)| *other == repeat)?;
        Some(base.seconds / ours.seconds)
    };
    let ratios: Vec<f64> = study.found(place, threads, who).filter_map(ratio).collect();
    geometric_mean_interval(&ratios, seed)
}

fn values(found: &[&ContestResult]) -> Vec<Value> {
    let count = |value: Value| found.iter().filter(|found| found.value == value).count();
    let mut values: Vec<Value> = Vec::new();
    for found in found {
        if !values.contains(&found.value) {
            values.push(found.value);
        }
    }
    values.sort_by_key(|&value| std::cmp::Reverse(count(value)));
    values
}

fn differences(study: &Study, row: &Row) -> Vec<Difference> {
    let Some(reference) = study.references[row.place] else { return Vec::new() };
    let cause = match row.who {
        Contestant::Peer | Contestant::Tuned => Cause::PeersTable,
        Contestant::Hooks => Cause::Hooks,
        Contestant::Plain if study.explained[row.place] => Cause::OurTable,
        Contestant::Plain => Cause::Unexplained,
    };
    let odd = row.values.iter().filter(|&&value| value != reference.value);
    let difference = |&found: &Value| {
        let all = study.found(row.place, row.threads, row.who);
        let searches = all.filter(|(_, other)| other.value == found).count();
        Difference {
            place: row.place,
            threads: row.threads,
            who: row.who,
            found,
            searches,
            reference: reference.value,
            by: reference.by,
            cause,
        }
    };
    odd.map(difference).collect()
}

//! A comparison as JSON, one object a line: what was measured, then what follows from it.
//! `docs/json.md` documents the fields.

use plyglot_bench::scaling::Origin;
use plyglot_peers::{
    Analysis, Arbiter, Cause, Contestant, Difference, Missing, Reference, Row, Sample, Study,
    TestPosition, Value,
};
use plyglot_stats::Estimate;
use serde::Serialize;

use plyglot_wire::object;

#[derive(Serialize)]
struct StudyFields<'a> {
    threads: &'a [usize],
    repeats: usize,
    hash_bytes: usize,
    interrupted: bool,
    origin: &'a Origin,
}

#[derive(Serialize)]
struct PlaceFields<'a> {
    #[serde(flatten)]
    place: &'a TestPosition,
    reference: Option<Reference>,
}

#[derive(Serialize)]
struct SampleFields<'a> {
    #[serde(flatten)]
    of: Searches<'a>,
    repeat: usize,
    value: Option<Value>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    missing: Option<String>,
}

#[derive(Serialize)]
struct RowFields<'a> {
    #[serde(flatten)]
    of: Searches<'a>,
    searches: usize,
    missing: usize,
    values: &'a [Value],
    seconds: Option<Estimate>,
    nodes: Option<f64>,
    times: Option<Estimate>,
    times_tuned: Option<Estimate>,
    nodes_ratio: Option<f64>,
}

#[derive(Serialize)]
struct DifferenceFields<'a> {
    #[serde(flatten)]
    of: Searches<'a>,
    found: Value,
    searches: usize,
    reference: Value,
    by: Arbiter,
    cause: Cause,
}

/// Which searches an object is about.
#[derive(Serialize)]
struct Searches<'a> {
    game: &'a str,
    depth: u8,
    threads: usize,
    who: Contestant,
}

/// The lines, in the order of `docs/json.md`.
pub(super) fn of(study: &Study, analysis: &Analysis, origin: &Origin) -> Vec<String> {
    let Study { threads, repeats, hash_bytes, stopped, .. } = study;
    let (repeats, hash_bytes, interrupted) = (*repeats, *hash_bytes, *stopped);
    let head = StudyFields { threads, repeats, hash_bytes, interrupted, origin };
    let mut lines = vec![object("study", &head)];
    let places = study.places.iter().zip(&study.references);
    lines.extend(
        places.map(|(place, &reference)| object("place", &PlaceFields { place, reference })),
    );
    lines.extend(study.samples.iter().map(|each| object("sample", &sample(study, each))));
    lines.extend(analysis.rows.iter().map(|each| object("row", &row(study, each))));
    let differences = analysis.differences.iter();
    lines.extend(differences.map(|each| object("difference", &difference(study, each))));
    lines
}

fn searches(study: &Study, place: usize, threads: usize, who: Contestant) -> Searches<'_> {
    let TestPosition { game, depth, .. } = &study.places[place];
    Searches { game, depth: *depth, threads, who }
}

fn sample<'a>(study: &'a Study, sample: &Sample) -> SampleFields<'a> {
    let Sample { place, threads, repeat, who, result } = sample;
    let found = result.as_ref().ok();
    SampleFields {
        of: searches(study, *place, *threads, *who),
        repeat: *repeat,
        value: found.map(|found| found.value),
        nodes: found.and_then(|found| found.nodes),
        seconds: found.map(|found| found.seconds),
        missing: result.as_ref().err().map(why),
    }
}

pub(super) fn why(missing: &Missing) -> String {
    match missing {
        Missing::Budget => "budget".into(),
        Missing::Stopped => "stopped".into(),
        Missing::Failed(why) => why.clone(),
    }
}

fn row<'a>(study: &'a Study, row: &'a Row) -> RowFields<'a> {
    RowFields {
        of: searches(study, row.place, row.threads, row.who),
        searches: row.searches,
        missing: row.missing,
        values: &row.values,
        seconds: row.seconds,
        nodes: row.nodes,
        times: row.times,
        times_tuned: row.times_tuned,
        nodes_ratio: row.fewer,
    }
}

fn difference<'a>(study: &'a Study, one: &Difference) -> DifferenceFields<'a> {
    DifferenceFields {
        of: searches(study, one.place, one.threads, one.who),
        found: one.found,
        searches: one.searches,
        reference: one.reference,
        by: one.by,
        cause: one.cause,
    }
}

//! A comparison as JSON, one object a line: what was measured, then what follows from it.
//! `docs/json.md` documents the fields.

use plyglot_peers::{
    Analysis, Arbiter, Cause, Contestant, Difference, Missing, Place, Reference, Row, Sample,
    Study, Value,
};
use plyglot_scaling::Origin;
use plyglot_stats::Estimate;
use serde::Serialize;

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    Study {
        threads: &'a [usize],
        repeats: usize,
        hash_bytes: usize,
        halted: bool,
        origin: &'a Origin,
    },
    Place {
        #[serde(flatten)]
        place: &'a Place,
        reference: Option<Reference>,
    },
    Sample {
        #[serde(flatten)]
        at: At<'a>,
        repeat: usize,
        value: Option<Value>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        missing: Option<String>,
    },
    Row {
        #[serde(flatten)]
        at: At<'a>,
        searches: usize,
        missing: usize,
        values: &'a [Value],
        seconds: Option<Estimate>,
        nodes: Option<f64>,
        times: Option<Estimate>,
        times_tuned: Option<Estimate>,
        nodes_ratio: Option<f64>,
    },
    Difference {
        #[serde(flatten)]
        at: At<'a>,
        found: Value,
        searches: usize,
        reference: Value,
        by: Arbiter,
        cause: Cause,
    },
}

/// Whose line it is.
#[derive(Serialize)]
struct At<'a> {
    game: &'a str,
    depth: u8,
    threads: usize,
    who: Contestant,
}

/// The lines, in the order of `docs/json.md`.
pub(super) fn of(study: &Study, analysis: &Analysis, origin: &Origin) -> Vec<String> {
    let Study { threads, repeats, hash_bytes, halted, .. } = study;
    let (repeats, hash_bytes, halted) = (*repeats, *hash_bytes, *halted);
    let mut lines = vec![Line::Study { threads, repeats, hash_bytes, halted, origin }];
    let places = study.places.iter().zip(&study.references);
    lines.extend(places.map(|(place, reference)| Line::Place { place, reference: *reference }));
    lines.extend(study.samples.iter().map(|each| sample(study, each)));
    lines.extend(analysis.rows.iter().map(|each| row(study, each)));
    lines.extend(analysis.differences.iter().map(|each| difference(study, each)));
    let text = |line| serde_json::to_string(line).expect("plain data with text keys");
    lines.iter().map(text).collect()
}

fn at(study: &Study, place: usize, threads: usize, who: Contestant) -> At<'_> {
    let Place { game, depth, .. } = &study.places[place];
    At { game, depth: *depth, threads, who }
}

fn sample<'a>(study: &'a Study, sample: &Sample) -> Line<'a> {
    let Sample { place, threads, repeat, who, result } = sample;
    let found = result.as_ref().ok();
    Line::Sample {
        at: at(study, *place, *threads, *who),
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
        Missing::Halted => "halted".into(),
        Missing::Failed(why) => why.clone(),
    }
}

fn row<'a>(study: &'a Study, row: &'a Row) -> Line<'a> {
    Line::Row {
        at: at(study, row.place, row.threads, row.who),
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

fn difference<'a>(study: &'a Study, odd: &Difference) -> Line<'a> {
    Line::Difference {
        at: at(study, odd.place, odd.threads, odd.who),
        found: odd.found,
        searches: odd.searches,
        reference: odd.reference,
        by: odd.by,
        cause: odd.cause,
    }
}

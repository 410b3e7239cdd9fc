//! A trace as JSON, one object a line; docs/json.md documents every field.

use plyglot_bench::trace::{FirstMoves, Tally, Trace, VisitRecord, kind_text, why_text};
use plyglot_search::{Bound, Score, Why, Window};
use serde::Serialize;

use plyglot_wire::object;

#[derive(Debug, Serialize)]
struct VisitFields<'a> {
    id: usize,
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    ply: u32,
    depth: Option<i32>,
    to_move: &'a str,
    kind: &'a str,
    alpha: ScoreFields<'a>,
    beta: ScoreFields<'a>,
    value: Option<ScoreFields<'a>>,
    bound: Option<&'a str>,
    why: &'a str,
    best: Option<&'a str>,
    best_index: Option<usize>,
    tried: usize,
    within: u64,
    first_best: FirstBest,
}

/// A score: a number that orders as scores do, and what people read.
#[derive(Debug, Serialize)]
struct ScoreFields<'a> {
    raw: i32,
    text: &'a str,
}

/// How often the first move was the best.
#[derive(Debug, Serialize)]
struct FirstBest {
    of: u64,
    first: u64,
}

#[derive(Debug, Serialize)]
struct TraceFields<'a> {
    game: &'a str,
    position: &'a str,
    to_move: &'a str,
    algorithm: &'a str,
    depth: u32,
    alpha: Option<ScoreFields<'a>>,
    beta: Option<ScoreFields<'a>>,
    kept: usize,
    left_out: u64,
    stopped: bool,
    value: Option<ScoreFields<'a>>,
    bound: Option<&'a str>,
    pv: &'a [String],
    total: CountFields,
    plies: Vec<CountFields>,
}

#[derive(Debug, Serialize)]
struct CountFields {
    visits: u64,
    full: u64,
    null: u64,
    researches: u64,
    quiescence: u64,
    high: u64,
    low: u64,
    inside: u64,
    leaves: u64,
    table: u64,
    first_best: FirstBest,
}

/// The lines: one for each visit that was stored, and one for the whole.
pub(super) fn of(trace: &Trace) -> impl Iterator<Item = String> + '_ {
    let visits = trace.visits.iter().enumerate();
    let visits = visits.map(|(id, recorded)| object("visit", &visit(trace, id, recorded)));
    visits.chain(std::iter::once_with(|| object("trace", &summary(trace))))
}

fn value(trace: &Trace, score: Score) -> ScoreFields<'_> {
    ScoreFields { raw: score.raw(), text: trace.score(score) }
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "inside",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn visit<'a>(trace: &'a Trace, id: usize, recorded: &'a VisitRecord) -> VisitFields<'a> {
    let left = recorded.left.as_ref();
    let answered = left.filter(|left| left.why != Why::GivenUp);
    let best = left.and_then(|left| left.best.as_ref());
    VisitFields {
        id,
        parent: recorded.parent,
        mv: recorded.mv.as_deref(),
        ply: recorded.ply,
        depth: recorded.depth,
        to_move: trace.side(recorded.mover),
        kind: kind_text(recorded.kind),
        alpha: value(trace, recorded.window.alpha),
        beta: value(trace, recorded.window.beta),
        value: answered.map(|left| value(trace, left.value)),
        bound: answered.map(|left| bound(left.bound)),
        why: why_text(left.map_or(Why::GivenUp, |left| left.why)),
        best: best.map(|(mv, _)| mv.as_str()),
        best_index: best.map(|&(_, index)| index),
        tried: left.map_or(0, |left| left.tried),
        within: recorded.within,
        first_best: recorded.ordering.into(),
    }
}

fn summary(trace: &Trace) -> TraceFields<'_> {
    let subject = &trace.subject;
    let end = |end: fn(Window) -> Score| subject.window.map(|window| value(trace, end(window)));
    let answer = trace.answer.as_ref();
    TraceFields {
        game: &subject.game,
        position: &subject.position,
        to_move: trace.side(subject.mover),
        algorithm: &subject.algorithm,
        depth: subject.depth,
        alpha: end(|window| window.alpha),
        beta: end(|window| window.beta),
        kept: trace.visits.len(),
        left_out: trace.left_out,
        stopped: answer.is_none(),
        value: answer.map(|answer| value(trace, answer.value)),
        bound: answer.map(|answer| bound(answer.bound)),
        pv: answer.map_or(&[], |answer| &answer.line),
        total: Tally::sum(&trace.plies).into(),
        plies: trace.plies.iter().map(|&tally| tally.into()).collect(),
    }
}

impl From<FirstMoves> for FirstBest {
    fn from(moves: FirstMoves) -> FirstBest {
        FirstBest { of: moves.settled, first: moves.first_best }
    }
}

impl From<Tally> for CountFields {
    fn from(tally: Tally) -> CountFields {
        let Tally { visits, full, null, researches, quiescence, .. } = tally;
        let Tally { high, low, inside, leaves, table, ordering, .. } = tally;
        let first_best = ordering.into();
        CountFields {
            visits,
            full,
            null,
            researches,
            quiescence,
            high,
            low,
            inside,
            leaves,
            table,
            first_best,
        }
    }
}

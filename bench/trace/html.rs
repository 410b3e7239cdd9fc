//! A trace as one page that needs nothing but itself: a tree that opens and closes, windows as bars, an
//! icicle of all visits, the board of the chosen one, search and filter, and links to what is shown.
//!
//! The page carries the visits as columns of numbers and draws only the rows that are on the screen,
//! so that it opens fast with a hundred thousand of them. Its script is in parts: the data, the
//! rows, the icicle, the link, what a person does, the head.

use std::io::{self, Write};

use plyglot_search::{Bound, Kind, Score, Side, Why};
use serde::Serialize;

use super::boards::Boards;
use super::tally::Tally;
use super::visits::{SearchResult, Trace, VisitRecord, kind_text, why_text};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: [&str; 6] = [
    include_str!("html/data.js"),
    include_str!("html/rows.js"),
    include_str!("html/icicle.js"),
    include_str!("html/link.js"),
    include_str!("html/page.js"),
    include_str!("html/head.js"),
];

/// In the order of their numbers on the page.
const KINDS: [Kind; 4] = [Kind::Full, Kind::Null, Kind::Research, Kind::Quiescence];
const WHYS: [Why; 10] = [
    Why::FailHigh,
    Why::AllMoves,
    Why::Horizon,
    Why::Outcome,
    Why::Table,
    Why::Bounds,
    Why::LeafSolver,
    Why::Pruned,
    Why::Repetition,
    Why::GivenUp,
];

/// Writes the page.
///
/// # Errors
/// Those of the writer.
pub fn write(trace: &Trace, out: &mut dyn Write) -> io::Result<()> {
    let data = serde_json::to_string(&Data::of(trace))?;
    // Within a script only these could end it or begin a comment.
    let data = data.replace('<', "\\u003c");
    let (head, rest) = PAGE.split_once("STYLE").unwrap_or((PAGE, ""));
    let (middle, rest) = rest.split_once("DATA").unwrap_or((rest, ""));
    let (before, end) = rest.split_once("SCRIPT").unwrap_or((rest, ""));
    for part in [head, STYLE, middle, &data, before].into_iter().chain(SCRIPT).chain([end]) {
        out.write_all(part.as_bytes())?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Data<'a> {
    game: &'a str,
    board: &'a str,
    sides: &'a [String; 2],
    mover: usize,
    unit: &'a str,
    algorithm: &'a str,
    depth: u32,
    window: Option<String>,
    value: Option<String>,
    line: &'a [String],
    gap: Option<String>,
    infinity: i32,
    /// By rising score: its number and its text.
    scores: Vec<(i32, &'a str)>,
    moves: Vec<&'a str>,
    kinds: [&'static str; 4],
    whys: [&'static str; 10],
    /// Each ply, and all of them together.
    plies: Vec<Counts>,
    columns: Columns,
    boards: Boards,
}

#[derive(Serialize)]
struct Counts {
    visits: u64,
    full: u64,
    null: u64,
    researches: u64,
    high: u64,
    low: u64,
    inside: u64,
    leaves: u64,
    table: u64,
    settled: u64,
    first: u64,
}

/// A number for each visit; moves and scores are indices into their lists, -1 means none.
#[derive(Default, Serialize)]
struct Columns {
    size: Vec<usize>,
    #[serde(rename = "move")]
    mv: Vec<i32>,
    ply: Vec<u32>,
    depth: Vec<i32>,
    mover: Vec<usize>,
    kind: Vec<usize>,
    alpha: Vec<usize>,
    beta: Vec<usize>,
    value: Vec<i32>,
    /// 0 the value, 1 at least, 2 at most, 3 given up.
    bound: Vec<u8>,
    why: Vec<usize>,
    best: Vec<i32>,
    place: Vec<usize>,
    tried: Vec<usize>,
    within: Vec<u64>,
    settled: Vec<u64>,
    first: Vec<u64>,
}

impl<'a> Data<'a> {
    fn of(trace: &'a Trace) -> Data<'a> {
        let subject = &trace.subject;
        let scores: Vec<_> = trace.scores().map(|(score, text)| (score.raw(), text)).collect();
        let moves = moves(trace);
        let columns = Columns::of(trace, &scores, &moves);
        let all = Tally::sum(&trace.plies);
        Data {
            game: &subject.game,
            board: subject.board.trim_end(),
            sides: &subject.sides,
            mover: side(subject.mover),
            unit: &subject.unit,
            algorithm: &subject.algorithm,
            depth: subject.depth,
            window: subject.window.map(|window| trace.window(window).replace("..", " .. ")),
            value: trace.answer.as_ref().map(|answer| value(trace, answer)),
            line: trace.answer.as_ref().map_or(&[], |answer| &answer.line),
            gap: trace.gap(),
            infinity: Score::INFINITY.raw(),
            scores,
            moves,
            kinds: KINDS.map(kind_text),
            whys: WHYS.map(why_text),
            plies: trace.plies.iter().chain([&all]).map(Counts::of).collect(),
            columns,
            boards: Boards::of(trace),
        }
    }
}

fn value(trace: &Trace, answer: &SearchResult) -> String {
    let bound = match answer.bound {
        Bound::Exact => "",
        Bound::Lower => "at least ",
        Bound::Upper => "at most ",
    };
    format!("{bound}{}", trace.score(answer.value))
}

fn side(side: Side) -> usize {
    usize::from(side == Side::Second)
}

/// All moves that occur, each once, in order.
fn moves<'a>(trace: &'a Trace) -> Vec<&'a str> {
    let best = |visit: &'a VisitRecord| Some(visit.left.as_ref()?.best.as_ref()?.0.as_str());
    let played = trace.visits.iter().filter_map(|visit| visit.mv.as_deref());
    let mut moves: Vec<&str> = played.chain(trace.visits.iter().filter_map(best)).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Counts {
    fn of(tally: &Tally) -> Counts {
        let &Tally { visits, full, null, researches, high, low, inside, leaves, table, .. } = tally;
        let (settled, first) = (tally.ordering.settled, tally.ordering.first_best);
        Counts { visits, full, null, researches, high, low, inside, leaves, table, settled, first }
    }
}

impl Columns {
    fn of(trace: &Trace, scores: &[(i32, &str)], moves: &[&str]) -> Columns {
        let score = |score: Score| {
            let found = scores.binary_search_by_key(&score.raw(), |&(raw, _)| raw);
            found.expect("the list has every score of the trace")
        };
        let place = |mv: Option<&str>| {
            let found = mv.and_then(|mv| moves.binary_search(&mv).ok());
            found.map_or(-1, |place| place as i32)
        };
        let mut columns = Columns::default();
        for visit in &trace.visits {
            columns.size.push(visit.stored_within);
            columns.mv.push(place(visit.mv.as_deref()));
            columns.ply.push(visit.ply);
            columns.depth.push(visit.depth.map_or(-1, |depth| depth.max(0)));
            columns.mover.push(side(visit.mover));
            columns.kind.push(number(&KINDS, visit.kind));
            columns.alpha.push(score(visit.window.alpha));
            columns.beta.push(score(visit.window.beta));
            columns.within.push(visit.within);
            columns.settled.push(visit.ordering.settled);
            columns.first.push(visit.ordering.first_best);
            let left = visit.left.as_ref();
            let ended = left.filter(|left| left.why != Why::GivenUp);
            columns.value.push(ended.map_or(-1, |left| score(left.value) as i32));
            columns.bound.push(ended.map_or(3, |left| match left.bound {
                Bound::Exact => 0,
                Bound::Lower => 1,
                Bound::Upper => 2,
            }));
            columns.why.push(number(&WHYS, left.map_or(Why::GivenUp, |left| left.why)));
            let best = left.and_then(|left| left.best.as_ref());
            columns.best.push(place(best.map(|(mv, _)| mv.as_str())));
            columns.place.push(best.map_or(0, |&(_, place)| place));
            columns.tried.push(left.map_or(0, |left| left.tried));
        }
        columns
    }
}

/// Where something stands in a list that has it.
fn number<T: PartialEq>(list: &[T], of: T) -> usize {
    list.iter().position(|entry| *entry == of).unwrap_or(0)
}

//! An ablation for people: a row for each variant that makes a difference, the greatest effect first.

use comfy_table::Cell as Field;
use plyglot_bench::ablation::{Design, Games, Row, Verdict, Way};
use plyglot_stats::Estimate;

use super::AblationView;
use crate::format;
use crate::output::columns;

/// Terminals with fewer columns get the narrow form.
const WIDE: usize = 118;
/// How wide sentences may be where there is no other limit.
const USUAL: usize = 100;

/// The parts, from top to bottom.
pub(super) fn of(view: &AblationView<'_>, width: Option<usize>) -> Vec<String> {
    let wrapped = |text: &str| format::wrapped(text, width.unwrap_or(USUAL).min(USUAL)).join("\n");
    let mut parts = vec![wrapped(&about(view))];
    let used: Vec<&Row> = view.rows.iter().filter(|row| is_shown(row)).collect();
    if !used.is_empty() {
        let narrow = width.is_some_and(|width| width < WIDE);
        parts.push(wrapped(
            "Each row is against the default: nodes and time to the same depth as its multiples, and Elo of a match at \
             equal nodes.",
        ));
        parts.push(String::new());
        parts.push(table(&used, narrow));
    }
    parts.extend(unused(view).map(|text| wrapped(&text)));
    parts.extend(cut(view, &used).map(|text| wrapped(&text)));
    parts.extend(changes(view).map(|text| wrapped(&text)));
    parts
}

fn is_shown(row: &Row) -> bool {
    row.verdict != Verdict::NotUsed && row.moves.of + row.depth.searched + row.proof.searched > 0
}

/// What was measured, in a sentence or two.
pub(super) fn about(view: &AblationView<'_>) -> String {
    let places = &view.study.places;
    let positions = format::count(places.positions.len(), "position");
    let depths = places.positions.iter().map(|place| place.depth);
    let depth = match (depths.clone().min(), depths.max()) {
        (Some(least), Some(most)) if least < most => format!(" to depth {least} to {most}"),
        (Some(depth), _) => format!(" to depth {depth}"),
        _ => String::new(),
    };
    let endings = match places.endings.len() {
        0 => "no ending that the default can prove".into(),
        endings => format!("{} to their proof", format::count(endings, "ending")),
    };
    let design = &view.study.design;
    let games = match design.games {
        0 => "no matches".into(),
        games => {
            let nodes = format::grouped(design.match_nodes);
            format!("matches of {} at {nodes} nodes a move", format::count(games, "game"))
        }
    };
    let nodes = format::grouped(design.nodes);
    format!(
        "{}: {positions}{depth}, {endings}, {nodes} nodes for a search of the default; {games}.",
        view.game
    )
}

fn table(rows: &[&Row], narrow: bool) -> String {
    let head: &[&str] = if narrow {
        &["", "nodes", "time", "Elo", ""]
    } else {
        &[
            "",
            "nodes [95 %]",
            "time [95 %]",
            "plies",
            "move",
            "proof\nnodes",
            "proof\ntime",
            "Elo [95 %]",
            "",
        ]
    };
    let mut table = columns::plain(head);
    for row in rows {
        let fields = if narrow { short(row) } else { long(row) };
        table.add_row(fields.into_iter().map(Field::new));
    }
    columns::align(&mut table, if narrow { 1 } else { 2 });
    if let Some(column) = table.column_mut(head.len() - 1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    columns::lines(&table).map(|line| line + "\n").collect()
}

fn short(row: &Row) -> Vec<String> {
    vec![
        row.variant.title(),
        value(row.depth.nodes, row.depth.cut),
        value(row.depth.time, row.depth.cut),
        row.games.as_ref().map_or_else(nothing, |games| match (games.low, games.high) {
            (Some(low), Some(high)) => format!("{} \u{b1}{:.0}", elo(games), (high - low) / 2.0),
            _ => elo(games),
        }),
        words(row),
    ]
}

fn long(row: &Row) -> Vec<String> {
    let interval = |estimate: Option<Estimate>, cut| match estimate {
        Some(estimate) => format!("{}{}", at_least(cut), columns::interval(estimate)),
        None => nothing(),
    };
    vec![
        row.variant.title(),
        interval(row.depth.nodes, row.depth.cut),
        interval(row.depth.time, row.depth.cut),
        row.plies.map_or_else(nothing, |plies| format!("{:+.2}", plies.value)),
        format!("{}/{}", row.moves.same, row.moves.of),
        value(row.proof.nodes, row.proof.cut),
        value(row.proof.time, row.proof.cut),
        row.games.as_ref().map_or_else(nothing, |games| {
            let end = |end: Option<f64>, none: &str| {
                end.map_or_else(|| none.to_string(), |end| format!("{end:+.0}"))
            };
            match games.low.or(games.high) {
                Some(_) => {
                    let (low, high) = (end(games.low, "-inf"), end(games.high, "inf"));
                    format!("{} [{low}, {high}]", elo(games))
                }
                None => elo(games),
            }
        }),
        words(row),
    ]
}

/// The verdict, with what it rests on.
fn words(row: &Row) -> String {
    match (row.variant.way, row.verdict) {
        (Way::On, Verdict::Pays) => "would pay".into(),
        (Way::On, Verdict::DoesNotPay) => "would not pay".into(),
        (_, Verdict::Baseline) => String::new(),
        (_, verdict) => verdict.words().into(),
    }
}

/// The most likely Elo.
fn elo(games: &Games) -> String {
    let score = games.pairs.score();
    match games.elo {
        Some(elo) => format!("{elo:+.0}"),
        None if score.is_none() => nothing(),
        None => if score > Some(0.5) { "inf" } else { "-inf" }.into(),
    }
}

fn at_least(cut: usize) -> &'static str {
    if cut > 0 { ">" } else { "" }
}

fn value(estimate: Option<Estimate>, cut: usize) -> String {
    let shown = |estimate: Estimate| format!("{}{}", at_least(cut), columns::ratio(estimate.value));
    estimate.map_or_else(nothing, shown)
}

fn nothing() -> String {
    "-".into()
}

/// What makes no difference.
fn unused(view: &AblationView<'_>) -> Option<String> {
    let unused = view.rows.iter().filter(|row| row.verdict == Verdict::NotUsed);
    let names: Vec<String> = unused.map(|row| row.variant.title()).collect();
    (!names.is_empty()).then(|| {
        format!("Not used, every search was the same node for node: {}.", names.join(", "))
    })
}

fn cut(view: &AblationView<'_>, rows: &[&Row]) -> Option<String> {
    let any = rows.iter().any(|row| row.depth.cut + row.proof.cut > 0);
    let most = view.study.design.nodes.saturating_mul(Design::MOST_TIMES);
    let most = format::grouped(most);
    any.then(|| format!("> at least: some searches had not ended after {most} nodes."))
}

/// What the figures ask to be switched.
fn changes(view: &AblationView<'_>) -> Option<String> {
    let names = view.rows.iter().filter(|row| row.calls_for_a_change()).map(|row| {
        let by: Vec<&str> = row.by.iter().map(AsRef::as_ref).collect();
        format!("{} ({})", row.variant.title(), by.join(", "))
    });
    let names: Vec<String> = names.collect();
    (!names.is_empty())
        .then(|| format!("By these figures the game is better with {}.", names.join(", ")))
}

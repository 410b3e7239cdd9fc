//! A match for people: a table while it runs, then the results and what they say.

use plyglot_play::matches::stats::{Decision, Model, Pairs, Rating, Sprt};
use plyglot_play::matches::{Ended, FaultKind, GameResult, PlayerSpec, Seat, Standing};

use super::view::MatchView;
use crate::format;
use crate::output::columns;

/// How a match stands, for a terminal while it runs: lines that each begin with a line end.
pub(crate) fn live(players: &[PlayerSpec; 2], standing: &Standing, sprt: Option<Sprt>) -> String {
    let mut lines = points(players, standing);
    let pairs = &standing.pairs;
    if let Some(elo) = pairs.elo() {
        lines.push(format!("Elo of A over B: {}", rating(elo, pairs)));
    }
    if let Some(sprt) = sprt {
        lines.push(format!("test of {sprt}: LLR {}", ratio(&sprt, pairs)));
    }
    lines.extend(faults(standing));
    lines.into_iter().map(|line| format!("\n{line}")).collect()
}

/// The results, and what follows from them.
pub(crate) fn finished(view: &MatchView<'_>) -> Vec<String> {
    let standing = &view.finished.standing;
    let mut parts = vec![results(view)];
    if standing.pairs.count() > 0 {
        parts.push(figures(view).join("\n"));
    }
    parts.push(ends(standing));
    parts.join("\n\n").lines().map(String::from).collect()
}

/// The game, who plays, and the points.
fn results(view: &MatchView<'_>) -> String {
    let standing = &view.finished.standing;
    let head = format!("{}: {}", view.game, format::count(standing.games() as usize, "game"));
    format!("{head}\n\n{}", points(view.players, standing).join("\n"))
}

/// The table of points.
fn points(players: &[PlayerSpec; 2], standing: &Standing) -> Vec<String> {
    let games = standing.games();
    let mut table = columns::plain(&["", "points", "wins", "draws", "losses", "player"]);
    let (wins, losses) = (standing.count(GameResult::Win), standing.count(GameResult::Loss));
    let points = [standing.points(), games as f64 - standing.points()];
    let rows = ["A", "B"].into_iter().zip(points).zip([(wins, losses), (losses, wins)]);
    for (((name, points), (wins, losses)), spec) in rows.zip(players) {
        let draws = standing.count(GameResult::Draw);
        let [wins, draws, losses] = [wins, draws, losses].map(format::grouped);
        table.add_row([name.into(), half(points), wins, draws, losses, spec.text.clone()]);
    }
    columns::align(&mut table, 2);
    if let Some(column) = table.column_mut(5) {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    columns::lines(&table).collect()
}

/// What the results say.
fn figures(view: &MatchView<'_>) -> Vec<String> {
    let pairs = &view.finished.standing.pairs;
    let [none, half, one, more, two] = pairs.0.map(format::grouped);
    let mut lines = vec![format!(
        "pairs of games by A's points: 0: {none}, 0.5: {half}, 1: {one}, 1.5: {more}, 2: {two}"
    )];
    if let (Some(elo), Some(normalised)) = (pairs.elo(), pairs.normalised()) {
        lines.push(format!("Elo of A over B: {}", rating(elo, pairs)));
        lines.push(format!("normalised Elo: {}", rating(normalised, pairs)));
    }
    if let Some(superiority) = pairs.superiority() {
        lines.push(format!("likelihood that A is the stronger: {:.1} %", superiority * 100.0));
    }
    if let (Some(sprt), Some(decision)) = (view.sprt, view.finished.decision) {
        let meaning = match decision {
            Decision::Passed => format!("passed, {} is accepted", of_model(&sprt, 1)),
            Decision::Failed => format!("failed, {} is accepted", of_model(&sprt, 0)),
            Decision::Open => "not decided".into(),
        };
        lines.push(format!("test of {sprt}: {meaning}; LLR {}", ratio(&sprt, pairs)));
    }
    lines
}

/// A hypothesis in words.
fn of_model(sprt: &Sprt, which: usize) -> String {
    let unit = match sprt.model() {
        Model::Logistic => "Elo",
        Model::Normalised => "normalised Elo",
    };
    format!("{} {unit}", sprt.hypotheses()[which])
}

/// How the games ended, and whose faults there were.
fn ends(standing: &Standing) -> String {
    let ends = Ended::ALL.into_iter().map(|ended| (ended.word(), standing.ends(ended)));
    let ends: Vec<String> = ends
        .filter(|&(_, count)| count > 0)
        .map(|(word, count)| format!("{word} {}", format::grouped(count)))
        .collect();
    let head = format!("games ended by: {}", ends.join(", "));
    let favour = (standing.unbalanced() > 0).then(|| {
        let count = format::grouped(standing.unbalanced());
        format!("games from openings that favour a side, since there were no more balanced ones: {count}")
    });
    std::iter::once(head).chain(favour).chain(faults(standing)).collect::<Vec<_>>().join("\n")
}

/// A line for each player that has made mistakes.
fn faults(standing: &Standing) -> Vec<String> {
    let of = |seat: Seat| {
        let faults = FaultKind::ALL.map(|kind| (kind.words(), standing.faults(seat, kind)));
        let faults: Vec<String> = faults
            .into_iter()
            .filter(|&(_, count)| count > 0)
            .map(|(words, count)| format!("{words} {}", format::grouped(count)))
            .collect();
        (!faults.is_empty()).then(|| format!("faults of {seat}: {}", faults.join(", ")))
    };
    [Seat::A, Seat::B].into_iter().filter_map(of).collect()
}

/// A log likelihood ratio with the bounds that end the test.
fn ratio(sprt: &Sprt, pairs: &Pairs) -> String {
    let [lower, upper] = sprt.bounds();
    format!("{:.2} ({lower:.2}, {upper:.2})", sprt.llr(pairs))
}

/// A difference with its interval.
fn rating(rating: Rating, pairs: &Pairs) -> String {
    let [value, low, high] = rating.numbers().map(|number| format!("{number:+.1}"));
    let alike = match pairs.0.contains(&pairs.count()) {
        true => "; every pair ended alike: the ends by how many may not",
        false => "",
    };
    format!("{value} [{low}, {high}]{alike}")
}

/// Points with their half.
fn half(points: f64) -> String {
    let whole = format::grouped(points as u64);
    if points.fract() > 0.0 { format!("{whole}.5") } else { whole }
}

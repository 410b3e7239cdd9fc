//! The page about a training: errors and Elo, round by round. One file.

use std::path::Path;

use plyglot_play::matches::stats::Rating;
use plyglot_play::train::{Finished, Gate, left_out};

use super::chart::{Axis, Chart, ChartError, Line, Look};
use super::page::{Headline, Page, Table, TableCell, Tone};
use super::{ReportError, put};

/// A game that was trained.
#[derive(Clone, Debug)]
pub struct TrainedGame<'a> {
    /// The game with its size.
    pub game: &'a str,
    /// What errors are shown in, and how many points that is.
    pub unit: (&'a str, f64),
    /// The command that makes the weights again.
    pub command: String,
    /// The version, when and where.
    pub origin: Vec<(&'static str, String)>,
    /// How it ended.
    pub finished: &'a Finished,
}

/// Writes the page, beside the file first.
///
/// # Errors
/// If the file cannot be written (one that was there before is whole), or a chart cannot be drawn.
pub fn write(path: &Path, trained: &TrainedGame<'_>) -> Result<(), ReportError> {
    put(path, &page(trained)?)
}

/// The Elo after each round over what the training began with: the sum of what the matches have shown, as far as all
/// of them tell it.
fn climbed(finished: &Finished) -> Vec<(f64, f64)> {
    let mut sum = 0.0;
    let gains = finished.rounds.iter().map_while(|round| {
        let gate = round.gate?;
        if gate.kept { gate.elo?.value } else { Some(0.0) }
    });
    let climbed = (1..).zip(gains).map(|(round, gain)| {
        sum += gain;
        (f64::from(round), sum)
    });
    std::iter::once((0.0, 0.0)).chain(climbed).collect()
}

fn page(trained: &TrainedGame<'_>) -> Result<String, ChartError> {
    let (finished, (unit, points)) = (trained.finished, trained.unit);
    let about = "Weights from the rules alone: rounds of games of the program against itself, of which the evaluation \
                 learns.";
    let mut page = Page::new(&format!("{}: an evaluation trained", trained.game), about);
    page.headlines(&headlines(finished));
    page.section("Round by round");
    page.table(&table(trained));
    let climbed = climbed(finished);
    if climbed.len() > 1 {
        let caption = "The sum of the Elo by which the weights of each round beat those of before, at equal nodes. Weights \
                       that were not kept count 0.";
        page.figure("Elo", &chart("Elo", climbed).art()?, caption);
    }
    let errors = (1..).zip(&finished.rounds);
    let errors =
        errors.filter_map(|(round, ended)| Some((f64::from(round), ended.error? / points)));
    let errors: Vec<(f64, f64)> = errors.collect();
    if !errors.is_empty() {
        let caption = "The mean absolute difference to the labels of games that were not trained on. The labels of later \
                       rounds come from deeper searches, so the error may grow while the weights become better.";
        page.figure("Error", &chart(&format!("error in {unit}"), errors).art()?, caption);
    }
    if !finished.trials.is_empty() {
        page.section("What a search by the net may leave out");
        page.table(&trials(trained));
    }
    page.section("How it was trained");
    let command = ("command", trained.command.clone());
    page.facts(std::iter::once(command).chain(trained.origin.iter().cloned()));
    Ok(page.render("By the command train; docs/train.md says how.", &[]))
}

fn headlines(finished: &Finished) -> Vec<Headline> {
    let plain =
        |figure: String, words: &str| Headline { tone: Tone::Plain, figure, words: words.into() };
    let mut all = vec![
        plain(finished.games.to_string(), "games"),
        plain(finished.positions.to_string(), "positions that the weights were fitted to"),
    ];
    if let [.., (round, elo)] = climbed(finished)[..]
        && round > 0.0
    {
        let tone = if elo > 0.0 { Tone::Good } else { Tone::Open };
        let words = "Elo over what it began with, at equal nodes, summed over the rounds".into();
        all.push(Headline { tone, figure: format!("{elo:+.0}"), words });
    }
    all
}

fn table(trained: &TrainedGame<'_>) -> Table {
    let (unit, points) = trained.unit;
    let missing = || "-".to_string();
    let row = |(number, round): (usize, &plyglot_play::train::Ended)| {
        let elo = round.gate.as_ref().map_or_else(missing, elo_text);
        let kept = round.gate.map(|gate| if gate.kept { "kept" } else { "not kept" });
        vec![
            TableCell::figure(number.to_string()),
            TableCell::figure(round.games.to_string()),
            TableCell::figure(round.positions.to_string()),
            TableCell::figure(
                round.error.map_or_else(missing, |error| format!("{:.2}", error / points)),
            ),
            TableCell::figure(round.gate.map_or_else(missing, |gate| gate.games.to_string())),
            TableCell::figure(elo),
            TableCell::words(kept.unwrap_or("kept")),
        ]
    };
    let error = format!("error, {unit}");
    let head =
        ["round", "games", "positions", &error, "match", "Elo over those of before", "weights"];
    let head = head.map(String::from).to_vec();
    let rows = (1..).zip(&trained.finished.rounds).map(row).collect();
    Table { caption: String::new(), cards: false, head, rows }
}

/// The Elo of a match, with its interval.
fn elo_text(gate: &Gate) -> String {
    let elo = gate.elo.as_ref().map(Rating::numbers);
    elo.map_or("-".into(), |[value, low, high]| format!("{value:+.0} [{low:+.0}, {high:+.0}]"))
}

/// What was tried of what may be left out.
fn trials(trained: &TrainedGame<'_>) -> Table {
    let head = ["left out", "match", "Elo over what was kept before", ""].map(String::from);
    let rows = trained.finished.trials.iter().map(|trial| {
        let gate = &trial.gate;
        vec![
            TableCell::words(left_out(trial.tried, trained.unit)),
            TableCell::figure(gate.games.to_string()),
            TableCell::figure(elo_text(gate)),
            TableCell::words(if gate.kept { "kept" } else { "not kept" }),
        ]
    });
    let rows = rows.collect();
    Table { caption: String::new(), cards: false, head: head.to_vec(), rows }
}

fn chart(what: &str, points: Vec<(f64, f64)>) -> Chart {
    Chart {
        name: format!("{what} round by round"),
        heading: None,
        x: Axis::linear("round"),
        y: Axis::linear(what),
        lines: vec![Line::plain("", Look::Series(0), points)],
    }
}

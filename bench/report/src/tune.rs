//! The page about a tuning: what was found, what a match says of it, and the way of each number. One file.

use std::path::Path;

use plyglot_play::tune::{BATCH, Finished, Tuned};

use super::chart::{Axis, Chart, ChartError, Line, Look};
use super::page::{Headline, Page, Table, TableCell, Tone};
use super::{ReportError, put};

/// A game that was tuned.
#[derive(Clone, Debug)]
pub struct TunedGame<'a> {
    /// The game with its size.
    pub game: &'a str,
    /// How it was tuned, in a sentence.
    pub about: String,
    /// The command, the version, when and where.
    pub origin: Vec<(&'static str, String)>,
    /// How it ended.
    pub finished: &'a Finished,
}

/// Writes the page, beside the file first.
///
/// # Errors
/// If the file cannot be written (one that was there before is whole), or a chart cannot be drawn.
pub fn write(path: &Path, tuned: &TunedGame<'_>) -> Result<(), ReportError> {
    put(path, &page(tuned)?)
}

fn page(tuned: &TunedGame<'_>) -> Result<String, ChartError> {
    let finished = tuned.finished;
    let mut page = Page::new(&format!("{}: numbers tuned", tuned.game), &tuned.about);
    page.headlines(&headlines(finished));
    page.section("What was found");
    page.table(&table(&finished.numbers));
    page.section("The way of each number");
    for number in &finished.numbers {
        let caption = "Its value after each batch of pairs, from the start. What is found is the mean of the last \
                       quarter; the dashed line is where it began.";
        page.figure(&number.number.name, &chart(number, finished.pairs).art()?, caption);
    }
    page.section("How it was tuned");
    page.facts(tuned.origin.iter().map(|(name, fact)| (*name, fact.clone())));
    Ok(page.render("By the command tune; docs/tune.md says how.", &[]))
}

fn headlines(finished: &Finished) -> Vec<Headline> {
    let mut all = vec![Headline {
        tone: Tone::Plain,
        figure: finished.pairs.to_string(),
        words: "pairs of games".into(),
    }];
    let elo =
        finished.confirmed.as_ref().and_then(|all| Some((all.games(), all.pairs.elo()?.numbers())));
    if let Some((games, [value, low, high])) = elo {
        let tone = match () {
            () if low > 0.0 => Tone::Good,
            () if high < 0.0 => Tone::Bad,
            () => Tone::Open,
        };
        let words = format!(
            "Elo over the game as it was in {games} games from other openings, {low:+.0} to {high:+.0} with 95 % \
             confidence"
        );
        all.push(Headline { tone, figure: format!("{value:+.0}"), words });
    }
    all
}

fn table(numbers: &[Tuned]) -> Table {
    let row = |tuned: &Tuned| {
        let number = &tuned.number;
        vec![
            TableCell::words(&number.name),
            TableCell::figure(number.least.to_string()),
            TableCell::figure(number.greatest.to_string()),
            TableCell::figure(number.start.to_string()),
            TableCell::Best(tuned.found.to_string()),
        ]
    };
    let head = ["number", "from", "to", "was", "found"].map(String::from).to_vec();
    let rows = numbers.iter().map(row).collect();
    Table { caption: String::new(), cards: false, head, rows }
}

fn chart(tuned: &Tuned, pairs: usize) -> Chart {
    let number = &tuned.number;
    let pair = |step: usize| (step * BATCH).min(pairs) as f64;
    let way = tuned.way.iter().enumerate().map(|(step, &value)| (pair(step), value));
    let start = number.start as f64;
    let mut y = Axis::linear(number.name.clone());
    y.reach = vec![number.least as f64, number.greatest as f64];
    Chart {
        name: format!("The way of {} over the pairs of games", number.name),
        heading: None,
        x: Axis::linear("pairs of games"),
        y,
        lines: vec![
            Line::plain("", Look::Ideal, [(0.0, start), (pairs as f64, start)]),
            Line::plain("", Look::Series(0), way),
        ],
    }
}

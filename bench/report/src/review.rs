//! The page about a reviewed game: how it stood after each move, what went wrong with the board before it, and
//! all moves. One file, so that it can be sent to a friend.

use std::path::Path;

use plyglot_play::review::{Judged, Mark, Review};
use plyglot_search::Side;
use plyglot_wire::beside;

use super::chart::{Axis, Chart, ChartError, Line, Link, Look};
use super::page::{Drawing, Headline, Page, Table, TableCell, Tone};
use super::{ReportError, put};

const FOOTER: &str = "By plyglot review.";

/// A reviewed game in words.
#[derive(Clone, Debug)]
pub struct ReviewedGame<'a> {
    /// The game, as people call it.
    pub game: &'a str,
    /// What people call the two sides, the one that moves first first.
    pub sides: [&'a str; 2],
    /// The unit of values, in the plural; "points" where it has no name.
    pub unit: &'a str,
    /// How it was searched.
    pub about: String,
    /// What was found.
    pub review: &'a Review,
    /// The words for each move of the review, in its order.
    pub moves: Vec<MoveWords>,
    /// The board at the end.
    pub last_board: Board,
    /// How boards are drawn; as texts without it.
    pub drawing: Option<Drawing>,
    /// The page with the other games of the file, if there are any.
    pub index: Option<String>,
}

/// A board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// As a text.
    pub text: String,
    /// What the script of [`Drawing`] draws; empty where boards are texts.
    pub shown: String,
}

/// A move in words.
#[derive(Clone, Debug, Default)]
pub struct MoveWords {
    /// The move.
    pub mv: String,
    /// Its value.
    pub value: String,
    /// The best move.
    pub best: String,
    /// Its value.
    pub best_value: String,
    /// The line that shows it.
    pub line: String,
    /// What the move lost; empty if nothing.
    pub loss: String,
    /// The board before the move.
    pub board: Board,
}

/// A game of a file, in the list of all.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its line in the file, from 1, and which of several games of it.
    pub line: String,
    /// Its page, beside the list.
    pub page: String,
    /// How many moves were reviewed.
    pub moves: usize,
    /// Of each side: accuracy in percent, and inaccuracies, mistakes and blunders.
    pub sides: [(Option<f64>, [usize; 3]); 2],
}

/// Writes the page, beside the file first.
///
/// # Errors
/// If the file cannot be written (one that was there before is whole), or the graph cannot be drawn.
pub fn write(path: &Path, game: &ReviewedGame<'_>) -> Result<(), ReportError> {
    put(path, &page(game)?)
}

/// Writes the page that lists the games of a file, likewise.
///
/// # Errors
/// If the file cannot be written.
pub fn write_index(
    path: &Path,
    (game, sides): (&str, [&str; 2]),
    about: &str,
    games: &[Listed],
) -> Result<(), ReportError> {
    let mut page = Page::new(&format!("{game}: {} games", games.len()), about);
    let [first, second] = sides;
    let head = ["game", "moves", first, "?!, ?, ??", second, "?!, ?, ??"];
    let row = |of: &Listed| {
        let mut row = vec![
            TableCell::Link(of.page.clone(), of.line.clone()),
            TableCell::figure(of.moves.to_string()),
        ];
        for (accuracy, marks) in of.sides {
            row.push(TableCell::figure(percent(accuracy)));
            row.push(TableCell::figure(marks.map(|count| count.to_string()).join(", ")));
        }
        row
    };
    page.table(&Table {
        caption: "A game is named by its line in the file. Of each side: its accuracy, and its inaccuracies, mistakes and \
                  blunders."
            .into(),
        cards: false,
        head: head.map(String::from).into(),
        rows: games.iter().map(row).collect(),
    });
    put(path, &page.render(FOOTER, &[]))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".into(), |share| format!("{share:.0} %"))
}

/// Says whether [`write()`] will be able to write, before hours are spent on the review.
///
/// # Errors
/// If nothing can be written beside the file.
pub fn check(path: &Path) -> Result<(), ReportError> {
    let failed = |source| ReportError::File { path: path.into(), source };
    beside::check(path).map_err(failed)
}

fn page(game: &ReviewedGame<'_>) -> Result<String, ChartError> {
    let ReviewedGame { review, sides, .. } = game;
    let [first, second] = sides;
    let title = format!("{}: {first} against {second}", game.game);
    let mut page = Page::new(&title, &game.about);
    if let Some(drawing) = &game.drawing {
        page.draw_boards(drawing.clone());
    }
    page.headlines(&headlines(game));
    page.section("How it stood");
    page.figure(
        &format!("Expected result of {first} after each move"),
        &graph(game).linked(&links(game))?,
        "1 is won, 0 lost, 0.5 even: what the estimate is worth in this game; exactly 0, 0.5 or 1 where the \
         result is proven. Each dot leads to its move.",
    );
    let marked: Vec<usize> =
        (0..review.moves.len()).filter(|&at| review.moves[at].mark > Mark::Fine).collect();
    let sentences: Vec<(Tone, String, String)> =
        marked.iter().map(|&at| sentence(game, at)).collect();
    if sentences.is_empty() {
        page.verdicts([(Tone::Good, "No inaccuracy, no mistake, no blunder.")]);
    } else {
        page.linked(sentences.iter().map(|(tone, text, anchor)| (*tone, &**text, Some(&**anchor))));
    }
    for &at in &marked {
        moment(&mut page, game, at);
    }
    page.section("All moves");
    page.table(&table(game));
    page.section("The end");
    page.drawn_board(&game.last_board.shown, &game.last_board.text);
    let index: Vec<&str> = game.index.iter().map(String::as_str).collect();
    Ok(page.render(FOOTER, &index))
}

/// Where the dots of the graph lead: to what is said of a marked move, or to its row in the table.
fn links(game: &ReviewedGame<'_>) -> Vec<Link> {
    let moves = game.review.moves.iter().zip(&game.moves);
    let link = |(of, words): (&Judged, &MoveWords)| Link {
        x: of.ply as f64,
        y: first(of.side, of.after.result),
        to: format!("#{}-{}", if of.mark > Mark::Fine { "move" } else { "ply" }, of.ply),
        words: format!("{}. {} {}{}", of.ply, name(game, of.side), words.mv, of.mark.sign()),
        class: match of.mark {
            Mark::Fine => "",
            Mark::Inaccuracy => "open",
            Mark::Mistake | Mark::Blunder => "bad",
        },
    };
    moves.map(link).collect()
}

/// The result that the first side expects.
fn first(side: Side, result: f64) -> f64 {
    if side == Side::First { result } else { 1.0 - result }
}

fn name<'a>(game: &ReviewedGame<'a>, side: Side) -> &'a str {
    match side {
        Side::First => game.sides[0],
        Side::Second => game.sides[1],
    }
}

fn headlines(game: &ReviewedGame<'_>) -> Vec<Headline> {
    let sides = game.sides.iter().zip(&game.review.sides);
    let one = |(name, side): (&&str, &plyglot_play::review::SideReview)| {
        let [inaccuracies, mistakes, blunders] = side.marks;
        let tone = if mistakes + blunders > 0 { Tone::Plain } else { Tone::Good };
        let count = |count: usize, one: &str, several: &str| match count {
            0 => format!("no {one}"),
            1 => format!("1 {one}"),
            more => format!("{more} {several}"),
        };
        let figure = percent(side.accuracy);
        let words = format!(
            "accuracy of {name}: {}, {}, {}; {:.1} {} lost",
            count(inaccuracies, "inaccuracy", "inaccuracies"),
            count(mistakes, "mistake", "mistakes"),
            count(blunders, "blunder", "blunders"),
            side.loss,
            game.unit,
        );
        Headline { tone, figure, words }
    };
    sides.map(one).collect()
}

/// The expected result of the first side before the first move that is judged and after each.
fn graph(game: &ReviewedGame<'_>) -> Chart {
    let moves = &game.review.moves;
    let before = moves.first().map(|of| (of.ply as f64 - 1.0, first(of.side, of.before.result)));
    let after = moves.iter().map(|of| (of.ply as f64, first(of.side, of.after.result)));
    let line = Line::plain("", Look::Series(0), before.into_iter().chain(after));
    Chart {
        name: format!("Expected result of {} after each move", game.sides[0]),
        heading: None,
        x: Axis::linear("moves played"),
        y: Axis { reach: vec![0.0, 1.0], ..Axis::linear("expected result") },
        lines: vec![line],
    }
}

fn sentence(game: &ReviewedGame<'_>, at: usize) -> (Tone, String, String) {
    let (judged, words) = (&game.review.moves[at], &game.moves[at]);
    let turned =
        if game.review.turning.contains(&judged.ply) { ", and the game turned" } else { "" };
    let lost = match words.loss.as_str() {
        "" => String::new(),
        loss => format!(", {loss} {} lost", game.unit),
    };
    let text = format!(
        "{}. {} {}{}: {}{lost}; {} was better{turned}",
        judged.ply,
        name(game, judged.side),
        words.mv,
        judged.mark.sign(),
        judged.mark.word(),
        words.best,
    );
    let tone = if judged.mark >= Mark::Mistake { Tone::Bad } else { Tone::Open };
    (tone, text, format!("move-{}", judged.ply))
}

/// A section about a move that was not the best: the board before it, and what was better.
fn moment(page: &mut Page, game: &ReviewedGame<'_>, at: usize) {
    let (judged, words) = (&game.review.moves[at], &game.moves[at]);
    let sign = judged.mark.sign();
    let heading = format!("{}. {} {}{sign}", judged.ply, name(game, judged.side), words.mv);
    let short = format!("{}. {}{sign}", judged.ply, words.mv);
    page.section_at(&format!("move-{}", judged.ply), &heading, &short);
    page.drawn_board(&words.board.shown, &words.board.text);
    let percent = |result: f64| format!("{:.0} %", 100.0 * result);
    let (before, after) = (percent(judged.before.result), percent(judged.after.result));
    page.facts([
        ("played", format!("{} ({})", words.mv, words.value)),
        ("better", format!("{} ({})", words.best, words.best_value)),
        ("line", words.line.clone()),
        ("expected result", format!("{before} before, {after} after")),
    ]);
}

fn table(game: &ReviewedGame<'_>) -> Table {
    let rows = game.review.moves.iter().zip(&game.moves).map(|(judged, words)| {
        let mv = format!("{}{}", words.mv, judged.mark.sign());
        let tone = match judged.mark {
            Mark::Fine => Tone::Plain,
            Mark::Inaccuracy => Tone::Open,
            Mark::Mistake | Mark::Blunder => Tone::Bad,
        };
        let better = judged.mark > Mark::Fine || !words.loss.is_empty();
        let best = |text: &str| if better { text.to_string() } else { String::new() };
        vec![
            TableCell::Anchored(format!("ply-{}", judged.ply), judged.ply.to_string()),
            TableCell::words(name(game, judged.side)),
            TableCell::Toned(tone, mv),
            TableCell::figure(words.value.clone()),
            TableCell::words(best(&words.best)),
            TableCell::figure(best(&words.best_value)),
            TableCell::figure(words.loss.clone()),
        ]
    });
    let head = ["ply", "side", "move", "value", "best", "its value", "lost"].map(String::from);
    Table {
        caption: format!("Values in {} for the side that moves; * is exact.", game.unit),
        cards: false,
        head: head.into(),
        rows: rows.collect(),
    }
}

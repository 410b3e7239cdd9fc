//! The page about a match: who is the stronger, how that became clear, how the games ended, and all games. One file.

use std::path::Path;

use plyglot_play::matches::stats::{Decision, Pairs, Rating, Sprt};
use plyglot_play::matches::{Ended, FaultKind, Finished, GameRecord, GameResult, Seat};

use super::chart::{Axis, Chart, ChartError, Line, Look, Point, Spread};
use super::page::{Headline, Page, Table, TableCell, Tone};
use super::{ReportError, put};

/// The most games that the page lists.
const MOST_GAMES: usize = 2_000;
/// The most points of a line.
const MOST_POINTS: usize = 200;

/// A match that was played.
#[derive(Clone, Debug)]
pub struct PlayedMatch<'a> {
    /// The game with its size.
    pub game: &'a str,
    /// A and B as they were asked for.
    pub players: [&'a str; 2],
    /// How it was played, in a sentence.
    pub about: String,
    /// The command, the version, when and where.
    pub origin: Vec<(&'static str, String)>,
    /// How it ended.
    pub finished: &'a Finished,
    /// The test that it was played for.
    pub sprt: Option<Sprt>,
    /// The games in their order.
    pub games: &'a [GameRecord],
}

/// Writes the page, beside the file first.
///
/// # Errors
/// If the file cannot be written (one that was there before is whole), or a chart cannot be drawn.
pub fn write(path: &Path, played: &PlayedMatch<'_>) -> Result<(), ReportError> {
    put(path, &page(played)?)
}

fn page(played: &PlayedMatch<'_>) -> Result<String, ChartError> {
    let [a, b] = played.players;
    let mut page = Page::new(&format!("{}: {a} against {b}", played.game), &played.about);
    page.headlines(&headlines(played));
    let history = history(played.games);
    if history.len() > 1 {
        page.section("How it became clear");
        let caption = "The difference in Elo after each pair of games, with its 95 % interval, from where a tenth of \
                       the pairs are played.";
        page.figure("Elo of A over B", &elo_chart(&history).art()?, caption);
        if let Some(sprt) = played.sprt {
            let caption = "How much more likely the results are under the second hypothesis; the test ends at \
                           either bound.";
            let heading = format!("Log likelihood ratio of {sprt}");
            page.figure(&heading, &ratio_chart(&history, &sprt).art()?, caption);
        }
    }
    page.section("Results");
    page.table(&results(played));
    page.table(&pairs(&played.finished.standing.pairs));
    page.table(&ends(played));
    page.section("All games");
    let shown = played.games.len().min(MOST_GAMES);
    let summary = format!("{shown} of {} games", played.games.len());
    let Ok(()) = page.folded(&summary, |page| {
        page.table(&games(&played.games[..shown]));
        Ok::<(), std::convert::Infallible>(())
    });
    page.section("How it was played");
    page.facts(played.origin.iter().map(|(name, fact)| (*name, fact.clone())));
    Ok(page.render("By the command match; docs/match.md has the formulas.", &[]))
}

fn headlines(played: &PlayedMatch<'_>) -> Vec<Headline> {
    let standing = &played.finished.standing;
    let pairs = &standing.pairs;
    let plain =
        |figure: String, words: &str| Headline { tone: Tone::Plain, figure, words: words.into() };
    let games = standing.games();
    let mut all = vec![plain(
        format!("{} of {games}", standing.points()),
        "points for A, one for a win and half for a draw",
    )];
    if let Some([value, low, high]) = pairs.elo().as_ref().map(Rating::numbers) {
        let tone = match () {
            () if low > 0.0 => Tone::Good,
            () if high < 0.0 => Tone::Bad,
            () => Tone::Open,
        };
        let words = format!("Elo of A over B, {low:+.1} to {high:+.1} with 95 % confidence");
        all.push(Headline { tone, figure: format!("{value:+.1}"), words });
    }
    if let Some(superiority) = pairs.superiority() {
        let figure = format!("{:.1} %", 100.0 * superiority);
        all.push(plain(figure, "likelihood that A is the stronger"));
    }
    if let (Some(sprt), Some(decision)) = (played.sprt, played.finished.decision) {
        let tone = match decision {
            Decision::Passed => Tone::Good,
            Decision::Failed => Tone::Bad,
            Decision::Open => Tone::Open,
        };
        let words = format!("the test of {sprt}, log likelihood ratio {:.2}", sprt.llr(pairs));
        all.push(Headline { tone, figure: decision.to_string(), words });
    }
    all
}

/// The counts after each pair, thinned where there are many.
fn history(games: &[GameRecord]) -> Vec<Pairs> {
    let mut pairs = Pairs::default();
    let count = games.len() / 2;
    let step = count.div_ceil(MOST_POINTS).max(1);
    let mut history = Vec::new();
    for (number, pair) in (1..).zip(games.chunks_exact(2)) {
        pairs.add(pair.iter().map(|game| game.result.half_points()).sum());
        if number % step == 0 || number == count {
            history.push(pairs);
        }
    }
    history
}

fn elo_chart(history: &[Pairs]) -> Chart {
    let most = history.last().map_or(0, Pairs::count);
    let point = |pairs: &Pairs| {
        let Rating { value: Some(y), low: Some(low), high: Some(high) } = pairs.elo()? else {
            return None;
        };
        let settled = pairs.count() * 10 >= most;
        settled.then_some(Point { x: pairs.count() as f64, y, interval: Some((low, high)) })
    };
    let points = history.iter().filter_map(point).collect();
    let line = Line { name: String::new(), look: Look::Series(0), points, spread: Spread::Band };
    let even = Line::plain("", Look::Ideal, [(0.0, 0.0), (most as f64, 0.0)]);
    Chart {
        name: "Elo of A over B after each pair".into(),
        heading: None,
        x: Axis::linear("pairs of games"),
        y: Axis::linear("Elo"),
        lines: vec![even, line],
    }
}

fn ratio_chart(history: &[Pairs], sprt: &Sprt) -> Chart {
    let most = history.last().map_or(0, Pairs::count) as f64;
    let points = history.iter().map(|pairs| (pairs.count() as f64, sprt.llr(pairs)));
    let bound = |y: f64| Line::plain("", Look::Limit, [(0.0, y), (most, y)]);
    let mut lines = sprt.bounds().map(bound).to_vec();
    lines.push(Line::plain("", Look::Series(0), std::iter::once((0.0, 0.0)).chain(points)));
    Chart {
        name: "Log likelihood ratio after each pair".into(),
        heading: None,
        x: Axis::linear("pairs of games"),
        y: Axis::linear("log likelihood ratio"),
        lines,
    }
}

fn table(caption: &str, head: &[&str], rows: Vec<Vec<TableCell>>) -> Table {
    let head = head.iter().map(|head| head.to_string()).collect();
    Table { caption: caption.into(), cards: false, head, rows }
}

fn figure(number: impl ToString) -> TableCell {
    TableCell::figure(number.to_string())
}

/// A's results by the side that it played.
fn results(played: &PlayedMatch<'_>) -> Table {
    let row = |words: &str, first: Option<Seat>| {
        let of = played.games.iter().filter(|game| first.is_none_or(|first| game.first == first));
        let of: Vec<GameResult> = of.map(|game| game.result).collect();
        let count = |result| of.iter().filter(|&&other| other == result).count();
        let results = [GameResult::Win, GameResult::Draw, GameResult::Loss].map(count);
        std::iter::once(TableCell::words(words)).chain(results.map(figure)).collect()
    };
    let rows = vec![
        row("A on the side that begins the game", Some(Seat::A)),
        row("B on that side", Some(Seat::B)),
        row("all games", None),
    ];
    table("Results of A", &["", "wins", "draws", "losses"], rows)
}

fn pairs(pairs: &Pairs) -> Table {
    let rows = vec![pairs.0.map(figure).to_vec()];
    table("Pairs by A's points", &["0", "0.5", "1", "1.5", "2"], rows)
}

fn ends(played: &PlayedMatch<'_>) -> Table {
    let standing = &played.finished.standing;
    let ends = Ended::ALL.into_iter().map(|ended| (ended.word().into(), standing.ends(ended)));
    let faults = [Seat::A, Seat::B].into_iter().flat_map(|seat| {
        FaultKind::ALL
            .map(|kind| (format!("{} of {seat}", kind.words()), standing.faults(seat, kind)))
    });
    let rows = ends.chain(faults).filter(|&(_, count)| count > 0);
    let rows =
        rows.map(|(words, count): (String, u64)| vec![TableCell::words(words), figure(count)]);
    table("Why games ended, and faults", &["", "games"], rows.collect())
}

fn games(games: &[GameRecord]) -> Table {
    let row = |game: &GameRecord| {
        let tone = match game.result {
            GameResult::Win => Tone::Good,
            GameResult::Draw => Tone::Plain,
            GameResult::Loss => Tone::Bad,
        };
        let moves: Vec<&str> = game.moves.iter().map(|played| &*played.mv).collect();
        let fault = game.fault.as_ref().map(|fault| format!(": {} {}", fault.by, fault.message));
        vec![
            figure(game.number),
            TableCell::words(game.opening.clone()),
            TableCell::words(game.first.to_string()),
            TableCell::Toned(tone, game.result.word().into()),
            TableCell::words(format!("{}{}", game.ended.word(), fault.unwrap_or_default())),
            TableCell::words(moves.join(" ")),
        ]
    };
    let head = ["game", "opening", "first", "for A", "ended by", "moves"];
    table("", &head, games.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, result: GameResult) -> GameRecord {
        GameRecord {
            number,
            pair: number.div_ceil(2),
            opening: "a < b".into(),
            from_position: false,
            balanced: Some(true),
            first: if number % 2 == 1 { Seat::A } else { Seat::B },
            result,
            ended: Ended::Rules,
            fault: None,
            moves: Vec::new(),
        }
    }

    #[test]
    fn a_history_is_thinned_and_ends_with_the_match() {
        let won = |number| game(number, GameResult::Win);
        for (count, most) in [(0, 0), (7, 3), (400, 200), (1402, 176)] {
            let games: Vec<GameRecord> = (1..=count).map(won).collect();
            let history = history(&games);
            assert!(history.len() <= MOST_POINTS && history.len() == most, "{}", history.len());
            let last = history.last().map_or(0, Pairs::count);
            assert_eq!(last as usize, count / 2);
        }
    }

    #[test]
    fn a_page_has_the_results_and_every_word_is_escaped() {
        let results = [GameResult::Win, GameResult::Draw, GameResult::Loss, GameResult::Win];
        let results = results.into_iter().cycle().take(40);
        let games: Vec<GameRecord> =
            (1..).zip(results).map(|(n, result)| game(n, result)).collect();
        let finished = Finished {
            standing: plyglot_play::matches::Standing::of(&games),
            decision: Some(Decision::Open),
            exhausted: false,
            stopped: false,
        };
        let played = PlayedMatch {
            game: "kalah",
            players: ["depth=6", "cmd='<x>',depth=1"],
            about: "40 games".into(),
            origin: vec![("Command", "plyglot match".into())],
            finished: &finished,
            sprt: "0,20".parse().ok(),
            games: &games,
        };
        let page = page(&played).expect("a page");
        for words in ["25 of 40", "Log likelihood ratio", "a &lt; b", "&lt;x&gt;", "40 of 40 games"]
        {
            assert!(page.contains(words), "{words}");
        }
        assert!(!page.contains("<x>"));
    }
}

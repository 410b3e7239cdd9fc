//! The page about an ablation: what each heuristic is worth, what does not pay, and what makes no difference; the rows
//! beside it as JSON, from which the page can be made again, and with the searches as CSV.

use std::borrow::Cow;
use std::path::Path;

use plyglot_bench::ablation::{Ratios, Row, Study, Verdict, Way, rows, write_rows, write_samples};
use plyglot_stats::Estimate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::chart::{Axis, ChartError, DotRow, Dots, Look, hundredths, plain};
use super::page::{Headline, Page, Table, TableCell, Tone};
use super::{ReportError, write_all};

/// The data, as the page links them.
const DATA: [&str; 3] = ["data.json", "variants.csv", "searches.csv"];

/// An ablation with what a reader should know of it.
#[derive(Clone, Debug)]
pub struct Ablation<'a> {
    /// The game with its size.
    pub game: &'a str,
    /// What was measured, in a sentence.
    pub about: String,
    /// The command, the version, when and where.
    pub origin: Vec<(&'static str, String)>,
    /// What was measured.
    pub study: &'a Study,
}

/// What is on the page, as `data.json` holds it.
#[derive(Serialize, Deserialize)]
struct Data<'a> {
    game: Cow<'a, str>,
    about: Cow<'a, str>,
    origin: Vec<(Cow<'a, str>, String)>,
    rows: Vec<Row>,
}

/// Writes the page into a folder, which is made where it is missing: `index.html`, `data.json`, `variants.csv` (a line for each
/// variant) and `searches.csv` (a line for each search of a variant).
///
/// # Errors
/// If the folder or a file cannot be written (a file that was there before is whole), or a chart cannot be drawn.
pub fn write(dir: &Path, ablation: &Ablation<'_>) -> Result<(), ReportError> {
    let [json, of_rows, of_searches] = DATA;
    let origin = ablation.origin.iter();
    let data = Data {
        game: ablation.game.into(),
        about: (&ablation.about).into(),
        origin: origin.map(|(name, fact)| ((*name).into(), fact.clone())).collect(),
        rows: rows(ablation.study),
    };
    let failed = |name| move |source| ReportError::Csv { path: dir.join(name), source };
    let (mut row_lines, mut search_lines) = (Vec::new(), Vec::new());
    write_rows(&data.rows, &mut row_lines).map_err(failed(of_rows))?;
    write_samples(ablation.study, &mut search_lines).map_err(failed(of_searches))?;
    let page = page(&data)?.into_bytes();
    let data = serde_json::to_vec(&data)
        .map_err(|source| ReportError::Json { path: dir.join(json), source })?;
    let files =
        [("index.html", page), (json, data), (of_rows, row_lines), (of_searches, search_lines)];
    write_all(dir, &files)
}

/// The page of `data.json`.
pub(super) fn again(data: Value) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let data: Data<'_> = serde_json::from_value(data).map_err(|error| error.to_string())?;
    let page = page(&data).map_err(|error| error.to_string())?;
    Ok(vec![("index.html", page.into_bytes())])
}

fn page(Data { game, about, origin, rows }: &Data<'_>) -> Result<String, ChartError> {
    let title = format!("{game}: what each heuristic is worth");
    let mut page = Page::new(&title, about);
    page.headlines(&headlines(rows));
    let sentences: Vec<(Tone, String)> = rows.iter().filter_map(sentence).collect();
    page.verdicts(sentences.iter().map(|(tone, text)| (*tone, text.as_str())));
    page.note(
        "Every figure is a variant against the default: the game with one thing switched off, or one that is usually \
         off switched on. What is switched off is worth something if the variant needs more nodes or time, sees less \
         deep with equal nodes, or loses Elo. Bars are 95 % intervals; with as many comparisons as there are rows, \
         about one in twenty is outside of its own by chance. Times are processor times. A time to the same depth \
         says nothing of selective heuristics, which change what a depth means: there the match decides.",
    );
    charts(rows, &mut page)?;
    page.section("All figures");
    page.table(&figures(rows));
    page.table(&matches(rows));
    let unused: Vec<&str> = of(rows, Verdict::NotUsed).map(|row| &*row.variant.name).collect();
    if !unused.is_empty() {
        page.paragraph(&format!(
            "Not used: {}. Every search was the same, node for node, without them; no match was played.",
            unused.join(", ")
        ));
    }
    page.section("What was switched");
    page.table(&legend(rows));
    page.section("How it was measured");
    page.facts(origin.iter().map(|(name, fact)| (&**name, fact.clone())));
    Ok(page.render(
        "By the command bench ablation; docs/ablation.md explains the figures. The data:",
        &DATA,
    ))
}

fn of(rows: &[Row], verdict: Verdict) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.verdict == verdict)
}

fn headlines(rows: &[Row]) -> Vec<Headline> {
    let count = |tone, count: usize, words: &str| Headline {
        tone,
        figure: count.to_string(),
        words: words.into(),
    };
    let pays = |row: &&Row| row.variant.way == Way::Off && row.verdict == Verdict::Pays;
    let changes = rows.iter().filter(|row| row.calls_for_a_change()).count();
    let open = of(rows, Verdict::Open).chain(of(rows, Verdict::Mixed)).count();
    vec![
        count(Tone::Good, rows.iter().filter(pays).count(), "surely pay"),
        count(if changes > 0 { Tone::Bad } else { Tone::Plain }, changes, "should be switched"),
        count(Tone::Open, open, "are not decided"),
        count(Tone::Plain, of(rows, Verdict::NotUsed).count(), "make no difference"),
    ]
}

/// What a row says, if it says something for sure.
fn sentence(row: &Row) -> Option<(Tone, String)> {
    let name = &row.variant.name;
    let figures = || {
        let each = row.by.iter().filter_map(|by| match &**by {
            "elo" => row.games.map(|games| format!("Elo {}", elo(&games))),
            "depth time" => time("time to the same depth", &row.depth),
            _ => time("time to a proof", &row.proof),
        });
        each.collect::<Vec<_>>().join(", ")
    };
    let way = if row.variant.way == Way::On { "with it" } else { "without it" };
    let tone = match row.verdict {
        _ if row.calls_for_a_change() => Tone::Bad,
        Verdict::Pays | Verdict::DoesNotPay => Tone::Good,
        Verdict::Mixed => Tone::Open,
        _ => return None,
    };
    let is_on = row.variant.way == Way::On;
    let words = match row.verdict {
        Verdict::Mixed => format!("{name}: the figures disagree"),
        verdict if is_on => format!("{name}, which is off, would {}", would(verdict)),
        verdict => format!("{name} {}", verdict.words()),
    };
    Some((tone, format!("{words}: {} {way}.", figures())))
}

fn time(what: &str, ratios: &Ratios) -> Option<String> {
    let time = ratios.time?;
    Some(format!("{what} {}{time}", at_least(ratios.cut)))
}

fn at_least(cut: usize) -> &'static str {
    if cut > 0 { "at least " } else { "" }
}

fn would(verdict: Verdict) -> &'static str {
    if verdict == Verdict::Pays { "pay" } else { "not pay" }
}

fn charts(rows: &[Row], page: &mut Page) -> Result<(), ChartError> {
    let used: Vec<&Row> = rows.iter().filter(|row| row.verdict != Verdict::NotUsed).collect();
    if used.is_empty() {
        return Ok(());
    }
    page.section("What each is worth");
    if used.iter().any(|row| row.games.is_some_and(|games| games.elo.is_some())) {
        let row = |row: &&Row| {
            let games = row.games;
            let interval = games.and_then(|games| Some((games.low?, games.high?)));
            dot(row, games.and_then(|games| games.elo), interval)
        };
        let dots = Dots {
            name: "Elo of each variant".into(),
            x: Axis::linear("Elo against the default, at equal nodes"),
            rows: used.iter().map(row).collect(),
            guide: Some(0.0),
            write: plain_whole,
        };
        let caption = "Left of zero: the game is weaker so.";
        page.figure("Elo", &dots.art()?, caption);
    }
    let ratios = [
        ("Nodes to the same depth", "nodes", by_depth as fn(&Row) -> Option<Estimate>),
        ("Time to a proof", "time", |row| row.proof.time),
    ];
    for (heading, what, estimate) in ratios {
        if !used.iter().any(|row| estimate(row).is_some()) {
            continue;
        }
        let row = |row: &&Row| {
            let found = estimate(row);
            let interval = found.map(|found| (found.low, found.high));
            dot(row, found.map(|found| found.value), interval)
        };
        let dots = Dots {
            name: format!("{heading}, of each variant"),
            x: Axis::doubling(format!("{what}, times the default's")),
            rows: used.iter().map(row).collect(),
            guide: Some(1.0),
            write: hundredths,
        };
        let caption = "Right of one: the game needs more so. Searches whose nodes ran out count as if they had ended \
                       there.";
        page.figure(heading, &dots.art()?, caption);
    }
    Ok(())
}

fn by_depth(row: &Row) -> Option<Estimate> {
    row.depth.nodes
}

fn plain_whole(value: f64) -> String {
    plain(value.round())
}

fn dot(row: &Row, value: Option<f64>, interval: Option<(f64, f64)>) -> DotRow {
    let look = Look::Series(usize::from(row.variant.way != Way::Off));
    DotRow { label: row.variant.title(), value, interval, look, best: false }
}

fn table(caption: &str, head: &[&str], rows: Vec<Vec<TableCell>>) -> Table {
    let head = head.iter().map(|head| head.to_string()).collect();
    Table { caption: caption.into(), cards: false, head, rows }
}

fn figures(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let moves = format!("{} of {}", row.moves.same, row.moves.of);
        vec![
            TableCell::words(row.variant.title()),
            verdict(row),
            estimate(row.depth.nodes, row.depth.cut),
            estimate(row.depth.time, row.depth.cut),
            TableCell::figure(row.plies.map_or_else(dash, |plies| format!("{plies:+.2}"))),
            TableCell::figure(moves),
            estimate(row.proof.nodes, row.proof.cut),
            estimate(row.proof.time, row.proof.cut),
        ]
    };
    let head = [
        "",
        "",
        "nodes to depth",
        "time to depth",
        "plies at equal nodes",
        "same move",
        "nodes to proof",
        "time to proof",
    ];
    let caption =
        "Ratios are geometric means over positions. At least: some searches ran out of nodes.";
    table(caption, &head, rows.iter().map(row).collect())
}

fn matches(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let games = row.games?;
        let count = |count: u64| TableCell::figure(count.to_string());
        let mut cells = vec![TableCell::words(row.variant.title()), TableCell::figure(elo(&games))];
        cells.extend([games.games, games.wins, games.draws, games.losses].map(count));
        cells.extend(games.pairs.0.map(count));
        Some(cells)
    };
    let head =
        ["", "Elo", "games", "wins", "draws", "losses", "pairs 0", "0.5", "1", "1.5", "2 points"];
    table(
        "Matches of each variant against the default",
        &head,
        rows.iter().filter_map(row).collect(),
    )
}

fn legend(rows: &[Row]) -> Table {
    let row = |row: &Row| {
        let variant = &row.variant;
        [variant.title(), variant.about.clone(), variant.options()].map(TableCell::words).to_vec()
    };
    table("", &["", "what it is", "options"], rows.iter().map(row).collect())
}

fn verdict(row: &Row) -> TableCell {
    let tone = match row.verdict {
        _ if row.calls_for_a_change() => Tone::Bad,
        Verdict::Pays | Verdict::DoesNotPay => Tone::Good,
        Verdict::Mixed | Verdict::Open => Tone::Open,
        Verdict::NotUsed | Verdict::Baseline => Tone::Plain,
    };
    let words = match (row.variant.way, row.verdict) {
        (Way::On, verdict @ (Verdict::Pays | Verdict::DoesNotPay)) => {
            format!("would {}", would(verdict))
        }
        (_, verdict) => verdict.words().into(),
    };
    TableCell::Toned(tone, words)
}

fn estimate(estimate: Option<Estimate>, cut: usize) -> TableCell {
    let shown = |estimate: Estimate| format!("{}{estimate}", at_least(cut));
    TableCell::figure(estimate.map_or_else(dash, shown))
}

fn dash() -> String {
    "-".into()
}

/// An Elo with its interval.
fn elo(games: &plyglot_bench::ablation::Games) -> String {
    let shown = |value: Option<f64>, none: &str| {
        value.map_or_else(|| none.to_string(), |value| format!("{value:+.0}"))
    };
    let score = games.pairs.score().unwrap_or(0.5);
    let value = shown(games.elo, if score > 0.5 { "infinite" } else { "minus infinite" });
    match games.low.or(games.high) {
        Some(_) => {
            format!(
                "{value} ({} to {})",
                shown(games.low, "minus infinite"),
                shown(games.high, "infinite")
            )
        }
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use plyglot_bench::ablation::{Design, Places, Run, run_study, variants};
    use plyglot_games::catalogue::builtin;
    use plyglot_search::Stop;

    use super::*;

    #[test]
    fn a_page_is_well_formed_and_names_every_variant() {
        let game = builtin().open("tictactoe").expect("a game");
        let design = Design {
            positions: 6,
            nodes: 300,
            depth: None,
            seed: 1,
            hash_bytes: 1 << 20,
            match_nodes: 20,
            games: 4,
        };
        let stop = Stop::default();
        let places = Places::find(&*game, &design, &stop, |_, _| {}).expect("places");
        let empty = Study::new(design.clone(), variants(&*game), places.clone());
        let run = Run { journal: None, jobs: 1, stop };
        let whole = run_study(&*game, empty.clone(), run, |_| {}).expect("a study");
        for study in [&empty, &whole] {
            let dir = tempfile::tempdir().expect("a folder");
            let origin = vec![("Command", "plyglot <x> & \"y\"".to_string())];
            let about = "Six positions.".into();
            let ablation = Ablation { game: "tictactoe", about, origin, study };
            write(dir.path(), &ablation).expect("a page");
            let page = std::fs::read_to_string(dir.path().join("index.html")).expect("a page");
            roxmltree::Document::parse(page.trim_start_matches("<!DOCTYPE html>"))
                .expect("the page is well formed");
            for variant in variants(&*game) {
                assert!(page.contains(&variant.title()), "{}", variant.title());
            }
            for file in DATA {
                assert!(page.contains(file) && dir.path().join(file).exists(), "{file}");
            }
            let again = crate::again(dir.path()).expect("a page");
            let anew = std::fs::read_to_string(again[0].join("index.html")).expect("a page");
            assert_eq!(anew, page);
        }
        let rows = rows(&whole);
        assert!(rows.iter().any(|row| row.games.is_some()));
        assert!(of(&rows, Verdict::NotUsed).count() > 0);
    }
}

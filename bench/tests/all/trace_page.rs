//! The page of a trace: what is in the file, and what a browser makes of it.

use std::fs;
use std::path::Path;

use plyglot_bench::trace::{Request, Trace, html, trace};
use plyglot_games::catalogue::builtin;
use plyglot_search::{Kind, Window};
use serde::Deserialize;

use crate::browser_support;

/// Keeps what goes wrong, from the beginning.
const LISTEN_TO_ERRORS: &str = "<script>const errors = []; \
    onerror = message => { errors.push(String(message)); }</script><style>";

/// Does what a person would do.
const USE: &str = include_str!("use.js");

/// Writes down what the pages within report.
const LISTEN: &str = "<script>onmessage = event => \
    document.querySelector('pre').append(event.data + '\\n')</script>";

/// Widths of the window in pixels: a phone, a desk.
const WIDTHS: [f64; 2] = [360.0, 1200.0];

fn traced(game: &str, algorithm: &str, depth: u32, most: usize) -> Trace {
    let traced = algorithm.parse().expect("an algorithm");
    let window = Window::FULL;
    let request = Request { traced, depth, window, stop: None, most, plies: u32::MAX };
    let game = builtin().open(game).expect("a game");
    let start = game.start().expect("a position");
    trace(&request, &*game, &start).expect("a trace")
}

fn page(trace: &Trace) -> String {
    let mut page = Vec::new();
    html::write(trace, &mut page).expect("memory takes everything");
    String::from_utf8(page).expect("text")
}

/// What the page within reports.
#[derive(Debug, Deserialize)]
struct Seen {
    room: f64,
    width: f64,
    wide: Vec<String>,
    errors: Vec<String>,
    visits: usize,
    first: Vec<String>,
    opened: usize,
    chosen: String,
    words: String,
    closed: usize,
    clicked: usize,
    found: String,
    results: Vec<String>,
    all: String,
    filtered: Option<String>,
    line: String,
    open: usize,
    end: bool,
    #[serde(rename = "atOnce")]
    at_once: usize,
    #[serde(rename = "rootBoard")]
    root_board: String,
    board: String,
    icicle: i64,
    zoomed: i64,
    inked: f64,
    hash: String,
    restored: bool,
}

/// Uses the page in frames, since no window of a browser is as narrow as a phone.
fn used(browser: &Path, trace: &Trace, typed: &str) -> Vec<Seen> {
    let folder = tempfile::tempdir().unwrap();
    let script = USE.replace("TYPED", &format!("{typed:?}"));
    let page = page(trace).replacen("<style>", LISTEN_TO_ERRORS, 1);
    let page = page.replace("</body>", &format!("<script>{script}</script></body>"));
    fs::write(folder.path().join("inner.html"), page).unwrap();
    let frame = |width| {
        format!("<iframe src='inner.html' style='width:{width}px;height:800px;border:0'></iframe>")
    };
    let frames: String = WIDTHS.iter().map(frame).collect();
    let outer = format!("<body><pre></pre>{LISTEN}{frames}</body>");
    fs::write(folder.path().join("outer.html"), outer).unwrap();
    let dumped = browser_support::dump(browser, folder.path(), "outer.html");
    let lines = dumped.split_once("<pre>").and_then(|(_, rest)| rest.split_once("</pre>"));
    let lines = lines.unwrap_or_else(|| panic!("the browser reported nothing: {dumped}")).0;
    let plain = lines.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let seen: Vec<Seen> = plain.lines().map(parse).collect();
    assert_eq!(seen.len(), WIDTHS.len(), "{seen:?}");
    for seen in &seen {
        assert!(seen.errors.is_empty(), "{:?}", seen.errors);
        assert!(seen.wide.is_empty() && seen.width <= seen.room, "{seen:?}");
        assert_eq!(seen.visits, trace.visits.len());
        assert!(seen.all.is_empty(), "Escape shows all again: {:?}", seen.all);
        assert!(seen.open < 200, "{} rows are drawn at once", seen.open);
        assert!(seen.end, "the last row is drawn when it is gone to");
        let passes = trace.visits.iter().filter(|visit| visit.parent.is_none()).count();
        let second = if passes > 1 { trace.visits[0].stored_within + 1 } else { 1 };
        assert_eq!(seen.at_once, second, "keys work without a click");
        assert_eq!(seen.root_board, trace.subject.board.trim_end());
        // The second of several passes is at the root as well.
        assert_eq!(seen.board == seen.root_board, trace.visits[second].mv.is_none());
        assert_eq!((seen.icicle, seen.zoomed), (1, 1), "a click chooses, a double click zooms");
        assert!(seen.inked > 0.05, "the picture is drawn: {}", seen.inked);
        assert!(seen.hash.contains("visit=") && seen.hash.contains("find="), "{}", seen.hash);
        assert!(seen.restored, "the link leads back: {}", seen.hash);
    }
    seen
}

#[test]
fn a_trace_opens_closes_and_is_searched_by_keys_and_clicks() {
    let Some(browser) = browser_support::find() else { return };
    let trace = traced("tictactoe", "negascout", 3, 1000);
    let children: Vec<_> = trace.visits.iter().filter(|visit| visit.ply == 1).collect();
    let researches = trace.visits.iter().filter(|visit| visit.kind == Kind::Research).count();
    let fits = |&place: &usize| trace.line(place).ends_with(&["b2", "a1"]);
    let fits: Vec<_> = (0..trace.visits.len()).filter(fits).collect();
    let within = |&place: &usize| {
        let end = place + trace.visits[place].stored_within;
        fits.iter().any(|fit| (place..=end).contains(fit))
    };
    let shown = (0..trace.visits.len()).filter(within);
    let shown: Vec<_> = shown.map(|place| trace.visits[place].name().to_owned()).collect();
    for seen in used(&browser, &trace, "b2 a1") {
        let names = children.iter().map(|visit| visit.name());
        let top: Vec<_> = std::iter::once("root").chain(names).collect();
        assert_eq!(seen.first, top);
        assert_eq!(seen.chosen, "a1");
        let inside = trace.visits.iter().filter(|visit| visit.parent == Some(1)).count();
        assert_eq!(seen.opened, top.len() + inside);
        assert_eq!((seen.closed, seen.clicked), (top.len(), top.len() + inside));
        assert!(seen.words.contains("After a1") && seen.words.contains("O to move"), "{seen:?}");
        assert!(seen.found.starts_with(&format!("{} of 184 visits", fits.len())), "{}", seen.found);
        assert!(seen.results.len() > 8 && shown.starts_with(&seen.results), "{shown:?}, {seen:?}");
        let filtered = seen.filtered.expect("there are re-searches");
        assert!(filtered.starts_with(&format!("{researches} of 184")), "{filtered}");
        assert_eq!(seen.line, trace.answer.as_ref().expect("an answer").line.join(" "));
    }
}

#[test]
fn the_tree_has_the_focus_at_once() {
    // Not in a frame, which may not take the focus by itself.
    let Some(browser) = browser_support::find() else { return };
    let folder = tempfile::tempdir().unwrap();
    let report = "<script>document.title = 'focus on ' + document.activeElement.id</script></body>";
    let page = page(&traced("tictactoe", "negascout", 2, 1000)).replace("</body>", report);
    fs::write(folder.path().join("page.html"), page).unwrap();
    let dumped = browser_support::dump(&browser, folder.path(), "page.html");
    assert!(dumped.contains("<title>focus on tree</title>"), "{}", &dumped[..400]);
}

#[test]
fn passes_stand_side_by_side() {
    let Some(browser) = browser_support::find() else { return };
    let trace = traced("othello", "mtd-f+table", 5, 10_000);
    for seen in used(&browser, &trace, "d3") {
        assert!(seen.first.len() > 1 && seen.first.iter().all(|name| name.starts_with("pass ")));
    }
}

#[test]
fn a_hundred_thousand_visits_open() {
    let Some(browser) = browser_support::find() else { return };
    let trace = traced("othello", "alpha-beta", 10, 100_000);
    assert_eq!(trace.visits.len(), 100_000);
    for seen in used(&browser, &trace, "e3") {
        // What is stored ends within the first move.
        assert_eq!(seen.first, ["root", "d3"]);
        assert!(seen.found.contains("of 100,000 visits"), "{}", seen.found);
    }
}

#[test]
fn a_page_needs_nothing_but_itself_and_stays_words() {
    let mut trace = traced("tictactoe", "alpha-beta", 2, 1000);
    let hostile = "</script><script>alert('1 & 2')</script><!--";
    trace.subject.game = hostile.into();
    trace.subject.board = hostile.into();
    trace.visits[1].mv = Some(hostile.into());
    let page = page(&trace);
    assert_eq!(page.matches("</script>").count(), 2, "the data's and the page's own");
    assert!(!page.contains("alert('1 & 2')</script>") && !page.contains("<!--"));
    for elsewhere in ["http:", "https:", "src=", "@import", "url(", "fetch("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    assert!(page.contains("default-src 'none'"), "the page forbids itself all of that");
}

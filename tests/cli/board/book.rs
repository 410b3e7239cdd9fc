//! The book beside the board: what it knows of each move, where it is thin, the way to such a place, and the engine that
//! plays from it.

use serde_json::{Value, json};

use super::Board;
use super::browser::{Browser, Page};
use crate::support::plyglot;

const DESK: (u32, u32) = (1200, 900);

/// A folder with a small book, and a game along its best line that goes on behind its end.
pub(super) struct Shelf(tempfile::TempDir);

impl Shelf {
    pub(super) fn new() -> Shelf {
        let shelf = Shelf(tempfile::tempdir().expect("a folder for the test"));
        let tree = shelf.tree();
        let options = "--effort 300 --positions 120 -j 1 --hash 1M";
        plyglot(&format!("tree grow connect4:6x5 {tree} {options}")).fine();
        let games = shelf.path("games");
        let line: Vec<String> = texts(&shelf.shown("")["at"]["pv"]);
        // What is behind the end of its best line is not known yet.
        std::fs::write(&games, line.join(" ")).expect("the test can write");
        plyglot(&format!("tree import {tree} {games} --plies 40")).fine();
        shelf
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub(super) fn tree(&self) -> String {
        self.path("book.tree")
    }

    /// What `tree show` says.
    fn shown(&self, moves: &str) -> Value {
        let mut asked = crate::support::command(&format!("tree show {} --json", self.tree()));
        asked.args((!moves.is_empty()).then(|| format!("--moves={moves}")));
        let ran = crate::support::Ran::from(asked.output().expect("it runs")).fine();
        ran.json().pop().expect("an object")
    }
}

fn texts(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// The page is at this position of the book, and shows what `tree show` says of it.
#[track_caller]
fn shows(browser: &mut Browser, page: &Page, shelf: &Shelf, moves: &[String]) {
    let told = shelf.shown(&moves.join(" "));
    let known = told["at"]["moves"].as_array().expect("a list");
    let rows = "[...document.querySelectorAll('#bookmoves tbody tr')]";
    let here = json!(moves.join(" "));
    browser.wait(page, &format!("document.getElementById('book').dataset.moves === {here}"));
    let shown = browser.look(page, &format!("{rows}.map((row) => row.dataset.move)"));
    let names: Vec<&Value> = known.iter().map(|mv| &mv["move"]).collect();
    assert_eq!(shown, json!(names), "{moves:?}");
    let marks = browser.look(page, &format!("{rows}.map((row) => !!row.querySelector('.thin'))"));
    let thin: Vec<bool> = known.iter().map(|mv| mv["thin"].as_u64() > Some(0)).collect();
    assert_eq!(marks, json!(thin), "{moves:?}");
    let titles =
        browser.look(page, &format!("{rows}.map((row) => row.children[2].title.split(' ')[0])"));
    let counts = known.iter().map(|mv| mv["positions"].to_string());
    assert_eq!(json!(counts.collect::<Vec<_>>()), titles, "{moves:?}");
}

#[test]
fn the_page_walks_a_book_and_goes_from_one_thin_place_to_the_next() {
    let Some(mut browser) = Browser::start() else { return };
    let shelf = Shelf::new();
    let places = shelf.shown("")["thin_places"].clone();
    let places: Vec<Vec<String>> =
        places.as_array().expect("a list").iter().map(|place| texts(&place["played"])).collect();
    assert!(places.len() >= 2, "{places:?}");
    // Without the name of a game it is that of the book.
    let board = Board::start(&format!("--book {} --threads 1 --hash 16M", shelf.tree()));
    let page = browser.open(&board.address, DESK, false);
    assert_eq!(browser.text(&page, "#name"), "connect4:6x5");
    shows(&mut browser, &page, &shelf, &[]);
    let best = texts(&shelf.shown("")["at"]["pv"])[0].clone();
    browser.click(&page, "#bookmoves button");
    shows(&mut browser, &page, &shelf, std::slice::from_ref(&best));
    let ends = |place: &[String]| {
        let places = places.iter().any(|other| other == place);
        assert!(places, "{place:?}");
        "document.getElementById('bookhere').textContent.includes('ends here') \
         && document.getElementById('bookmissing').textContent.startsWith('Not in the book: ')"
    };
    browser.click(&page, "#thin");
    shows(&mut browser, &page, &shelf, &places[0]);
    browser.wait(&page, ends(&places[0]));
    browser.key(&page, "t");
    shows(&mut browser, &page, &shelf, &places[1]);
    browser.wait(&page, ends(&places[1]));
    // From a position whose start is another one, too.
    let at = shelf.shown(&best)["at"]["position"].clone();
    let start = at.as_str().expect("a text").replace('/', "%2F");
    browser.goto(&page, &format!("{}#game=connect4:6x5&start={start}", board.address));
    browser.wait(&page, "!document.getElementById('book').hidden");
    browser.key(&page, "t");
    shows(&mut browser, &page, &shelf, &places[0]);
    // Where the book has nothing it says so, and of other games it says nothing.
    browser.goto(&page, &board.at("connect4:6x5", "1 1 1 1 1 6 6 6"));
    browser.wait(&page, "document.getElementById('bookhere').textContent.includes('not in')");
    browser.goto(&page, &board.at("hex:5", ""));
    assert_eq!(browser.look(&page, "document.getElementById('book').hidden"), true);
    assert!(browser.complaints(&page).is_empty());
}

#[test]
fn the_engine_of_the_page_plays_from_the_book_and_analyses_by_itself() {
    let Some(mut browser) = Browser::start() else { return };
    let shelf = Shelf::new();
    let board = Board::start(&format!("connect4:6x5 --book {} --threads 1", shelf.tree()));
    let page = browser.open(&board.address, DESK, false);
    let mut asked = |game: &str, fields: &str| {
        let body = format!("{{\"game\":{game:?},\"viewer\":\"test\",{fields}}}");
        let answer = browser.look(
            &page,
            &format!(
                "fetch('search', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, \
                 body: {body:?} }}).then((answer) => answer.text())"
            ),
        );
        let lines = answer.as_str().expect("a text").trim().to_owned();
        let last = lines.lines().last().expect("a line").to_owned();
        serde_json::from_str::<Value>(&last).expect("an object")
    };
    let best = &shelf.shown("")["at"]["moves"][0]["move"];
    let played = asked("connect4:6x5", "\"level\":3");
    assert_eq!((&played["type"], &played["best_move"]), (&"result".into(), best));
    assert_eq!(played["nodes"], 0, "{played}");
    let analysed = asked("connect4:6x5", "\"time_ms\":20");
    assert!(analysed["nodes"].as_u64() > Some(0), "{analysed}");
    let other = asked("connect4:7x6", "\"level\":3");
    assert!(other["nodes"].as_u64() > Some(0), "{other}");
}

#[test]
fn the_book_fits_on_a_narrow_screen_and_is_not_spoken_of_without_one() {
    let Some(mut browser) = Browser::start() else { return };
    let shelf = Shelf::new();
    let board = Board::start(&format!("--book {} --threads 1 --hash 16M", shelf.tree()));
    for dark in [false, true] {
        for size in [(360, 740), DESK] {
            let page = browser.open(&board.address, size, dark);
            browser.wait(&page, "document.querySelector('#bookmoves tbody tr')");
            let wide = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(browser.look(&page, wide), true, "{size:?}");
            let fits = "['bookbox', 'bookmoves', 'thin'].every((id) => \
                        document.getElementById(id).getBoundingClientRect().right <= innerWidth)";
            assert_eq!(browser.look(&page, fits), true, "{size:?}");
            browser.close(page);
        }
    }
    let board = Board::start("connect4:6x5 --threads 1 --hash 16M");
    let page = browser.open(&board.address, DESK, false);
    assert_eq!(browser.look(&page, "document.getElementById('book').hidden"), true);
    let said = "[...document.querySelectorAll('.ofbook')].every((part) => part.hidden)";
    assert_eq!(browser.look(&page, said), true);
    browser.key(&page, "t");
    assert_eq!(browser.look(&page, "document.querySelectorAll('.move').length"), 0);
}

#[test]
fn a_book_that_is_none_or_of_another_game_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (tree, text) = (path("tree"), path("text"));
    plyglot(&format!("tree grow tictactoe {tree} --positions 5 --effort 50 -j 1")).fine();
    std::fs::write(&text, "a text").expect("the test can write");
    plyglot(&format!("board kalah --no-open --book {tree}"))
        .fails(2, &["tree of tictactoe", "not of kalah"]);
    plyglot(&format!("board --no-open --book {text}")).fails(2, &["text is not a tree of plyglot"]);
    plyglot(&format!("board --no-open --book {}", path("none"))).fails(2, &["none", "tree grow"]);
    let whole = std::fs::read(&tree).expect("the tree");
    std::fs::write(&text, &whole[..whole.len() / 3]).expect("the test can write");
    plyglot(&format!("board --no-open --book {text}")).fails(2, &["text is damaged"]);
    plyglot(&format!("nboard --book {tree}")).fails(2, &["tree of tictactoe", "not of othello"]);
    plyglot("board --no-open --book-margin 3").fails(2, &["--book"]);
}

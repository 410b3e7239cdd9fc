//! The page: keys, texts, layout, two at once, and what it says when the program has gone.

use std::process::Command;

use serde_json::json;

use super::Board;
use super::browser::{Browser, Page};
use super::place::over_both;

fn started() -> Option<(Browser, Board)> {
    Some((Browser::start()?, Board::start("--threads 1 --hash 16M")))
}

fn here(browser: &mut Browser, page: &Page) -> String {
    browser.text(page, ".move.here span:last-child")
}

#[test]
fn everything_can_be_done_with_keys() {
    over_both(|browser, place| {
        let page = browser.open(&place.at("tictactoe", ""), (1200, 900), false);
        // To the board, on to a neighbour, and a stone there.
        browser.key(&page, "b");
        browser.wait(&page, "document.activeElement.dataset.cell === '0'");
        browser.key(&page, "ArrowRight");
        browser.key(&page, "ArrowUp");
        browser.wait(&page, "document.activeElement.dataset.cell === '4'");
        browser.key(&page, "Enter");
        browser.wait(&page, "document.querySelector('.move.here')");
        assert_eq!(here(browser, &page), "b2");
        let label = browser
            .look(&page, "document.querySelector('[data-cell=\"4\"]').getAttribute('aria-label')");
        assert_eq!(label, "b2, X");
        browser.key(&page, "Escape");
        browser.key(&page, "e");
        browser.wait(&page, "document.querySelectorAll('.move').length === 2");
        browser.key(&page, "Home");
        browser.wait(&page, "document.querySelector('.move.here') === null");
        browser.key(&page, "End");
        browser.wait(&page, "document.querySelector('.move.here')");
        browser.key(&page, "u");
        browser.wait(&page, "document.querySelectorAll('.move').length === 1");
        browser.key(&page, "a");
        browser.wait(&page, "!document.getElementById('analyse').checked");
        browser.key(&page, "?");
        browser.wait(&page, "document.getElementById('helpdialog').open");
    });
}

#[test]
fn moves_are_dragged_and_typed_and_wrong_ones_are_refused() {
    over_both(|browser, place| {
        let page = browser.open(&place.at("draughts", ""), (1200, 900), false);
        let from = browser.middle(&page, "[data-cell='21']");
        let to = browser.middle(&page, "[data-cell='28']");
        browser.drag(&page, from, to);
        browser.wait(&page, "document.querySelector('.move.here')");
        assert_eq!(here(browser, &page), "11-15");
        let type_in = |browser: &mut Browser, text: &str| {
            browser.set(&page, "#typed", "");
            browser.click(&page, "#typed");
            browser.write(&page, text);
            browser.key(&page, "Enter");
        };
        type_in(browser, "1-2");
        browser.wait(
            &page,
            "document.getElementById('typedwrong').textContent.includes('not a legal move')",
        );
        // Several at once, in any notation that the program reads.
        type_in(browser, "22-18, 15x22");
        browser.wait(&page, "document.querySelectorAll('.move').length === 3");
        assert_eq!(browser.text(&page, "#typedwrong"), "");
    });
}

#[test]
fn a_game_is_pasted_and_its_address_opens_it_again() {
    over_both(|browser, place| {
        let page = browser.open(&place.address(), (1200, 900), false);
        browser.key(&page, "n");
        browser.wait(&page, "document.getElementById('newdialog').open");
        browser.set(&page, "#newgame", "connect4");
        browser.wait(&page, "document.getElementById('notation').textContent.includes('columns')");
        browser.set(&page, "#newtext", "9");
        browser.click(&page, "#newstart");
        browser.wait(&page, "document.getElementById('newwrong').textContent !== ''");
        browser.set(&page, "#newtext", "# a comment\n4455");
        browser.click(&page, "#newstart");
        browser.wait(&page, "document.querySelectorAll('.move').length === 4");
        assert_eq!(browser.text(&page, "#name"), "connect4");
        let address = browser.look(&page, "location.href");
        let other = browser.open(address.as_str().expect("text"), (1200, 900), false);
        assert_eq!(browser.look(&other, "document.querySelectorAll('.move').length"), 4);
        // An address that holds nonsense shows a game all the same, and says why.
        browser.goto(&other, &place.at("othello", "zz"));
        browser.wait(&other, "!document.getElementById('trouble').hidden");
        assert!(browser.text(&other, "#trouble").contains("zz"));
        assert!(browser.text(&other, "#status").contains("to move"));
    });
}

#[test]
fn options_of_the_game_are_set_by_the_command() {
    let Some(mut browser) = Browser::start() else { return };
    let board = Board::start("othello --moves f5 --set leaf=9 --threads 1 --hash 16M");
    let page = browser.open(&board.address, (1200, 900), false);
    browser.wait(&page, "decodeURIComponent(location.hash).includes('set=leaf=9')");
    browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 4");
    assert_eq!(browser.look(&page, "document.getElementById('option0').value"), "9");
}

#[test]
fn options_of_the_game_are_set_by_an_address_and_on_the_page() {
    over_both(|browser, place| {
        let page = browser.open(&place.at("othello", "f5&set=leaf%3D9"), (1200, 900), false);
        browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 4");
        browser.look(&page, "document.querySelector('.drawer').open = true");
        assert_eq!(browser.look(&page, "document.getElementById('option0').value"), "9");
        // What an option does not take is refused, and nothing else happens.
        browser.set(&page, "#option0", "many");
        browser.wait(
            &page,
            "document.getElementById('optionswrong').textContent.includes('\"many\"')",
        );
        // What was found with another value is forgotten.
        browser.look(&page, "document.activeElement.blur()");
        browser.key(&page, "a");
        browser.wait(&page, "!document.getElementById('analyse').checked");
        browser.set(&page, "#option0", "7");
        browser.wait(&page, "decodeURIComponent(location.hash).includes('set=leaf=7')");
        browser.wait(&page, "document.querySelectorAll('.chip:not(.none)').length === 0");
        browser.key(&page, "a");
        browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
        // The address holds the options, another game does not.
        let address = browser.look(&page, "location.href");
        let other = browser.open(address.as_str().expect("text"), (1200, 900), false);
        assert_eq!(browser.look(&other, "document.getElementById('option0').value"), "7");
        browser.goto(&other, &place.at("hex:5", ""));
        assert_eq!(browser.look(&other, "document.getElementById('options').hidden"), false);
        assert_eq!(browser.look(&other, "location.hash.includes('set')"), false);
    });
}

#[test]
fn the_focus_stays_while_lines_come() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.at("othello", "f5"), (1200, 900), false);
    browser.wait(&page, "document.querySelector('.pv button')");
    browser.look(&page, "document.querySelector('.pv button').focus()");
    browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 8");
    assert_eq!(browser.look(&page, "document.activeElement.closest('.pv') !== null"), true);
    // So it does in the list of moves, and among moves that are buttons.
    browser.goto(&page, &board.at("synthetic:120,3", ""));
    browser.look(&page, "document.querySelector('#buttons button').focus()");
    browser.key(&page, "Enter");
    browser.wait(&page, "document.querySelector('.move.here')");
    let inside = |place: &str| format!("document.activeElement.closest('{place}') !== null");
    assert_eq!(browser.look(&page, &inside("#buttons")), true);
    browser.look(&page, "document.querySelector('.move.here').focus()");
    browser.key(&page, "Home");
    browser.wait(&page, "!document.querySelector('.move.here')");
    assert_eq!(browser.look(&page, &inside("#moves")), true);
}

/// What is proven of a win may be less than its distance: the page once showed the bound as the distance.
#[test]
fn a_bound_is_shown_as_one() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.at("tictactoe", "a1 c3"), (1200, 900), false);
    let score = json!({
        "kind": "lower", "proven": true, "value": 1, "win_in": 13, "text": ">= win in 13", "expected": 1.0,
    });
    let found = json!({
        "type": "result", "depth": 9, "line": 1, "score": score, "pv": ["b2"], "best_move": "b2",
        "nodes": 1, "nps": 1, "time_ms": 1.0, "threads": 1, "ended": "depth",
    });
    let answers = format!(
        "(() => {{ const other = fetch; window.fetch = (path, wish) => path === 'search' \
           ? Promise.resolve(new Response(JSON.stringify({found}) + '\\n')) : other(path, wish); }})()"
    );
    browser.look(&page, &answers);
    browser.key(&page, "Home");
    browser.wait(&page, "document.querySelector('#score').textContent.includes('13')");
    for (place, text) in [
        ("#score", ">= win in 13"),
        (".lines .chip", ">= win in 13"),
        ("g.value text", "\u{2265}W13"),
    ] {
        assert_eq!(browser.text(&page, place), text, "{place}");
    }
    let cut = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.lines .chip'))";
    assert_eq!(browser.look(&page, cut), false, "the text is cut");
}

#[test]
fn two_pages_analyse_at_once() {
    over_both(|browser, place| {
        let one = browser.open(&place.at("othello", "f5"), (1200, 900), false);
        let other = browser.open(&place.at("hex:5", "c3"), (1200, 900), false);
        for page in [&one, &other] {
            // What is behind another page is not painted.
            browser.front(page);
            browser.wait(page, "Number(document.querySelector('.depth').textContent) >= 4");
        }
        assert!(browser.complaints(&one).is_empty());
    });
}

#[test]
fn nothing_sticks_out_or_jumps_at_any_width() {
    let Some((mut browser, board)) = started() else { return };
    for (width, height) in [(360, 740), (1200, 900)] {
        for dark in [false, true] {
            let page = browser.open(&board.at("othello", "f5 d6 c3 d3 c4"), (width, height), dark);
            for game in ["kalah", "hex:11", "dots-and-boxes", "draughts", "synthetic:120,3"] {
                browser.goto(&page, &board.at(game, ""));
                browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
                let over = "document.documentElement.scrollWidth - window.innerWidth";
                let over = browser.look(&page, over).as_i64().expect("a number");
                assert!(over <= 0, "{game} at {width}: {over} too wide");
            }
            browser.goto(&page, &board.at("othello", "f5 d6 c3 d3 c4"));
            let places = "JSON.stringify(['#board', '#status', '#moves', '#graph'].map((id) => { \
                          const box = document.querySelector(id).getBoundingClientRect(); \
                          return [box.x, box.y + scrollY, box.width, box.height].map(Math.round); }))";
            let before = browser.look(&page, places);
            browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 9");
            assert_eq!(browser.look(&page, places), before, "at {width}");
            let background = browser.look(&page, "getComputedStyle(document.body).backgroundColor");
            assert_eq!(background == "rgb(23, 25, 28)", dark, "{background}");
            assert!(browser.complaints(&page).is_empty());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_stalls_or_has_gone_is_told_to_the_person() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.at("othello", "f5"), (1200, 900), false);
    browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
    let signal = |name: &str| {
        let sent = Command::new("kill").args([name, &board.id()]).status().expect("kill runs");
        assert!(sent.success());
    };
    signal("-STOP");
    browser
        .wait(&page, "document.getElementById('trouble').textContent.includes('for some seconds')");
    signal("-CONT");
    browser.wait(&page, "document.getElementById('trouble').hidden");
    signal("-KILL");
    browser
        .wait(&page, "document.getElementById('trouble').textContent.includes('does not answer')");
}

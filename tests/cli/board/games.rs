//! A whole game of every game by clicks against the engine, then taken back, analysed and reviewed.

use serde_json::Value;

use super::browser::{Browser, Page};
use super::place::{Place, over_both};

/// What can be done now: `[what, x, y]`, chosen by a number; `over`, `wait`, or something to click on.
const NEXT: &str = r"((dice) => {
  if (/wins|Draw/.test(document.getElementById('status').textContent)) return ['over'];
  if (document.body.classList.contains('thinking')) return ['wait'];
  const buttons = [...document.querySelectorAll('#buttons:not([hidden]) button')];
  const cells = [...document.querySelectorAll('.cell.can:not(.picked)')];
  const picked = document.querySelectorAll('.cell.picked').length;
  const all = picked ? cells : [...cells, ...buttons];
  if (!all.length) return ['wait'];
  const chosen = all[dice % all.length];
  chosen.scrollIntoView({ block: 'nearest' });
  const box = chosen.getBoundingClientRect();
  return ['click', box.x + box.width / 2, box.y + box.height / 2];
})";

/// What changes with each click that does something.
const STATE: &str = "document.querySelectorAll('.move').length + ' ' + document.querySelectorAll('.picked').length \
                     + document.getElementById('status').textContent + location.hash";

/// Plays until the game is over, or for this many clicks.
fn play(browser: &mut Browser, page: &Page, most: usize) -> usize {
    let mut dice: u64 = 1;
    let mut clicks = 0;
    while clicks < most {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        browser.wait(page, &format!("{NEXT}(0)[0] !== 'wait'"));
        let next = browser.look(page, &format!("{NEXT}({})", dice >> 40));
        match next[0].as_str() {
            Some("over") => break,
            Some("wait") => {}
            _ => {
                let point = |index: usize| next[index].as_f64().expect("a number");
                let before = browser.look(page, STATE);
                let before = before.as_str().expect("text").to_string();
                browser.click_at(page, point(1), point(2));
                // What was clicked on may have been replaced between the look and the click: then once more.
                clicks += usize::from(browser.soon(page, &format!("{STATE} !== {before:?}")));
            }
        }
    }
    clicks
}

fn count(browser: &mut Browser, page: &Page, selector: &str) -> u64 {
    let count = browser.look(page, &format!("document.querySelectorAll({selector:?}).length"));
    count.as_u64().expect("a count")
}

/// A game by clicks against the engine: to its end, or for some clicks where it may go on for long. Then it is taken
/// back, analysed and reviewed.
pub(super) fn whole_game(
    browser: &mut Browser,
    page: &Page,
    address: &str,
    game: &str,
    ends: bool,
) {
    browser.goto(page, address);
    browser.set(page, "#level", "1");
    browser.set(page, "#second0", "engine");
    let clicks = play(browser, page, if ends { 300 } else { 16 });
    assert!(clicks > 0, "{game}");
    let status = browser.text(page, "#status");
    assert!(!ends || status.contains("wins") || status == "Draw", "{game}: {status}");
    browser.wait(page, "!document.body.classList.contains('thinking')");
    browser.set(page, "#second0", "person");
    let moves = count(browser, page, ".move");
    assert!(moves >= 2, "{game}: {moves} moves");
    // Taken back, the game goes on, and is analysed.
    browser.click(page, "#undo");
    browser.wait(page, &format!("document.querySelectorAll('.move').length === {}", moves - 1));
    browser.wait(page, "document.querySelector('.lines .chip:not(.none)')");
    assert!(!browser.text(page, "#score").is_empty(), "{game}");
    // Reviewed, every move has a comment.
    browser.click(page, "#review");
    browser.wait(page, "!document.getElementById('summary').hidden");
    browser.click_until(
        page,
        ".move",
        "document.getElementById('comment').textContent.trim() !== ''",
    );
    let complaints = browser.complaints(page);
    assert!(complaints.is_empty(), "{game}: {complaints:?}");
}

/// With whether a game comes to its end; draughts and chess may go on for long, so that many moves are enough there.
const GAMES: [(&str, bool); 12] = [
    ("othello:4", true),
    ("connect4:5x4", true),
    ("chess", false),
    ("tictactoe", true),
    ("kalah:4,2", true),
    ("breakthrough:5x6", true),
    ("domineering:4x4", true),
    ("dots-and-boxes:2x2", true),
    ("draughts", false),
    ("hex:4", true),
    ("synthetic:4,6", true),
    // Without a board: every move is a button.
    ("synthetic:120,3", true),
];
/// Those that are played over both ways to the engine: short ones, a long one, and one without a board.
const OVER_BOTH: [&str; 4] = ["othello:4", "chess", "kalah:4,2", "synthetic:120,3"];

#[test]
fn every_game_is_played_by_clicks_taken_back_analysed_and_reviewed() {
    over_both(|browser, place| {
        let page = browser.open(&place.address(), (1200, 900), false);
        for (game, ends) in GAMES {
            if matches!(place, Place::Program(_)) || OVER_BOTH.contains(&game) {
                whole_game(browser, &page, &place.at(game, ""), game, ends);
            }
        }
    });
}

/// The game of the address, and what was analysed of it, as a person goes back and on.
#[test]
fn variations_stay_and_so_does_what_was_analysed() {
    over_both(|browser, place| {
        let page = browser.open(&place.at("othello", "f5 d6 c3"), (1200, 900), false);
        let depth = "Number(document.querySelector('.depth').textContent)";
        browser.wait(&page, &format!("{depth} >= 8"));
        let deep: Value = browser.look(&page, depth);
        browser.key(&page, "ArrowLeft");
        browser.wait(&page, "document.querySelector('.move.here').textContent.includes('d6')");
        browser.key(&page, "ArrowRight");
        browser.wait(&page, "document.querySelector('.move.here').textContent.includes('c3')");
        let again = browser.look(&page, depth);
        assert!(again.as_u64() >= deep.as_u64(), "{deep} then {again}");
        // Another move beside it is a variation.
        browser.key(&page, "ArrowLeft");
        browser.wait(&page, "document.querySelector('.move.here').textContent.includes('d6')");
        browser.click(&page, "#typed");
        browser.write(&page, "c4");
        browser.key(&page, "Enter");
        browser.wait(&page, "document.querySelector('.variation .move.here')");
        assert!(browser.text(&page, ".variation").contains("c4"));
        // A line of the engine is played up to the move that is clicked on.
        // A click on a line that is just being replaced by that of the new position does nothing.
        let second = ".lines .pv button:nth-child(2)";
        browser.click_until(
            &page,
            second,
            "document.querySelectorAll('.variation .move').length >= 3",
        );
        let hash = browser.look(&page, "decodeURIComponent(location.hash)");
        assert!(
            hash.as_str().expect("text").starts_with("#game=othello&moves=f5+d6+c4+"),
            "{hash}"
        );
    });
}

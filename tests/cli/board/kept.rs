//! What the browser keeps of an analysis: it is there again when the page opens at the same position, two pages do not take
//! it from each other, it has a bound, and what is broken is ignored.

use serde_json::Value;

use super::Board;
use super::browser::{Browser, Page};
use super::place::over_both;

const DESK: (u32, u32) = (1200, 900);

/// The keys and values of what is kept, by keys.
const KEPT: &str =
    "Object.entries(localStorage).filter(([key]) => key.startsWith('plyglot-kept ')).sort()";
const DEPTH: &str = "Number(document.querySelector('.depth').textContent)";
const MARKED: &str = "document.getElementById('figures').textContent.startsWith('kept')";

fn started() -> Option<(Browser, Board)> {
    Some((Browser::start()?, Board::start("--threads 1 --hash 16M")))
}

/// Analyses until the position is known to a depth, and the browser has that.
fn analysed(browser: &mut Browser, page: &Page, depth: u32) -> u64 {
    browser.wait(page, &format!("{DEPTH} >= {depth}"));
    browser.key(page, "a");
    browser.wait(page, "!document.getElementById('analyse').checked");
    let shown = browser.look(page, DEPTH).as_u64().expect("a depth");
    browser
        .wait(page, &format!("{KEPT}.some(([, entry]) => entry.includes('\"depth\":{shown},'))"));
    shown
}

#[test]
fn an_analysis_is_there_again_and_is_marked() {
    over_both(|browser, place| {
        let address = place.at("othello", "f5 d6");
        let page = browser.open(&address, DESK, false);
        let deep = analysed(browser, &page, 8);
        let line = browser.text(&page, ".pv");
        let score = browser.text(&page, "#score");
        // Without an analysis: that switch is remembered.
        browser.goto(&page, &address);
        browser.wait(&page, MARKED);
        assert_eq!(browser.look(&page, DEPTH).as_u64(), Some(deep));
        assert_eq!(browser.text(&page, ".pv"), line);
        assert_eq!(browser.text(&page, "#score"), score);
        // Of another position, and with another option, nothing is kept.
        for other in ["f5", "f5 d6&set=leaf%3D9"] {
            browser.goto(&page, &place.at("othello", other));
            assert_eq!(browser.text(&page, "#figures"), "", "{other}");
        }
        // One comes back to it by moves, too, and a new analysis goes on from there.
        browser.goto(&page, &place.at("othello", "f5"));
        browser.set(&page, "#typed", "d6");
        browser.look(&page, "document.getElementById('type').requestSubmit()");
        browser.wait(&page, MARKED);
        browser.key(&page, "a");
        browser.wait(&page, &format!("!{MARKED} && {DEPTH} >= {deep}"));
        assert!(browser.complaints(&page).is_empty());
    });
}

#[test]
fn two_pages_do_not_take_from_each_other_what_is_kept() {
    let Some((mut browser, board)) = started() else { return };
    let address = board.at("othello", "f5 d6");
    let [deep, shallow] =
        [(); 2].map(|()| browser.open(&board.at("tictactoe", "a1 a2 b1 b2 c1"), DESK, false));
    browser.front(&deep);
    browser.goto(&deep, &address);
    analysed(&mut browser, &deep, 9);
    let kept = browser.look(&deep, KEPT);
    // What the other one knew before of settings is not written over what was set meanwhile.
    browser.front(&shallow);
    browser.key(&shallow, "v");
    let settings = "JSON.parse(localStorage.getItem('plyglot-board'))";
    let settings = browser.look(&shallow, settings);
    assert_eq!((&settings["analyse"], &settings["values"]), (&false.into(), &false.into()));
    // A move of little thought there leaves the deeper one as it is.
    let script = format!(
        "(async () => {{ const {{ keep }} = await import('./kept.js'); const [[key, entry]] = {KEPT}; \
         const {{ lines, found }} = JSON.parse(entry.slice(entry.indexOf(' '))); \
         keep(key, lines.map((line) => ({{ ...line, depth: 2 }})), found); \
         const same = {KEPT}[0][1] === entry; \
         keep(key, lines.map((line) => ({{ ...line, depth: 50 }})), found); \
         return [same, {KEPT}[0][1].includes('\"depth\":50,')]; }})()"
    );
    let found = browser.look(&shallow, &script);
    assert_eq!(found, Value::from(vec![true, true]), "{kept}");
}

#[test]
fn what_is_kept_has_a_bound_and_what_is_broken_is_ignored() {
    let Some((mut browser, board)) = started() else { return };
    let address = board.at("othello", "f5 d6");
    let page = browser.open(&address, DESK, false);
    analysed(&mut browser, &page, 6);
    // The oldest give way.
    let script = format!(
        "(async () => {{ const {{ keep, keyOf }} = await import('./kept.js'); const [[, entry]] = {KEPT}; \
         const {{ lines, found }} = JSON.parse(entry.slice(entry.indexOf(' '))); \
         for (let at = 0; at < 150; at += 1) keep(keyOf({{ program: 'p', version: 'v' }}, \
           {{ game: `g${{at}}`, set: {{}}, start: '', moves: [] }}), lines, found); \
         return [{KEPT}.length, {KEPT}.some(([key]) => key.includes('g149')), \
           keyOf({{ program: 'p', version: 'v' }}, {{ game: 'g', set: {{}}, start: '', moves: Array(5000).fill('a1') }})]; }})()"
    );
    let found = browser.look(&page, &script);
    assert_eq!((&found[0], &found[1], &found[2]), (&100.into(), &true.into(), &Value::Null));
    // Each of these takes the place of what is kept of this position.
    browser.look(&page, "localStorage.clear()");
    browser.goto(&page, &address);
    analysed(&mut browser, &page, 6);
    let kept = browser.look(&page, &format!("{KEPT}[0]"));
    let [key, whole] = [0, 1].map(|part| kept[part].as_str().expect("text").to_string());
    let broken = [
        "nonsense".to_string(),
        whole[..whole.len() / 2].into(),
        whole.replacen("\"best_move\":\"", "\"best_move\":\"x", 1),
        whole.replacen("\"depth\":", "\"depth\":-", 1),
        whole.replacen("\"expected\":", "\"expected\":9", 1),
        "1 {\"lines\":[],\"found\":{}}".into(),
        "1 null".into(),
    ];
    for text in broken {
        browser.look(&page, &format!("localStorage.setItem({key:?}, {text:?})"));
        browser.goto(&page, &address);
        assert_eq!(browser.text(&page, "#figures"), "", "{text}");
        assert_eq!(browser.look(&page, &format!("localStorage.getItem({key:?})")), Value::Null);
    }
    // What is whole is shown: the texts above are refused for what was changed.
    browser.look(&page, &format!("localStorage.setItem({key:?}, {whole:?})"));
    browser.goto(&page, &address);
    browser.wait(&page, MARKED);
    assert!(browser.complaints(&page).is_empty());
}

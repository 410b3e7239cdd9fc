//! What keeps people from using the page who do not see it, or badly: axe-core looks at it in all its states.
//!
//! axe-core is not part of the program: `.ci/axe-core` puts it into the target directory. Where it is missing, the
//! page is not looked at, and that is said.

use std::path::{Path, PathBuf};

use super::Board;
use super::book::Shelf;
use super::browser::{Browser, Page};

/// Runs axe-core on what is shown: each serious fault as a line.
const LOOK: &str = "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations \
    .filter(({ impact }) => impact === 'serious' || impact === 'critical') \
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)}: \
    ${node.any.concat(node.all, node.none).map(({ message }) => message).join('; ')}`)).join('\\n'))";

/// The script of axe-core, the newest if there are several.
fn script() -> Option<String> {
    // Beside the folder of the program under test, whatever the target directory is called.
    let target = Path::new(env!("CARGO_BIN_EXE_plyglot")).parent().and_then(Path::parent)?;
    let versions = target.join("axe-core").read_dir().into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions
        .map(|version| version.path().join("axe.min.js"))
        .filter(|script| script.is_file())
        .collect();
    found.sort();
    let text = found.last().and_then(|script| std::fs::read_to_string(script).ok());
    if text.is_none() {
        eprintln!(
            "!! NO AXE-CORE (run .ci/axe-core): whether the board is accessible is NOT TESTED"
        );
    }
    text
}

/// Fails with every serious fault of what is shown.
#[track_caller]
fn sound(browser: &mut Browser, page: &Page, script: &str, what: &str) {
    if browser.look(page, "typeof axe") == "undefined" {
        browser.look(page, &format!("{script}\n;0"));
    }
    let found = browser.look(page, LOOK);
    let found = found.as_str().expect("a text");
    assert!(found.is_empty(), "{what}:\n{found}");
}

#[test]
fn axe_finds_no_serious_fault_in_any_state_at_any_width_in_light_and_dark() {
    let Some(script) = script() else { return };
    let Some(mut browser) = Browser::start() else { return };
    let board = Board::start("--threads 1 --hash 16M");
    for (width, height) in [(360, 740), (1200, 900)] {
        for dark in [false, true] {
            let at = format!("at {width}, dark: {dark}");
            let address = board.at("othello:6", "e4 c5 b4 e5");
            let page = browser.open(&address, (width, height), dark);
            browser.front(&page);
            // With an analysis that runs, and the drawer open.
            browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
            browser.look(&page, "document.querySelector('.drawer').open = true");
            sound(&mut browser, &page, &script, &format!("an analysis {at}"));
            // While a review runs, and when it is there.
            browser.click(&page, "#review");
            browser.wait(&page, "!document.getElementById('progress').hidden");
            sound(&mut browser, &page, &script, &format!("a review that runs {at}"));
            browser.wait(&page, "!document.getElementById('summary').hidden");
            browser.click(&page, ".move:nth-of-type(2)");
            browser.wait(&page, "document.getElementById('comment').textContent.trim() !== ''");
            sound(&mut browser, &page, &script, &format!("a review {at}"));
            // Each of the dialogs.
            for (key, dialog) in
                [("#new", "newdialog"), ("#copy", "copydialog"), ("#help", "helpdialog")]
            {
                browser.click(&page, key);
                browser.wait(&page, &format!("document.getElementById({dialog:?}).open"));
                sound(&mut browser, &page, &script, &format!("{dialog} {at}"));
                browser.look(&page, &format!("document.getElementById({dialog:?}).close()"));
            }
            // A wrong move that was typed, then every other kind of board.
            browser.click(&page, "#typed");
            browser.write(&page, "zz");
            browser.key(&page, "Enter");
            browser.wait(&page, "document.getElementById('typedwrong').textContent !== ''");
            sound(&mut browser, &page, &script, &format!("a wrong move {at}"));
            for (game, moves) in [
                ("connect4", "4 4 5"),
                ("draughts", "11-15 22-18"),
                ("kalah", ""),
                ("dots-and-boxes", ""),
                ("hex:5", "c3"),
                ("tictactoe", "b2"),
                ("synthetic:120,3", ""),
            ] {
                browser.goto(&page, &board.at(game, moves));
                browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
                sound(&mut browser, &page, &script, &format!("{game} {at}"));
            }
            // What is wrong on purpose is found.
            browser.look(&page, "document.querySelector('h1').style.color = 'rgb(128, 128, 128)'");
            let found = browser.look(&page, LOOK);
            assert!(found.as_str().is_some_and(|found| found.contains("color-contrast")), "{at}");
        }
    }
}

#[test]
fn axe_finds_no_serious_fault_in_a_book() {
    let Some(script) = script() else { return };
    let Some(mut browser) = Browser::start() else { return };
    let shelf = Shelf::new();
    let board = Board::start(&format!("--book {} --threads 1 --hash 16M", shelf.tree()));
    for (width, height) in [(360, 740), (1200, 900)] {
        for dark in [false, true] {
            let at = format!("at {width}, dark: {dark}");
            let page = browser.open(&board.address, (width, height), dark);
            browser.front(&page);
            browser.wait(&page, "document.querySelector('#bookmoves .isthin .thin')");
            sound(&mut browser, &page, &script, &format!("the moves of a book {at}"));
            browser.key(&page, "t");
            browser.wait(&page, "document.getElementById('bookmissing').textContent !== ''");
            sound(&mut browser, &page, &script, &format!("the end of a book {at}"));
            browser.close(page);
        }
    }
}

//! Files that are dropped on the page: games and positions, and, with the engine within the page, weights and tables of
//! endgames.

use std::fs;
use std::path::Path;

use super::Board;
use super::browser::{Browser, Page};
use super::place::{Place, over_both};
use crate::support::plyglot;

const DESK: (u32, u32) = (1200, 900);

/// Drops a file whose content is what an expression is worth.
fn drop_made(browser: &mut Browser, page: &Page, files: &[(&str, String)]) {
    let add = files
        .iter()
        .map(|(name, content)| format!("dataTransfer.items.add(new File([{content}], {name:?}));"));
    let add: String = add.collect();
    browser.look(
        page,
        &format!(
            "(() => {{ const dataTransfer = new DataTransfer(); {add} \
             document.dispatchEvent(new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }})); }})()"
        ),
    );
}

/// The expression that is worth these bytes.
pub(super) fn worth(bytes: &[u8]) -> String {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("Uint8Array.from('{hex}'.match(/../g), (byte) => Number.parseInt(byte, 16))")
}

/// Drops files with these bytes.
fn drop_bytes(browser: &mut Browser, page: &Page, files: &[(&str, Vec<u8>)]) {
    let files: Vec<_> = files.iter().map(|(name, bytes)| (*name, worth(bytes))).collect();
    drop_made(browser, page, &files);
}

/// Waits for a line of trouble that has these words.
#[track_caller]
fn troubled(browser: &mut Browser, page: &Page, words: &[&str]) {
    let trouble = "document.getElementById('trouble')";
    let has = words.iter().map(|word| format!("{trouble}.textContent.includes({word:?})"));
    let has = has.collect::<Vec<_>>().join(" && ");
    browser.wait(page, &format!("!{trouble}.hidden && {has}"));
    let text = browser.text(page, "#trouble");
    assert!(!text.contains('\n') && !text.contains("dropped-"), "{text}");
}

#[test]
fn a_text_can_be_looked_at_and_is_opened() {
    let Some(mut browser) = Browser::start() else { return };
    let board = Board::start("--threads 1 --hash 16M");
    let page = browser.open(&board.at("othello", ""), DESK, false);
    let wrong =
        |text: &str| format!("document.getElementById('newwrong').textContent.includes({text:?})");
    for (content, said) in [
        ("'x'.repeat(1 << 20)", "game.txt is too large"),
        ("Uint8Array.of(0, 1, 2)", "game.txt is neither text"),
        ("Uint8Array.of(200, 1, 2)", "game.txt is neither text"),
    ] {
        drop_made(&mut browser, &page, &[("game.txt", content.into())]);
        browser.wait(&page, &wrong(said));
        // What is said of the game may still move the button.
        browser.click_until(&page, "#newcancel", "!document.getElementById('newdialog').open");
    }
    // As Windows and old programs write it, too, one after the other where the first one stands.
    for (content, text) in [
        ("'f5 d6 c3\\n'", "f5 d6 c3"),
        ("Uint8Array.of(0xff, 0xfe, 0x66, 0, 0x35, 0)", "f5"),
        ("Uint8Array.of(0x66, 0x35, 0x20, 0xfc, 0x1a)", "f5 \u{fc}"),
    ] {
        drop_made(&mut browser, &page, &[("game.txt", content.into())]);
        browser.wait(&page, &format!("document.getElementById('newtext').value === {text:?}"));
    }
    drop_made(&mut browser, &page, &[("other.txt", "'f5 d6\\n'".into())]);
    browser.wait(&page, "document.getElementById('newtext').value === 'f5 d6'");
    let moved = "document.querySelectorAll('.move').length === 2";
    browser.click_until(&page, "#newstart", moved);
}

/// A program reads no file that a page sends, and says so; within the page the engine reads it.
#[test]
fn weights_are_used_by_the_engine_within_the_page_and_wrong_ones_are_refused() {
    over_both(|browser, place| {
        let page = browser.open(&place.at("othello:6", "e4"), DESK, false);
        browser.wait(&page, "document.querySelector('.lines .chip:not(.none)')");
        let weights = fs::read("games/othello/data/othello-6.weights").expect("they are there");
        let own = vec![("my.weights", weights.clone())];
        drop_bytes(browser, &page, &own);
        if let Place::Program(_) = place {
            troubled(browser, &page, &["my.weights", "not sent", "--set weights=my.weights"]);
            return;
        }
        let used = "document.getElementById('own').textContent";
        browser.wait(&page, &format!("{used}.startsWith('With my.weights')"));
        browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 6");
        let option = "document.querySelector('#optionfields input[id]')";
        let values = format!(
            "[...{option}.parentElement.querySelectorAll('input')].map((field) => field.value).join(' ')"
        );
        let values = browser.look(&page, &values);
        assert!(
            values.as_str().is_some_and(|all| all.contains("dropped-1/my.weights")),
            "{values}"
        );
        // A link leads to no file of this page, and the command names it.
        assert_eq!(browser.look(&page, "location.hash.includes('set')"), false);
        browser.click(&page, "#copy");
        let command = browser.look(&page, "document.getElementById('copycommand').value");
        assert!(
            command.as_str().is_some_and(|text| text.contains("--set weights=my.weights")),
            "{command}"
        );
        browser.look(&page, "document.getElementById('copydialog').close()");
        // What is wrong with one is a line, and what was used stays.
        let mut damaged = weights.clone();
        damaged[40_000] ^= 1;
        let breakthrough =
            fs::read("games/pieces/data/breakthrough.weights").expect("they are there");
        for (file, words) in [
            (("cut.weights", weights[..9000].to_vec()), ["cut.weights", "cut off"]),
            (("damaged.weights", damaged), ["damaged.weights", "damaged"]),
            (
                ("other.weights", b"something else".to_vec()),
                ["other.weights", "not a file of weights"],
            ),
            (("renamed", breakthrough), ["renamed", "not for othello"]),
        ] {
            drop_bytes(browser, &page, &[file]);
            troubled(browser, &page, &words);
            assert!(browser.text(&page, "#own").starts_with("With my.weights"));
        }
        // Another game has its own, and so has this one when the field is empty.
        browser.goto(&page, &place.at("othello:6", "e4"));
        assert_eq!(browser.text(&page, "#own"), "");
        assert!(browser.complaints(&page).is_empty());
    });
}

#[test]
fn tables_of_endgames_prove_what_they_hold_in_the_page() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let out = folder.path().display().to_string();
    plyglot(&format!("tables draughts --class 1K-1K --out {out}")).fine();
    let read = |path: &Path| fs::read(path).expect("it was written");
    let mut files: Vec<_> = fs::read_dir(folder.path())
        .expect("it is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "endings"))
        .map(|path| (path.file_name().expect("a name").display().to_string(), read(&path)))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    over_both(|browser, place| {
        let start = "&start=W%3AWK32%3ABK1";
        let page = browser.open(&place.at("draughts", start), DESK, false);
        let named: Vec<_> =
            files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
        let first = named[0].0;
        drop_bytes(browser, &page, &named);
        if let Place::Program(_) = place {
            troubled(browser, &page, &[first, "not sent", "--tables"]);
            return;
        }
        browser.wait(&page, "document.getElementById('own').textContent.startsWith('With ')");
        browser.wait(&page, "document.querySelector('.lines .chip.proven')");
        assert!(browser.text(&page, "#score").contains("draw"));
        // For other rules, damaged, or something else: one line.
        let mut damaged = named[0].clone();
        let middle = damaged.1.len() / 2;
        damaged.1[middle] ^= 1;
        drop_bytes(browser, &page, &[damaged]);
        troubled(browser, &page, &[first, "damaged"]);
        drop_bytes(browser, &page, &[("x.endings", b"something else".to_vec())]);
        troubled(browser, &page, &["x.endings", "not a table"]);
        browser.goto(&page, &place.at("tictactoe", ""));
        drop_bytes(browser, &page, &named);
        troubled(browser, &page, &[first, "not for tictactoe"]);
        assert!(browser.complaints(&page).is_empty());
    });
}

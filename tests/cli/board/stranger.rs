//! A game of another crate on the board: `examples/chomp` with its own program, played by clicks.
//!
//! That program is this test binary: called with `STRANGER` in the environment, its one entry runs `plyglot::run_with`
//! on the catalogue of the example.

use std::process::{Command, Stdio};

use plyglot::catalogue::{Catalogue, Program, Single};

use super::Board;
use super::browser::Browser;
use super::games::whole_game;

#[path = "../../../examples/chomp/src/chomp.rs"]
#[allow(dead_code, unreachable_pub)] // as a crate of its own has it
mod chomp;

/// The game of the guide whose board is points and lines.
#[allow(dead_code, unreachable_pub)] // as a crate of its own has it
mod hounds {
    include!("../../../search/check/src/guide/hounds/rules.rs");
    include!("../../../search/check/src/guide/hounds/text.rs");
}

/// Not a test of its own: the program of the other crate.
#[test]
fn program() {
    let Ok(arguments) = std::env::var("STRANGER") else { return };
    let bar = |rows, columns| chomp::Chomp::new(rows, columns);
    let catalogue = Catalogue::empty()
        .and(Single::new("chomp-3x4", bar(3, 4)).title("three by four").knowledge(chomp::Eater))
        .and(Single::new("chomp", bar(4, 5)).title("four by five").knowledge(chomp::Eater))
        .and(Single::new("hounds", hounds::Hounds::new(Some(10))).title("Hare and Hounds"))
        .of_program(Program { name: "chomp", version: "7.8.9", about: "", authors: "" });
    let arguments = format!("plyglot {arguments}");
    let code = plyglot::run_with(&catalogue, arguments.split_whitespace().map(Into::into));
    std::process::exit(code.into());
}

fn start(arguments: &str) -> Board {
    let mut command = Command::new(std::env::current_exe().expect("a test has a path"));
    command.args(["--exact", "board::stranger::program", "--nocapture", "--quiet"]);
    command.env("STRANGER", arguments).stdin(Stdio::null());
    Board::of(command)
}

#[test]
fn a_strangers_game_is_played_by_clicks_taken_back_analysed_and_reviewed() {
    let Some(mut browser) = Browser::start() else { return };
    let board = start("board --no-open --threads 1 --hash 16M");
    let page = browser.open(&board.address, (1200, 900), false);
    // The first game of that catalogue.
    assert_eq!(browser.text(&page, "#name"), "chomp-3x4");
    assert_eq!(browser.text(&page, "#program"), "chomp");
    for game in ["chomp-3x4", "chomp"] {
        whole_game(&mut browser, &page, &board.at(game, ""), game, true);
    }
    // Two bites in, all squares of the whole bar are there when one goes back.
    browser.goto(&page, &board.at("chomp", "d3 c2"));
    let left = "document.querySelectorAll('#board .cell:not(.gone)').length";
    assert_eq!(browser.look(&page, left), 11);
    browser.key(&page, "Home");
    browser.wait(&page, &format!("{left} === 20"));
    assert!(browser.complaints(&page).is_empty());
}

/// Points that lines join: pieces stand on the points, and are dragged along the lines.
#[test]
fn a_board_of_points_and_lines_is_played_by_clicks() {
    let Some(mut browser) = Browser::start() else { return };
    let board = start("board --no-open --threads 1 --hash 16M");
    for size in [(1200, 900), (360, 740)] {
        let page = browser.open(&board.at("hounds", ""), size, false);
        let count = |selector: &str| format!("document.querySelectorAll({selector:?}).length");
        assert_eq!(browser.look(&page, &count("#board .cell.point")), 11);
        assert_eq!(browser.look(&page, &count("#board .joins")), 8);
        assert_eq!(browser.look(&page, &count("#board .disc")), 4);
        assert_eq!(browser.text(&page, "#status"), "Hounds to move");
        // Lines run through the middles of their points.
        let apart = "(() => { const middle = (element) => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(element.getBoundingClientRect()); \
                     const [x, y] = middle(document.querySelector('[data-cell=\"5\"] .face')); \
                     const [a, b] = middle(document.querySelectorAll('.joins')[4]); return Math.hypot(a - x, b - y); })()";
        assert!(browser.look(&page, apart).as_f64() < Some(1.0));
        let from = browser.middle(&page, "[data-cell='1']");
        let to = browser.middle(&page, "[data-cell='4']");
        browser.drag(&page, from, to);
        browser.wait(&page, "document.querySelector('.move.here')");
        assert_eq!(browser.text(&page, ".move.here span:last-child"), "1-4");
        assert_eq!(browser.text(&page, "#status"), "Hare to move");
        assert!(browser.complaints(&page).is_empty());
    }
}

//! What can be seen: the move list that follows, counts, names, values that do not cover each other, colours that stand
//! out, boards that are large enough on a phone, and what a person takes along as a link.

use serde_json::Value;

use super::Board;
use super::browser::{Browser, Page};
use crate::support::plyglot;

const DESK: (u32, u32) = (1200, 900);
const PHONE: (u32, u32) = (360, 740);

fn started() -> Option<(Browser, Board)> {
    Some((Browser::start()?, Board::start("--threads 1 --hash 16M")))
}

/// A whole game of draughts or so: many moves, found by taking the first legal one each time.
fn long_game(game: &str, plies: usize) -> String {
    let games = plyglot_games::catalogue::builtin();
    let mut at = games.open(game).and_then(|game| game.start()).expect("a game");
    let mut moves = Vec::new();
    while at.outcome().is_none() && moves.len() < plies {
        let mv = at.moves().expect("moves")[0];
        moves.push(at.move_text(mv).expect("it is legal"));
        at.play(mv).expect("it is legal");
    }
    moves.join(" ")
}

/// Whether the move that is shown is within what is seen of the list.
const SEEN: &str = "(() => { const box = document.getElementById('moves').getBoundingClientRect(); \
    const here = document.querySelector('.move.here').getBoundingClientRect(); \
    return here.top >= box.top - 1 && here.bottom <= box.bottom + 1; })()";

#[test]
fn the_list_of_moves_follows_what_is_shown() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.address, DESK, false);
    for (size, game) in
        [(DESK, "othello"), (DESK, "hex:11"), (DESK, "draughts"), (PHONE, "othello")]
    {
        let page = if size == PHONE { &browser.open(&board.address, PHONE, false) } else { &page };
        browser.goto(page, &board.at(game, &long_game(game, 60)));
        browser.key(page, "a");
        for ply in (1..=40).rev() {
            browser.wait(page, "document.querySelector('.move.here') !== null");
            assert_eq!(
                browser.look(page, SEEN),
                true,
                "{game} at {size:?}, {ply} moves before the end"
            );
            let before = browser.text(page, ".move.here .number");
            browser.key(page, "ArrowLeft");
            browser.wait(
                page,
                &format!("document.querySelector('.move.here .number').textContent !== {before:?}"),
            );
        }
    }
}

#[test]
fn what_is_counted_stands_below_the_board_with_the_colours_of_the_sides() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.address, DESK, false);
    for (game, moves, counts, sides) in [
        ("othello", "f5", ["4", "1 discs", "59 empty"].as_slice(), 2),
        ("connect4", "4 4 5", &["2", "1 stones", "39 empty"], 2),
        ("kalah", "3 1", &["1", "0 seeds", "47 in the holes"], 2),
        ("dots-and-boxes:2x2", "a1a2 a1b1 a2b2 b1b2", &["0", "1 boxes", "8 edges left"], 2),
        ("draughts", "", &["12", "12 men"], 2),
        ("domineering:4x4", "a1a2", &["14 empty"], 0),
    ] {
        browser.goto(&page, &board.at(game, moves));
        let said =
            "[...document.querySelectorAll('#counts > span')].map((count) => count.textContent)";
        let said = browser.look(&page, said);
        assert_eq!(said, Value::from(counts.to_vec()), "{game}");
        let dots = browser.look(&page, "document.querySelectorAll('#counts .turn').length");
        assert_eq!(dots, sides, "{game}");
    }
}

#[test]
fn a_side_is_called_by_its_colour_where_nothing_on_the_board_has_its_name() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.address, DESK, false);
    for (game, moves, status, label) in [
        ("othello", "", "Black to move", "Black"),
        ("connect4", "", "Red to move", "Red"),
        ("connect4", "4 4 5 5 6 6 7", "Red wins by", "Red"),
        ("tictactoe", "", "X to move", "X"),
        ("kalah", "", "South to move", "South"),
    ] {
        browser.goto(&page, &board.at(game, moves));
        assert!(browser.text(&page, "#status").starts_with(status), "{game}");
        assert_eq!(browser.text(&page, "#label0"), label, "{game}");
    }
}

/// Boxes of values that cover each other or stick out of the board.
const WRONG_VALUES: &str = "(() => { const board = document.getElementById('board').getBoundingClientRect(); \
    const boxes = [...document.querySelectorAll('.value rect')].map((value) => value.getBoundingClientRect()); \
    const out = boxes.filter((box) => box.left < board.left - 1 || box.right > board.right + 1 \
      || box.top < board.top - 1 || box.bottom > board.bottom + 1).length; \
    const over = boxes.filter((one, index) => boxes.slice(0, index).some((other) => one.left < other.right - 1 \
      && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)).length; \
    return [boxes.length, out, over]; })()";

#[test]
fn values_are_not_cut_off_at_the_rim_nor_cover_each_other() {
    let Some((mut browser, board)) = started() else { return };
    for size in [PHONE, DESK] {
        let page = browser.open(&board.address, size, false);
        browser.look(&page, "document.querySelector('.drawer').open = true");
        browser.look(&page, "document.getElementById('every').click()");
        for (game, moves) in [
            ("othello:6", "e4 c5"),
            ("dots-and-boxes:3x3", "a1a2"),
            ("hex:5", "c3"),
            ("kalah", ""),
            ("breakthrough:5x6", ""),
            ("draughts", "11-15"),
            ("domineering:5x5", ""),
        ] {
            browser.goto(&page, &board.at(game, moves));
            browser.wait(&page, "document.querySelectorAll('.value').length >= 4");
            browser.wait(&page, "Number(document.querySelector('.depth').textContent) >= 4");
            let found = browser.look(&page, WRONG_VALUES);
            assert!(found[1] == 0 && found[2] == 0, "{game} at {size:?}: {found}");
        }
        browser.look(&page, "document.getElementById('every').click()");
    }
}

/// Two pieces may go to one square: the value of each is to be seen, and which of them it is of.
#[test]
fn two_moves_to_one_square_have_a_value_each_and_a_picked_piece_shows_its_own() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.address, DESK, false);
    browser.look(&page, "document.getElementById('every').click()");
    // 9-14, 10-14, 10-15 and 11-15 go to two squares.
    browser.goto(&page, &board.at("draughts", ""));
    browser.wait(&page, "document.querySelectorAll('.value').length === 7");
    browser.click(&page, "[data-cell='19']");
    browser.wait(&page, "document.querySelector('.cell.picked') !== null");
    browser.wait(&page, "document.querySelectorAll('.value').length === 2");
    browser.key(&page, "Escape");
    browser.wait(&page, "document.querySelectorAll('.value').length === 7");
}

#[test]
fn a_line_that_does_not_fit_ends_in_an_ellipsis() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.at("othello", "f5"), DESK, false);
    let style = "getComputedStyle(document.querySelector('.pv')).textOverflow";
    browser.wait(&page, "document.querySelector('.pv button') !== null");
    assert_eq!(browser.look(&page, style), "ellipsis");
    // The line changes as the search goes on: it is looked for until one does not fit.
    let over = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.pv'))";
    browser.wait(&page, over);
}

#[test]
fn buttons_and_keys_lead_from_mistake_to_mistake() {
    let Some((mut browser, board)) = started() else { return };
    // X does not take its win at the fifth move, O does not at the sixth.
    let page = browser.open(&board.at("tictactoe", "a1 b1 a2 b2 c3 c1 b3"), DESK, false);
    let disabled = |id: &str| format!("document.getElementById({id:?}).disabled");
    for id in ["previousmistake", "nextmistake"] {
        assert_eq!(browser.look(&page, &disabled(id)), true);
    }
    browser.click(&page, "#review");
    browser.wait(&page, "!document.getElementById('summary').hidden");
    let marked = "[...document.querySelectorAll('.move.mistake, .move.blunder, .move.inaccuracy')] \
                  .map((move) => move.querySelector('.number').textContent)";
    let marked = browser.look(&page, marked);
    let marked: Vec<&str> =
        marked.as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    assert!(marked.len() >= 2, "{marked:?}");
    browser.key(&page, "Home");
    browser.wait(&page, "document.querySelector('.move.here') === null");
    let here = |ply: &str| {
        format!("(document.querySelector('.move.here .number') || {{}}).textContent === {ply:?}")
    };
    for ply in &marked {
        browser.click(&page, "#nextmistake");
        browser.wait(&page, &here(ply));
    }
    assert_eq!(browser.look(&page, &disabled("nextmistake")), true);
    for ply in marked.iter().rev().skip(1) {
        browser.look(&page, "document.activeElement.blur()");
        browser.shift_key(&page, "ArrowLeft");
        browser.wait(&page, &here(ply));
    }
    browser.shift_key(&page, "ArrowRight");
    browser.wait(&page, &here(marked[1]));
}

#[test]
fn wide_boards_are_laid_out_upright_on_a_phone_and_large_enough_to_hit() {
    let Some((mut browser, board)) = started() else { return };
    for (game, cell, least) in [("kalah", 0, 44.0), ("hex:7", 0, 34.0)] {
        let width = |browser: &mut Browser, page: &Page| {
            let width = format!(
                "document.querySelector('[data-cell=\"{cell}\"] .face').getBoundingClientRect().width"
            );
            browser.look(page, &width).as_f64().expect("a number")
        };
        let page = browser.open(&board.at(game, ""), PHONE, false);
        assert!(width(&mut browser, &page) >= least, "{game}: {}", width(&mut browser, &page));
        let board_box = "(({ bottom, right, left }) => [bottom, right, left]) \
                         (document.getElementById('board').getBoundingClientRect())";
        let found = browser.look(&page, board_box);
        assert!(found[0].as_f64() <= Some(740.0) && found[1].as_f64() <= Some(360.0), "{found}");
        // It is played as any other.
        browser.click(&page, ".cell.can .face");
        browser.wait(&page, "document.querySelectorAll('.move').length === 1");
        let page = browser.open(&board.at(game, ""), DESK, false);
        let upright = "document.querySelector('.stage').classList.contains('upright')";
        assert_eq!(browser.look(&page, upright), false, "{game}");
    }
}

/// The contrast of what pieces of a side are filled with, or of their edge, to the cell below, by WCAG.
const CONTRAST: &str = "((piece, face) => { \
    const shade = (style, name) => style[name].match(/[0-9.]+/g).slice(0, 3).map(Number); \
    const light = (shade) => shade.map((part) => part / 255) \
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) \
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0); \
    const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05); \
    const [disc, ground] = [getComputedStyle(piece), getComputedStyle(face)]; \
    const below = ground.fill === 'none' || ground.fill.endsWith(', 0)') ? shade(getComputedStyle(document.body), 'backgroundColor') : shade(ground, 'fill'); \
    return Math.max(...['fill', 'stroke'].map((name) => ratio(light(shade(disc, name)), light(below)))); })";

#[test]
fn pieces_of_every_colour_stand_out_from_the_default_ground_in_light_and_dark() {
    let Some((mut browser, board)) = started() else { return };
    for dark in [false, true] {
        let page = browser.open(&board.at("hex:3", "a1 b1"), DESK, dark);
        for colour in ["black", "white", "red", "blue", "yellow"] {
            browser.look(&page, &format!("document.body.dataset.first = {colour:?}"));
            let found = format!(
                "{CONTRAST}(document.querySelector('.side0 .disc'), document.querySelector('.cell:not(.last) .face'))"
            );
            let found = browser.look(&page, &found).as_f64().expect("a number");
            assert!(found >= 3.0, "{colour}, dark: {dark}: {found}");
        }
        for (game, moves) in
            [("othello", "f5"), ("breakthrough", ""), ("draughts", ""), ("connect4", "4 4 5")]
        {
            browser.goto(&page, &board.at(game, moves));
            for side in [0, 1] {
                // The cell below a piece: both stand at the same place.
                let found = format!(
                    "Math.min(...[...document.querySelectorAll('.piece.side{side}:not(.new)')].map((piece) => {{ \
                     const cell = document.querySelector(`.cell[transform=\"${{piece.getAttribute('transform')}}\"]`); \
                     return {CONTRAST}(piece.querySelector('.disc'), \
                     cell.querySelector('.window') || cell.querySelector('.face')); }}))"
                );
                let found = browser.look(&page, &found).as_f64().expect("a number");
                assert!(found >= 3.0, "{game}, side {side}, dark: {dark}: {found}");
            }
        }
    }
}

/// One plays against the engine without an analysis: what the engine thinks is known all the same.
#[test]
fn the_value_stays_on_the_gauge_and_the_graph_while_one_plays_without_analysis() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.at("othello", ""), DESK, false);
    browser.key(&page, "a");
    browser.wait(&page, "!document.getElementById('analyse').checked");
    browser.set(&page, "#level", "3");
    browser.set(&page, "#second0", "engine");
    let known = "!document.getElementById('gauge').classList.contains('unknown')";
    for round in 1..=4 {
        browser.wait(&page, "!document.body.classList.contains('thinking')");
        browser.click(&page, ".cell.can");
        browser.wait(&page, &format!("document.querySelectorAll('.move').length >= {}", 2 * round));
        browser.wait(&page, known);
    }
    browser.wait(&page, "document.querySelector('#graph .curve') !== null");
    let points = "document.querySelector('#graph .curve').getAttribute('points').split(' ').length";
    assert!(browser.look(&page, points).as_u64() >= Some(7), "a value for each position");
    // Also where one goes back to.
    browser.key(&page, "ArrowLeft");
    browser.wait(&page, known);
}

#[test]
fn what_is_shown_is_a_link_that_another_board_opens_and_that_tells_nothing_of_this_one() {
    let Some((mut browser, board)) = started() else { return };
    let page = browser.open(&board.at("othello:6", "e4 c5 b4"), DESK, false);
    browser.key(&page, "ArrowLeft");
    browser.wait(&page, "location.hash.includes('ply=2')");
    browser.click(&page, "#copy");
    browser.wait(&page, "document.getElementById('copydialog').open");
    let link = browser.look(&page, "document.getElementById('copylink').value");
    let link = link.as_str().expect("text");
    assert_eq!(link, "#game=othello%3A6&moves=e4+c5+b4&ply=2");
    // Pasted on the page of another program.
    let shown = "[document.querySelectorAll('.move').length, document.querySelector('.move.here .number').textContent, \
                 document.getElementById('name').textContent]";
    let expected: Value = serde_json::json!([3, "2", "othello:6"]);
    let other = Board::start("connect4 --threads 1 --hash 16M");
    let page = browser.open(&other.address, DESK, false);
    browser.key(&page, "n");
    browser.wait(&page, "document.getElementById('newdialog').open");
    browser.set(&page, "#newtext", link);
    browser.click(&page, "#newstart");
    browser.wait(&page, "document.querySelectorAll('.move').length === 3");
    assert_eq!(browser.look(&page, shown), expected);
    // A link that is wrong is one clear line.
    browser.key(&page, "n");
    browser.set(&page, "#newtext", "#game=othello&set=weights=/etc/passwd");
    browser.click(&page, "#newstart");
    browser.wait(
        &page,
        "document.getElementById('newwrong').textContent.includes('which a link may not open')",
    );
    browser.look(&page, "document.getElementById('newdialog').close()");
    // Given to the command.
    let mut command = crate::support::command("board --no-open --threads 1 --hash 16M");
    command.arg(link);
    let third = Board::of(command);
    let page = browser.open(&third.address, DESK, false);
    assert_eq!(browser.look(&page, shown), expected);
}

#[test]
fn a_link_that_is_wrong_ends_the_command_with_one_line() {
    plyglot("board --no-open #game=nonsense").fails(2, &["unknown game \"nonsense\""]);
    plyglot("board --no-open #game=othello&moves=f5+zz")
        .fails(2, &["the link's moves: move 2", "zz"]);
    plyglot("board --no-open #game=othello&ply=9").fails(2, &["ply=\"9\""]);
    plyglot("board --no-open #game=othello&more=9").fails(2, &["a part \"more\""]);
    plyglot("board --no-open #game=othello&set=weights=w")
        .fails(2, &["a link may not open", "--set weights=w"]);
    plyglot("board --no-open --moves f5 #game=othello")
        .fails(2, &["leave out --position and --moves"]);
}

#[test]
fn every_move_has_its_value_where_there_are_tables_also_without_a_search() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tables = folder.path().display();
    plyglot(&format!("tables draughts --pieces 2 --threads 1 --out {tables}")).fine();
    let arguments = "draughts --threads 1 --hash 16M --position W:WK1:BK10";
    let board = Board::start(&format!("{arguments} --tables {tables}"));
    let page = browser.open(&board.address, DESK, false);
    let values = "document.querySelectorAll('.value').length";
    browser.wait(&page, &format!("{values} === 2"));
    // Without analysis the values of the position after a move are those of the tables alone.
    browser.key(&page, "a");
    browser.wait(&page, "!document.getElementById('analyse').checked");
    browser.set(&page, "#typed", "");
    browser.click(&page, "#typed");
    browser.write(&page, "1-5");
    browser.key(&page, "Enter");
    browser.wait(&page, "document.querySelector('.move.here') !== null");
    browser.wait(&page, &format!("{values} > 0"));
    browser.wait(&page, "document.getElementById('figures').textContent === 'by the tables'");
}

//! One text is the same for every face: what is read, and what is said of what is not. The table of lines is held against
//! wire's reading, the page's server and Python, too.

use serde::Deserialize;
use serde_json::json;

use crate::support::talk::Talk;
use crate::support::{command, fed, plyglot};

/// A line of the table: the moves that lead to its position, and its value; or what is said of it.
#[derive(Deserialize)]
struct Case {
    game: String,
    line: String,
    moves: Option<String>,
    value: Option<i32>,
    error: Option<String>,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../lines.json")).expect("a table")
}

#[test]
fn a_line_of_a_file_is_what_the_table_says() {
    for Case { game, line, moves, value, error } in cases() {
        let search = format!("analyze {game} --depth 1 --threads 1 --hash 1M --json");
        let ran = fed(command(&format!("{search} --file -")), &line);
        if let Some(error) = error {
            assert_eq!(ran.code, 1, "{ran:?}");
            assert_eq!(ran.json()[0]["message"], error, "{line}");
            continue;
        }
        let read = &ran.fine().json()[0];
        assert_eq!(read["answer"]["value"].as_i64(), value.map(i64::from), "{line}");
        let moves = moves.filter(|moves| !moves.is_empty());
        if let Some(moves) = moves {
            let mut played = command(&search);
            played.args(["--moves", &moves]);
            assert_eq!(read["position"], fed(played, "").fine().json()[0]["position"], "{line}");
        }
    }
}

#[test]
fn what_editors_leave_around_a_text_is_not_part_of_it() {
    let at = |arguments: [&str; 2]| {
        let mut search = command("analyze othello --depth 1 --threads 1 --json");
        search.args(arguments);
        fed(search, "").fine().json()[0]["position"].clone()
    };
    let expected = at(["--moves", "f5d6"]);
    assert_eq!(at(["--moves", "\u{feff}f5d6\n"]), expected);
    let position = expected.as_str().expect("a position");
    assert_eq!(at(["--position", &format!("\u{feff}{position}\r\n")]), expected);
    assert_eq!(at(["--moves", "\u{feff}+f5-d6"]), expected);
}

#[test]
fn an_option_for_a_file_is_not_empty() {
    let words = "option weights: built-in, none or the path of a file is needed, not \"\"";
    plyglot("analyze othello --depth 1 --set weights=").fails(2, &[words]);
    let words = "option tables: none, default or the path of a file is needed, not \"\"";
    plyglot("analyze othello --depth 1 --set tables=").fails(2, &[words]);
    let ugi = "ugi\nsetoption name weights value <empty>\nquit\n";
    let said = fed(command("ugi othello"), ugi).fine().out;
    assert!(said.contains("built-in, none or the path of a file is needed"), "{said}");
}

#[test]
fn an_illegal_move_has_the_same_words_everywhere() {
    let wrong = "move 3: \"a1\" is not a legal move: X turns no disc there";
    plyglot("analyze othello --depth 1 --moves f5d6a1").fails(2, &[&format!("--moves: {wrong}\n")]);
    plyglot("review othello --depth 1 --moves f5d6a1").fails(2, &[&format!("--moves: {wrong}\n")]);
    for search in ["review othello --depth 1 --threads 1", "analyze othello --depth 1 --threads 1"]
    {
        let ran = fed(command(&format!("{search} --file -")), "\u{feff}f5d6a1\r\n");
        assert!(ran.code == 1 && ran.err.contains(&format!("-:1: {wrong}\n")), "{ran:?}");
    }
    let openings = fed(command("match othello --a depth=1 --b depth=1 --openings -"), "f5d6a1");
    openings.fails(2, &[&format!("-:1: {wrong}\n")]);
    let positions = "bench scaling --game othello --to-depth 1 --threads 1 --positions -";
    fed(command(positions), "f5d6a1").fails(2, &[&format!("-:1: {wrong}\n")]);
    let request = |moves: serde_json::Value| {
        let request = json!({"id": 1, "command": "search", "game": "othello", "moves": moves});
        fed(command("serve --threads 1"), format!("{request}\n")).fine().json()[0].clone()
    };
    for moves in [json!("f5d6a1"), json!(["f5", "d6", "a1"])] {
        assert_eq!(request(moves)["message"], format!("moves: {wrong}"));
    }
    let mut talk = Talk::with(command("ugi othello --threads 1"));
    talk.say("position startpos moves f5 d6 a1");
    assert_eq!(talk.hear(), format!("info string position: {wrong}"));
}

#[test]
fn a_text_in_a_format_of_others_is_named_everywhere() {
    let reads = "draughts reads PDN, moves like 9-13 21-17, and positions like B:W21-32:B1-12";
    let wrong = format!("looks like SGF; {reads}\n");
    let (moves, position) = (";B[aa];W[bb]", "(;FF[4]GM[40];B[aa])");
    for (search, option, text) in [
        ("analyze draughts --depth 1", "--moves", moves),
        ("analyze draughts --depth 1", "--root-moves", moves),
        ("solve draughts --time 1s", "--position", position),
        ("play draughts --depth 1", "--moves", moves),
        ("perft draughts --depth 1", "--position", position),
        ("trace draughts --depth 1", "--moves", moves),
        ("review draughts --depth 1", "--moves", moves),
    ] {
        let mut search = command(search);
        search.args([option, text]);
        fed(search, "").fails(2, &[&format!("{option}: {wrong}")]);
    }
    for command_line in [
        "analyze draughts --depth 1 --threads 1 --file -",
        "review draughts --depth 1 --threads 1 --file -",
        "match draughts --a depth=1 --b depth=1 --openings -",
    ] {
        let ran = fed(command(command_line), moves);
        assert!(ran.code != 0 && ran.err.contains(&format!("-:1: {wrong}")), "{ran:?}");
    }
    let mut request = json!({"id": 1, "command": "search", "game": "draughts", "moves": moves});
    let serve = |request: &serde_json::Value| {
        fed(command("serve --threads 1"), format!("{request}\n")).fine().json()[0].clone()
    };
    assert_eq!(serve(&request)["message"], format!("moves: {}", wrong.trim_end()));
    request = json!({"id": 1, "command": "search", "game": "draughts", "position": position});
    assert_eq!(serve(&request)["message"], format!("position: {}", wrong.trim_end()));
    let mut talk = Talk::with(command("ugi draughts --threads 1"));
    talk.say(format!("position startpos moves {moves}"));
    assert_eq!(talk.hear(), format!("info string position: {}", wrong.trim_end()));
}

#[test]
fn a_word_among_blanks_is_one_move() {
    let wrong = "move 2: \"11\" is not a legal move: write a hole from 1 to 6, or openspiel: before numbers of OpenSpiel\n";
    for search in ["analyze kalah --depth 1", "review kalah --depth 1", "perft kalah --depth 1"] {
        for moves in ["6 11 4", "6,11,4"] {
            let mut search = command(search);
            search.args(["--moves", moves]);
            fed(search, "").fails(2, &[&format!("--moves: {wrong}")]);
        }
    }
    for (game, moves) in [("kalah", "61"), ("othello", "f5d6c3"), ("connect4", "44444")] {
        plyglot(&format!("analyze {game} --depth 1 --threads 1 --moves {moves}")).fine();
    }
    let mut search = command("analyze connect4 --depth 1");
    search.args(["--moves", "44 4"]);
    fed(search, "").fails(2, &["move 1: \"44\" is not a legal move"]);
}

#[test]
fn openings_and_positions_of_studies_may_be_games_in_a_format_of_the_game() {
    let game = cases().into_iter().find(|case| case.line.contains("Ann")).expect("a game").line;
    let arguments = "match othello --a depth=1 --b depth=1 --games 2 --json --openings -";
    let ran = fed(command(arguments), &game).fine();
    assert_eq!(ran.json()[0]["opening"], "f5 f6 d3 c5", "{ran:?}");
    let positions = "bench scaling --game othello --virtual --to-depth 2 --threads 1 --positions -";
    fed(command(positions), &game).fine();
    fed(command("review othello --depth 1 --threads 1 --file -"), format!("\u{feff}{game}"))
        .fine()
        .says("f5");
}

//! Lines and pasts are the same in every face: a line whose value is proven goes on to the end of the game, and the moves
//! that led to a position count.

use plyglot::catalogue::builtin;
use serde_json::{Value, json};

use crate::support::talk::Talk;
use crate::support::{Ran, command, fed};

/// The first position of the FFO's endgame test, as a record of it.
const FFO40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
/// What is played there first.
const MOVES: &str = "a2 b1 c1 pass b6 b7";

/// How many plies a line lasts; the game is over after them.
#[track_caller]
fn whole(game: &str, position: &str, moves: &str, line: &str) -> usize {
    let start = builtin().open(game).and_then(|game| game.start()).expect("a game");
    let mut at = start.parse(position).expect("a position");
    at.play_text(moves).expect("legal moves");
    let plies = at.play_text(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(at.outcome().is_some(), "{game}: {line} does not reach the end");
    plies
}

fn pv(line: &Value) -> String {
    let words = line["pv"].as_array().expect("a line").iter();
    words.map(|mv| mv.as_str().expect("a move")).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn result(ran: Ran) -> Value {
    let ran = ran.fine();
    ran.json().into_iter().find(|line| line["type"] == "result").expect("a result")
}

#[track_caller]
fn search(request: &Value) -> Value {
    result(fed(command("serve --threads 1"), format!("{request}\n")))
}

/// The last line of a search by UGI, and what is expected after its move.
fn by_ugi(game: &str, commands: &str) -> (String, String) {
    let mut talk = Talk::with(command(&format!("ugi {game} --threads 1 --hash 16M")));
    talk.say(format!("setoption name Ponder value true\n{commands}"));
    let lines = talk.until("bestmove");
    let [.., info, best] = &lines[..] else { panic!("{lines:?}") };
    let line = info.split_once(" pv ").expect("a line").1;
    (line.into(), best.clone())
}

#[test]
fn an_exact_line_goes_on_to_the_end_of_the_game_in_every_face() {
    let at = "--threads 1 --hash 16M --json";
    let mut alone = command(&format!("solve othello {at}"));
    alone.args(["--position", FFO40, "--moves", MOVES]);
    let line = pv(&result(fed(alone, "")));
    let plies = whole("othello", FFO40, MOVES, &line);
    assert_eq!(plies, 17, "{line}");
    let request = json!({"id": 1, "command": "search", "game": "othello", "position": FFO40,
        "moves": MOVES, "limits": {"solve": true}});
    let (told, best) =
        by_ugi("othello", &format!("position fen {FFO40} moves {MOVES}\ngo depth 60"));
    assert!(best.contains(" ponder "), "{best}");
    for line in [pv(&search(&request)), told] {
        assert_eq!(whole("othello", FFO40, MOVES, &line), plies, "{line}");
    }
    // The same position as a line of a file.
    let start = builtin().open("othello").and_then(|game| game.start()).expect("a game");
    let mut end = start.parse(FFO40).expect("a position");
    end.play_text(MOVES).expect("legal moves");
    let text = end.text().expect("a position");
    let file = pv(&result(fed(command(&format!("solve othello {at} --file -")), &text)));
    assert_eq!(whole("othello", &text, "", &file), plies, "{file}");
    // Several lines, each to its end.
    let mut several = command(&format!("solve othello {at} --lines 3"));
    several.args(["--position", &text]);
    let several = result(fed(several, ""));
    let lines = several["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    for line in lines {
        whole("othello", &text, "", &pv(line));
    }
    let mut talk = Talk::with(command("nboard --threads 1 --hash 16M"));
    let board = &text[..64].replace('X', "*");
    let ggf = format!("(;GM[Othello]PC[x]PB[A]PW[B]RE[?]TI[5:00]TY[8]BO[8 {board} *];)");
    talk.say(format!("set game {ggf}\nset depth 20\nhint 1"));
    let lines = talk.until("status plyglot is waiting");
    let hint = lines.iter().rfind(|line| line.starts_with("search ")).expect("a hint");
    let told = hint.split(' ').nth(1).expect("a line").to_lowercase();
    assert_eq!(whole("othello", &text, "", &told.replace("pa", "pass")), plies, "{hint}");
}

#[test]
fn a_forced_win_shows_as_many_moves_as_it_takes() {
    let endings: [(&str, i64); 3] =
        [("W:W9,K30:BK13", 17), ("W:WK30:B17,18", -6), ("B:WK2,30:BK25", -14)];
    for (position, win) in endings {
        let request = json!({"id": 1, "command": "search", "game": "draughts",
            "position": position, "limits": {"solve": true}});
        let found = search(&request);
        assert_eq!(found["score"]["win_in"], win, "{found}");
        let plies = win.unsigned_abs() as usize;
        assert_eq!(whole("draughts", position, "", &pv(&found)), plies, "{found}");
        // One that does not look for the shortest has a line to the end as well.
        let (line, _) = by_ugi("draughts", &format!("position fen {position}\ngo depth 40"));
        whole("draughts", position, "", &line);
    }
}

#[test]
fn the_moves_that_led_to_a_position_count_in_every_face() {
    let (from, there) = ("B:WK27:BK26", "26-22 27-32 22-26");
    let moves = format!("{there} 32-27 {there}");
    let limits = "--depth 12 --threads 1 --hash 16M --json";
    let mut alone = command(&format!("analyze draughts {limits}"));
    alone.args(["--position", from, "--moves", &moves]);
    let alone = &result(fed(alone, ""));
    // 32-27 wins in 9, and here brings the first position back for the third time.
    assert!(alone["score"]["win_in"].is_null(), "{alone}");
    let without = json!({"id": 1, "command": "search", "game": "draughts",
        "limits": {"depth": 12}, "position": "W:WK32:BK26"});
    assert_eq!(search(&without)["score"]["win_in"], 9);
    let request = json!({"id": 1, "command": "search", "game": "draughts",
        "limits": {"depth": 12}, "position": from, "moves": moves});
    let served = search(&request);
    assert_eq!((&served["score"], &served["pv"]), (&alone["score"], &alone["pv"]));
    let (line, _) = by_ugi("draughts", &format!("position fen {from} moves {moves}\ngo depth 12"));
    assert_eq!(line, pv(alone));
    let mut hint = command("play draughts --side both --depth 12 --threads 1 --hash 16M");
    hint.args(["--position", from, "--moves", &moves]);
    let hint = fed(hint, "hint\nundo\nquit\n").fine();
    let best = alone["best_move"].as_str().expect("a move");
    hint.says(&format!("Hint: {best} "));
    let mut traced = command("trace draughts --algorithm engine --depth 2 --format json");
    traced.args(["--position", from, "--moves", &moves]);
    fed(traced, "").fine();
}

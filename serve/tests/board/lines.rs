//! Positions, searches and reviews: what a page is told, and that nothing goes on without it.

use serde_json::{Value, json};

use crate::support::{with_board, with_threads};

fn kinds(objects: &[Value]) -> Vec<&str> {
    objects.iter().map(|object| object["type"].as_str().expect("a type")).collect()
}

#[test]
fn a_position_is_told_with_its_moves_and_what_stands_where() {
    with_board(|board| {
        let hello = board.post("hello", &json!({})).json();
        assert_eq!(hello["games"].as_array().expect("games").len(), 11);
        assert_eq!(hello["first"]["game"], "othello");
        for game in hello["games"].as_array().expect("games") {
            let opened = board.post("game", &json!({ "game": game["name"] })).json();
            let at = board.post("at", &json!({ "game": opened["game"] })).json();
            let cells = opened["shape"]["cells"].as_array().expect("cells").len();
            assert_eq!(at["contents"].as_array().expect("contents").len(), cells, "{game}");
            assert!(!at["moves"].as_array().expect("moves").is_empty());
        }
        let which = json!({ "game": "domineering:4x4", "moves": ["a1a2", "b1c1"] });
        let at = board.post("at", &which).json();
        let contents = at["contents"].as_array().expect("contents");
        assert_eq!((&contents[0]["taken"], &contents[0]["ply"]), (&0.into(), &1.into()));
        assert_eq!((&contents[1]["taken"], &contents[1]["ply"]), (&1.into(), &2.into()));
        assert_eq!((&at["last"], &at["movers"]), (&json!([1, 2]), &json!([0, 1])));
        assert_eq!(contents[3], Value::Null);
        let over = json!({ "game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"] });
        let over = board.post("at", &over).json();
        assert_eq!(over["over"], json!({ "winner": 0, "margin": null, "text": "X wins" }));
        assert_eq!(over["moves"], json!([]));
    });
}

/// What is pasted is what a line of a file is, with the same words of what is wrong (`tests/lines.json`); what is both a
/// position and a game is a game here.
#[test]
fn a_pasted_text_is_read_as_every_face_reads_it() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../tests/lines.json")).expect("a table");
    with_board(|board| {
        for case in cases {
            let text = json!({ "game": case["game"], "text": case["line"] });
            let answer = board.post("read", &text).json();
            if case["error"].is_string() {
                assert_eq!(answer["message"], case["error"], "{case}");
                continue;
            }
            let played = answer["played"].as_array().unwrap_or_else(|| panic!("{case}: {answer}"));
            let played: Vec<_> = played.iter().filter_map(Value::as_str).collect();
            assert_eq!(played.join(" "), case["moves"], "{case}");
        }
    });
}

#[test]
fn a_link_is_opened_or_refused_in_one_line() {
    with_board(|board| {
        let ask = |text: &str| board.post("link", &json!({ "text": text }));
        let opened = ask("#game=hex%3A5%2Cswap&set=&moves=a1+swap").json();
        assert!(opened["message"].as_str().is_some_and(|text| text.contains("set=NAME=VALUE")));
        let opened = ask("http://127.0.0.1:1/x/#game=hex%3A5%2Cswap&moves=a1+swap+b2&ply=1").json();
        assert_eq!(opened["board"]["played"], json!(["a1", "swap", "b2"]));
        assert_eq!((&opened["ply"], &opened["facts"]["game"]), (&json!(1), &json!("hex:5,swap")));
        assert_eq!(opened["board"]["counts"][1]["count"], 1);
        for (text, message) in [
            ("", "names no game"),
            ("#game=othello&moves=f5+zz", "the link's moves: move 2"),
            ("#game=othello&set=weights%3D%2Fdev%2Fzero", "a link may not open"),
            ("#game=othello&set=leaf%3Dmany", "leaf"),
            ("#game=othello&token=1", "a part \"token\""),
        ] {
            let answer = ask(text);
            let said = answer.json();
            assert_eq!(answer.status, 400, "{text}");
            let said = said["message"].as_str().expect("a message");
            assert!(said.contains(message) && !said.contains('\n'), "{text}: {said}");
        }
    });
}

#[test]
fn a_tree_of_many_branches_has_no_board_and_all_moves_by_name() {
    with_board(|board| {
        let game = "synthetic:200,2";
        let opened = board.post("game", &json!({ "game": game })).json();
        assert_eq!(opened["shape"], Value::Null);
        let at = board.post("at", &json!({ "game": game })).json();
        assert_eq!(at["moves"].as_array().expect("moves").len(), 200);
        assert!(at["text"].as_str().expect("text").contains("tree 200,2"));
    });
}

#[test]
fn a_search_tells_what_it_finds_and_ends_with_a_result() {
    with_board(|board| {
        let search = json!({ "game": "othello", "viewer": "a", "time_ms": 1500, "lines": 2 });
        let objects = board.stream("search", &search).all();
        assert_eq!(kinds(&objects).last(), Some(&"result"));
        assert!(kinds(&objects).contains(&"info"), "{objects:?}");
        for object in &objects {
            let score = &object["score"];
            assert!(score["text"].is_string() && score["expected"].is_f64(), "{object}");
        }
        let level = json!({ "game": "othello", "viewer": "a", "level": 2 });
        let objects = board.stream("search", &level).all();
        assert!(objects.last().expect("a result")["best_move"].is_string());
        let over = ["a1", "b1", "a2", "b2", "a3"];
        let over = json!({ "game": "tictactoe", "viewer": "a", "moves": over });
        let objects = board.stream("search", &over).all();
        assert_eq!(kinds(&objects), ["result"]);
    });
}

#[test]
fn two_pages_search_at_once_and_a_third_is_refused() {
    with_board(|board| {
        let search = |viewer: &str| json!({ "game": "othello", "viewer": viewer });
        let one = board.stream("search", &search("a"));
        let other = board.stream("search", &search("b"));
        board.wait_for_running(2);
        let third = board.post("search", &search("c"));
        assert_eq!(third.status, 503);
        assert!(
            third.json()["message"].as_str().expect("text").starts_with("2 pages"),
            "{third:?}"
        );
        drop((one, other));
        board.wait_for_running(0);
    });
}

/// More pages than threads: they take turns.
#[test]
fn a_search_without_a_limit_lets_others_have_its_thread() {
    with_threads(1, |board| {
        let search = |viewer: &str| json!({ "game": "othello", "viewer": viewer });
        let mut one = board.stream("search", &search("a"));
        let mut other = board.stream("search", &search("b"));
        for _ in 0..2 {
            for lines in [&mut one, &mut other] {
                assert_eq!(lines.next().expect("a line")["type"], "info");
            }
        }
        let limited = json!({ "game": "hex:5", "viewer": "a", "level": 1 });
        let result = board.stream("search", &limited).all();
        assert_eq!(kinds(&result).last(), Some(&"result"));
    });
}

#[test]
fn a_page_that_closes_ends_its_search() {
    with_board(|board| {
        let mut lines = board.stream("search", &json!({ "game": "othello", "viewer": "a" }));
        assert_eq!(lines.next().expect("a line")["type"], "info");
        board.wait_for_running(1);
        drop(lines);
        board.wait_for_running(0);
    });
}

#[test]
fn a_page_that_asks_again_ends_what_it_asked_before() {
    with_board(|board| {
        let which = |moves: Value| json!({ "game": "othello", "viewer": "a", "moves": moves });
        let first = board.stream("search", &which(json!([])));
        board.wait_for_running(1);
        let second = board.stream("search", &which(json!(["f5"])));
        assert_eq!(kinds(&first.all()).last(), Some(&"result"));
        board.wait_for_running(1);
        drop(second);
        board.wait_for_running(0);
    });
}

/// A page ends its analysis and asks for a review, by another connection: where that is read first, it goes on.
#[test]
fn a_question_that_comes_after_a_later_one_ends_itself() {
    with_board(|board| {
        let asked = |question: u64| json!({ "game": "othello", "viewer": "a", "moves": [], "question": question });
        let second = board.stream("search", &asked(2));
        board.wait_for_running(1);
        let ends_itself = |question: u64| {
            let objects = board.stream("search", &asked(question)).all();
            assert_eq!(objects[0]["message"], "cancelled before its search began", "{objects:?}");
        };
        ends_itself(1);
        let third = board.stream("search", &asked(3));
        assert_eq!(kinds(&second.all()).last(), Some(&"result"));
        drop(third);
        board.wait_for_running(0);
        // It goes on for seconds: one that had ended would let the next question begin.
        let moves = ["f5", "d6"];
        let review = json!({ "game": "othello", "viewer": "a", "moves": moves, "time_ms": 2000, "question": 5 });
        let mut review = board.stream("review", &review);
        assert_eq!(review.next().expect("a line")["type"], "progress");
        ends_itself(4);
        let judged = review.all();
        assert_eq!(kinds(&judged).iter().filter(|kind| **kind == "move").count(), 2, "{judged:?}");
    });
}

#[test]
fn a_review_says_how_far_it_has_come_and_can_be_ended() {
    with_board(|board| {
        let review = |time: u64| {
            let moves = ["b2", "b1", "a1", "c3", "a2"];
            json!({ "game": "tictactoe", "viewer": "a", "moves": moves, "time_ms": time })
        };
        let objects = board.stream("review", &review(10_000)).all();
        let mut expected = vec!["progress"; 6];
        expected.extend(["move"; 5]);
        expected.push("review");
        assert_eq!(kinds(&objects), expected);
        assert_eq!((&objects[5]["done"], &objects[5]["of"]), (&6.into(), &6.into()));
        assert_eq!((&objects[7]["mark"], &objects[7]["move"]), (&"blunder".into(), &"b1".into()));
        assert_eq!(objects[11]["moves"], 5);
        let long =
            json!({ "game": "othello", "viewer": "a", "moves": ["f5", "d6"], "time_ms": 60_000 });
        let lines = board.stream("review", &long);
        board.wait_for_running(1);
        drop(lines);
        board.wait_for_running(0);
    });
}

#[test]
fn the_end_of_the_program_ends_a_search_with_what_it_has_found() {
    let mut lines = None;
    with_board(|board| {
        lines = Some(board.stream("search", &json!({ "game": "othello", "viewer": "a" })));
        board.wait_for_running(1);
    });
    let objects = lines.expect("a search").all();
    assert_eq!(kinds(&objects).last(), Some(&"result"));
}

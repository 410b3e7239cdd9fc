//! Requests that are wrong, too long, or not requests at all: each is refused by what is wrong with it.

use serde_json::json;

use crate::support::with_board;

#[test]
fn wrong_methods_kinds_and_paths_are_refused() {
    with_board(|board| {
        let json = "Content-Type: application/json\r\n";
        for (method, path, head, status) in [
            ("POST", "", json, 405),
            ("PUT", "main.js", json, 405),
            ("GET", "at", "", 405),
            ("DELETE", "search", json, 405),
            ("POST", "at", "", 415),
            ("POST", "at", "Content-Type: text/plain\r\n", 415),
            ("GET", "main.jsx", "", 404),
            ("GET", "../Cargo.toml", "", 404),
            ("GET", "..%2f..%2fetc/passwd", "", 404),
        ] {
            let answer = board.ask(method, path, head, "{}");
            assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        }
        assert!(board.ask("GET", "at", "", "").head.contains("Allow: POST"));
    });
}

#[test]
fn a_question_that_makes_no_sense_is_refused_by_what_is_wrong() {
    with_board(|board| {
        let search = |more: serde_json::Value| {
            let mut body = json!({ "game": "othello", "viewer": "a" });
            body.as_object_mut()
                .expect("an object")
                .extend(more.as_object().expect("an object").clone());
            body
        };
        for (path, body, said) in [
            ("at", json!({}), "missing field `game`"),
            ("at", json!([1]), "invalid type"),
            ("at", json!({ "game": "chess960" }), "unknown game \"chess960\""),
            ("at", json!({ "game": "othello:7" }), "othello"),
            (
                "at",
                json!({ "game": "othello", "moves": ["f5", "a1"] }),
                "moves: move 2: \"a1\" is not",
            ),
            ("at", json!({ "game": "othello", "start": "XO" }), "start: the number of squares"),
            ("at", json!({ "game": "othello", "moves": vec!["f5"; 4001] }), "at most 4000 moves"),
            ("read", json!({ "game": "othello", "text": "zz" }), "is not a square"),
            (
                "game",
                json!({ "game": "othello", "set": { "leaf": "x" } }),
                "option leaf: a whole number",
            ),
            ("at", json!({ "game": "othello", "set": { "laef": "1" } }), "unknown option \"laef\""),
            ("at", json!({ "game": "othello", "set": { "leaf": 1 } }), "invalid type"),
            ("search", search(json!({ "lines": 0 })), "lines: 0 is out of range: 1 to 64"),
            ("search", search(json!({ "lines": 65 })), "lines: 65 is out of range"),
            ("search", search(json!({ "level": 11 })), "level: 11 is out of range: 1 to 10"),
            ("search", search(json!({ "level": 0 })), "level: 0 is out of range"),
            ("search", search(json!({ "time_ms": 0 })), "time"),
            ("search", search(json!({ "time_ms": -1 })), "invalid value"),
            ("search", search(json!({ "viewer": "" })), "viewer: a name of 1 to 64"),
            ("search", search(json!({ "viewer": "v".repeat(65) })), "viewer: a name of 1 to 64"),
            ("review", search(json!({ "time_ms": 10 })), "a game of at least one move"),
            (
                "review",
                search(json!({ "moves": ["f5"], "time_ms": 60_001 })),
                "time_ms: 60001 is out",
            ),
        ] {
            let answer = board.post(path, &body);
            assert_eq!(answer.status, 400, "{path} {body}: {answer:?}");
            let object = answer.json();
            assert_eq!(object["type"], "error");
            let message = object["message"].as_str().expect("text");
            assert!(message.contains(said) && !message.contains('\n'), "{path} {body}: {message}");
        }
        let json = "Content-Type: application/json\r\n";
        for body in ["", "{", "\u{0}", "{\"game\":\"othello\"", "[[[[[[[["] {
            assert_eq!(board.ask("POST", "at", json, body).status, 400, "{body:?}");
        }
    });
}

#[test]
fn what_is_too_long_or_no_request_is_refused_and_the_next_one_is_answered() {
    with_board(|board| {
        let long = "x".repeat(20 << 10);
        let head = |more: &str| {
            format!("GET {}/ HTTP/1.1\r\nHost: {}\r\n{more}\r\n", board.token, board.at)
        };
        for (request, status) in [
            (format!("GET /{long} HTTP/1.1\r\n\r\n"), 431),
            (head(&format!("Cookie: {long}\r\n")), 431),
            (head(&format!("Cookie: {}\r\n", &long[..17 << 10])), 431),
            (head(&"A: b\r\n".repeat(100)), 431),
            (head(&format!("Content-Length: {}\r\n", 300 << 10)), 413),
            (head("Content-Length: 99999999999999999999999\r\n"), 400),
            (head("Content-Length: -1\r\n"), 400),
            (head("Content-Length: 1\r\nContent-Length: 2\r\n"), 400),
            (head("Transfer-Encoding: chunked\r\n"), 411),
            ("hello\r\n\r\n".into(), 400),
            ("GET / HTTP/9.9\r\n\r\n".into(), 400),
            ("\u{1}\u{2}\r\n\r\n".into(), 400),
        ] {
            let answer = board.raw(request.as_bytes());
            assert_eq!(
                answer.status,
                status,
                "{:?}: {answer:?}",
                &request[..request.len().min(80)]
            );
        }
        assert_eq!(board.post("hello", &json!({})).status, 200);
    });
}

#[test]
fn one_connection_takes_several_requests() {
    use std::io::{Read, Write};
    with_board(|board| {
        let mut stream = board.connect();
        let one = |after: &str| {
            format!(
                "HEAD {}/ HTTP/1.1\r\nHost: {}\r\nConnection: {after}\r\n\r\n",
                board.token, board.at
            )
        };
        // The second one comes with the first.
        stream.write_all((one("keep-alive") + &one("keep-alive")).as_bytes()).expect("sent");
        stream.write_all(one("close").as_bytes()).expect("sent");
        let mut answers = String::new();
        stream.read_to_string(&mut answers).expect("text");
        assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
    });
}

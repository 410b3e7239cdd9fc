//! The board without a server: the lines by which a page asks the engine within itself.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Lines, PipeReader, PipeWriter, Write, pipe};
use std::thread;

use plyglot_games::catalogue::builtin;
use plyglot_serve::board::local;
use plyglot_serve::queue::Settings;
use serde_json::{Value, json};

/// Who asks, and what was said to others meanwhile.
struct Host {
    to: PipeWriter,
    from: Lines<BufReader<PipeReader>>,
    kept: HashMap<u64, Vec<Value>>,
    asked: u64,
}

impl Host {
    fn say(&mut self, line: &str) {
        self.to.write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    fn ask(&mut self, path: &str, body: &Value) -> u64 {
        self.asked += 1;
        let asked = json!({ "id": self.asked, "path": path, "body": body });
        self.say(&asked.to_string());
        self.asked
    }

    /// The next thing that is said to a question.
    fn next(&mut self, id: u64) -> Value {
        if let Some(kept) = self.kept.get_mut(&id).filter(|kept| !kept.is_empty()) {
            return kept.remove(0);
        }
        loop {
            let line = self.from.next().expect("it goes on").expect("text");
            let said: Value = serde_json::from_str(&line).expect("an object");
            let to = said["id"].as_u64().expect("an id");
            if to == id {
                return said;
            }
            self.kept.entry(to).or_default().push(said);
        }
    }

    /// A whole answer: its status, and its text as an object.
    fn whole(&mut self, id: u64) -> (u64, Value) {
        let said = self.next(id);
        let text = said["text"].as_str().expect("a text");
        let object = serde_json::from_str(text).unwrap_or_else(|_| text.into());
        (said["status"].as_u64().expect("a status"), object)
    }

    /// The objects of an answer that comes line by line, to its end.
    fn lines(&mut self, id: u64) -> Vec<Value> {
        let mut objects = Vec::new();
        loop {
            let said = self.next(id);
            if said["end"] == true {
                return objects;
            }
            let line = said["line"].as_str().expect("a line");
            if !line.is_empty() {
                objects.push(serde_json::from_str(line).expect("an object"));
            }
        }
    }
}

/// With a host that searches on this many threads; 0: on the thread that reads.
fn with_host(threads: usize, test: impl FnOnce(&mut Host)) {
    let (input, to) = pipe().expect("a pipe");
    let (from, output) = pipe().expect("a pipe");
    let hash_bytes = 8 << 20;
    let settings = Settings { threads, hash_bytes, tables: 2, ..Settings::default() };
    thread::scope(|scope| {
        let running = scope.spawn(|| {
            let games = builtin();
            let first = games.open("othello").and_then(|game| game.start()).expect("a game");
            let input = BufReader::new(input);
            match threads {
                0 => local::run_here(&games, hash_bytes, first, input, output),
                _ => local::run(&games, &settings, first, input, output),
            }
        });
        let from = BufReader::new(from).lines();
        let mut host = Host { to, from, kept: HashMap::new(), asked: 0 };
        test(&mut host);
        // It ends with its input, whatever it searches.
        drop(host.to);
        host.from.for_each(drop);
        running.join().expect("no panic").expect("it was heard");
    });
}

#[test]
fn it_answers_what_the_server_answers() {
    for threads in [2, 0] {
        with_host(threads, answers);
    }
}

fn answers(host: &mut Host) {
    let hello = host.ask("hello", &json!({}));
    let at = host.ask("at", &json!({ "game": "tictactoe", "moves": ["b2"] }));
    let wrong = host.ask("at", &json!({ "game": "tictactoe", "moves": ["z9"] }));
    let nowhere = host.ask("nowhere", &json!({}));
    let (status, hello) = host.whole(hello);
    assert_eq!((status, hello["games"].as_array().map(Vec::len)), (200, Some(11)), "{hello}");
    let (status, at) = host.whole(at);
    assert_eq!((status, &at["type"]), (200, &"board".into()), "{at}");
    let (status, wrong) = host.whole(wrong);
    assert!(status == 400 && wrong["message"].as_str().is_some_and(|it| it.contains("z9")));
    assert_eq!(host.whole(nowhere).0, 404);
    host.say("no object");
    assert_eq!(host.whole(0).0, 400);
}

#[test]
fn a_search_comes_line_by_line_and_ends_when_no_more_is_wanted_or_another_begins() {
    with_host(2, |host| {
        let solved = host.ask("search", &json!({ "game": "tictactoe", "viewer": "page" }));
        let lines = host.lines(solved);
        let (last, infos) = lines.split_last().expect("a result");
        assert!(infos.iter().all(|info| info["type"] == "info"), "{lines:?}");
        assert_eq!((&last["type"], &last["score"]["proven"]), (&"result".into(), &true.into()));
        let endless = json!({ "game": "othello", "viewer": "page" });
        let first = host.ask("search", &endless);
        host.next(first);
        let second = host.ask("search", &endless);
        host.lines(first);
        host.next(second);
        host.say(&json!({ "id": second, "closed": true }).to_string());
        host.lines(second);
        // And one that still runs at the end of the input.
        let third = host.ask("search", &endless);
        host.next(third);
    });
}

#[test]
fn a_game_is_reviewed() {
    for threads in [2, 0] {
        with_host(threads, reviews);
    }
}

fn reviews(host: &mut Host) {
    let moves = ["a1", "b2", "c3"];
    let wish = json!({ "game": "tictactoe", "moves": moves, "viewer": "page", "time_ms": 500 });
    let review = host.ask("review", &wish);
    let lines = host.lines(review);
    assert_eq!(lines.last().expect("a review")["type"], "review", "{lines:?}");
    assert!(lines.iter().any(|line| line["type"] == "progress"), "{lines:?}");
}

#[test]
fn without_threads_one_question_is_answered_after_the_other_and_a_search_line_by_line() {
    with_host(0, |host| {
        let endless = json!({ "game": "tictactoe", "viewer": "page", "lines": 2 });
        let solved = host.ask("search", &endless);
        let hello = host.ask("hello", &json!({}));
        let lines = host.lines(solved);
        let (last, infos) = lines.split_last().expect("a result");
        assert!(!infos.is_empty() && infos.iter().all(|info| info["type"] == "info"), "{lines:?}");
        assert_eq!((&last["type"], &last["threads"]), (&"result".into(), &1.into()), "{last}");
        assert_eq!(host.whole(hello).1["threads"], 1);
        host.say(&json!({ "id": 9, "closed": true }).to_string());
        let limited = json!({ "game": "othello", "viewer": "page", "time_ms": 50 });
        let limited = host.ask("search", &limited);
        assert_eq!(host.lines(limited).last().expect("a result")["type"], "result");
    });
}

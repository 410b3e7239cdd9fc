//! `serve` under random lines: nothing panics, nothing hangs, every search gets exactly one answer, and every
//! other line exactly one or none.
//!
//! `PLYGLOT_SERVE_LINES` says how many lines are tried in all (docs/testing.md).

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::support::command;
use crate::support::random::{GAMES, Random};
use crate::support::talk::Talk;

/// Lines in a usual run of the tests.
const SHORT: u64 = 3_000;

/// Lines between two looks at the balance.
const ROUND: u64 = 150;

/// A further size, and a game that there is not.
const OTHERS: [&str; 2] = ["othello:6x6", "cheese"];

struct Lines {
    random: Random,
    number: u64,
    /// Ids of searches that were sent, with how many answers each is owed.
    owed: HashMap<String, u64>,
    /// Lines without an id of their own that are owed an answer.
    others: u64,
}

impl Lines {
    fn value(&mut self) -> Value {
        match self.random.below(9) {
            0 => json!(null),
            1 => json!(true),
            2 => json!(self.random.below(50)),
            3 => json!(-1),
            4 => json!(0.5),
            5 => json!("f5"),
            6 => json!(["a1", "b2"]),
            7 => json!({"depth": 3}),
            _ => json!(u64::MAX),
        }
    }

    fn search(&mut self) -> Value {
        self.number += 1;
        let id = self.number.to_string();
        *self.owed.entry(id.clone()).or_default() += 1;
        let game = self.random.of(&[&GAMES[..], &OTHERS].concat());
        let small = self.random.below(6) + 1;
        let limits = match self.random.below(6) {
            0 => json!({"depth": small}),
            1 => json!({"nodes": small * 500}),
            2 => json!({"time_ms": small}),
            3 => json!({"depth": small, "solve": true, "time_ms": 20}),
            4 => json!({"time_ms": 10, "lines": 3}),
            _ => json!({"nodes": 2_000, "depth": 40}),
        };
        let mut request = json!({"id": id, "command": "search", "game": game, "limits": limits});
        for _ in 0..self.random.below(4) {
            let name = self.random.of(&[
                "lines",
                "priority",
                "threads",
                "fresh",
                "report_ms",
                "deadline_ms",
                "moves",
                "set",
                "position",
                "root_moves",
                "limit",
                "lines",
            ]);
            request[name] = match name {
                "lines" | "threads" | "report_ms" | "deadline_ms" => json!(small),
                "fresh" => json!(true),
                _ => self.value(),
            };
        }
        request
    }

    /// A line, and whether it is owed an answer beside those of searches.
    fn line(&mut self) -> Vec<u8> {
        let request = match self.random.below(12) {
            0..7 => self.search(),
            7 => {
                let id = self.random.below(self.number + 1).to_string();
                self.others += 1;
                // The answer of the cancel has the id, too.
                json!({"command": "cancel", "id": id})
            }
            8 => {
                self.others += 1;
                json!({"command": self.random.of(&["status", "games", "fly", "cancel", "game"])})
            }
            9 => {
                self.others += 1;
                json!({"command": self.value(), "id": null})
            }
            10 => {
                // Cut off somewhere: never an object.
                self.others += 1;
                let mut bytes =
                    json!({"command": "status", "x": [1, {"y": "z"}]}).to_string().into_bytes();
                let cut = 1 + self.random.below(bytes.len() as u64 - 1) as usize;
                bytes.truncate(cut);
                return bytes;
            }
            _ => {
                self.others += 1;
                let count = 1 + self.random.below(60);
                let bytes = (0..count).map(|_| self.random.below(256) as u8);
                // No object begins like this.
                let mut bytes: Vec<u8> = b"~".iter().copied().chain(bytes).collect();
                bytes.retain(|&byte| byte != b'\n');
                return bytes;
            }
        };
        request.to_string().into_bytes()
    }
}

/// Sends this many lines to one process of the program, and some that end rounds. Gives the number of all.
fn sequence(seed: u64, lines: u64) -> u64 {
    let threads = 1 + seed % 3;
    let arguments = format!("serve --threads {threads} --hash 8M --tables 2 --queue 100");
    let mut talk = Talk::with(command(&arguments));
    let random = Random::new(seed);
    let mut sent = Lines { random, number: 0, owed: HashMap::new(), others: 0 };
    for round in 0..lines.div_ceil(ROUND) {
        for _ in 0..ROUND.min(lines) {
            let line = sent.line();
            talk.say(line);
        }
        let end = format!("end of round {round}");
        talk.say(json!({"command": "games", "id": end}).to_string());
        let mut ended = false;
        while !ended || sent.others > 0 || sent.owed.values().any(|&owed| owed > 0) {
            let line = talk.hear();
            let answer: Value = serde_json::from_str(&line).expect("every line is an object");
            let (kind, id) = (answer["type"].as_str().expect("a type"), &answer["id"]);
            match (kind, id.as_str()) {
                ("info", _) => {}
                ("games", Some(id)) if id == end => ended = true,
                ("result" | "error", Some(id)) => {
                    let owed = sent.owed.get_mut(id).filter(|owed| **owed > 0);
                    *owed.unwrap_or_else(|| panic!("{line}: {}", talk.shown())) -= 1;
                }
                _ => {
                    assert!(sent.others > 0, "{line}: {}", talk.shown());
                    sent.others -= 1;
                }
            }
        }
    }
    let sent = talk.sent();
    assert_eq!(talk.close(), (Vec::new(), 0), "seed {seed}");
    sent
}

#[test]
fn every_search_gets_exactly_one_answer() {
    let lines = std::env::var("PLYGLOT_SERVE_LINES").ok().and_then(|lines| lines.parse().ok());
    let lines = lines.unwrap_or(SHORT);
    let sent = (0..6).map(|seed| sequence(seed, lines / 6));
    println!("serve: {} lines", sent.sum::<u64>());
}

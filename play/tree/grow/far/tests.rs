//! Workers that are silent, late, or die of a position; those that search are tested by running the program.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use plyglot_games::catalogue::builtin;
use plyglot_open::{Config, Open, Stop};
use serde_json::{Value, json};

use super::*;
use crate::tree::grow::{Aim, Ended, Hands, Orders, Progress, Until};
use crate::tree::{Proven, Target, Tree};

const GAME: &str = "connect4:4x4";

fn game() -> Box<dyn Open> {
    builtin().open(GAME).expect("a game")
}

/// Both ends of a connection; the first is the worker's.
fn connected() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let worker = TcpStream::connect(address).expect("a connection");
    (worker, listener.accept().expect("a connection").0)
}

/// What a worker is told next, but for signs of life.
fn told(from: &mut impl BufRead) -> Option<Value> {
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let value: Value = serde_json::from_str(&line).expect("an object");
        if value["type"] != "alive" {
            return Some(value);
        }
    }
}

/// A proof with these workers; notes are sent on.
struct Proof {
    entrance: Entrance,
    notes: Receiver<String>,
    thread: thread::JoinHandle<Result<(Ended, Progress, Proven), TreeError>>,
}

impl Proof {
    fn begin(budget: u64) -> Proof {
        let (tell, notes) = channel();
        let (give, entrance) = channel();
        let thread = thread::spawn(move || {
            let workers = Workers::new(move |text| drop(tell.send(text.to_owned())));
            give.send(workers.entrance()).expect("the test waits");
            let (folder, game) = (tempfile::tempdir().expect("a folder"), game());
            let start = game.start().expect("a start");
            let mut tree = Tree::create(&folder.path().join("tree"), &*game, &start)?;
            let aim = Aim::Proof { target: Target::Value, budget };
            let hands = Hands::Far(&workers);
            let orders = Orders { game: &*game, hands, aim, until: Until::default() };
            let (ended, progress) = tree.grow(&orders, &Stop::default(), &mut |_| Ok(()))?;
            Ok((ended, progress, tree.proven()))
        });
        Proof { entrance: entrance.recv().expect("it begins"), notes, thread }
    }

    /// A worker whose part the test plays.
    fn stranger(&self, name: &str) -> BufReader<TcpStream> {
        let (worker, tree) = connected();
        self.entrance.join(name.into(), 1, BufReader::new(tree));
        BufReader::new(worker)
    }

    /// A worker that searches.
    fn worker(&self) -> thread::JoinHandle<(Parted, u64)> {
        let (worker, tree) = connected();
        self.entrance.join("a worker".into(), 1, BufReader::new(tree));
        thread::spawn(move || {
            let work = Work { game: &*game(), config: Config::single(1 << 20), engines: 1 };
            work.run(BufReader::new(worker), &Stop::default()).expect("it works")
        })
    }

    #[track_caller]
    fn hears(&self, words: &str) {
        let heard = Mutex::new(Vec::new());
        let is_it = |note: &String| {
            heard.lock().expect("one thread").push(note.clone());
            note.contains(words)
        };
        let found = std::iter::from_fn(|| self.notes.recv_timeout(10 * SILENCE).ok())
            .any(|note| is_it(&note));
        assert!(found, "no {words:?} in {heard:?}");
    }
}

#[test]
fn a_silent_worker_is_lost_and_its_answer_comes_too_late() {
    let proof = Proof::begin(50);
    let mut silent = proof.stranger("a silent one");
    let order = told(&mut silent).expect("a position");
    assert_eq!(order["type"], "work", "{order}");
    proof.hears("a silent one is lost: it has said nothing for 2 s; none is left");
    let worker = proof.worker();
    // As if it had been suspended: what it says now counts for nothing.
    let late = json!({
        "type": "found", "id": order["id"], "children": null, "nodes": 999_999_999, "stopped": false,
        "own": {"lower": 10_000, "upper": 10_000, "value": null, "depth": 9, "nodes": 1, "best": null},
    });
    let _ = writeln!(silent.get_mut(), "{late}");
    let (ended, progress, proven) = proof.thread.join().expect("no panic").expect("it goes on");
    assert_eq!((ended, proven), (Ended::Proven, Proven::exactly(0)));
    assert!(progress.nodes < 999_999_999, "{progress:?}");
    let (parted, answered) = worker.join().expect("no panic");
    assert!(parted == Parted::Done && answered > 0, "{parted:?} {answered}");
}

#[test]
fn a_position_that_ends_every_worker_ends_the_run_and_is_named() {
    let proof = Proof::begin(50);
    for number in 1..=MOST_LOST {
        let mut worker = proof.stranger(&format!("worker {number}"));
        let order = told(&mut worker).expect("a position");
        // Some die with it, others say what is wrong.
        if number % 2 == 0 {
            let failed = json!({"type": "failed", "id": order["id"], "message": "out of memory"});
            writeln!(worker.get_mut(), "{failed}").expect("it is heard");
            assert_eq!(told(&mut worker), None, "it is sent away");
        }
    }
    let error = proof.thread.join().expect("no panic").expect_err("it cannot be searched");
    let said = error.to_string();
    assert!(said.contains("10 workers") && said.contains("out of memory"), "{said}");
    assert!(matches!(error, TreeError::Deadly { .. }), "{said}");
}

#[test]
fn a_run_for_which_no_worker_will_come_ends_with_the_reason() {
    let proof = Proof::begin(50);
    proof.entrance.note("something to know".into());
    proof.hears("something to know");
    proof.entrance.give_up(TreeError::NoWorkers { message: "no more will come".into() });
    let error = proof.thread.join().expect("no panic").expect_err("there is no one to work");
    assert_eq!(error.to_string(), "no more will come");
}

#[test]
fn what_was_cut_short_before_it_began_is_given_back_as_stopped() {
    let (worker, tree) = connected();
    let answers = Arc::new(Mutex::new(Vec::new()));
    let mut heard = BufReader::new(tree.try_clone().expect("a socket"));
    let thread = thread::spawn(move || {
        let work = Work { game: &*game(), config: Config::single(1 << 20), engines: 1 };
        work.run(BufReader::new(worker), &Stop::default()).expect("it works")
    });
    let start = game().start().expect("a start").text().expect("a text");
    let order = |id: u64, nodes: u64| {
        json!({"type": "work", "id": id, "position": start, "ply": 0, "known": [],
            "task": {"settle": {"goal": 1, "nodes": nodes, "glance": 20}}})
    };
    let lines =
        [json!({"type": "cut", "below": 3}), order(1, 9_999), order(2, 9_999), order(3, 50)];
    for line in lines {
        writeln!(&tree, "{line}").expect("it is heard");
    }
    for _ in 0..3 {
        let said = told(&mut heard).expect("an answer");
        answers.lock().expect("one thread").push((said["id"].clone(), said["stopped"].clone()));
    }
    let expected =
        [(1, true), (2, true), (3, false)].map(|(id, stopped)| (json!(id), json!(stopped)));
    assert_eq!(*answers.lock().expect("one thread"), expected);
    writeln!(&tree, "{}", json!({"type": "end"})).expect("it is heard");
    assert_eq!(thread.join().expect("no panic"), (Parted::Done, 1));
}

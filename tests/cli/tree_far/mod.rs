//! `tree grow` and `tree prove` with workers elsewhere: started by hand here, by HyperQueue in [`farm`]. Whatever becomes
//! of workers and their answers, nothing is lost and nothing counts twice.

mod between;
#[cfg(target_os = "linux")]
mod farm;

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use self::between::Between;
use crate::support::{Ran, command, plyglot};

/// After this time something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A proof that takes a dozen positions, of which several are always open.
const PROOF: &str = "--game tictactoe:4,4,4 --budget 20";

/// A tree's process, and what it says.
struct Owner {
    folder: tempfile::TempDir,
    child: Child,
    said: Receiver<String>,
    heard: String,
    address: String,
}

impl Owner {
    /// Begins `tree`, with the file of the tree as `{}`, and waits until workers can come.
    fn begin(arguments: &str) -> Owner {
        Owner::again(tempfile::tempdir().expect("a folder for the test"), arguments)
    }

    fn again(folder: tempfile::TempDir, arguments: &str) -> Owner {
        let path = |name: &str| folder.path().join(name).display().to_string();
        let arguments = arguments.replace("{}", &path("tree"));
        let more = format!("--json --listen 0 --token {}", path("token"));
        let mut command = command(&format!("tree {arguments} {more}"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let lines = BufReader::new(child.stderr.take().expect("it was piped")).lines();
        let (tell, said) = channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = tell.send(line);
            }
        });
        let mut owner = Owner { folder, child, said, heard: String::new(), address: String::new() };
        owner.hears("--token");
        let place = owner.heard.split("workers come to ").nth(1).expect("an address");
        owner.address = place.split(": ").next().expect("an address").to_owned();
        owner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Waits until this was said on standard error.
    #[track_caller]
    fn hears(&mut self, words: &str) {
        while !self.heard.contains(words) {
            match self.said.recv_timeout(PATIENCE) {
                Ok(line) => self.heard += &format!("{line}\n"),
                Err(RecvTimeoutError::Timeout) => panic!("no {words:?} in {}", self.heard),
                Err(_) => panic!("it ended without {words:?}: {}", self.heard),
            }
        }
    }

    /// Starts a worker that reaches the tree at this address.
    fn worker_at(&self, address: &str, more: &str) -> Child {
        let token = self.path("token").display().to_string();
        let game = if more.contains("-j") { more.to_owned() } else { format!("{more} -j 1") };
        let (game, more) = game.split_once(' ').expect("a game first");
        let arguments = format!("tree work {game} {address} --token {token} --hash 1M {more}");
        let mut command = command(&arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program runs")
    }

    fn worker(&self, more: &str) -> Child {
        self.worker_at(&self.address, more)
    }

    /// Waits for the end; gives the last object, too.
    fn ended(mut self) -> (Ran, Value, tempfile::TempDir) {
        let mut out = String::new();
        let mut from = self.child.stdout.take().expect("it was piped");
        from.read_to_string(&mut out).expect("text");
        let status = self.child.wait().expect("it ends");
        while let Ok(line) = self.said.recv_timeout(PATIENCE) {
            self.heard += &format!("{line}\n");
        }
        let code = status.code().unwrap_or(-1);
        let ran = Ran { code, out, err: std::mem::take(&mut self.heard) };
        let last = ran.json().pop().expect("an object");
        (ran, last, self.folder)
    }
}

fn ended(child: Child) -> Ran {
    child.wait_with_output().expect("it ends").into()
}

/// Whether the tree in this folder has a certificate that holds.
#[track_caller]
fn is_certified(folder: &tempfile::TempDir) {
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (tree, cert) = (path("tree"), path("cert"));
    plyglot(&format!("tree certificate {tree} {cert} --leaf 2000 -j 2 --hash 1M")).fine();
    plyglot(&format!("tree check {cert}")).fine().says("it holds: all of it checked");
}

/// Asserts that what the tree has counted is what these answers have told.
#[track_caller]
fn counted(told: &Value, ways: &[Between]) {
    let nodes: u64 = ways.iter().flat_map(|way| way.nodes.try_iter()).sum();
    assert_eq!(told["nodes"], nodes, "{told}");
}

#[test]
fn a_proof_is_proven_whose_workers_are_killed_and_their_successor_as_well() {
    let mut owner = Owner::begin(&format!("prove {{}} {PROOF}"));
    // After two answers, about the root, the first one is held up until the others are dead, so that they are killed on the way.
    let dead = Arc::new(AtomicBool::new(false));
    let held = Arc::clone(&dead);
    let wait = move |number, _, said| {
        while number > 2 && !held.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(5));
        }
        vec![said]
    };
    let first = Between::new(&owner.address, Box::new(wait));
    let slow = owner.worker_at(&first.address, "tictactoe:4,4,4");
    owner.hears("worker 1 ");
    let mut ways = vec![first];
    for number in 2..=3 {
        // With its first answer, which is lost, it is killed.
        let (first, is_there) = channel();
        let none = move |_, _, _| {
            let _ = first.send(());
            Vec::new()
        };
        let way = Between::new(&owner.address, Box::new(none));
        let mut victim = owner.worker_at(&way.address, "tictactoe:4,4,4");
        is_there.recv_timeout(PATIENCE).expect("an answer");
        victim.kill().expect("it runs");
        victim.wait().expect("it ends");
        owner.hears(&format!("worker {number} (127.0.0.1, process {}) is lost", victim.id()));
        ways.push(way);
    }
    dead.store(true, Ordering::SeqCst);
    let last = Between::new(&owner.address, Box::new(|_, _, said| vec![said]));
    let successor = owner.worker_at(&last.address, "tictactoe:4,4,4");
    ways.push(last);
    let (ran, told, folder) = owner.ended();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(told["proven_between"]["text"], "draw", "{told}");
    assert_eq!(ran.err.matches("to others\n").count(), 2, "{ran:?}");
    counted(&told, &ways);
    for worker in [slow, successor] {
        ended(worker).fine().says("answered");
    }
    is_certified(&folder);
}

#[test]
fn the_last_workers_death_is_told_and_another_one_goes_on() {
    let mut owner = Owner::begin(&format!("prove {{}} {PROOF}"));
    owner.hears("no worker is there yet");
    let (second, is_there) = channel();
    let one = move |number, _, said| {
        if number == 1 {
            return vec![said];
        }
        let _ = second.send(());
        Vec::new()
    };
    let way = Between::new(&owner.address, Box::new(one));
    let mut victim = owner.worker_at(&way.address, "tictactoe:4,4,4");
    is_there.recv_timeout(PATIENCE).expect("a second answer");
    victim.kill().expect("it runs");
    victim.wait().expect("it ends");
    owner.hears("none is left, and the tree waits for another");
    let last = Between::new(&owner.address, Box::new(|_, _, said| vec![said]));
    let successor = owner.worker_at(&last.address, "tictactoe:4,4,4");
    let (ran, told, folder) = owner.ended();
    assert_eq!((ran.code, &told["proven_between"]["text"]), (0, &"draw".into()), "{ran:?}");
    counted(&told, &[way, last]);
    ended(successor).fine();
    is_certified(&folder);
}

#[test]
fn the_order_of_answers_does_not_matter_and_those_that_come_twice_count_once() {
    // Four engines, whose answers come together, the last one first, each of them twice.
    let owner = Owner::begin(&format!("prove {{}} {PROOF} --spread positions"));
    let nodes = Arc::new(Mutex::new((HashSet::new(), 0)));
    let (count, mut held, mut most) = (Arc::clone(&nodes), Vec::new(), 0);
    let (tell, mosts) = channel();
    let turned = move |answers, orders, said: Value| {
        let mut count = count.lock().expect("no thread panics with it");
        if count.0.insert(said["id"].as_u64().expect("a number")) {
            count.1 += said["nodes"].as_u64().expect("a number");
        }
        held.push(said);
        if answers < orders {
            return Vec::new();
        }
        // Now all are there that are out.
        most = most.max(held.len());
        let _ = tell.send(most);
        let all = std::mem::take(&mut held);
        all.into_iter().rev().flat_map(|said| [said.clone(), said]).collect()
    };
    let way = Between::new(&owner.address, Box::new(turned));
    let worker = owner.worker_at(&way.address, "tictactoe:4,4,4 -j 4 --spread positions");
    let (ran, told, folder) = owner.ended();
    assert_eq!((ran.code, &told["proven_between"]["text"]), (0, &"draw".into()), "{ran:?}");
    let all = way.nodes.try_iter().sum::<u64>();
    let once = nodes.lock().expect("no thread panics with it").1;
    assert!(all > once, "they came twice");
    assert!(mosts.try_iter().max() >= Some(3), "some came out of order");
    assert_eq!(told["nodes"], once, "{told}");
    ended(worker).fine();
    is_certified(&folder);
}

/// What is changed in an answer.
type Change = fn(&mut Value);

/// The same object with one thing changed.
fn with(mut said: Value, change: impl FnOnce(&mut Value)) -> Value {
    change(&mut said);
    said
}

#[test]
fn a_worker_whose_answers_cannot_be_is_sent_away_and_its_position_is_searched_by_another() {
    let changes: [(&str, Change); 6] = [
        ("no search finds such values", |said| said["own"]["lower"] = 10_001.into()),
        ("no search finds such values", |said| said["own"]["value"] = 32_101.into()),
        ("a move that", |said| said["own"]["best"] = 99.into()),
        ("1 moves of", |said| said["children"] = json!([null])),
        ("nothing was told of", |said| said["children"] = json!(vec![Value::Null; 16])),
        ("no search visits so much", |said| said["nodes"] = json!(1_u64 << 50)),
    ];
    for (words, change) in changes {
        let mut owner = Owner::begin(&format!("prove {{}} {PROOF}"));
        let changed = move |_, _, said| vec![with(said, change)];
        let way = Between::new(&owner.address, Box::new(changed));
        let liar = owner.worker_at(&way.address, "tictactoe:4,4,4");
        owner.hears("has failed: it gave an answer that cannot be");
        assert!(owner.heard.contains(words), "no {words:?} in {}", owner.heard);
        let other = Between::new(&owner.address, Box::new(|_, _, said| vec![said]));
        let honest = owner.worker_at(&other.address, "tictactoe:4,4,4");
        let (ran, told, _folder) = owner.ended();
        assert_eq!((ran.code, &told["proven_between"]["text"]), (0, &"draw".into()), "{ran:?}");
        counted(&told, &[other]);
        ended(honest).fine();
        assert_eq!(ended(liar).code, 1, "the tree has gone for it");
    }
}

/// What a tree answers to a first line.
fn answer(address: &str, line: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the tree is there");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    writeln!(stream, "{line}").expect("it can be written");
    let mut answer = String::new();
    let _ = BufReader::new(stream).read_line(&mut answer);
    answer
}

#[test]
fn another_game_options_version_or_token_is_refused_by_name() {
    let mut owner = Owner::begin(&format!("prove {{}} {PROOF}"));
    let refused = |worker: Child, words: &[&str]| ended(worker).fails(2, words);
    let game = ["refuses this worker", "its game is \"kalah:4,4\", here it is \"tictactoe:4,4,4\""];
    refused(owner.worker("kalah:4,4"), &game);
    refused(owner.worker("tictactoe:4,4,4 --set aspiration=50"), &["its knowledge is"]);
    owner.hears("a worker from 127.0.0.1 is refused: its game is \"kalah:4,4\"");
    owner.hears("a worker from 127.0.0.1 is refused: its knowledge is");
    fs::write(owner.path("other"), "0123456789abcdef").expect("the test can write");
    let other = owner.path("other").display().to_string();
    let stranger = plyglot(&format!("tree work tictactoe:4,4,4 {} --token {other}", owner.address));
    stranger.fails(2, &["it does not name the token of the tree"]);
    // Of another version everything else may differ, too.
    let token = fs::read_to_string(owner.path("token")).expect("it was made");
    let run = json!({"game": "tictactoe:4,4,4", "knowledge": "?", "program": {"version": "0.0.1"}});
    let hello = json!({"command": "work", "token": token.trim(), "run": run, "more": 1});
    assert!(answer(&owner.address, &hello.to_string()).contains("its knowledge is"));
    for line in ["GET / HTTP/1.1", "{}", "[]", "\u{1}"] {
        let said = answer(&owner.address, line);
        assert!(said.contains("does not name the token"), "{line}: {said}");
    }
    owner.hears("more are not told of");
    let worker = owner.worker("tictactoe:4,4,4");
    let (ran, ..) = owner.ended();
    assert_eq!(ran.code, 0, "{ran:?}");
    ended(worker).fine();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_workers_and_keeps_the_tree_and_the_same_command_goes_on() {
    let grow = "grow kalah {} --effort 300 --positions";
    let mut owner = Owner::begin(&format!("{grow} 99999999"));
    let workers = [owner.worker("kalah"), owner.worker("kalah")];
    owner.hears("worker 2 ");
    let mut lines = BufReader::new(owner.child.stdout.take().expect("it was piped")).lines();
    lines.next().expect("it goes on").expect("text");
    let id = owner.child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("the system has kill").success());
    let told = lines.map_while(Result::ok).last().expect("an end");
    let told: Value = serde_json::from_str(&told).expect("an object");
    assert_eq!(told["ended"], "stopped");
    assert_eq!(owner.child.wait().expect("it ends").code(), Some(130));
    for worker in workers {
        ended(worker).fine().says("answered");
    }
    let owner = Owner::again(owner.folder, &format!("{grow} 10"));
    let worker = owner.worker("kalah");
    let (ran, more, _folder) = owner.ended();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(more["positions"].as_u64() >= told["positions"].as_u64().map(|count| count + 10));
    ended(worker).fine();
}

#[cfg(unix)]
#[test]
fn a_worker_ends_that_is_interrupted_or_whose_tree_has_gone() {
    let mut owner = Owner::begin("grow kalah {} --effort 300");
    let (one, other) = (owner.worker("kalah"), owner.worker("kalah"));
    owner.hears("worker 2 ");
    let sent = std::process::Command::new("kill").args(["-INT", &one.id().to_string()]).status();
    assert!(sent.expect("the system has kill").success());
    assert_eq!(ended(one).code, 130);
    owner.hears("is lost");
    owner.child.kill().expect("it runs");
    owner.child.wait().expect("it ends");
    let ran = ended(other);
    assert!(ran.code == 1 && ran.err.contains("has gone"), "{ran:?}");
    let gone =
        plyglot(&format!("tree work kalah 127.0.0.1:1 --token {}", owner.path("token").display()));
    gone.fails(2, &["no tree can be reached at 127.0.0.1:1"]);
}

#[test]
fn what_cannot_be_done_elsewhere_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let tree = folder.path().join("tree").display().to_string();
    let grow = |more: &str| plyglot(&format!("tree grow kalah {tree} {more}"));
    for (more, words) in [
        ("--listen 0", "--token"),
        ("--listen nowhere --token t", "--listen"),
        ("--token t", "--listen"),
        ("--local", "--workdir"),
        ("--workers 2", "--workdir"),
    ] {
        let ran = grow(more);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(words), "no {words} in {ran:?}");
    }
    fs::write(folder.path().join("something"), "").expect("the test can write");
    let busy = grow(&format!("--workdir {}", folder.path().display()));
    assert!(busy.code == 2 && busy.err.contains("left as it is"), "{busy:?}");
    let work = folder.path().join("work").display().to_string();
    let ran = grow(&format!("--workdir {work} --hq /nonexistent/hq"));
    assert!(ran.code == 2 && ran.err.contains("not a file"), "{ran:?}");
    let mut without = command(&format!("tree grow kalah {tree} --workdir {work}"));
    let ran = Ran::from(without.env("PATH", folder.path()).output().expect("it runs"));
    assert!(ran.code == 2 && ran.err.contains("HyperQueue was not found"), "{ran:?}");
}

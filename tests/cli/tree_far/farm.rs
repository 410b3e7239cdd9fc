//! The same with workers that HyperQueue starts; where it is not there, that is said.

use std::time::Instant;

use super::*;
use crate::farm::{hyperqueue, is_killed, processes};

#[test]
fn hyperqueue_starts_the_workers_and_others_in_place_of_those_that_are_killed() {
    let Some(_) = hyperqueue("a tree with workers of HyperQueue") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (tree, work) = (path("tree"), path("work"));
    // Some seconds of work.
    let proof = format!("prove {tree} --game kalah:5,4 --budget 100000 --hash 1M");
    let mut owner = command(&format!("tree {proof} --workdir {work} --local --workers 2"));
    let mut child = owner.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut said = BufReader::new(child.stderr.take().expect("it was piped")).lines();
    let (mut heard, mut killed) = (String::new(), Vec::<String>::new());
    // The first one, and then the one that comes in its place.
    for victim in ["worker 1 ", "worker 3 "] {
        loop {
            let line = said.next().expect("it goes on").expect("text");
            heard += &format!("{line}\n");
            if line.starts_with(victim) && line.contains("has come") {
                let id = line.split("process ").nth(1).and_then(|rest| rest.split(')').next());
                let id = id.expect("a process").to_owned();
                assert!(is_killed(&id), "{id} runs: {heard}");
                killed.push(id);
                break;
            }
        }
    }
    heard.extend(said.map_while(Result::ok).map(|line| line + "\n"));
    let mut out = String::new();
    child.stdout.take().expect("it was piped").read_to_string(&mut out).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{out} {heard}");
    assert!(out.starts_with("proven: +10\n"), "{out}");
    for id in killed {
        assert!(heard.contains(&format!("process {id}) is lost")), "{id}: {heard}");
    }
    let begin = Instant::now();
    while !processes(&work).is_empty() {
        assert!(begin.elapsed() < PATIENCE, "{:?} run on", processes(&work));
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn workers_that_end_before_they_have_answered_end_the_run_with_what_they_said() {
    let Some(_) = hyperqueue("a tree whose workers cannot begin") else { return };
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (tree, work) = (path("tree"), path("work"));
    let ran = plyglot(&format!(
        "tree grow kalah {tree} --workdir {work} --local --workers 2 --program /bin/false"
    ));
    assert_eq!(ran.code, 3, "{ran:?}");
    let last = ran.err.lines().last().expect("a line");
    assert!(last.contains("no worker will come any more"), "{ran:?}");
}

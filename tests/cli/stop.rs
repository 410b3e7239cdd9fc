//! How a running program is ended: by Ctrl-C, a closed pipe, a full disk.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use crate::support::{Ran, at_work, command};

/// Starts an analysis that never ends and waits until it has shown something.
fn started(arguments: &str, first: &str) -> (Child, BufReader<impl Read>) {
    let mut command = command(arguments);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    let mut line = String::new();
    while !line.contains(first) {
        line.clear();
        assert!(out.read_line(&mut line).expect("text") > 0, "it ended too early");
    }
    (child, out)
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.expect("the system has kill").success());
}

fn ended(mut child: Child, mut out: impl Read) -> Ran {
    let (mut text, mut err) = (String::new(), String::new());
    out.read_to_string(&mut text).expect("text");
    child.stderr.take().expect("it was piped").read_to_string(&mut err).expect("text");
    let code = child.wait().expect("it ends").code().unwrap_or(-1);
    Ran { code, out: text, err }
}

#[test]
fn ctrl_c_stops_an_analysis_and_prints_the_best_so_far() {
    let (child, out) = started("analyze othello", "estimate");
    signal(&child, "-INT");
    let ran = ended(child, out).fine();
    assert!(ran.err.is_empty(), "{ran:?}");
    ran.says("best move").says("stopped");
}

#[test]
fn sigterm_counts_like_ctrl_c() {
    let (child, out) = started("analyze othello", "estimate");
    signal(&child, "-TERM");
    ended(child, out).fine().says("best move");
}

#[test]
fn ctrl_c_still_gives_the_json_result() {
    let (child, out) = started("analyze othello --json", "info");
    signal(&child, "-INT");
    let ran = ended(child, out).fine();
    assert_eq!(ran.json().last().expect("a result")["type"], "result");
}

#[test]
fn a_solve_that_is_interrupted_has_no_proof() {
    let (child, out) = started("solve othello", "point of view");
    signal(&child, "-INT");
    let ran = ended(child, out);
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("not solved, ended: stopped").says("best move");
}

#[test]
fn ctrl_c_in_a_file_summarises_what_is_done() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("positions");
    let easy = "7422341735647741166133573473242566 1\n".repeat(3);
    std::fs::write(&path, easy + &"1\n".repeat(50)).expect("the test can write");
    let arguments = format!("solve connect4:9x6 --file {} --threads 2", path.display());
    let (child, out) = started(&arguments, "score");
    signal(&child, "-INT");
    let ran = ended(child, out);
    assert_eq!(ran.code, 130, "{ran:?}");
    ran.says("total").says("of 53 positions");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    for arguments in ["analyze othello", "analyze othello --json"] {
        let mut child = command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("text");
        drop(out);
        let ran = ended(child, std::io::empty());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments}");
    }
}

#[test]
fn a_full_disk_is_one_line() {
    // Only some systems have the device that is always full.
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in ["games", "--help", "analyze othello --depth 4", "perft othello --depth 3"] {
        let full = full.try_clone().expect("a second handle");
        let output = command(arguments).stdout(full).stderr(Stdio::piped()).output();
        let ran = Ran::from(output.expect("the program runs"));
        ran.fails(3, &["cannot write the output"]);
    }
}

#[test]
fn ctrl_c_while_the_engine_thinks_makes_it_move() {
    let mut command = command("play othello --time 1h --threads 1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("it was piped");
    stdin.write_all(b"f5\n").expect("it listens");
    let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
    // The move is shown before the engine thinks.
    let mut line = String::new();
    while !line.contains("to move> f5") {
        line.clear();
        assert!(out.read_line(&mut line).expect("text") > 0, "it ended too early");
    }
    // It may not think yet, and then the signal would end the program.
    at_work(child.id());
    signal(&child, "-INT");
    stdin.write_all(b"quit\n").expect("it listens");
    ended(child, out).fine().says("O (white) plays ").says("Moves: f5 ");
}

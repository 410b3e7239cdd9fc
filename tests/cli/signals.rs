//! Signals, sent to every command: a second one ends it, what was ignored stays ignored; and nothing that a command has
//! started outlives it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{command, fed, hears_signals, plyglot};

/// Longer than anything here takes on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn send(signal: &str, to: u32) -> bool {
    let ran = Command::new("kill").args([&format!("-{signal}"), &to.to_string()]).output();
    ran.expect("the system has kill").status.success()
}

/// Waits until this holds.
#[track_caller]
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The exit code, once it has ended by itself; -1 of one that a signal has ended.
#[track_caller]
fn ended(child: &mut Child, what: &str) -> i32 {
    let mut code = None;
    until(&format!("{what} ends"), || {
        code = child.try_wait().expect("it can be waited for").map(|status| status.code());
        code.is_some()
    });
    code.flatten().unwrap_or(-1)
}

/// True of a process that runs: neither gone, nor ended and not yet waited for.
fn runs(id: &str) -> bool {
    let ran = Command::new("ps").args(["-o", "stat=", "-p", id]).output().expect("ps");
    let state = String::from_utf8_lossy(&ran.stdout);
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

/// What a command is given, so that it runs until it is stopped.
struct Endless {
    /// The command, as the help names it.
    name: &'static str,
    arguments: String,
    input: &'static str,
}

/// Commands that only read or write something, and end by themselves.
const SHORT: [&str; 7] =
    ["merge", "games", "completions", "config", "help", "bench report", "bench help"];

fn endless(folder: &Path) -> Vec<Endless> {
    let positions = folder.join("positions");
    fs::write(&positions, "1\n".repeat(500)).expect("the test can write");
    let hq = folder.join("hq");
    fs::write(&hq, "#!/bin/sh\nexec sleep 30\n").expect("the test can write");
    let executable = Command::new("chmod").arg("+x").arg(&hq).status();
    assert!(executable.expect("the system has chmod").success());
    let (positions, hq, folder) = (positions.display(), hq.display(), folder.display());
    let plain = |name, more: &str| Endless { name, arguments: format!("{name} {more}"), input: "" };
    let with = |name, more: &str, input| Endless { input, ..plain(name, more) };
    vec![
        plain("analyze", "othello --hash 1M"),
        plain("analyze", &format!("connect4:9x6 --file {positions} --depth 60 --hash 1M --json")),
        plain("solve", "othello --hash 1M"),
        plain("review", "connect4 --moves 44444322155 --depth 60 --nodes 999999999 --hash 1M"),
        plain(
            "farm",
            &format!(
                "connect4 --file {positions} --workdir {folder}/work-PAIR --depth 9 --hq {hq}"
            ),
        ),
        plain("play", "draughts --side none --time 60ms"),
        with("play", "othello --time 1h --threads 1", "f5\n"),
        with("play", "othello --side both", "hint\n"),
        plain("board", "othello --no-open"),
        plain("match", "othello --a depth=30 --b depth=30 --games 2"),
        plain("match", "tictactoe --a cmd=cat,depth=1,timeout=1h --b depth=1"),
        plain("train", &format!("othello --rounds 8 --games 9999 --output {folder}/weights")),
        plain("tree", &format!("grow othello {folder}/tree-PAIR --hash 1M")),
        plain("tree", &format!("grow othello {folder}/far-PAIR --listen 0 --token {folder}/token")),
        plain("tune", "othello --player depth=30 --pairs 16"),
        with("ugi", "othello", "go infinite\n"),
        with("uci", "", "go infinite\n"),
        with("nboard", "", "nboard 2\nset depth 60\ngo\n"),
        with(
            "serve",
            "",
            "{\"command\":\"search\",\"id\":1,\"game\":\"othello\",\"limits\":{\"depth\":60}}\n",
        ),
        plain("serve", "--listen 127.0.0.1:0"),
        plain("tables", &format!("draughts --pieces 5 --out {folder}/tables-PAIR")),
        plain("perft", "othello --depth 20"),
        plain("trace", "othello --depth 20"),
        plain("bench scaling", "--game othello --to-depth 60 --threads 2"),
        plain("bench family", "--game othello --depths 3..30"),
        plain("bench ablation", "othello"),
        plain("bench peers", ""),
        plain("bench signature", ""),
        plain("bench speed", ""),
    ]
}

/// The commands that a help lists.
fn listed(arguments: &str) -> Vec<String> {
    let help = plyglot(arguments).fine().out;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| !line.is_empty());
    // A name stands two columns in; what is further in goes on with the line before.
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next().map(String::from)).collect()
}

#[test]
fn every_command_is_sent_signals_here() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let endless = endless(folder.path());
    let mut here: Vec<&str> = endless.iter().map(|one| one.name).chain(SHORT).collect();
    here.push("bench");
    let of_bench = listed("bench --help").into_iter().map(|name| format!("bench {name}"));
    let all: Vec<String> = listed("--help").into_iter().chain(of_bench).collect();
    assert!(all.len() > 20, "{all:?}");
    for name in all {
        assert!(here.contains(&&*name), "{name} is not in the table");
    }
}

#[test]
fn a_second_signal_ends_every_command() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (number, Endless { name, arguments, input }) in
        endless(folder.path()).into_iter().enumerate()
    {
        // All pairs at once for the first, so that it takes the time of one; one pair for each of the others.
        let pairs = [["INT", "INT"], ["TERM", "TERM"], ["HUP", "INT"]];
        let pairs = if number == 0 { &pairs[..] } else { &pairs[number % 3..][..1] };
        let children: Vec<_> = pairs
            .iter()
            .map(|pair| {
                let mut command = command(&arguments.replace("PAIR", &pair.join("-")));
                command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.spawn().expect("the program runs");
                let mut stdin = child.stdin.take().expect("it was piped");
                // One that refuses its arguments has ended, and is found out below.
                let _ = stdin.write_all(input.as_bytes());
                (child, stdin, pair)
            })
            .collect();
        thread::sleep(Duration::from_millis(700));
        for (mut child, stdin, [first, second]) in children {
            let what = format!("{number}: {arguments}, {first}, {second}");
            let is_there = child.try_wait().expect("it can be waited for").is_none();
            // The feature may be off.
            assert!(is_there || name == "bench peers", "it ended by itself: {what}");
            send(first, child.id());
            thread::sleep(Duration::from_millis(200));
            send(second, child.id());
            let code = ended(&mut child, &what);
            assert!([-1, 0, 1, 130].contains(&code) || !is_there, "{what}: {code}");
            drop(stdin);
        }
    }
}

#[test]
fn signals_leave_a_game_that_the_engine_plays_alone() {
    for signal in ["INT", "TERM", "HUP"] {
        let mut command = command("play othello --side none --time 300ms --threads 1");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        let mut line = String::new();
        while !line.contains(") plays ") {
            line.clear();
            assert!(out.read_line(&mut line).expect("text") > 0, "it ended too early");
        }
        assert!(send(signal, child.id()));
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert_eq!(ended(&mut child, signal), 130, "{signal}: {rest}");
        assert!(rest.contains("Moves: "), "{signal}: {rest}");
        assert!(!rest.contains("The game is over"), "{signal}: {rest}");
    }
}

#[test]
fn what_was_ignored_stays_ignored() {
    for arguments in [
        "analyze othello --hash 1M",
        "play othello --side none --time 1s --threads 1",
        "match tictactoe --a depth=3 --b depth=2 --games 200000 --json --play-out",
    ] {
        let script = format!("trap '' HUP INT; exec \"$0\" {arguments}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
        hears_signals(&mut command);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the system has sh");
        let mut out = BufReader::new(child.stdout.take().expect("it was piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("text");
        thread::sleep(Duration::from_millis(300));
        for signal in ["HUP", "INT", "HUP", "INT"] {
            assert!(send(signal, child.id()));
            thread::sleep(Duration::from_millis(50));
        }
        thread::sleep(Duration::from_millis(200));
        assert!(child.try_wait().expect("it can be waited for").is_none(), "{arguments}");
        send("TERM", child.id());
        thread::sleep(Duration::from_millis(200));
        send("TERM", child.id());
        drop(out);
        ended(&mut child, arguments);
    }
}

/// A player that is a script around a program, which is busy for ever and does not hear that its input has ended.
fn wrapper(folder: &Path, go: &str) -> (String, PathBuf) {
    let (path, ids) = (folder.join("player.sh"), folder.join("ids"));
    let text = format!(
        "sh -c 'while :; do sleep 0.05; done' & echo $! >> {ids}\n\
         sh -c 'trap \"\" INT TERM HUP; while :; do sleep 0.05; done' & echo $! >> {ids}\n\
         while read -r line; do case \"$line\" in\n\
         ugi) echo ugiok;;\nisready) echo readyok;;\ngo*) {go};;\nquit) exit;;\nesac; done\n",
        ids = ids.display()
    );
    fs::write(&path, text).expect("the test can write");
    (format!("sh {}", path.display()), ids)
}

fn all_gone(ids: &Path) {
    let text = fs::read_to_string(ids).expect("it was started");
    assert!(text.lines().count() >= 2, "{text}");
    for id in text.lines() {
        until(&format!("process {id} ends"), || !runs(id));
    }
}

#[test]
fn nothing_that_a_player_has_started_outlives_a_match() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for go in ["echo bestmove zz", "exit 7", ":"] {
        let (program, ids) = wrapper(folder.path(), go);
        let a = format!("cmd={program},depth=1,timeout=1s");
        let mut command = command("match kalah:4x3 --b depth=1 --games 4 --json");
        let ran = command.args(["--a", &a]).output().expect("the program runs");
        assert_eq!(ran.status.code(), Some(1), "{ran:?}");
        all_gone(&ids);
        fs::remove_file(ids).expect("it is there");
    }
}

#[test]
fn nothing_that_a_player_has_started_outlives_a_match_that_is_killed() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for signals in [&["KILL"][..], &["INT", "INT"], &["TERM"], &["HUP", "TERM"]] {
        let (program, ids) = wrapper(folder.path(), ":");
        let a = format!("cmd={program},depth=1,timeout=1h");
        let mut command = command("match kalah:4x3 --b depth=1 --games 4 --json");
        command.args(["--a", &a]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program runs");
        let started = || fs::read_to_string(&ids).is_ok_and(|text| text.lines().count() >= 2);
        until("the player is started", started);
        thread::sleep(Duration::from_millis(300));
        for signal in signals {
            send(signal, child.id());
        }
        ended(&mut child, &signals.join(", "));
        all_gone(&ids);
        fs::remove_file(ids).expect("it is there");
    }
}

/// What is said before a table is made, by programs that get none: its memory is refused.
#[test]
fn the_head_comes_before_the_table() {
    let refused = |arguments: &str| {
        let script = format!("ulimit -v 900000; exec \"$0\" {arguments}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_plyglot")]);
        fed(command, "")
    };
    for (arguments, said) in [
        ("analyze othello", "until Ctrl-C or a proof"),
        ("solve othello", "until solved"),
        ("play othello", "You are X"),
        ("review connect4 --moves 44", "connect4: 2 moves"),
        ("analyze othello --json", "making a table of 1 GiB"),
        ("ugi othello", "making a table of 1 GiB"),
        ("nboard", "making a table of 1 GiB"),
        ("serve", "making a table of 1 GiB"),
        ("board --no-open", "making a table of 1 GiB"),
        ("bench scaling --game othello --to-depth 2 --threads 1", "making a table of 1 GiB"),
        ("bench ablation othello", "making a table of 1 GiB"),
    ] {
        let ran = refused(&format!("{arguments} --hash 1G"));
        let text = format!("{}{}", ran.out, ran.err);
        assert!(text.contains(said), "{arguments}: {ran:?}");
        assert!(ran.err.contains("refused"), "{arguments}: {ran:?}");
        assert_eq!(ran.code, 3, "{arguments}: {ran:?}");
    }
    let ran = refused("match othello --a depth=1,hash=1G --b depth=1");
    assert!(ran.err.contains("making a table of 1 GiB") && ran.code == 3, "{ran:?}");
}

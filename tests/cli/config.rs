//! Defaults that stay set: the file of options, what it adds, and `config`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Ran, command};

/// A run with this file of options.
fn with(file: &Path, arguments: &str) -> Ran {
    command(arguments).env("PLYGLOT_CONFIG", file).output().expect("the program runs").into()
}

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("options");
    fs::write(&path, text).expect("the test can write");
    (folder, path)
}

#[test]
fn options_of_the_file_count_where_nothing_else_is_typed() {
    let (_folder, path) =
        file("\u{feff}# of mine\r\n--threads=3\n\nanalyze --depth 4\n--hash=2M\nsolve --json\n");
    let threads = |arguments: &str| {
        let ran = with(&path, arguments).fine();
        ran.json().last().map(|object| object["threads"].clone()).expect("an object")
    };
    assert_eq!(threads("analyze tictactoe --json"), 3);
    assert_eq!(threads("analyze tictactoe --json --threads 2"), 2);
    assert_eq!(threads("analyze tictactoe --json -j 1"), 1);
    // For one command alone, and a switch.
    assert_eq!(threads("solve tictactoe"), 3);
    with(&path, "analyze othello").fine().says("ended      depth");
    // What does not go with what is typed is left out.
    assert_eq!(threads("analyze tictactoe --json --virtual-threads 5"), 5);
    let (_positions, positions) = file("b2\na1\n");
    let shard = format!("solve tictactoe --file {} --shard 1/2 --threads 1", positions.display());
    assert!(!with(&path, &shard).fine().out.starts_with('{'), "parts are searched without it");
    // Where there is no such option, and where the command stands behind an option of all.
    with(&path, "games").fine();
    with(&path, "--color never perft tictactoe --depth 1").fine();
    with(&path, "--help").fine().says("Usage");
    with(&path, "analyze othello --threads 0").fails(2, &["--threads"]);
}

#[test]
fn a_list_of_engines_may_stand_in_the_file() {
    let (_folder, path) =
        file("match --engine=weak=depth=1\nmatch --engine=strong=depth=3\n--set=history=1\n");
    let ran = with(&path, "match tictactoe --a strong --b weak --games 2 --json").fine();
    let players = ran.json().into_iter().find(|object| object["type"] == "match").expect("a match");
    assert_eq!((&players["a"], &players["b"]), (&"depth=3".into(), &"depth=1".into()), "{players}");
}

#[test]
fn variables_count_more_than_the_file_and_less_than_what_is_typed() {
    let (_folder, path) = file("--threads=3\n--hash=2M\n");
    let run = |arguments: &str, variables: &[(&str, &str)]| -> Ran {
        let mut command = command(arguments);
        command.env("PLYGLOT_CONFIG", &path).envs(variables.iter().copied());
        command.output().expect("the program runs").into()
    };
    let threads = |arguments: &str, variables: &[(&str, &str)]| {
        run(arguments, variables).fine().json().last().expect("an object")["threads"].clone()
    };
    let four = [("PLYGLOT_THREADS", "4"), ("PLYGLOT_WEB", "x"), ("PLYGLOT_HASH", "")];
    assert_eq!(threads("analyze tictactoe --json", &four), 4);
    assert_eq!(threads("analyze tictactoe --json --threads 2", &four), 2);
    assert_eq!(threads("analyze tictactoe --json", &[]), 3);
    let ran = run("config", &four).fine().says("the environment:").says("--threads=4");
    ran.says("--threads=3");
    run("perft tictactoe --depth 1", &four).fine();
    let wrong = [("PLYGLOT_THREADS", "none")];
    run("analyze tictactoe", &wrong).fails(2, &["PLYGLOT_THREADS", "none"]);
}

#[test]
fn a_line_that_no_command_takes_is_named_with_its_place() {
    for (text, words) in [
        ("--thread=3\n", &["line 1", "--thread", "threads"][..]),
        ("\nanalyse --depth=3\n", &["line 2", "unknown command \"analyse\"", "analyze"]),
        ("perft --threads=3 --depth=2\n", &["line 1", "one option a line"]),
        ("games --threads=3\n", &["line 1", "--threads"]),
        ("bench --threads=3\n", &["line 1", "unknown command \"bench\""]),
        ("threads=3\n", &["line 1", "an option is needed"]),
        ("--threads=none\n", &["line 1", "--threads", "none"]),
        ("--position '\n", &["line 1", "quotation mark"]),
    ] {
        let (_folder, path) = file(text);
        let ran = with(&path, "analyze tictactoe --depth 1");
        ran.fails(2, &[words, &["options"]].concat());
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    with(folder.path(), "games").fails(2, &["directory"]);
}

#[test]
fn the_file_is_shown_with_the_commands_that_take_each_line() {
    let (folder, path) = file("--threads=3\nbench scaling --most=20\n");
    let ran = with(&path, "config").fine().says("options:").says("--threads=3");
    let line = ran.out.lines().find(|line| line.contains("--most=20")).expect("its line");
    assert!(line.trim_end().ends_with("  bench scaling"), "{line:?}");
    let (_other, wrong) = file("--nothing\n");
    with(&wrong, "config").fails(2, &["line 1", "--nothing"]);
    with(&folder.path().join("none"), "config").fine().says("there is no such file");
    with(Path::new(""), "config").fine().says("no file of options");
    // In its usual place.
    let own = folder.path().join("plyglot");
    fs::create_dir(&own).expect("the test can write");
    fs::copy(&path, own.join("options")).expect("the test can write");
    let mut command = command("config");
    command.env_remove("PLYGLOT_CONFIG").env("XDG_CONFIG_HOME", folder.path());
    Ran::from(command.output().expect("the program runs")).fine().says("bench scaling");
}

//! `bench speed`: every game timed, beside another build.

use std::fs;

use crate::support::{command, plyglot};

#[test]
fn tasks_are_timed_and_compared_with_a_baseline() {
    let ran = plyglot("bench speed --tasks tictactoe,dots --repeat 1 --json").fine();
    let rows = ran.json();
    assert_eq!(rows.len(), 2, "{ran:?}");
    assert!(rows.iter().all(|row| row["type"] == "speed" && row["other"].is_null()), "{ran:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("baseline.jsonl");
    let with = |option: &str, text: &str| {
        fs::write(&path, text).expect("a file");
        let arguments = ["bench", "speed", "--tasks", "tictactoe", "--repeat", "1", option];
        crate::support::Ran::from(command("").args(arguments).arg(&path).output().expect("it runs"))
    };
    let against_list = |text: &str| with("--baseline", text);
    against_list(&ran.out).fine();
    // Lists from before the schema had a version, and the option's earlier name.
    with("--kept", &ran.out.replace("\"schema\":2,", "")).fine();
    let nodes = rows[0]["own"]["nodes"].to_string();
    let other = against_list(&ran.out.replace(&nodes, "1"));
    assert_eq!(other.code, 1, "{other:?}");
    other.says("NODES OF THE BASELINE: 1");
    against_list("precious").fails(2, &["baseline.jsonl:1: "]);
}

#[test]
fn another_build_runs_the_same_tasks() {
    let program = env!("CARGO_BIN_EXE_plyglot");
    let ran = plyglot(&format!("bench speed --tasks tictactoe --repeat 2 --against {program}"));
    // The same program takes the same time but for what the machine does meanwhile.
    assert!([0, 1].contains(&ran.code) && !ran.out.contains("NODES OF"), "{ran:?}");
    ran.says("all tasks: ");
    plyglot("bench speed --against no/such/plyglot").fails(2, &["no/such/plyglot"]);
    plyglot("bench speed --tasks shogi").fails(2, &["shogi", "othello midgame"]);
}

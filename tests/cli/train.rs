//! `train`: weights for a game's evaluation, from its own games.

use std::fs;

use crate::support::plyglot;

const SHORT: &str = "train othello --rounds 1 --games 30 --check 1 --output";

#[test]
fn people_get_a_table_of_errors_and_the_weights_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("w");
    let file = weights.display();
    let ran = plyglot(&format!("{SHORT} {file}")).fine();
    assert!(ran.err.starts_with("round 1: "), "{ran:?}");
    let ran = ran.says("phase").says("error by search").says("57-60 empty").says("1-4 empty");
    ran.says("1 round and 30 games in ");
    let header = fs::read(&weights).expect("weights");
    let header = String::from_utf8_lossy(&header);
    assert!(header.contains("command plyglot train othello --rounds 1 --games 30 --seed 1\n"));
    let players = format!("--a weights={file},depth=2 --b weights=none,depth=2");
    plyglot(&format!("match othello {players} --games 2")).fine().says("Elo of A over B");
    let estimate = |set: &str| plyglot(&format!("analyze othello --depth 3 --json {set}")).fine();
    let (with, without) = (estimate(&format!("--set weights={file}")), estimate(""));
    let score = |ran: &crate::support::Ran| ran.json().last().expect("a result")["score"].clone();
    assert_ne!(score(&with), score(&without));
}

#[test]
fn programs_get_an_object_for_each_round_and_one_for_the_training() {
    let folder = tempfile::tempdir().expect("a folder");
    let (weights, journal) = (folder.path().join("w"), folder.path().join("j"));
    let line = format!("{SHORT} {} --json --journal {}", weights.display(), journal.display());
    let ran = plyglot(&line).fine();
    let lines = ran.json();
    let types: Vec<_> = lines.iter().map(|line| line["type"].as_str()).collect();
    assert_eq!(types, [Some("training_round"), Some("training")]);
    let training = &lines[1];
    assert_eq!((&training["games"], &training["interrupted"]), (&30.into(), &false.into()));
    let phases = training["phases"].as_array().expect("phases");
    assert_eq!(phases.len(), 15);
    assert!(phases[14]["error"].is_number() && phases[14]["checked"]["exact"].is_u64());
    assert_eq!(training["bytes"], fs::metadata(&weights).expect("weights").len());
    // With nothing left to play, the same weights come again.
    let before = fs::read(&weights).expect("weights");
    assert!(plyglot(&line).fine().err.contains("30 games of this training"));
    assert_eq!(fs::read(&weights).expect("weights"), before);
    let other = line.replace("--games 30", "--games 30 --seed 2");
    assert_eq!(plyglot(&other).code, 2);
}

#[test]
fn the_smaller_board_of_othello_is_trained_with_patterns_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("w");
    let file = weights.display();
    let ran = plyglot(&format!("train othello:6 --rounds 1 --games 60 --check 0 --output {file}"));
    ran.fine().says("29-32 empty").says("1-4 empty");
    let players = format!("--a weights={file},depth=2 --b weights=built-in,depth=2");
    plyglot(&format!("match othello:6 {players} --games 2")).fine().says("Elo of A over B");
    plyglot(&format!("analyze othello --set weights={file}"))
        .fails(2, &["option weights", "weights for othello:6, not for othello"]);
    plyglot("train othello:4 --output w").fails(2, &["othello:4", "declares no features"]);
}

#[test]
fn breakthrough_is_trained_on_the_usual_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("w");
    let file = weights.display();
    let ran =
        plyglot(&format!("train breakthrough --rounds 1 --games 30 --check 0 --output {file}"));
    ran.fine().says("28-32 pawns").says("0-19 pawns");
    plyglot(&format!("analyze breakthrough --depth 3 --set weights={file}")).fine();
    let players = format!("--a weights={file},depth=2 --b weights=none,depth=2");
    plyglot(&format!("match breakthrough {players} --games 2")).fine().says("Elo of A over B");
}

#[test]
fn kalah_is_trained_on_the_usual_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("w");
    let file = weights.display();
    let ran = plyglot(&format!("train kalah --rounds 1 --games 60 --check 0 --output {file}"));
    ran.fine().says("40-48 seeds").says("0-11 seeds");
    plyglot(&format!("analyze kalah --depth 3 --set weights={file}")).fine();
    let players = format!("--a weights={file},depth=2 --b weights=built-in,depth=2");
    plyglot(&format!("match kalah {players} --games 2")).fine().says("Elo of A over B");
    let refused = |game: &str| plyglot(&format!("analyze {game} --set weights={file}"));
    refused("othello").fails(2, &["option weights", "weights for kalah:6,4, not for othello"]);
    refused("kalah:6,5").fails(2, &["unknown option \"weights\""]);
    plyglot("train kalah:6,5 --output w").fails(2, &["kalah:6,5", "declares no features"]);
}

#[test]
fn what_cannot_be_trained_is_named() {
    plyglot("train hex --output w").fails(2, &["hex", "declares no features"]);
    plyglot("train breakthrough:6x6 --output w").fails(2, &["6x6", "declares no features"]);
    plyglot("train othello").fails(2, &["--output FILE"]);
    plyglot("train othello --output no/such/folder/w").fails(2, &["no/such/folder/w"]);
    plyglot("train othello --output w --hours 0").fails(2, &["--hours", "above 0"]);
    plyglot("train othello --output w --rounds 99").fails(2, &["from 1 to 8"]);
    plyglot("train othello --output w --rounds 2 --hours 1").fails(2, &["--hours"]);
}

#[test]
fn weights_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("w");
    plyglot(&format!("{SHORT} {}", weights.display())).fine();
    let good = fs::read(&weights).expect("weights");
    let refused = |bytes: &[u8], words: &[&str]| {
        fs::write(&weights, bytes).expect("the folder is there");
        let set = format!("weights={}", weights.display());
        plyglot(&format!("analyze othello --depth 2 --set {set}")).fails(2, words);
        plyglot(&format!("match othello --a {set},depth=1 --b depth=1")).fails(2, words);
    };
    refused(b"no weights", &["not a file of weights"]);
    refused(&good[..good.len() / 2], &["cut off after"]);
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 4;
    refused(&changed, &["damaged"]);
    plyglot("analyze othello --set weights=no/such/file")
        .fails(2, &["no/such/file", "option weights"]);
    plyglot("analyze othello:4 --set weights=none").fails(2, &["unknown option \"weights\""]);
    fs::write(&weights, &good).expect("the folder is there");
    plyglot(&format!("analyze breakthrough --set weights={}", weights.display()))
        .fails(2, &["option weights", "weights for othello, not for breakthrough:8x8"]);
    plyglot("analyze breakthrough:6x6 --set weights=none").fails(2, &["unknown option"]);
}

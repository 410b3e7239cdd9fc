//! `train`: weights for a game's evaluation, from its own games.

use std::fs;

use crate::support::{command, fed, plyglot};

const SHORT: &str = "train othello --rounds 1 --games 30 --check 1 --gate 0 --output";

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
    assert!(
        header.contains("command plyglot train othello --rounds 1 --games 30 --gate 0 --seed 1\n")
    );
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
    let ran = plyglot(&format!(
        "train othello:6 --rounds 1 --games 60 --check 0 --gate 0 --output {file}"
    ));
    ran.fine().says("29-32 empty").says("1-4 empty");
    let players = format!("--a weights={file},depth=2 --b weights=built-in,depth=2");
    plyglot(&format!("match othello:6 {players} --games 2")).fine().says("Elo of A over B");
    plyglot(&format!("analyze othello --set weights={file}"))
        .fails(2, &["option weights", "weights for othello:6, not for othello"]);
    plyglot(&format!("train othello:4 --rounds 1 --games 60 --check 0 --gate 0 --output {file}"))
        .fine()
        .says("A net of 32 lanes");
}

#[test]
fn breakthrough_is_trained_on_the_usual_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("w");
    let file = weights.display();
    let ran = plyglot(&format!(
        "train breakthrough --rounds 1 --games 30 --check 0 --gate 0 --output {file}"
    ));
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
    let ran =
        plyglot(&format!("train kalah --rounds 1 --games 60 --check 0 --gate 0 --output {file}"));
    ran.fine().says("40-48 seeds").says("0-11 seeds");
    plyglot(&format!("analyze kalah --depth 3 --set weights={file}")).fine();
    let players = format!("--a weights={file},depth=2 --b weights=built-in,depth=2");
    plyglot(&format!("match kalah {players} --games 2")).fine().says("Elo of A over B");
    let refused = |game: &str| plyglot(&format!("analyze {game} --set weights={file}"));
    refused("othello").fails(2, &["option weights", "weights for kalah:6,4, not for othello"]);
    refused("kalah:6,5")
        .fails(2, &["option weights", "weights of patterns, where a net is needed"]);
}

#[test]
fn what_cannot_be_trained_is_named() {
    plyglot("train synthetic:4096,3 --output w").fails(2, &["synthetic:4096,3", "shows no board"]);
    plyglot("train hex --output w --net 33").fails(2, &["--net", "one of 16, 32, 64"]);
    plyglot("train othello --output w --alone").fails(2, &["--alone", "--net"]);
    plyglot("train othello --output no/such/folder/w").fails(2, &["no/such/folder/w"]);
    plyglot("train othello --output w --html no/such/page").fails(2, &["no/such/page"]);
    plyglot("train othello --output w --gate -1").fails(2, &["--gate"]);
    plyglot("train othello --output w --hours 0").fails(2, &["--hours", "above 0"]);
    plyglot("train othello --output w --games 0").fails(2, &["--games 0", "--also FILE"]);
    plyglot("train othello --output w --also no/such").fails(2, &["no/such"]);
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
    plyglot("analyze othello:4 --set weights=built-in").fails(2, &["option weights"]);
    fs::write(&weights, &good).expect("the folder is there");
    plyglot(&format!("analyze breakthrough --set weights={}", weights.display()))
        .fails(2, &["option weights", "weights for othello, not for breakthrough:8x8"]);
}

#[test]
fn a_net_is_trained_from_the_rules_of_a_game_without_features_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (weights, journal) = (folder.path().join("w"), folder.path().join("j"));
    let file = weights.display();
    let short = "--rounds 2 --games 40 --check 2 --net 16 --gate 8";
    let line = format!("train hex:5 {short} --output {file} --journal {}", journal.display());
    let page = folder.path().join("page.html");
    let ran = plyglot(&format!("{line} --html {}", page.display())).fine();
    assert!(
        ran.err.contains("round 2: ") && ran.err.contains(" games against the weights of before"),
        "{ran:?}"
    );
    let page = fs::read_to_string(page).expect("a page");
    let says = ["Round by round", "Elo over what it began with", "plyglot train hex:5 --rounds 2"];
    assert!(says.iter().all(|words| page.contains(words)), "{page}");
    let ran = ran.says("inputs and more").says("A net of 16 lanes: whole numbers say ");
    ran.says(&format!("Next: plyglot match hex:5 --a weights={file},time=20ms --b weights=none"));
    let good = fs::read(&weights).expect("a net");
    let header = String::from_utf8_lossy(&good);
    let command = "command plyglot train hex:5 --rounds 2 --games 40 --net 16 --gate 8 --seed 1\n";
    assert!(header.contains("game hex:5\n") && header.contains(command), "{header}");
    // The games that were played are enough for a net of another width.
    let other = folder.path().join("other");
    let also = format!("--games 0 --also {} --net 32 --check 0", journal.display());
    let ran = plyglot(&format!("train hex:5 {also} --output {}", other.display())).fine();
    ran.says("1 round and 0 games, 80 of other trainings in ");
    // The command in the header makes it again, with the journal or without.
    let again = folder.path().join("again");
    plyglot(&format!("train hex:5 {short} --seed 1 --output {}", again.display())).fine();
    assert_eq!(fs::read(&again).expect("a net"), good);
    fs::remove_file(&weights).expect("it was written");
    assert!(plyglot(&line).fine().err.contains("80 games of this training"));
    assert_eq!(fs::read(&weights).expect("a net"), good);
    let players = format!("--a weights={file},depth=2 --b weights=none,depth=2");
    plyglot(&format!("match hex:5 {players} --games 2")).fine().says("Elo of A over B");
    let json = plyglot(&format!("{line} --json")).fine().json();
    let training = json.last().expect("a result");
    assert_eq!(training["net"]["width"], 16);
    let rounds = training["rounds"].as_array().expect("rounds");
    assert!(rounds.iter().all(|round| round["gate"]["games"].as_u64() > Some(0)), "{rounds:?}");
    assert_eq!(json[0]["gate"], rounds[0]["gate"]);
    let refused = |game: &str, bytes: &[u8], words: &[&str]| {
        fs::write(&weights, bytes).expect("the folder is there");
        plyglot(&format!("analyze {game} --depth 2 --set weights={file}")).fails(2, words);
    };
    refused("hex:6", &good, &["option weights", "weights for hex:5, not for hex:6"]);
    refused("othello", &good, &["option weights", "weights for hex:5, not for othello"]);
    refused("hex:5", &good[..good.len() - 9], &["cut off after"]);
    let mut changed = good.clone();
    changed[good.len() / 2] ^= 1;
    refused("hex:5", &changed, &["damaged"]);
    changed[16] = 9;
    refused("hex:5", &changed, &["version 9 of the format"]);
    refused("hex:5", b"something else", &["not a file of weights"]);
}

#[test]
fn without_options_a_training_says_what_it_writes_and_writes_over_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let there = folder.path().join("tictactoe-5-4-3.weights");
    fs::write(&there, "mine").expect("a file");
    let run = |line: &str| {
        let mut command = command(line);
        command.current_dir(folder.path());
        fed(command, "")
    };
    run("train tictactoe:5,4,3")
        .fails(2, &["tictactoe-5-4-3.weights is there already", "--output"]);
    assert_eq!(fs::read(&there).expect("a file"), b"mine");
    run("train tictactoe --rounds 1 --games 30").fine().says("in tictactoe.weights");
    run("analyze tictactoe --depth 2 --set weights=tictactoe.weights").fine();
}

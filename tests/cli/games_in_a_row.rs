//! Several games on one line of a file, as archives write the games of a match: each is one of its own, in every command
//! and in what a run leaves behind.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Ran, command, fed, plyglot};

/// A match of two games, a line of moves, and a line with a game of no board and a whole one.
const FILE: &str = "2 (;GM[Othello]PB[a]PW[b]TY[s8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5];)\
    (;GM[Othello]PB[b]PW[a]TY[s8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C5];)
f5d6c3
(;GM[Othello]B[F5];) (;GM[Othello]PB[b]PW[a]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)
";

fn place() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("match.ggf");
    fs::write(&path, FILE).expect("the test can write");
    let name = path.display().to_string();
    (folder, name)
}

fn places(ran: &Ran) -> Vec<(Option<u64>, Option<u64>)> {
    let of = |object: &Value| (object["source_line"].as_u64(), object["source_game"].as_u64());
    let mut places: Vec<_> = ran.json().iter().map(of).collect();
    places.dedup();
    places
}

const PLACES: [(Option<u64>, Option<u64>); 5] = [
    (Some(1), Some(1)),
    (Some(1), Some(2)),
    (Some(2), None),
    (Some(3), Some(1)),
    (Some(3), Some(2)),
];

#[test]
fn each_is_searched_and_named_by_its_line_and_its_place_there() {
    let (_folder, file) = place();
    let ran = plyglot(&format!("analyze othello --file {file} --depth 2 -j 1 --json"));
    assert_eq!(places(&ran), PLACES);
    assert!(ran.json()[0]["position"] != ran.json()[1]["position"], "{ran:?}");
    let ran = plyglot(&format!("analyze othello --file {file} --depth 2 -j 1"));
    let ran = ran.says("  1.1 ").says("  1.2 ").says("    2 ").says("  3.2 ");
    assert!(ran.err.contains(&format!("{file}:3, game 1: character ")), "{ran:?}");
    let ran = plyglot(&format!("review othello --file {file} --depth 1 -j 1"));
    ran.says("line 1, game 1, othello").says("line 1, game 2, othello").says("line 2, othello");
    let rows = plyglot(&format!("review othello --file {file} --depth 1 -j 1 --csv"));
    rows.says("source_line,source_game,ply")
        .says("\n1,2,3,X (black),c5,")
        .says("\n2,,3,X (black),c3,");
    let trees = format!("bench family --game othello --positions {file} --depths 1 --jobs 1");
    plyglot(&trees).fails(2, &["match.ggf:3, game 1: character"]);
    fed(command(&format!("play othello --load {file} --side black --depth 1")), "quit\n")
        .says("Moves: f5 f6 d3 c5");
}

#[test]
fn each_has_a_page_of_its_own() {
    let (folder, file) = place();
    let index = folder.path().join("match.html");
    let ran =
        plyglot(&format!("review othello --file {file} --depth 1 --html {}", index.display()));
    assert_eq!(ran.code, 1, "{ran:?}");
    let index = fs::read_to_string(index).expect("an index");
    for page in ["match-1-1.html", "match-1-2.html", "match-2.html", "match-3-2.html"] {
        assert!(folder.path().join(page).is_file(), "no {page}");
        assert!(index.contains(page), "{page} is not in {index}");
    }
}

#[test]
fn shards_journals_and_parts_of_a_farm_hold_each_once() {
    let (folder, file) = place();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let essence = |ran: &Ran| -> Vec<Value> {
        let names = ["type", "source_line", "source_game", "position", "ply", "move", "score"];
        let of = |object: &Value| names.iter().map(|name| object[name].clone()).collect();
        ran.json().iter().map(of).collect()
    };
    for command in ["analyze", "review"] {
        let run = format!("{command} othello --file {file} --depth 2 -j 1 --json");
        let whole = plyglot(&run);
        for number in 1..=2 {
            let ran = plyglot(&format!("{run} --shard {number}/2"));
            fs::write(at(&number.to_string()), ran.out).expect("the test can write");
        }
        let merged = plyglot(&format!("merge {} {}", at("2"), at("1")));
        assert_eq!(essence(&merged), essence(&whole), "{command}");
        // A journal with its last record torn off: the rest is taken, and this one is searched again.
        let journal = at(&format!("{command}.journal"));
        plyglot(&format!("{run} --journal {journal}"));
        let text = fs::read_to_string(&journal).expect("a journal");
        assert!(text.contains("\"line\":[1,2],") && text.contains("\"line\":2,"), "{text}");
        fs::write(&journal, &text[..text.len() - 9]).expect("the test can write");
        let again = plyglot(&format!("{run} --journal {journal}"));
        assert_eq!(essence(&again), essence(&whole), "{command}");
        let left = text.lines().count() - 2;
        assert!(again.err.contains(&format!("{left} results taken")), "{again:?}");
    }
    let farm = format!("farm othello --file {file} --workdir {} --depth 2 --tasks 3", at("farm"));
    plyglot(&format!("{farm} --hq {file}"));
    let parts = (1..=3).map(|part| {
        let part = at(&format!("farm/parts/{part}.json"));
        let run = format!("analyze othello --file {file} --depth 2 -j 1 --json --part {part}");
        let ran = plyglot(&run);
        fs::write(&part, ran.out).expect("the test can write");
        part
    });
    let parts: Vec<String> = parts.collect();
    let merged = plyglot(&format!("merge {}", parts.join(" ")));
    assert_eq!(places(&merged), PLACES, "{merged:?}");
}
